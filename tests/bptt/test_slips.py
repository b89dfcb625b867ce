"""Each known slip is recognised as what it is, and what is right never is one."""

import numpy as np
import pytest

from unrolled.bptt.derivatives import state_derivatives
from unrolled.bptt.paths import paths
from unrolled.bptt.slips import SLIPS, delta, scalar, weights
from unrolled.core.activations import softmax
from unrolled.core.losses import cross_entropy_back
from unrolled.core.unroll import bptt, unroll
from unrolled.page.ask import RIGHT, judge, slipped
from unrolled.rnn.cell import CELL, RNN
from unrolled.rnn.readout import Model, Readout, readout, readout_back

GROUPS = {
    "error": ("error sign", "error component-wise", "error without softmax"),
    "back": ("back untransposed",),
    "scalar": ("immediate for total", "factor w left out", "scalar without slope"),
    "table": ("diagonal only", "total in the sum"),
    "message": ("message untransposed", "message without slope"),
    "delta": ("future dropped", "delta untransposed", "delta without slope", "bracket lost",
              "slope with plus"),
    "weights": ("1/T left out", "1/T twice", "state of now", "rows for columns"),
}  # fmt: skip


def test_every_slip_is_in_one_group():
    assert sorted(name for names in GROUPS.values() for name in names) == sorted(SLIPS)


@pytest.fixture(scope="module")
def networks():
    """Arguments and the package's own answer for each group, of 1,000 random networks."""
    rng = np.random.default_rng(0)
    return [one(rng) for _ in range(1000)]


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


@pytest.mark.parametrize("group", GROUPS)
def test_slips_are_recognised_and_what_is_right_is_not_one(networks, group):
    for network in networks:
        args, right = network[group]
        slips = slipped(SLIPS, *args, only=GROUPS[group])
        assert judge(right, right, slips, 1e-9) == RIGHT
        for value, says in slips:
            assert judge(right, value, slips, 1e-9) == says


def test_the_right_functions_beside_the_slips_are_the_packages(networks):
    for network in networks[:100]:
        for group, right in (("scalar", scalar), ("delta", delta), ("weights", weights)):
            args, answer = network[group]
            assert np.abs(right(*args) - answer).max() < 1e-12
