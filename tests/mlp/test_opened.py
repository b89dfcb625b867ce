"""The opened walk of the d-e-m-o network: its numbers are right, its gaps give none away."""

import re

import numpy as np
import pytest

from unrolled.core.activations import softmax
from unrolled.core.losses import cross_entropy
from unrolled.mlp.demo import NETWORK
from unrolled.mlp.network import forward
from unrolled.mlp.opened import Opened

NUMBER = r"-?\d+(?:\.\d+)?"


@pytest.mark.parametrize(("letter", "wanted"), ["de", "em", "mo", "od"])
def test_every_line_ends_in_the_networks_number(letter, wanted):
    x, y = np.eye(4)["demo".index(letter)], np.eye(4)["demo".index(wanted)]
    kept = forward(NETWORK, x)
    text = Opened(letter, wanted).latex
    z = kept.h[-1]
    ends = re.findall(rf"= ({NUMBER})(?: \\\\| \\end)", text)
    right = [*kept.a[0], *kept.h[1], *z, cross_entropy(z, y)]
    assert np.abs(np.array(ends, float) - right).max() <= 5.001e-5
    rows = re.findall(rf"& ({NUMBER}) & ({NUMBER})", text)
    right = [*zip(np.exp(z), softmax(z), strict=True), (np.exp(z).sum(), 1)]
    assert np.abs(np.array(rows, float) - np.array(right)).max() <= 5.001e-5


@pytest.mark.parametrize("letter", "demo")
def test_what_is_written_is_what_the_network_computes(letter):
    """Each sum evaluated as it is written."""
    h = forward(NETWORK, np.eye(4)["demo".index(letter)]).h[1]
    text = Opened(letter, "d", "hidden", "scores").latex
    text = text.replace(r"\,h_1", f" * {h[0]}").replace(r"\,h_2", f" * {h[1]}")
    lines = re.findall(r"&= ([^=]*?) = (-?[\d.]+)", text)
    assert len(lines) == 8
    for written, result in lines:
        found = eval(written.replace(r"\tanh", "np.tanh"))
        assert found == pytest.approx(float(result), abs=6e-5), written


def test_a_gap_hides_its_number_wherever_it_is_used():
    full, gappy = Opened("e", "m").latex, Opened("e", "m", gaps=("h2", "z_m", "p_m", "L")).latex
    h, z = forward(NETWORK, np.eye(4)[1]).h[1:]
    hidden = [h[1], z[2], np.exp(z[2]), softmax(z)[2], cross_entropy(z, np.eye(4)[2])]
    for value in hidden:
        assert f"{value:.4f}" in full
        assert f"{value:.4f}" not in gappy
    assert [gappy.count(rf"\boxed{{{letter}}}") for letter in "ABCD"] == [1, 2, 2, 1]


def test_a_gap_that_is_not_there_is_refused():
    with pytest.raises(ValueError, match="gaps: got"):
        Opened("e", "m", "hidden", gaps=("L",))
