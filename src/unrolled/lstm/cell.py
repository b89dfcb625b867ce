"""The LSTM cell.

i_t, f_t, o_t = σ(…)                     three gates                            eq-lstm-gates
c̃_t = tanh(…)                            the candidate                      eq-lstm-candidate
c_t = f_t ⊙ c_{t-1} + i_t ⊙ c̃_t                                                  eq-lstm-cell
h_t = o_t ⊙ tanh(c_t)                                                           eq-lstm-state
Notebook: book/lstm.ipynb
"""

from typing import NamedTuple

import numpy as np

from unrolled.core.activations import LOGISTIC
from unrolled.core.cell import Cell, Fast, batched, cell_for
from unrolled.core.door import check_array, check_generator, check_real
from unrolled.core.records import check_fields
from unrolled.core.shapes import Array, Float
from unrolled.lstm import fast
from unrolled.lstm.gate import Gate, check_gates, random_gate, sums, sums_back


class LSTM(NamedTuple):
    """Weights of the three gates and of the candidate. Its gradient is another LSTM."""

    i: Gate  # input gate
    f: Gate  # forget gate
    o: Gate  # output gate
    c: Gate  # candidate


class State(NamedTuple):
    """What is passed from step to step; a readout sees h alone."""

    h: Float[Array, "*B n_h"]
    c: Float[Array, "*B n_h"]


class Valves(NamedTuple):
    """The gates of a step, between 0 and 1, and the candidate, between -1 and 1."""

    i: Float[Array, "*B n_h"]
    f: Float[Array, "*B n_h"]
    o: Float[Array, "*B n_h"]
    c: Float[Array, "*B n_h"]


class StepCache(NamedTuple):
    """What one step back must remember."""

    x: Float[Array, "*B n_x"]
    before: State  # h_{t-1}, c_{t-1}
    valves: Valves
    shown: Float[Array, "*B n_h"]  # tanh(c_t)


def valves(p: LSTM, x: Float[Array, "*B n_x"], h_prev: Float[Array, "*B n_h"]) -> Valves:
    """The gates i_t, f_t, o_t and the candidate c̃_t.           eq-lstm-gates, eq-lstm-candidate

    eq-lstm-components, eq-lstm-batch
    """
    i, f, o, c = (sums(gate, x, h_prev) for gate in p)
    return Valves(*map(LOGISTIC.of, (i, f, o)), np.tanh(c))


@batched
def lstm_step(p: LSTM, x: Float[Array, "*B n_x"], before: State) -> tuple[State, StepCache]:
    """One step: c_t = f_t ⊙ c_{t-1} + i_t ⊙ c̃_t, h_t = o_t ⊙ tanh(c_t).

    eq-lstm-cell, eq-lstm-state, eq-lstm-components
    """
    v = valves(p, x, before.h)
    c = v.f * before.c + v.i * v.c
    shown = np.tanh(c)
    return State(v.o * shown, c), StepCache(x, before, v, shown)


@batched
def lstm_step_back(
    p: LSTM, cache: StepCache, d: State
) -> tuple[LSTM, Float[Array, "*B n_x"], State]:
    """The same step read backwards: dc_t gets its share of dh_t, then one product a gate.

    dc_t += dh_t ⊙ o_t ⊙ (1 - tanh² c_t)                                          eq-lstm-back
    d holds dL/dh_t, all of it, and what c_t received from c_{t+1}. Returns the gradients of the
    weights, of x_t and of the state before.                     eq-lstm-deltas, eq-lstm-total
    """
    x, before, (i, f, o, c), shown = cache
    dc = d.c + d.h * o * (1 - shown * shown)
    da = LSTM(
        i=dc * c * i * (1 - i),
        f=dc * before.c * f * (1 - f),
        o=d.h * shown * o * (1 - o),
        c=dc * i * (1 - c * c),
    )
    through = [sums_back(gate, x, before.h, da_gate) for gate, da_gate in zip(p, da, strict=True)]
    dp, dx, dh_prev = zip(*through, strict=True)
    return LSTM(*dp), sum(dx), State(sum(dh_prev), dc * f)


def check_lstm(p: LSTM, xs: Array, before: State) -> tuple[LSTM, Array, State]:
    """p, xs and the first state as arrays that fit each other, or ValueError that says what not."""
    p = check_gates(p, LSTM)
    n_h, n_x = p.i.W_x.shape
    xs = check_array("xs", xs, "T *B n_x", n_x=n_x)
    h, c = check_fields("h0", before, State)
    h = check_array("h0.h", h, "*B n_h", n_h=n_h, B=xs.shape[1:-1])
    c = check_array("h0.c", c, "*B n_h", n_h=n_h, B=xs.shape[1:-1])
    return p, xs, State(h, c)


def random_lstm(rng: np.random.Generator, n_x: int, n_h: int, forget: float | int = 1.0) -> LSTM:
    """Weights drawn from N(0, 1/fan-in), biases 0 but that of the forget gate.

    Raises ValueError for sizes below 1 and a bias that is not finite.
    """
    rng = check_generator("rng", rng)
    forget = check_real("forget", forget)
    return LSTM(*(random_gate(rng, n_x, n_h, bias) for bias in (0.0, forget, 0.0, 0.0)))


def _forward(p: LSTM, xs: Array, before: State) -> tuple[State, StepCache]:
    h, c, gates, shown = fast.states(p, xs, *before)
    v = Valves(**dict(zip(fast.ORDER, gates, strict=True)))
    return State(h[1:], c[1:]), StepCache(xs, State(h[:-1], c[:-1]), v, shown)


def _back(p: LSTM, cache: StepCache, d: State) -> tuple[LSTM, Array, State]:
    dp, dxs, dh, dc = fast.gradients(p, *cache, d)
    return LSTM(**dp), dxs, State(dh, dc)


def _start(n_h: int) -> State:
    return State(np.zeros(n_h), np.zeros(n_h))


CELL = cell_for(
    LSTM,
    Cell(
        lstm_step,
        lstm_step_back,
        check_lstm,
        Fast(_forward, _back, (lstm_step, lstm_step_back)),
        random_lstm,
        _start,
    ),
)
