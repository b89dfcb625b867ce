"""Gradient checkpointing: the gradient of BPTT to rounding, in the memory that the text says."""

import numpy as np
import pytest

from tests.truncation.test_weights import problem
from unrolled.core.count import multiply_adds
from unrolled.core.gradcheck import largest_gap
from unrolled.core.tree import tree_map
from unrolled.core.unroll import bptt, unroll
from unrolled.lstm.cell import CELL as LSTM_CELL
from unrolled.rnn.cell import CELL
from unrolled.rnn.readout import random_model
from unrolled.truncation.checkpointing import bptt_checkpointed


@pytest.mark.parametrize("every", [1, 3, 4, 5, 11, 12, 40])
def test_it_is_the_gradient_of_bptt(every):
    p, xs, h0, caches, dstates = problem(12)
    wanted, _, dh0 = bptt(CELL, p, caches, dstates)
    found, first, _ = bptt_checkpointed(CELL, p, xs, h0, every, lambda _, part: dstates[part])
    assert largest_gap(found, wanted) < 1e-12
    assert largest_gap(first, dh0) < 1e-12


def test_so_it_is_of_a_cell_with_two_states_and_of_a_batch(rng):
    p = LSTM_CELL.random(rng, 3, 4)
    xs = rng.normal(size=(10, 5, 3))
    h0 = tree_map(lambda leaf: np.zeros((5, *leaf.shape)), LSTM_CELL.start(4))
    states, caches = unroll(LSTM_CELL, p, xs, h0)
    dstates = tree_map(lambda leaf: rng.normal(size=leaf.shape), states)

    def errors(_, part):
        return tree_map(lambda leaf: leaf[part], dstates)

    wanted, _, dh0 = bptt(LSTM_CELL, p, caches, dstates)
    found, first, _ = bptt_checkpointed(LSTM_CELL, p, xs, h0, 4, errors)
    assert largest_gap(found, wanted) < 1e-12
    assert largest_gap(first, dh0) < 1e-12


@pytest.mark.parametrize(("T", "every"), [(12, 3), (12, 12), (14, 7), (20, 4)])
def test_memory_is_that_of_the_other_checkpoints_and_of_one_segment(T, every):
    p, xs, h0, _, dstates = problem(T)
    most = bptt_checkpointed(CELL, p, xs, h0, every, lambda _, part: dstates[part])[2]
    assert most == (T // every - 1) * 6 + every * (3 + 6) + 6


def test_a_short_last_segment_takes_no_more_than_a_whole_one():
    p, xs, h0, _, dstates = problem(14)
    most = bptt_checkpointed(CELL, p, xs, h0, 4, lambda _, part: dstates[part])[2]
    assert most == 2 * 6 + 4 * (3 + 6) + 6  # 0 and 4 are still kept while 9 to 12 are there


def test_the_segments_see_their_own_states():
    p, xs, h0, caches, dstates = problem(9)
    seen = {}

    def errors(states, part):
        seen[part.start] = states
        return dstates[part]

    bptt_checkpointed(CELL, p, xs, h0, 4, errors)
    assert [*seen] == [8, 4, 0]
    assert np.allclose(np.concatenate([seen[0], seen[4], seen[8]]), caches.states, atol=1e-15)


def test_it_costs_less_than_one_more_forward_pass(rng):
    p = random_model(rng, 8, 32, 1).cell
    xs, h0, dstates = np.ones((40, 8)), np.zeros(32), np.ones((40, 32))
    plain = CELL._replace(check=None, fast=None)

    def whole(p):
        return bptt(plain, p, unroll(plain, p, xs, h0)[1], dstates)

    def again(p):
        return bptt_checkpointed(plain, p, xs, h0, 8, lambda _, part: dstates[part])

    forward = multiply_adds(lambda p: unroll(plain, p, xs, h0), p)
    extra = multiply_adds(again, p) - multiply_adds(whole, p)
    assert extra == forward * 32 / 40
