"""Both directions and padding: gradients, PyTorch packed and not, and what must not be seen."""

import numpy as np
import pytest

from tests.gated import like
from unrolled.core.gradcheck import dot_product_gap
from unrolled.core.tree import ravel, tree_map, tree_zeros
from unrolled.gru.after import AFTER
from unrolled.lstm.cell import CELL as LSTM
from unrolled.rnn.cell import CELL as RNN
from unrolled.sequence_tasks import padding
from unrolled.sequence_tasks.both_ways import Both, bidirectional, bidirectional_back
from unrolled.sequence_tasks.reading import READINGS, classify_gradient, draw_reader, run_states
from unrolled.sequence_tasks.torch_twin import read, states_and_gradients

LENGTHS = np.array([6, 3, 1])
CELLS = pytest.mark.parametrize("cell", [RNN, LSTM, AFTER], ids=["RNN", "LSTM", "GRU"])


def two_layers(cell, rng):
    sizes = (3, 8)
    return [
        Both(*(like(rng, cell.random(rng, n, 4)) for _ in ("forward", "backward"))) for n in sizes
    ]


@CELLS
@pytest.mark.parametrize("lengths", [None, LENGTHS], ids=["full", "padded"])
def test_two_layers_in_both_directions_are_those_of_pytorch(cell, lengths):
    rng = np.random.default_rng(0)
    low, high = two_layers(cell, rng)
    xs = rng.normal(size=(6, 3, 3))
    real = padding.is_step(LENGTHS if lengths is not None else np.full(3, 6), 6)[..., None]
    below, back_low = run_states(cell, low, xs, lengths)
    above, back_high = run_states(cell, high, below, lengths)
    d = rng.normal(size=above.shape) * real
    d_high, d_below = back_high(d)
    d_low, dxs = back_low(d_below * real)
    hs, (low_torch, high_torch), dxs_torch = states_and_gradients([low, high], xs, d, lengths)
    assert np.allclose(above * real, hs, rtol=0, atol=1e-12)
    found, wanted = (d_low, d_high, dxs), (low_torch, high_torch, dxs_torch)
    assert np.allclose(ravel(found), ravel(wanted), rtol=0, atol=1e-12)


def test_each_start_has_the_gradient_of_its_own_direction():
    rng = np.random.default_rng(3)
    p, xs = Both(RNN.random(rng, 3, 4), RNN.random(rng, 3, 4)), rng.normal(size=(6, 3, 3))
    h0, to = (Both(*rng.normal(size=(2, 3, 4))) for _ in range(2))
    d = rng.normal(size=(6, 3, 8))
    gradient = bidirectional_back(RNN, p, bidirectional(RNN, p, xs, h0)[1], d)[2]
    states = lambda start: bidirectional(RNN, p, xs, start)[0]  # noqa: E731
    ahead = states(tree_map(lambda h, v: h + 1e-6 * v, h0, to))
    behind = states(tree_map(lambda h, v: h - 1e-6 * v, h0, to))
    assert dot_product_gap(d, (ahead - behind) / 2e-6, gradient, to) < 1e-8


@CELLS
@pytest.mark.parametrize("reading", READINGS)
def test_each_reading_is_that_of_pytorch(cell, reading):
    rng = np.random.default_rng(1)
    model = like(rng, draw_reader(rng, cell, reading, 3, 4, 2))
    xs, how = rng.normal(size=(6, 3, 3)), READINGS[reading]
    hs, back = run_states(cell, model.cell, xs, LENGTHS)
    r = how.of(hs, LENGTHS)
    dxs = back(how.back(np.ones_like(r), LENGTHS, 6))[1]
    wanted = read(model.cell, xs, LENGTHS, reading)
    assert np.allclose(ravel((r, dxs)), ravel(wanted), rtol=0, atol=1e-12)


