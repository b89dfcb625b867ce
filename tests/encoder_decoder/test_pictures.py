"""The room's pictures show what they are given, and say it."""

import re

import numpy as np
import pytest

from unrolled.encoder_decoder import pictures

LOOKS = np.array([[0.75, 0.25, 0.0], [0.0, 0.03, 0.97], [1 / 3, 1 / 3, 1 / 3]])


def test_a_pair_with_one_vector_has_a_cell_for_each_letter_and_the_stop():
    figure = pictures.unrolled_pair("abc", "xy", units=5)
    assert figure.svg.count("<rect") == 2 * (3 + 3 + 1)  # the pipe, for desk and phone
    assert "2 × 5 numbers" in figure.svg
    assert "3 cells read abc; 3 cells write xy and a stop" in figure.label


def test_arcs_are_as_thick_as_their_weight_and_the_thinnest_are_left_out():
    figure = pictures.unrolled_pair("a c", "xy", LOOKS)
    arcs = re.findall(r'stroke-width="([\d.]+)"/>', figure.svg.split("<g fill")[1].split("</g>")[0])
    wanted = [f"{pictures.THICKEST * w:.1f}" for w in LOOKS[LOOKS > pictures.LEAST]]
    assert arcs == wanted
    assert pictures.SPACE in figure.svg


def test_an_alignment_has_a_square_for_each_weight():
    figure = pictures.aligned("a c", "xy", LOOKS, [((0, 2), (1, 3))])
    squares = re.findall(r'fill-opacity="([\d.]+)"', figure.svg.split('class="narrow"')[0])
    assert np.allclose([float(s) for s in squares], 0.05 + 0.95 * LOOKS.ravel(), atol=0.005)
    assert "x at a, y at c, stop at a" in figure.label
    assert "outline" in figure.caption
    assert "outline" not in pictures.aligned("a c", "xy", LOOKS).caption


def test_what_never_stopped_has_no_row_for_the_stop():
    assert "stop" not in pictures.aligned("a c", "xy", LOOKS[:2]).label
    assert pictures.unrolled_pair("a c", "xy", LOOKS[:2]).label


@pytest.mark.parametrize("length", [1, 36])
def test_short_and_long_sources_fit(length):
    looks = np.full((3, length), 1 / length)
    assert pictures.unrolled_pair("a" * length, "xy", looks).label
    assert pictures.aligned("a" * length, "xy", looks).label


def test_curves_say_their_medians():
    runs = [[1.0, 0.5, 0.0], [0.8, 0.25, 0.0], [0.9, 0.75, 0.25]]
    found = {"8": runs, "8 with attention": [[1.0] * 3] * 3}
    label = pictures.bottleneck(found, [4, 8, 12], 12).label.replace("\u00a0", " ")
    assert "at 8 and 12 letters: 8 units 50 %, 0 %; 8 with attention 100 %, 100 %" in label
    shares = {"vector": [{"500": {"all": 0.25}, "1000": {"all": 0.5}}] * 2}
    figure = pictures.learning(shares)
    label = figure.label.replace("\u00a0", " ")
    assert "after 500, 1000 updates, medians of 2 seeds: one vector 25 %, 50 %." in label
