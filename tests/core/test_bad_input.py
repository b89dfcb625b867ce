"""Whatever people pass in, the entrances answer with a result or a ValueError that explains."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from unrolled.backprop import backward as backprop
from unrolled.bptt.rtrl import rtrl
from unrolled.core.losses import (
    CROSS_ENTROPY,
    SQUARED_ERROR,
    mean_loss,
    mean_loss_back,
    observed_loss,
    observed_loss_back,
    perplexity,
)
from unrolled.core.optim import adam, clip_by_norm, momentum, sgd
from unrolled.core.tasks import adding, copying, irregular_prices, recalling, spirals
from unrolled.core.text import LETTERS, encode, one_hot, streams
from unrolled.core.unroll import bptt, unroll
from unrolled.gradients.norms import gelfand
from unrolled.gradients.power import power_iteration
from unrolled.gradients.products import lags, products
from unrolled.mlp import demo as demo_step
from unrolled.mlp.network import Layer, forward, parameter_count, random_network
from unrolled.mlp.network import predict as predict_at_once
from unrolled.remedies.decay import spectral_decay
from unrolled.remedies.shortcuts import leaky, skip
from unrolled.rnn import demo
from unrolled.rnn.cell import CELL, RNN
from unrolled.rnn.readout import Model, Readout
from unrolled.rnn.writing import write
from unrolled.training import loss_and_gradient, predict
from unrolled.truncation.weights import kept, late_losses, random_gates

NUMBERS = st.floats(-3, 3) | st.sampled_from([np.nan, np.inf, -np.inf])
SHAPES = hnp.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=5)
ARRAYS = hnp.arrays(float, SHAPES, elements=NUMBERS)
ANYTHING = ARRAYS | st.none() | st.text(max_size=3) | st.lists(st.integers(-2, 2), max_size=3)
CALM = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


def answers(f, *arguments):
    """The call returns, or raises ValueError with a sentence: who, what, what was expected."""
    try:
        f(*arguments)
    except ValueError as error:
        sentence = str(error)
    else:
        return
    assert ": got " in sentence
    assert "expected" in sentence


@CALM
@given(xs=ANYTHING, h0=ANYTHING)
def test_unroll_and_its_kin_answer_any_sequence_and_start(unchecked, xs, h0):
    answers(unroll, CELL, demo.MODEL.cell, xs, h0)
    answers(unroll, CELL._replace(check=None), demo.MODEL.cell, np.zeros((2, 4)), demo.H0)
    answers(predict, demo.MODEL, xs, h0)
    answers(rtrl, CELL, demo.MODEL.cell, xs, h0, xs)


@CALM
@given(weights=st.lists(ANYTHING, min_size=5, max_size=5))
def test_models_of_any_shape_are_answered(unchecked, weights):
    model = Model(RNN(*weights[:3]), Readout(*weights[3:]))
    answers(loss_and_gradient, model, demo.XS, demo.YS, demo.H0)
    model = Model(demo.MODEL.cell, Readout(*weights[3:]))
    answers(loss_and_gradient, model, demo.XS, demo.YS, demo.H0)


@CALM
@given(weights=st.lists(ANYTHING, min_size=4, max_size=4), x=ANYTHING, dy=ANYTHING)
def test_networks_of_any_shape_are_answered(unchecked, weights, x, dy):
    network = Layer(*weights[:2]), Layer(*weights[2:])
    answers(forward, network, demo_step.X)
    answers(predict_at_once, demo_step.NETWORK, x)
    answers(backprop.loss_and_gradient, network, x, dy)
    answers(backprop.loss_and_gradient, demo_step.NETWORK, x, dy)
    kept = forward(demo_step.NETWORK, demo_step.X)
    answers(backprop.backward, demo_step.NETWORK, kept, dy)
    for anything in (*weights, "ab", (2, 3), (4, 0), [3, 1]):
        answers(random_network, np.random.default_rng(0), anything)
        answers(parameter_count, anything)
        answers(spirals, np.random.default_rng(0), anything)
        answers(irregular_prices, np.random.default_rng(0), anything)


@CALM
@given(zs=ANYTHING, ys=ANYTHING, observed=ANYTHING)
def test_any_mask_is_answered(unchecked, zs, ys, observed):
    for f in (observed_loss, observed_loss_back):
        answers(f, SQUARED_ERROR, zs, ys, observed)
        answers(f, SQUARED_ERROR, np.zeros((3, 1)), ys, observed)
        answers(f, SQUARED_ERROR, zs, ys, np.array([True, False, True]))


@CALM
@given(zs=ANYTHING, ys=ANYTHING, loss=st.sampled_from([CROSS_ENTROPY, SQUARED_ERROR]))
def test_losses_answer_any_outputs_and_targets(unchecked, zs, ys, loss):
    answers(mean_loss, loss, zs, ys)
    answers(mean_loss_back, loss, zs, ys)
    answers(loss_and_gradient, demo.MODEL, demo.XS, ys, demo.H0)


@CALM
@given(dstates=ANYTHING, window=st.integers(-2, 4) | st.none() | st.floats() | st.text())
def test_bptt_answers_any_gradient_and_window(unchecked, dstates, window):
    _, caches = unroll(CELL, demo.MODEL.cell, demo.XS, demo.H0)
    answers(bptt, CELL, demo.MODEL.cell, caches, dstates, window)


@CALM
@given(text=st.text(max_size=5), alphabet=st.text(max_size=5))
def test_characters_outside_the_alphabet_are_named(unchecked, text, alphabet):
    answers(encode, text, alphabet)
    answers(one_hot, text, alphabet)
    answers(write, demo.MODEL, "demo", text, 3)


@CALM
@given(value=st.floats() | st.none() | st.text(max_size=2) | st.booleans())
def test_optimisers_answer_any_rate(unchecked, value):
    for make in (sgd, momentum, adam):
        answers(make, value)
    answers(momentum, 0.1, value)
    answers(adam, 0.1, value, value, value)
    answers(clip_by_norm, demo.MODEL, value)
    answers(perplexity, value)


@CALM
@given(value=ANYTHING | st.floats() | st.booleans() | st.integers(-2, 9), array=ANYTHING)
def test_gradients_and_truncation_answer_anything(unchecked, value, array):
    rng = np.random.default_rng(0)
    for f in (leaky, skip):
        answers(f, value)
    answers(gelfand, array, value)
    answers(power_iteration, array, value, 3)
    answers(power_iteration, np.eye(2), array, value)
    answers(products, array)
    answers(spectral_decay, array, value)
    answers(kept, 6, value, 4)
    answers(kept, 6, 1, value)
    answers(late_losses, value, 2)
    answers(late_losses, 6, value)
    answers(random_gates, rng, 5, value)
    for task in (adding, copying, recalling):
        answers(task, rng, 2, value)
    answers(lags, CELL, demo.MODEL.cell, array, demo.H0)


def test_the_messages_name_argument_value_and_expectation(unchecked):
    cases = [
        (lambda: unroll(CELL, demo.MODEL.cell, np.zeros((0, 4)), demo.H0), "xs: got the empty"),
        (lambda: unroll(CELL, demo.MODEL.cell, np.zeros((3, 5)), demo.H0), r"xs.*\(3, 5\).*n_x=4"),
        (
            lambda: unroll(CELL, demo.MODEL.cell, demo.XS * np.nan, demo.H0),
            r"nan at index \(0, 0\)",
        ),
        (lambda: unroll(CELL, demo.MODEL.cell, demo.XS, np.zeros(3)), r"h0.*\(3,\).*n_h=2"),
        (lambda: encode("dog", "demo"), "got 'g' at index 2, expected characters of 'demo'"),
        (lambda: encode("", "demo"), "at least one character"),
        (lambda: streams(np.arange(3), 4), "count: got 4, .* from 1 to 3"),
    ]
    for call, message in cases:
        with pytest.raises(ValueError, match=message):
            call()


def test_the_alphabet_of_the_prose_is_what_it_says():
    assert len(LETTERS) == len(set(LETTERS)) == 34