@pytest.mark.parametrize("reading", READINGS)
def test_the_gradient_of_an_answer_is_that_of_finite_differences(reading):
    rng = np.random.default_rng(2)
    model = draw_reader(rng, RNN, reading, 3, 4, 2)
    xs, ys = rng.normal(size=(6, 3, 3)), np.eye(2)[[0, 1, 1]]
    _, gradient, dxs = classify_gradient(RNN, model, xs, ys, reading, LENGTHS)
    to = tree_map(lambda w: rng.normal(size=w.shape), (model, xs))

    def loss(s):
        moved, inputs = tree_map(lambda w, d: w + s * d, (model, xs), to)
        return classify_gradient(RNN, moved, inputs, ys, reading, LENGTHS)[0]

    moved = np.array([(loss(1e-5) - loss(-1e-5)) / 2e-5])
    assert dot_product_gap(np.ones(1), moved, (gradient, dxs), to) < 1e-7


@pytest.mark.parametrize("reading", READINGS)
def test_padding_changes_nothing_whatever_stands_in_it(reading):
    rng = np.random.default_rng(3)
    model = draw_reader(rng, RNN, reading, 3, 4, 2)
    xs, ys = rng.normal(size=(6, 3, 3)), np.eye(2)[[0, 1, 1]]
    real = padding.is_step(LENGTHS, 6)[..., None]
    found = []
    for filling in (0.0, 99.0, rng.permuted(xs, axis=1)):
        filled = np.where(real, xs, filling)
        loss, gradient, dxs = classify_gradient(RNN, model, filled, ys, reading, LENGTHS)
        assert (dxs[~real[..., 0]] == 0).all()
        found.append(ravel((np.array(loss), gradient)))
    assert np.array_equal(found[0], found[1])
    assert np.array_equal(found[0], found[2])


def test_the_backward_half_never_sees_what_came_before_and_the_forward_half_what_comes():
    rng = np.random.default_rng(4)
    pair = Both(RNN.random(rng, 3, 4), RNN.random(rng, 3, 4))
    xs, start = rng.normal(size=(5, 3)), Both(np.zeros(4), np.zeros(4))
    before, _ = bidirectional(RNN, pair, xs, start)
    xs[2] += 1
    moved = np.abs(bidirectional(RNN, pair, xs, start)[0] - before) > 0
    assert moved[:, :4].any(axis=1).tolist() == [False, False, True, True, True]
    assert moved[:, 4:].any(axis=1).tolist() == [True, True, True, False, False]


def test_a_sequence_is_turned_around_within_its_own_length():
    xs = np.arange(12.0).reshape(4, 3, 1)
    turned = padding.reverse_each(xs, np.array([4, 2, 1]))[..., 0]
    assert turned.T.tolist() == [[9, 6, 3, 0], [4, 1, 7, 10], [2, 5, 8, 11]]
    assert np.array_equal(padding.reverse_each(turned[..., None], np.array([4, 2, 1])), xs)


@pytest.mark.parametrize(
    ("lengths", "said"),
    [
        (np.array([6, 7, 1]), "lengths: got 7, expected numbers from 1 to 6"),
        (np.array([6, 0, 1]), "lengths: got 0"),
        (np.array([6, 3]), "one for each sequence"),
        (np.array([6.0, 3, 1]), "whole numbers"),
        (np.array([True, True, True]), "whole numbers"),
    ],
)
def test_lengths_that_do_not_fit_are_told(lengths, said):
    with pytest.raises(ValueError, match=said):
        padding.check_lengths(lengths, np.zeros((6, 3, 2)))


def test_a_both_of_zeros_has_the_gradient_of_zeros():
    rng = np.random.default_rng(5)
    low, _ = two_layers(RNN, rng)
    hs, back = run_states(RNN, low, rng.normal(size=(4, 2, 3)))
    assert ravel(back(np.zeros_like(hs))[0]).tolist() == ravel(tree_zeros(low)).tolist()
