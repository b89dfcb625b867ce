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


def test_each_slip_computes_what_its_sentence_says():
    W, e, h = np.array([[1.0, 2], [3, 4]]), np.array([1.0, -1]), np.array([0.5, 0.0])
    table = np.array([[1.0, 0], [2, 4]])
    deltas, before, states = np.array([[1.0, 2], [3, 0]]), np.eye(2), 2 * np.eye(2)
    walk = W, np.array([[0.0, 1], [0, 0]]), h, e, np.array([4.0, 0])  # own (-2, -2), later (0, 4)
    first = np.tanh(1.0)
    second = np.tanh(0.5 * first)
    wanted = {
        "error sign": ((np.array([0.7, 0.3]), np.array([1.0, 0])), [0.3, -0.3]),
        "diagonal alone": ((np.array([0.7, 0.3]), np.array([1.0, 0])), [-0.3, 0]),
        "without the softmax": ((np.array([0.8, 0.2]), np.array([1.0, 0])), [-1.25, 0]),
        "back untransposed": ((W, e), [-1, -1]),
        "immediate for total": ((0.5, [1.0, 0.0], 0.0), (1 - second**2) * first),
        "factor w left out": ((0.5, [0.0, 0.0], 1.0), _twice(0.5, 1.0)),
        "scalar without slope": ((0.5, [0.0, 0.0], 1.0), np.tanh(0.5) + 0.5),
        "diagonal only": ((table,), 5), "total in the sum": ((table,), 9),
        "message untransposed": ((W, h, e), [-1.25, -1.75]),
        "message without slope": ((W, h, e), [-2, -2]),
        "future dropped": (walk, [-1.5, -2]), "delta untransposed": (walk, [-1.5, -2]),
        "delta without slope": (walk, [-2, 2]), "bracket lost": (walk, [-2, 2]),
        "slope with plus": (walk, [-2.5, 2]),
        "1/T left out": ((deltas, before, states), [[1, 3], [2, 0]]),
        "1/T twice": ((deltas, before, states), [[0.25, 0.75], [0.5, 0]]),
        "state of now": ((deltas, before, states), [[1, 3], [2, 0]]),
        "rows for columns": ((deltas, before, states), [[0.5, 1], [1.5, 0]]),
    }  # fmt: skip
    assert sorted(wanted) == sorted(SLIPS)
    for name, (given, value) in wanted.items():
        assert np.allclose(SLIPS[name].gives(*given), value, rtol=0, atol=1e-12), name


def _twice(w, h):
    """dh_2/dw of h_t = tanh(w h_{t-1}), with 1 where w carries the past."""
    one = np.tanh(w * h)
    two = np.tanh(w * one)
    return (1 - two**2) * (one + 1 * (1 - one**2) * h)
