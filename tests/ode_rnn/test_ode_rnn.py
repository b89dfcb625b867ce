"""Cells for irregular observations: gradients, PyTorch's word, and what a question changes."""

import numpy as np
import pytest
import torch
from torchdiffeq import odeint

from tests.gated import like
from tests.ode_rnn.own import (
    NAMES,
    SQUARES,
    TICK,
    UPDATES,
    asked_between,
    drawn_rows,
    started,
    ways,
)
from unrolled.core.gradcheck import largest_gap, relative_gap
from unrolled.core.tree import tree_add, tree_at, tree_map, tree_zeros
from unrolled.core.unroll import bptt, unroll
from unrolled.gru.cell import CELL as GRU_CELL
from unrolled.lstm.cell import CELL as LSTM_CELL
from unrolled.lstm.cell import State
from unrolled.neural_ode import torch_twin as flows
from unrolled.ode_rnn import torch_twin
from unrolled.ode_rnn.between import STAYS, evolves, random_flow
from unrolled.ode_rnn.cells import Held, crossing, decaying, evolving, ignoring, imputing
from unrolled.ode_rnn.times import rows
from unrolled.rnn.cell import CELL as RNN_CELL

each_way = pytest.mark.parametrize("name", NAMES)
each_update = pytest.mark.parametrize("update", UPDATES, ids=lambda cell: cell.step.__name__)


@each_way
@each_update
def test_a_walk_over_a_window_adds_up_steps_back(name, update, rng):
    cell = ways(update, 2)[name]
    p, xs = cell.random(rng, 5, 3), drawn_rows(rng, 5, (4,), 2)
    states, caches = unroll(cell, p, xs, started(cell, rng, (4, 3)))
    d = like(rng, states)
    whole, wide, short = (bptt(cell, p, caches, d, window) for window in (None, 9, 1))
    assert largest_gap(whole, wide) == 0
    one_by_one = tree_zeros(p)
    for t in range(5):
        step = cell.step_back(p, tree_at(caches.steps, t), tree_at(d, t))
        one_by_one = tree_add(one_by_one, step[0])
    assert relative_gap(one_by_one, short[0]) < 1e-12


@each_update
@pytest.mark.parametrize("solver", ["rk4", "midpoint", "euler"])
@pytest.mark.parametrize("B", [(), (3,)])
def test_states_and_all_gradients_are_autograds(update, solver, B, rng):
    for cell, across in (
        (ignoring(update), torch_twin.stays),
        (decaying(update), torch_twin.decays),
        (evolving(update, longest=0.25, solver=solver), torch_twin.evolves(0.25, solver)),
    ):
        p, xs = like(rng, cell.random(rng, 5, 4)), drawn_rows(rng, 6, B, 2)
        p = p._replace(gap=p.gap._replace(w_t=0 * p.gap.w_t)) if "evolves" in repr(cell) else p
        h0 = started(cell, rng, (*B, 4))
        states, caches = unroll(cell, p, xs, h0)
        d = like(rng, states)
        theirs, gradients = torch_twin.states_and_gradients(across, p, xs, h0, d)
        assert largest_gap(states, theirs) < 1e-13
        for ours, other in zip(bptt(cell, p, caches, d), gradients, strict=True):
            assert relative_gap(ours, other) < 1e-10


def test_across_a_gap_the_state_is_torchdiffeqs(rng):
    p, h, gaps = random_flow(rng, 3), rng.normal(size=(2, 3)), np.array([0.3, 2.0])
    field = flows.net_field(*map(torch.from_numpy, p))

    def theirs(i, method, **options):
        times = torch.tensor([0.0, gaps[i]], dtype=torch.float64)
        start = torch.from_numpy(h[i])
        return odeint(lambda t, x: field(x, 0.0), start, times, method=method, **options)[-1]

    for method, ours in (("euler", "euler"), ("midpoint", "midpoint")):
        crossed = evolves(longest=0.11, solver=ours).of(p, gaps, h)
        for i in range(2):
            found = theirs(i, method, options={"step_size": gaps[i] / np.ceil(gaps[i] / 0.11)})
            assert largest_gap(crossed[i], found.numpy()) < 1e-13
    crossed = evolves(longest=0.005).of(p, gaps, h)
    for i in range(2):
        found = theirs(i, "dopri5", rtol=1e-12, atol=1e-13)
        assert largest_gap(crossed[i], found.numpy()) < 1e-10


