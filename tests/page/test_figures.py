"""Figures: what they say to those who do not see them, and that they follow the page."""

import re

import numpy as np
import pytest

from unrolled.backprop import pictures as backprop
from unrolled.bptt import pictures as bptt
from unrolled.demo import step as demo_step
from unrolled.gradients import pictures as gradients
from unrolled.mlp import pictures as mlp
from unrolled.page.figure import Figure, drawing
from unrolled.remedies import pictures as remedies
from unrolled.rnn import pictures as rnn
from unrolled.truncation import pictures as truncation

T = np.array([0.0, 0.19, -0.001])
XS, YS = np.array([[0.0, 1.0], [1.0, 0.0]]), np.eye(2)
RETURNS = np.array([np.nan, 0.01, np.nan, -0.02])
WALKS = {name: np.outer(np.arange(3, 0, -1), [0.5, 0.2]) for name in ("a", "b", "c")}
SIGNALS = {"s = 1": np.ones(3), "s = 2": np.array([1.0, 2, 4])}
LAGS = np.geomspace(1, 1e5, 70)
FIGURES = [
    rnn.unfolding(),
    rnn.orbits(np.zeros((12, 2)), np.ones((12, 2))),
    rnn.predictions(np.full((3, 4), 0.25), np.eye(4)[1:]),
    rnn.training(np.geomspace(1.5, 0.001, 1001)),
    rnn.learning(np.arange(5), np.array([34.0, 14, 10, 9, 8]), 11.5, 34),
    mlp.two_spirals(XS, YS),
    mlp.activations({"tanh": 1.0, "logistic": 0.25}),
    mlp.observed(np.exp(RETURNS), RETURNS, np.array([[0], [0.5], [0], [0.5]])),
    mlp.descents(lambda p: (p**2).sum(axis=-1), WALKS),
    mlp.depth(SIGNALS, SIGNALS),
    mlp.regions({"left": lambda p: p[..., 0], "right": lambda p: p[..., 1]}, XS, YS),
    mlp.curves(np.geomspace(1, 0.01, 60), np.geomspace(1, 0.01, 60)),
    backprop.two_passes(demo_step.trace()),
    backprop.valley(np.array([1e-9, 1e-5, 1e-1]), np.array([1e-7, 1e-11, 1e-3])),
    gradients.fading(np.geomspace(1e-5, 1, 6)),
    gradients.ellipses({"normal": np.eye(2), "turning": np.array([[0.0, -1], [1, 0.5]])}),
    gradients.norms({"a": LAGS, "b": 1 / LAGS}, (-6, 6), "Two curves.", "Against the lag."),
    gradients.roots(np.array([1, 10, 100]), np.array([10.0, 1.4, 0.96]), 0.9),
    gradients.lag_parts(1 / LAGS[:60], np.array([10, 20]), np.ones(2)),
    gradients.tangents({"a gap": 0.8 ** np.arange(9.0), "a tie": np.ones(9)}),
    remedies.outcomes(
        {
            "adding": ({"Elman": 0.08, "leaky": 0.01}, 1 / 12),
            "copying": ({"Elman": 0.8, "leaky": 0.7}, 1.4),
        }
    ),
    truncation.schemes({"all": np.tri(4), "window": np.eye(4)}),
    truncation.errors(np.arange(1, 12), 0.5 ** np.arange(11.0), np.ones(11)),
    truncation.memory(np.array([100, 200]), np.array([500, 1000]), np.full(2, 50), "chunks"),
    truncation.spread({0.25: (0.2, 0.48), 0.8: (0.12, 0.14)}),
    truncation.learned({"four": {1: [0.3, 0.4]}, "two": {1: [1.0]}}, {"four": 0.25, "two": 0.5}),
    bptt.all_paths(),
    bptt.forward_paths(),
    bptt.backward_paths(),
    bptt.two_orders(T, T[::-1]),
    bptt.costs(np.array([4, 8]), np.array([900, 12000]), np.array([64, 256])),
    bptt.verdicts({"rounded": 171, "accumulated": 29, "truncated": 5, "inherited": 7, "wrong": 4}),
]


@pytest.mark.parametrize("figure", FIGURES, ids=lambda f: f.label[:30])
def test_a_figure_is_labelled_and_follows_light_and_dark(figure):
    html = figure._repr_html_()
    assert html.count("<svg") == 1
    assert 'role="img"' in html
    assert 20 < len(figure.label) <= 250
    assert "currentColor" in html
    assert "#000000" not in html
    assert "<style" not in html  # inline it would rule the whole page
    assert "#ffffff" not in html
    assert not re.search(r"(?<!, )#(00785a|0068a8|8f3f78|b34a00)(?!\))", html)


def test_ids_within_a_figure_are_used_and_differ_between_figures():
    ids = [re.findall(r' id="([^"]+)"', f.svg) for f in FIGURES]
    flat = [each for group in ids for each in group]
    assert len(flat) == len(set(flat))


def test_drawing_twice_gives_the_same_picture():
    assert rnn.unfolding().svg == rnn.unfolding().svg


def test_labels_at_line_ends_keep_their_order_and_their_distance(rng):
    for _ in range(100):
        wanted = rng.normal(0, 2, 7)
        placed = gradients.spread(wanted, 1.0)
        assert np.array_equal(np.argsort(placed), np.argsort(wanted))
        assert np.diff(np.sort(placed)).min() > 0.99
    assert gradients.spread(np.array([0.0, 5.0]), 1.0).tolist() == [0, 5]


def test_a_label_is_required_and_bounded():
    with drawing(1, 1) as (canvas, _):
        for label in ("", "x" * 251):
            with pytest.raises(ValueError, match="label: got"):
                Figure(canvas, label)
