"""The covers of the chapters: small, told in words, and true."""

import re

import numpy as np
import pytest
from matplotlib.figure import Figure as Canvas

from unrolled.backprop import demo as step
from unrolled.core.unroll import unroll
from unrolled.demo.weights import XS
from unrolled.gradients.cover import draw_sizes
from unrolled.intro.covers import cover
from unrolled.language_models.cover import TEXT
from unrolled.lstm.cell import CELL
from unrolled.lstm.demo import LSTM_WEIGHTS, START
from unrolled.remedies.cover import draw_walks
from unrolled.transformer.block import block
from unrolled.transformer.demo import BLOCK, TOKENS

NAMES = (
    "mlp",
    "backprop",
    "language_models",
    "rnn",
    "bptt",
    "gradients",
    "remedies",
    "truncation",
    "lstm",
    "gru",
    "attention",
    "transformer",
    "bert",
)
GRADIENT, OUTPUT, STATE, INPUT = "--gradient", "--output", "--state", "--input"
COLOURS = {
    "mlp": {INPUT, STATE, OUTPUT}, "backprop": {INPUT, STATE, OUTPUT, GRADIENT},
    "language_models": {OUTPUT}, "rnn": {INPUT, STATE, OUTPUT}, "bptt": {STATE, OUTPUT, GRADIENT},
    "gradients": {GRADIENT}, "remedies": {OUTPUT, GRADIENT}, "truncation": {GRADIENT},
    "lstm": {STATE},
    "gru": {INPUT, STATE},
    "attention": {STATE, OUTPUT},
    "transformer": {INPUT, STATE},
    "bert": {STATE},
}  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_a_cover_is_small_is_told_and_has_the_colours_of_what_it_shows(name):
    it = cover(name)
    assert 'viewBox="0 0 158.4 93.6"' in it.svg
    assert len(it.svg) <= 12_000
    assert 60 <= len(it.label) <= 250
    assert set(re.findall(r"var\((--\w+)", it.svg)) - {"--quiet", "--width"} == COLOURS[name]
    assert it.svg == cover(name).svg


def numbers(name):
    return [float(x) for x in re.findall(r"\d+\.\d+|\b\d+\b", cover(name).label)]


def test_only_the_letter_that_was_read_sends_something_back_to_the_inputs():
    dW1 = step.trace()["dW1"].value
    assert np.array_equal((dW1 != 0).any(axis=0), XS[0] == 1)
    assert numbers("backprop") == [1]


def test_after_e_comes_d_as_often_as_m():
    assert numbers("language_models") == [0.5, 0, 0.5]
    assert re.findall("e(.)", TEXT).count("m") == re.findall("e(.)", TEXT).count("d")


def test_the_gradient_fades_at_every_step():
    axes = Canvas().subplots()
    draw_sizes(axes)
    sizes = [bar.get_height() for bar in axes.patches]
    assert len(sizes) == 10
    assert (np.diff(sizes) < 0).all()
    assert np.allclose(numbers("gradients")[1:], [sizes[0], sizes[-1]], atol=5e-4)


def test_one_loss_jumps_and_the_clipped_one_falls():
    axes = Canvas().subplots()
    losses = draw_walks(axes)
    jump, clipped = losses["as it is"], losses["clipped"]
    assert jump[0] == clipped[0]
    assert jump[1] < jump[0] < axes.get_ylim()[1] < jump[2]
    assert max(clipped) == clipped[0]
    assert clipped[-1] < 0.01


def test_a_window_of_three_keeps_what_it_says():
    assert numbers("truncation") == [36, 8 + 7 + 6]


def test_the_state_is_kept_until_the_second_mark():
    steps, held, end = numbers("gru")[0], *numbers("gru")[2:]
    assert steps == 30
    assert held > 0.9
    assert end > 0.8  # below zero on the page: the sign is no part of a number here


def test_the_memory_and_its_valves_are_those_of_the_walk():
    states, caches = unroll(CELL, LSTM_WEIGHTS, XS, START)
    shown = [*states.c[:, 0], *caches.steps.valves.f[1:, 0]]
    assert np.allclose(numbers("lstm"), shown, atol=5.1e-3)


def test_the_bars_end_at_what_leaves_the_block():
    ends = np.abs(block(BLOCK, TOKENS)[0][0])  # a sign is no part of a number here
    assert np.allclose(numbers("transformer"), ends, atol=5.1e-3)