@each_way
@each_update
def test_the_first_observation_is_absorbed(name, update, rng):
    """After a gap of 0 it is an update like any other, of the state that one starts from."""
    cell = ways(update, 2)[name]
    p, h0 = cell.random(rng, 5, 3), started(cell, rng, (3,))
    xs = rows(np.array([7.0, 8.0]), rng.normal(size=(2, 2)))
    first, alone = tree_at(unroll(cell, p, xs, h0)[0], 0), h0
    if name == "impute":
        first, alone = first.h, h0.h
    seen = xs[0] if name == "gap as input" else xs[0, 1:]
    weights = p.cell if hasattr(p, "cell") else p
    assert (
        largest_gap(getattr(first, "h", first), update_once(update, weights, seen, alone)) < 1e-13
    )
    assert largest_gap(first, alone) > 1e-3


def update_once(update, p, x, h):
    after = update.step(p, x, h)[0]
    return getattr(after, "h", after)


@each_update
def test_a_question_changes_nothing_where_the_state_stays_or_decays(update, rng):
    for cell, most in ((ignoring(update), 0), (decaying(update), 1e-14)):
        p = cell.random(rng, 5, 3)
        plain, asked, at = asked_between(rng)
        states = [unroll(cell, p, xs, started(cell, None, (3,)))[0] for xs in (plain, asked)]
        assert largest_gap(states[0], tree_map(lambda leaf, at=at: leaf[at], states[1])) <= most


@each_update
def test_a_question_stops_no_clock(update, rng):
    cell = imputing(TICK, 2, update)
    p = cell.random(rng, 5, 3)
    plain, asked, at = asked_between(rng)
    states = [unroll(cell, p, xs, started(cell, None, (3,)))[0] for xs in (plain, asked)]
    assert largest_gap(states[0], tree_map(lambda leaf: leaf[at], states[1])) < 1e-14


@each_update
@pytest.mark.parametrize("solver", [("euler", 1), ("midpoint", 2), ("rk4", 4)])
def test_a_question_changes_a_flow_by_no_more_than_the_order_of_its_solver(update, solver, rng):
    name, order = solver
    counts, gaps = np.array([8, 12, 16, 24, 32, 48]), []
    p = evolving(update).random(rng, 5, 3)
    p = p._replace(gap=tree_map(lambda leaf: 1.5 * leaf, p.gap))
    plain, asked, at = asked_between(rng)
    for n in counts:
        cell = evolving(update, longest=1 / n, solver=name)
        states = [unroll(cell, p, xs, started(cell, None, (3,)))[0] for xs in (plain, asked)]
        gaps.append(largest_gap(states[0], tree_map(lambda leaf, at=at: leaf[at], states[1])))
    assert min(gaps) > 0
    assert np.polyfit(-np.log(counts), np.log(gaps), 1)[0] > order - 0.35


def test_a_question_is_an_input_to_who_takes_the_gap_as_one(rng):
    p = GRU_CELL.random(rng, 5, 3)
    plain, asked, at = asked_between(rng)
    one, other = (unroll(GRU_CELL, p, xs, np.zeros(3))[0] for xs in (plain, asked))
    assert largest_gap(one, other[at]) > 1e-3


