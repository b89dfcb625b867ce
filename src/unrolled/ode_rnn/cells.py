"""Cells for irregular observations: between two of them the state stays, decays or evolves.

h_k⁻ = across the gap(h_{k-1}, Δt_k),   h_k = cell(h_k⁻, x_k)     where something was observed
h_k  = h_k⁻                                                       where nothing was
                                                            eq-ode-rnn-before, eq-ode-rnn-update
The update is any cell of the book. Of a state with several parts, as an LSTM's (h, c), the part h
crosses the gap and the others wait.
Notebook: book/ode_rnn.ipynb
"""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np

from unrolled.core.cell import Cell, batched, first_part, over_axes
from unrolled.core.door import (
    check_array,
    check_function,
    check_generator,
    check_real,
    check_whole,
)
from unrolled.core.records import check_fields
from unrolled.core.shapes import Array, Float
from unrolled.core.tree import rebuild, tree_add, tree_map
from unrolled.core.unroll import at_the_door
from unrolled.gru.cell import CELL as GRU_CELL
from unrolled.neural_ode.fields import NET_FIELD
from unrolled.neural_ode.gradients import Field
from unrolled.ode_rnn.between import DECAYS, STAYS, Between, evolves
from unrolled.ode_rnn.times import anything, gap_of, heard

MOST_TICKS = 1000  # of a clock inside one gap


class Weights(NamedTuple):
    """Weights of the update and of the way across a gap. Their gradient is another Weights."""

    cell: object
    gap: object


class StepCache(NamedTuple):
    """What one step back must remember; the way across the gap is computed once more."""

    row: Float[Array, "*B n_row"]
    h_prev: object
    update: object  # the cache of the cell


def crossing(cell: Cell, between: Between) -> Cell:
    """The cell that takes its state across the gap and then updates it, and both read backwards.

    eq-ode-rnn-before, eq-ode-rnn-update, eq-ode-rnn-back.
    Its input is a row of `unrolled.ode_rnn.times.rows`.
    Raises ValueError for what is no cell and for what is no way across a gap.
    """
    cell = _check_update(cell)
    check_fields("between", between, Between)
    if between.check is not None:
        check_function("between.check", between.check)
    return _crossing(cell, between)


@cache
def _crossing(cell: Cell, between: Between) -> Cell:
    update = over_axes(cell)

    @batched
    def step(p: Weights, row: Array, h_prev: object) -> tuple[object, StepCache]:
        before = _with_first(h_prev, between.of(p.gap, gap_of(row), first_part(h_prev)))
        after, cache = update.step(p.cell, heard(row), before)
        return _chosen(anything(row), after, before), StepCache(row, h_prev, cache)

    @batched
    def step_back(p: Weights, cache: StepCache, dh: object) -> tuple[Weights, Array, object]:
        row, h_prev, of_update = cache
        seen = anything(row)
        dcell, dheard, dbefore = update.step_back(p.cell, of_update, _where(seen, dh))
        dbefore = tree_add(dbefore, _where(~seen, dh))
        crossed = p.gap, gap_of(row), first_part(h_prev), first_part(dbefore)
        dgap_weights, dgap, dfirst = between.back(*crossed)
        drow = np.concatenate([dgap[..., None], dheard], axis=-1)
        return Weights(dcell, dgap_weights), drow, _with_first(dbefore, dfirst)

    def check(p: Weights, xs: Array, h0: object) -> tuple[Weights, Array, object]:
        p = check_fields("p", p, Weights)
        xs = check_rows(xs)
        of_cell, _, h0 = (cell.check or _own_check)(p.cell, heard(xs), h0)
        of_gap = between.check(p.gap, first_part(h0)) if between.check else p.gap
        return Weights(of_cell, of_gap), xs, h0

    def random(rng: np.random.Generator, n_row: int, n_h: int) -> Weights:
        rng = check_generator("rng", rng)
        n_row = check_whole("n_row", n_row, 3)
        return Weights(cell.random(rng, n_row - 1, n_h), between.random(rng, n_h))

    step.reads_rows = True
    step.__doc__ = f"between observations the state {between.what}; then {cell!r}"
    return Cell(
        step,
        step_back,
        check,
        random=random if cell.random else None,
        start=cell.start,
        shown=cell.shown,
    )


def _own_check(p: object, xs: Array, h0: object) -> tuple[object, Array, object]:
    """What `unroll` asks of a cell of one's own, which has no check."""
    return at_the_door(Cell(_own_check, _own_check), p, xs, h0)


def check_rows(xs: object) -> Float[Array, "T *B n_row"]:
    """xs as rows of a gap of at least 0, values and as many masks, or ValueError."""
    xs = check_array("xs", xs, "T *B n_row")
    if xs.shape[-1] < 3 or xs.shape[-1] % 2 == 0:
        expected = "rows of a gap, the values and as many masks, as `rows` makes them"
        raise ValueError(f"xs: got {xs.shape[-1]} numbers a row, expected {expected}")
    if (gap_of(xs) < 0).any():
        raise ValueError(f"xs: got a gap of {gap_of(xs).min():g}, expected times in order")
    return xs


def _check_update(cell: object) -> Cell:
    """A cell that reads values and masks, or ValueError for one that reads rows itself."""
    cell = check_fields("cell", cell, Cell)
    if getattr(cell.step, "reads_rows", False):
        raise ValueError(f"cell: got {cell!r}, expected one that does not cross gaps itself")
    return cell


def ignoring(cell: Cell = GRU_CELL) -> Cell:
    """The cell that does not know how long it waited.                          eq-ode-rnn-stay"""
    return crossing(cell, STAYS)


def decaying(cell: Cell = GRU_CELL) -> Cell:
    """The cell whose state shrinks towards 0 between observations.            eq-ode-rnn-decay"""
    return crossing(cell, DECAYS)


