"""Cells with a way around the activation: leaky units, residual recurrence, skips through time.

a_t = W_hx x_t + W_hh h_{t-1} + b_h
h_t = φ(a_t)                                   Elman's cell, for any activation φ
h_t = α h_{t-1} + (1-α) φ(a_t)                 leaky units                    eq-remedies-leaky
h_t = h_{t-1} + φ(a_t)                         residual recurrence         eq-remedies-residual
h_t = tanh(a_t + W_hs h_{t-d})                 a skip over d steps             eq-remedies-skip

The first three are one formula, keep · h_{t-1} + write · φ(a_t), with different constants.
Notebook: book/remedies.ipynb
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from unrolled.core.activations import TANH, Activation, check_activation
from unrolled.core.cell import Cell, Fast, batched
from unrolled.core.door import check_array, check_generator, check_real, check_whole
from unrolled.core.records import check_fields, signature
from unrolled.core.shapes import Array, Float, outer, total
from unrolled.rnn.cell import RNN, check_rnn, check_weights, preactivation, random_rnn
from unrolled.rnn.readout import Model
from unrolled.training import Learner, check_learner


class StepCache(NamedTuple):
    """What one step back must remember."""

    x: Float[Array, "*B n_x"]
    h_prev: Float[Array, "*B n_h"]
    slope: Float[Array, "*B n_h"]  # φ′(a_t)


def shortcut(keep: float | int, write: float | int, activation: Activation = TANH) -> Cell:
    """The cell h_t = keep · h_{t-1} + write · φ(a_t); its parameters are an `RNN`.

    With keep = α and write = 1-α it leaks, eq-remedies-leaky; with 1 and 1, eq-remedies-residual.
    Its Jacobian is keep · I + write · diag(φ′(a_t)) W_hh.                eq-remedies-shortcut
    Raises ValueError for constants that are no finite numbers and for what is no Activation.
    """
    keep = check_real("keep", keep)
    write = check_real("write", write)
    return _shortcut(keep, write, check_activation("activation", activation))


@cache  # leaky(0.9) is leaky(0.9): `bptt` knows a cell by its step
def _shortcut(keep: float, write: float, activation: Activation) -> Cell:
    @batched
    def step(p: RNN, x: Array, h_prev: Array) -> tuple[Array, StepCache]:
        a = preactivation(p, x, h_prev)
        written = activation.of(a)
        cache = StepCache(x, h_prev, activation.slope(a, written))
        return keep * h_prev + write * written, cache

    @batched
    def step_back(p: RNN, cache: StepCache, dh: Array) -> tuple[RNN, Array, Array]:
        delta = write * cache.slope * dh
        dp = RNN(outer(delta, cache.x), outer(delta, cache.h_prev), total(delta))
        return dp, np.vecmat(delta, p.W_hx), keep * dh + np.vecmat(delta, p.W_hh)

    def forward(p: RNN, xs: Array, h0: Array) -> tuple[Array, StepCache]:
        hs = np.empty((len(xs) + 1, *h0.shape))
        hs[0] = h0
        W = p.W_hh.T.copy()
        a = xs @ p.W_hx.T + p.b_h
        written = np.empty_like(hs[1:])
        for t in range(len(xs)):
            a[t] += hs[t] @ W
            written[t] = activation.of(a[t])
            hs[t + 1] = keep * hs[t] + write * written[t]
        return hs[1:], StepCache(xs, hs[:-1], activation.slope(a, written))

    def back(p: RNN, cache: StepCache, dstates: Array) -> tuple[RNN, Array, Array]:
        deltas = np.empty_like(dstates)
        dh = np.zeros_like(dstates[0])
        for t in range(len(deltas) - 1, -1, -1):
            dh = dstates[t] + dh
            deltas[t] = write * cache.slope[t] * dh
            dh = keep * dh + deltas[t] @ p.W_hh
        dp = RNN(outer(deltas, cache.x), outer(deltas, cache.h_prev), total(deltas))
        return dp, deltas @ p.W_hx, dh

    step.__doc__ = f"h_t = {keep:g} h_{{t-1}} + {write:g} φ(a_t)"
    fast = Fast(forward, back, (step, step_back))
    return Cell(step, step_back, check_rnn, fast, random_rnn, np.zeros)


def elman(activation: Activation = TANH) -> Cell:
    """h_t = φ(a_t); with tanh it is `unrolled.rnn.cell.CELL`."""
    return shortcut(0.0, 1.0, activation)


def leaky(alpha: float | int, activation: Activation = TANH) -> Cell:
    """h_t = α h_{t-1} + (1-α) φ(a_t).                                      eq-remedies-leaky

    Raises ValueError for an α outside 0 to 1.
    """
    alpha = check_real("alpha", alpha, 0.0, 1.0)
    return shortcut(alpha, 1.0 - alpha, activation)


def residual(activation: Activation = TANH) -> Cell:
    """h_t = h_{t-1} + φ(a_t).                      eq-remedies-residual, eq-remedies-growth"""
    return shortcut(1.0, 1.0, activation)


class Skip(NamedTuple):
    """Weights of a cell that also sees an older state. Its gradient is another Skip."""

    cell: RNN
    W_hs: Float[Array, "n_h n_h"]  # from h_{t-d}


class SkipCache(NamedTuple):
    """What one step back of `skip` must remember."""

    x: Float[Array, "*B n_x"]
    h_prev: Float[Array, "*B n_h"]
    h_old: Float[Array, "*B n_h"]
    h: Float[Array, "*B n_h"]


def skip(d: int) -> Cell:
    """h_t = tanh(a_t + W_hs h_{t-d}).               eq-remedies-skip, eq-remedies-all-paths

    The state is the tuple (h_t, …, h_{t-d+1}): d arrays, the newest first.
    Raises ValueError for a d that is not a whole number above 1.
    """
    return _skip(check_whole("d", d, 2, of="steps"))


@cache
def _skip(d: int) -> Cell:
    @batched
    def step(p: Skip, x: Array, hs: tuple) -> tuple[tuple, SkipCache]:
        h = np.tanh(preactivation(p.cell, x, hs[0]) + np.matvec(p.W_hs, hs[-1]))
        return (h, *hs[:-1]), SkipCache(x, hs[0], hs[-1], h)

    @batched
    def step_back(p: Skip, cache: SkipCache, dhs: tuple) -> tuple[Skip, Array, tuple]:
        delta = (1 - cache.h**2) * dhs[0]
        cell = RNN(outer(delta, cache.x), outer(delta, cache.h_prev), total(delta))
        before = [*dhs[1:], np.vecmat(delta, p.W_hs)]
        before[0] = before[0] + np.vecmat(delta, p.cell.W_hh)
        dp = Skip(cell, outer(delta, cache.h_old))
        return dp, np.vecmat(delta, p.cell.W_hx), tuple(before)

    def check(p: Skip, xs: Array, hs: tuple) -> tuple[Skip, Array, tuple]:
        check_fields("p", p, Skip)
        if not isinstance(hs, tuple) or len(hs) != d:
            raise ValueError(f"h0: got {signature(hs)}, expected a tuple of {d} states")
        found = [check_rnn(p.cell, xs, h) for h in hs]
        W_hs = check_array("W_hs", p.W_hs, "n_h n_h", n_h=len(found[0][0].b_h))
        return Skip(found[0][0], W_hs), found[0][1], tuple(h for *_, h in found)

    def draw(rng: np.random.Generator, n_x: int, n_h: int) -> Skip:
        return Skip(random_rnn(rng, n_x, n_h), rng.normal(0, 0.5 * n_h**-0.5, (n_h, n_h)))

    def start(n_h: int) -> tuple:
        return (np.zeros(n_h),) * d

    step.__doc__ = f"h_t = tanh(a_t + W_hs h_{{t-{d}}})"
    return Cell(step, step_back, check, random=draw, start=start)


def with_skip(rng: np.random.Generator, who: Learner, d: int, scale: float | int = 0.5) -> Learner:
    """The same learner with a second way in, from d steps before: W_hs from N(0, scale²/n_h)."""
    (p, out), h0 = check_learner(who)[1:]
    p = check_weights(p)
    scale = check_real("scale", scale, 0)
    W_hs = check_generator("rng", rng).normal(0, scale * len(p.b_h) ** -0.5, p.W_hh.shape)
    return Learner(skip(d), Model(Skip(p, W_hs), out), (h0,) * d)