@each_update
def test_where_nothing_is_observed_the_state_is_only_carried_across(update, rng):
    cell = decaying(update)
    p, h0 = cell.random(rng, 3, 4), started(cell, rng, (4,))
    xs = rows(np.array([0.5]), np.array([[np.nan]]), np.array([[False]]), start=0.0)
    after = tree_at(unroll(cell, p, xs, h0)[0], 0)
    left = np.exp(-np.logaddexp(0, p.gap) * 0.5)
    assert largest_gap(getattr(after, "h", after), left * getattr(h0, "h", h0)) < 1e-15
    if update is LSTM_CELL:
        assert largest_gap(after.c, h0.c) == 0


def test_the_memory_of_an_lstm_waits_even_where_h_and_c_are_one_array(rng):
    cell = decaying(LSTM_CELL)
    p, both = cell.random(rng, 3, 4), rng.normal(size=4)
    after = cell.step(p, np.array([0.5, 0.0, 0.0]), State(both, both))[0]
    assert largest_gap(after.c, both) == 0
    assert largest_gap(after.h, both) > 1e-3


def test_a_clock_ticks_with_what_was_seen_last(rng):
    """Four ticks in a unit, and an observation is one more; half of a row is filled in."""
    cell, update = imputing(TICK, 2), GRU_CELL
    p = cell.random(rng, 5, 3)
    observed = np.array([[True, True], [True, False], [True, True]])
    xs = rows(np.array([0.1, 1.1, 1.4]), np.array([[0.3, -0.8], [0.9, 0.0], [0.1, 0.2]]), observed)
    states = unroll(cell, p, xs, cell.start(3))[0]
    h = np.zeros(3)
    for values, mask in (
        *[([0.3, -0.8], [1, 1])],
        *[([0.3, -0.8], [0, 0])] * 4,
        *[([0.9, -0.8], [1, 0])],
        *[([0.9, -0.8], [0, 0])],
        *[([0.1, 0.2], [1, 1])],
    ):
        h = update.step(p, np.array([*values, *mask], dtype=float), h)[0]
    assert largest_gap(states.h[-1], h) < 1e-15
    assert np.array_equal(states.last, [[0.3, -0.8], [0.9, -0.8], [0.1, 0.2]])
    assert cell.shown(states) is states.h


def test_one_cell_is_made_once():
    assert evolving() is evolving()
    assert decaying() is decaying(GRU_CELL)
    assert imputing(0.5, 2) is imputing(0.5, 2)
    assert crossing(GRU_CELL, STAYS) is ignoring()
    assert repr(evolving(LSTM_CELL)).startswith("Cell step: between observations the state evolves")


def test_a_field_of_ones_own_may_explode_and_the_step_is_named():
    cell = evolving(field=SQUARES, random=lambda rng, n_h: (), longest=2e3)
    p = cell.random(np.random.default_rng(0), 3, 2)
    xs = rows(np.array([0.0, 0.1, 0.3, 1e6]), np.ones((4, 1)))
    with pytest.raises(OverflowError, match="state: exploded at step 4 of 4") as told:
        unroll(cell, p, xs, np.full(2, 0.5))
    assert told.value.step == 4


def test_cells_of_ones_own_are_welcome(rng):
    own = RNN_CELL._replace(check=None, fast=None, random=None, start=None)
    cell = decaying(own)
    assert cell.random is None
    p = decaying(RNN_CELL).random(rng, 5, 3)
    xs = drawn_rows(rng, 4, (2,), 2)
    found = unroll(cell, p, xs, np.zeros((2, 3)))[0]
    assert largest_gap(found, unroll(decaying(RNN_CELL), p, xs, np.zeros((2, 3)))[0]) == 0
    clock = imputing(TICK, 2, own)
    assert (clock.random, clock.start) == (None, None)
    held = Held(np.zeros((2, 3)), np.zeros((2, 2)), np.zeros((2, 1)))
    assert largest_gap(unroll(clock, p.cell, xs, held)[0].h, found) > 0