def evolving(
    cell: Cell = GRU_CELL,
    field: Field = NET_FIELD,
    random: Callable | None = None,
    longest: float | int = 0.5,
    solver: str = "rk4",
) -> Cell:
    """The ODE-RNN: between observations the state follows a vector field.    eq-ode-rnn-evolve

    `field` is f_θ and `random` draws its weights, (rng, n_h) -> p. Raises as `evolves`.
    """
    return crossing(cell, evolves(field, random, longest, solver))


class Held(NamedTuple):
    """A state, the values seen last, and what the clock says."""

    h: object
    last: Float[Array, "*B n_x"]
    now: Float[Array, "*B 1"]


def imputing(tick: float | int, n_x: int, cell: Cell = GRU_CELL) -> Cell:
    """The cell with a clock: a step at every tick, with the values seen last.

    Between t_{k-1} and t_k there are ⌊t_k / tick⌋ - ⌊t_{k-1} / tick⌋ ticks, and an observation is
    one more step. What was not measured is filled in with what was seen last.   eq-ode-rnn-impute
    Raises ValueError for a tick not above 0 and fewer than one value; `unroll` does for a gap of
    over 1000 ticks.
    """
    tick = check_real("tick", tick, above=0)
    return _imputing(tick, check_whole("n_x", n_x, 1), _check_update(cell))


@cache
def _imputing(tick: float, n_x: int, cell: Cell) -> Cell:
    update = over_axes(cell)

    def ticks(row: Array, now: Array) -> Array:
        return np.floor((now + row[..., :1]) / tick) - np.floor(now / tick)

    def across(p: object, row: Array, held: Held) -> tuple[object, list]:
        """The state after the ticks, and the cache of each of them."""
        count, h, caches = ticks(row, held.now), held.h, []
        unseen = np.concatenate([held.last, np.zeros_like(held.last)], axis=-1)
        for n in range(int(count.max())):
            after, kept = update.step(p, unseen, h)
            h = _chosen(n < count, after, h)
            caches.append(kept)
        return h, caches

    @batched
    def step(p: object, row: Array, held: Held) -> tuple[Held, StepCache]:
        h = across(p, row, held)[0]
        mask = row[..., 1 + n_x :]
        values = row[..., 1 : 1 + n_x] + (1 - mask) * held.last
        after, kept = update.step(p, np.concatenate([values, mask], axis=-1), h)
        now = held.now + row[..., :1]
        return Held(_chosen(anything(row), after, h), values, now), StepCache(row, held, kept)

    @batched
    def step_back(p: object, cache: StepCache, d: Held) -> tuple[object, Array, Held]:
        row, held, of_update = cache
        seen, mask = anything(row), row[..., 1 + n_x :]
        dp, dseen, dh = update.step_back(p, of_update, _where(seen, d.h))
        dh = tree_add(dh, _where(~seen, d.h))
        dvalues = d.last + dseen[..., :n_x]
        dlast = (1 - mask) * dvalues
        dmask = dseen[..., n_x:] - held.last * dvalues
        count = ticks(row, held.now)
        for n, kept in reversed(list(enumerate(across(p, row, held)[1]))):
            dp_tick, dunseen, dbefore = update.step_back(p, kept, _where(n < count, dh))
            dp, dlast = tree_add(dp, dp_tick), dlast + dunseen[..., :n_x]
            dh = tree_add(dbefore, _where(n >= count, dh))
        drow = np.concatenate([d.now, dvalues, dmask], axis=-1)  # a tick is there or not
        return dp, drow, Held(dh, dlast, d.now)

    def check(p: object, xs: Array, h0: Held) -> tuple[object, Array, Held]:
        xs, h0 = check_rows(xs), check_fields("h0", h0, Held)
        check_array("xs", xs, "T *B n_row", n_row=1 + 2 * n_x)
        last = check_array("h0.last", h0.last, "*B n_x", n_x=n_x, B=xs.shape[1:-1])
        now = check_array("h0.now", h0.now, "*B one", one=1, B=xs.shape[1:-1])
        longest = gap_of(xs).max()
        if longest > MOST_TICKS * tick:
            expected = f"at most {MOST_TICKS} ticks of {tick:g}"
            raise ValueError(f"xs: got a gap of {longest:g}, expected {expected}")
        p, _, h = (cell.check or _own_check)(p, heard(xs), h0.h)
        return p, xs, Held(h, last, now)

    def start(n_h: int) -> Held:
        return Held(cell.start(n_h), np.zeros(n_x), np.zeros(1))

    def random(rng: np.random.Generator, n_row: int, n_h: int) -> object:
        check_whole("n_row", n_row, 1 + 2 * n_x, 1 + 2 * n_x)
        return cell.random(rng, n_row - 1, n_h)

    step.reads_rows = True
    step.__doc__ = f"at every tick of {tick:g} the values seen last; then {cell!r}"
    return Cell(
        step,
        step_back,
        check,
        random=random if cell.random else None,
        start=start if cell.start else None,
        shown=lambda held: cell.shown(held.h),
    )


def _with_first(state: object, h: Array) -> object:
    """The state with another h; an LSTM's c waits."""
    if not isinstance(state, tuple):
        return h
    return rebuild(state, [_with_first(state[0], h), *state[1:]])


def _chosen(seen: Array, after: object, before: object) -> object:
    """The updated state where something was seen, and elsewhere the one before."""
    return tree_map(lambda a, b: np.where(seen, a, b), after, before)


def _where(seen: Array, dh: object) -> object:
    """The part of a gradient that belongs to the sequences in `seen`, 0 for the others."""
    return tree_map(lambda leaf: np.where(seen, leaf, 0.0), dh)
