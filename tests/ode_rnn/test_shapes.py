"""Gradients and batches of the five ways, over shapes that hypothesis draws."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.gated import like, size
from tests.ode_rnn.own import NAMES, UPDATES, drawn_rows, started, ways
from tests.strategies import seeds, sizes, steps
from unrolled.core.cellcheck import check_cell
from unrolled.core.gradcheck import largest_gap
from unrolled.core.tree import tree_add, tree_at, tree_map, tree_zeros
from unrolled.core.unroll import bptt, unroll

each_way = pytest.mark.parametrize("name", NAMES)
updates = st.sampled_from(UPDATES)


@pytest.fixture(scope="module", autouse=True)
def silent():
    """Annotations of shapes are silent: they are asked in the other tests, and they take long."""
    import jaxtyping

    before = jaxtyping.config.jaxtyping_disable
    jaxtyping.config.update("jaxtyping_disable", True)
    yield
    jaxtyping.config.update("jaxtyping_disable", before)


@each_way
@settings(max_examples=15)
@given(update=updates, T=steps, n_x=sizes, n_h=sizes, seed=seeds)
def test_the_step_back_is_the_transpose_of_the_step(name, update, T, n_x, n_h, seed):
    rng = np.random.default_rng(seed)
    cell = ways(update, n_x)[name]
    p = cell.random(rng, 1 + 2 * n_x, n_h)
    assert check_cell(cell, p, drawn_rows(rng, T, (), n_x), started(cell, rng, (n_h,))) < 1e-6


@each_way
@settings(max_examples=15)
@given(update=updates, T=steps, n_x=sizes, n_h=sizes, seed=seeds)
def test_a_batch_with_different_gaps_is_a_stack_of_singles(name, update, T, n_x, n_h, seed):
    rng = np.random.default_rng(seed)
    cell = ways(update, n_x)[name]
    p, xs = cell.random(rng, 1 + 2 * n_x, n_h), drawn_rows(rng, T, (2, 2), n_x)
    h0 = started(cell, rng, (2, 2, n_h))
    states, caches = unroll(cell, p, xs, h0)
    d = like(rng, states)
    dp, dxs, dh0 = bptt(cell, p, caches, d)
    total = tree_zeros(p)
    for b in np.ndindex(2, 2):
        single, kept = unroll(cell, p, xs[:, *b], tree_at(h0, b))
        mine = tree_map(lambda leaf, b=b: leaf[:, *b], (states, d, dxs))
        assert largest_gap(single, mine[0]) < 1e-13
        dp_b, dxs_b, dh0_b = bptt(cell, p, kept, mine[1])
        total = tree_add(total, dp_b)
        assert largest_gap(dxs_b, mine[2]) < 1e-12 * size(dxs)
        assert largest_gap(dh0_b, tree_at(dh0, b)) < 1e-12 * size(dh0)
    assert largest_gap(total, dp) < 1e-11 * size(dp)
