"""A right call, or two, of every public function of the room's mathematics; see `tests.fuzz`."""

from functools import cache

import numpy as np

from tests.calls import DSTATES, H0, XS, B, H, call, drawn, made_anew, rng
from unrolled.core.unroll import unroll
from unrolled.lstm import cell as lstm
from unrolled.lstm.gate import Gate
from unrolled.lstm.one_unit import LSTM_UNIT


def gate(seed: int) -> Gate:
    return Gate(drawn(3, 2, seed=seed), drawn(3, 3, seed=seed + 1), drawn(3, seed=seed + 2))


LSTM = lstm.LSTM(gate(1), gate(2), gate(3), gate(4))
GATED_H0, GATED_D = lstm.State(H0, B), lstm.State(DSTATES, drawn(4, 3, seed=8))
KNOBS = drawn(5, seed=9)


@made_anew
@cache
def lstm_caches():
    return unroll(lstm.CELL, LSTM, XS, GATED_H0)[1]


BEHIND = {
    "lstm.fast": "the loops inside `unroll` and `bptt`, whose doors it has",
    "lstm.gate": "what gated cells are made of: they have checked what they hand on",
    "lstm.rates": "writes and reads the derived data of lags, one task at four rates",
    "lstm.totals": "writes and reads the derived data of a running total from four starts",
    "lstm.distances": "trains LSTMs on near and far marks, and reads what came of it",
    "lstm.copying": "writes and reads the derived data of copying, watched while it trains",
    "lstm.lags": "writes and reads the derived data of two tasks at three lags",
}
ARITHMETIC = {"lstm.cell.valves", "lstm.cell.lstm_step", "lstm.cell.lstm_step_back"}
CALLS = {
    "lstm.cell.check_lstm": [call(p=LSTM, xs=XS, before=GATED_H0)],
    "lstm.cell.random_lstm": [call(rng=rng, n_x=2, n_h=3, forget=0.5)],
    "lstm.cost.cell_weights": [call(sums=4, n_x=2, n_h=3)],
    "lstm.gradient.shown_slope": [call(o=np.abs(H) / 2, c=drawn(2, 3))],
    "lstm.gradient.cell_gradients": [call(p=LSTM, caches=lstm_caches, d=GATED_D)],
    "lstm.gradient.cell_jacobians": [call(p=LSTM, caches=lstm_caches)],
    "lstm.gradient.path_shares": [call(f=np.full((4, 3), 0.5))],
    "lstm.gradient.half_life": [call(f=0.75)],
    "lstm.gradient.forget_bias": [call(steps=20.0)],
    "lstm.one_unit.bit_and_noise": [call(steps=4)],
    "lstm.one_unit.candidate": [call(knobs=KNOBS)],
    "lstm.one_unit.gate": [call(knobs=KNOBS, own=1, mark=0.5)],
    "lstm.one_unit.lstm_weights": [call(knobs=KNOBS)],
    "lstm.one_unit.walked": [
        call(
            unit=LSTM_UNIT, knobs=KNOBS, xs=XS, openings=np.abs(drawn(4, 3)) / 2, free=("openings",)
        )
    ],
}
