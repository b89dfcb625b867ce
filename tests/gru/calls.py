"""A right call, or two, of every public function of the room's mathematics; see `tests.fuzz`."""

from functools import cache

import numpy as np

from tests.calls import H0, PASSES, XS, B, call, made_anew, rng
from tests.lstm.calls import KNOBS, gate
from unrolled.core.unroll import unroll
from unrolled.gru import after
from unrolled.gru import cell as gru

GRU = gru.GRU(gate(1), gate(2), gate(3))
AFTER = after.ResetAfter(GRU, B)


@made_anew
@cache
def gru_caches():
    return unroll(gru.CELL, GRU, XS, H0)[1]


BEHIND = {
    "gru.two_forms": "trains GRUs that reset after the product, and reads what came of it",
    "gru.ablation": "trains GRUs with a gate held open, and reads what came of it",
    "gru.fast": "the loops inside `unroll` and `bptt`, whose doors it has",
    "gru.lags": "writes and reads the derived data of two tasks at three lags",
    "gru.how_far": "random networks of the chapter's own, from a seed",
    "gru.letters": "trains on the book's own text, and records what its networks do there",
    "gru.latch": "one worked example; takes its own sequence",
}
ARITHMETIC = {
    "gru.after.after_step",
    "gru.after.after_step_back",
    "gru.cell.gru_step",
    "gru.cell.gru_step_back",
    "gru.gradient.step_terms",
}
CALLS = {
    "gru.after.check_weights": [call(p=AFTER)],
    "gru.after.check_after": [call(p=AFTER, xs=XS, h0=H0)],
    "gru.cell.check_gru": [call(p=GRU, xs=XS, h0=H0)],
    "gru.after.random_after": [call(rng=rng, n_x=2, n_h=3, update=-0.5)],
    "gru.cell.random_gru": [call(rng=rng, n_x=2, n_h=3, update=-0.5)],
    "gru.gradient.jacobian_terms": [call(p=GRU, caches=gru_caches)],
    "gru.gradient.update_bias": [call(steps=2.5)],
    "gru.influence.influence": [
        call(p=GRU, x=XS[0], h_prev=H0, **PASSES),
        call(p=AFTER, x=XS[0], h_prev=H0, **PASSES),
    ],
    "gru.influence.opposed": [call(W_hh=np.array([[0.5, -0.25], [1.0, 0.75]]))],
    "gru.one_unit.gru_weights": [call(knobs=KNOBS)],
}
