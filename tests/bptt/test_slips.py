"""Each known slip is recognised as what it is, and what is right never is one."""

import numpy as np

from tests.page.slips import families, recognised
from unrolled.bptt.derivatives import state_derivatives
from unrolled.bptt.paths import paths
from unrolled.bptt.slips import ERROR, SLIPS, delta, scalar, weights
from unrolled.core.activations import softmax
from unrolled.core.losses import cross_entropy_back
from unrolled.core.unroll import bptt, unroll
from unrolled.rnn.cell import CELL, RNN
from unrolled.rnn.readout import Model, Readout, readout, readout_back

GROUPS = {
    "error": ERROR,
    "back": ("back untransposed",),
    "scalar": ("immediate for total", "factor w left out", "scalar without slope"),
    "table": ("diagonal only", "total in the sum"),
    "message": ("message untransposed", "message without slope"),
    "delta": ("future dropped", "delta untransposed", "delta without slope", "bracket lost",
              "slope with plus"),
    "weights": ("1/T left out", "1/T twice", "state of now", "rows for columns"),
}  # fmt: skip


def one(rng):
    n_h, T = int(rng.integers(2, 5)), int(rng.integers(3, 6))
    p = RNN(rng.normal(size=(n_h, 3)), rng.normal(size=(n_h, n_h)), rng.normal(size=n_h))
    model = Model(p, Readout(rng.normal(size=(4, n_h)), rng.normal(size=4)))
    xs, h0, ys = rng.normal(size=(T, 3)), rng.normal(size=n_h), np.eye(4)[rng.integers(0, 4, T)]
    states, caches = unroll(CELL, p, xs, h0)
    before = np.vstack([h0, states[:-1]])
    zs = readout(model.readout, states)
    dz = cross_entropy_back(zs, ys)
    _, own = readout_back(model.readout, states, dz)
    dp, _, _ = bptt(CELL, p, caches, own)
    table = paths(CELL, p, caches, own)
    after, deltas = np.zeros(n_h), [None] * T
    for t in reversed(range(T)):
        after = deltas[t] = delta(model.readout.W_yh, p.W_hh, states[t], dz[t], after)
    deltas = np.array(deltas)
    alone = RNN(np.ones((1, 1)), p.W_hh[:1, :1], np.zeros(1))
    _, kept = unroll(CELL, alone, xs[:, :1], h0[:1])
    _, total = state_derivatives(CELL, alone, kept)
    arriving = own[1] + p.W_hh.T @ deltas[2]
    _, _, message = CELL.step_back(p, type(caches.steps)(*(c[1] for c in caches.steps)), arriving)
    _, last = readout_back(model.readout, states[0], dz[0])
    return {
        "error": ((softmax(zs[0]), ys[0]), dz[0]),
        "back": ((p.W_hh, own[0]), np.vecmat(own[0], p.W_hh)),
        "scalar": ((p.W_hh[0, 0], list(xs[:, 0]), h0[0]), total.W_hh[-1, 0, 0, 0]),
        "table": ((table.b_h[..., 0],), dp.b_h[0]),
        "message": ((p.W_hh, states[1], arriving), message),
        "delta": ((model.readout.W_yh, p.W_hh, states[0], dz[0], deltas[1]),
                  (1 - states[0] ** 2) * (last + p.W_hh.T @ deltas[1])),
        "weights": ((deltas, before, states), dp.W_hh / T),
    }  # fmt: skip


def test_slips_are_recognised_on_1000_random_networks_without_a_false_alarm():
    recognised(families(SLIPS, GROUPS.values()), lambda rng: one(rng).values())


def test_the_right_functions_beside_the_slips_are_the_packages(rng):
    for _ in range(100):
        network = one(rng)
        for group, right in (("scalar", scalar), ("delta", delta), ("weights", weights)):
            args, answer = network[group]
            assert np.abs(right(*args) - answer).max() < 1e-12
