"""How a right call is written, and the networks that calls of several rooms are made with.

The calls are in `tests/<room>/calls.py`. Numbers are multiples of 1/64, so that float16 holds them.
A call is made anew each time it is wanted, because a generator is used up.
"""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np

from unrolled.core import tasks
from unrolled.core.cell import Cell
from unrolled.core.unroll import unroll
from unrolled.mlp.network import Layer, forward
from unrolled.rnn.cell import CELL, RNN, StepCache
from unrolled.rnn.readout import Model, Readout

MAKERS = []  # what a call is handed anew each time


def made_anew(make: Callable) -> Callable:
    """An argument that is the function's result, not the function."""
    MAKERS.append(make)
    return make


class Call(NamedTuple):
    """A right call; `then` makes of its result what can be compared."""

    given: dict
    then: Callable = lambda result: result
    free: tuple[str, ...] = ()  # arguments that have a meaning as None, too
    loose: bool = False  # numbers of it may be infinite or NaN
    ours: tuple[str, ...] = ()  # arguments, or parts of them, that are left as they are
    many: tuple[str, ...] = ()  # numbers that may as well be arrays of numbers

    def arguments(self) -> dict:
        def anew(value: object) -> object:
            return value() if any(value is make for make in MAKERS) else value

        return {name: anew(value) for name, value in self.given.items()}


def drawn(*shape: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).integers(-96, 97, shape) / 64


@made_anew
def rng() -> np.random.Generator:
    return np.random.default_rng(3)


W, B, H = drawn(3, 2), drawn(3), drawn(2, 3, seed=1)
XS, YS, H0 = drawn(4, 2, seed=2), np.eye(2)[[0, 1, 1, 0]], drawn(3, seed=3)
P = RNN(W, drawn(3, 3, seed=4) / 2, B)
OUT = Readout(drawn(2, 3, seed=5), drawn(2, seed=6))
MODEL = Model(P, OUT)
NETWORK = (Layer(W, B), Layer(drawn(2, 3, seed=5), drawn(2, seed=6)))
DSTATES = drawn(4, 3, seed=7)


@made_anew
@cache
def caches():
    return unroll(CELL, P, XS, H0)[1]


@made_anew
@cache
def own_caches():
    return unroll(OWN, P, XS, H0)[1]


@made_anew
@cache
def kept():
    return forward(NETWORK, XS)


@made_anew
@cache
def task():
    return tasks.Task(XS[:, None], YS[:, None], np.array([False, True, False, True]))


def own_step(p, x, h):  # as a student writes it, for one sequence
    h_next = np.tanh(p.W_hx @ x + p.W_hh @ h + p.b_h)
    return h_next, StepCache(x, h, h_next)


def own_step_back(p, cache, dh):
    delta = (1 - cache.h**2) * dh
    dp = RNN(np.outer(delta, cache.x), np.outer(delta, cache.h_prev), delta)
    return dp, p.W_hx.T @ delta, p.W_hh.T @ delta


OWN = Cell(own_step, own_step_back)


def call(
    then: Callable = lambda result: result,
    free: tuple = (),
    loose: bool = False,
    ours: tuple = (),
    many: tuple = (),
    **given: object,
) -> Call:
    return Call(given, then, free, loose, ours, many)


RUN = {"cell": CELL, "p": P, "caches": caches}
WALK = {**RUN, "dstates": DSTATES}
OWN_WALK = {"cell": OWN, "p": P, "caches": own_caches, "dstates": DSTATES}
OWN_RUN = {"cell": OWN, "p": P, "xs": XS, "h0": H0}
YOURS = ("p",)  # a cell without a check takes the weights that it is given
PASSES = {"loose": True}  # NaN and infinity go on; the walk says at which step they came up
FIT = {"model": MODEL, "xs": XS, "ys": YS, "h0": H0}
