"""Cells on top of each other: gradients, an invariant, PyTorch, and the count of ways."""

import numpy as np
import pytest

from tests.gated import like
from unrolled.core.cellcheck import check_cell
from unrolled.core.tree import ravel, tree_map
from unrolled.core.unroll import bptt, unroll
from unrolled.gru.after import AFTER
from unrolled.gru.cell import CELL as GRU
from unrolled.lstm.cell import CELL as LSTM
from unrolled.rnn.cell import CELL as RNN
from unrolled.sequence_tasks.depth import count_paths, stack
from unrolled.sequence_tasks.torch_twin import states_and_gradients

STACKS = {"one": (RNN,), "two": (RNN, RNN), "mixed": (LSTM, RNN, LSTM), "gated": (GRU, LSTM)}


def begun(layers, batch=()):
    """A stack, its weights, inputs and first states, at random."""
    cell, rng = stack(*layers), np.random.default_rng(0)
    h0 = tree_map(lambda h: rng.normal(size=(*batch, *h.shape)), cell.start(4))
    return cell, cell.random(rng, 3, 4), rng.normal(size=(6, *batch, 3)), h0


@pytest.mark.parametrize("name", STACKS)
def test_a_stack_is_a_cell(name):
    cell, p, xs, h0 = begun(STACKS[name])
    assert check_cell(cell, p, xs, h0) < 1e-7


@pytest.mark.parametrize("window", [None, 3])
@pytest.mark.parametrize("name", STACKS)
def test_layer_by_layer_is_step_by_step(name, window):
    cell, p, xs, h0 = begun(STACKS[name], (2,))
    found = []
    for way in (cell, cell._replace(fast=None)):
        states, caches = unroll(way, p, xs, h0)
        d = tree_map(np.cos, states)
        found.append(ravel((states, bptt(way, p, caches, d, window))))
    assert np.allclose(*found, rtol=0, atol=1e-13)


@pytest.mark.parametrize("cell", [RNN, LSTM, AFTER], ids=["RNN", "LSTM", "GRU"])
def test_states_and_gradients_are_those_of_pytorch(cell):
    two, rng = stack(cell, cell), np.random.default_rng(1)
    p, xs = like(rng, two.random(rng, 3, 4)), rng.normal(size=(6, 2, 3))
    h0 = tree_map(lambda h: np.zeros((2, *h.shape)), two.start(4))
    states, caches = unroll(two, p, xs, h0)
    top = two.shown(states)
    dtop = rng.normal(size=top.shape)
    d = tree_map(lambda leaf: dtop if leaf is top else np.zeros_like(leaf), states)
    dp, dxs, _ = bptt(two, p, caches, d)
    hs, dps, dxs_torch = states_and_gradients(list(p), xs, dtop)
    assert np.allclose(top, hs, rtol=0, atol=1e-12)
    assert np.allclose(ravel(dp), ravel(tuple(dps)), rtol=0, atol=1e-12)
    assert np.allclose(dxs, dxs_torch, rtol=0, atol=1e-12)


def test_a_stack_of_one_is_its_cell():
    cell, p, xs, h0 = begun((RNN,))
    assert np.array_equal(unroll(cell, p, xs, h0)[0][0], unroll(RNN, p[0], xs, h0[0])[0])


def test_ways_are_counted_one_by_one():
    def ways(t, level):
        return 1 if t == 1 or level == 1 else ways(t - 1, level) + ways(t, level - 1)

    sizes = [(t, level) for t in range(1, 8) for level in range(1, 5)]
    assert [count_paths(*size) for size in sizes] == [ways(*size) for size in sizes]


@pytest.mark.parametrize(
    ("p", "h0", "said"),
    [
        (lambda p: p[:1], lambda h: h, "p: got a tuple of 1, expected a tuple of 2"),
        (lambda p: p, lambda h: h[0], "h0: got an array"),
        (lambda p: (p[1], p[1]), lambda h: h, "layer 1 of 2"),
        (lambda p: (p[0], p[0]), lambda h: h, "layer 2 of 2"),
    ],
)
def test_what_does_not_fit_is_told_with_its_layer(p, h0, said):
    cell, weights, xs, start = begun((RNN, RNN))
    with pytest.raises(ValueError, match=said):
        unroll(cell, p(weights), xs, h0(start))


def test_no_layers_are_refused():
    with pytest.raises(ValueError, match="layers: got none"):
        stack()
