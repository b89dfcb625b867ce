"""Each known slip is recognised as what it is, and what is right never is one."""

import numpy as np
import torch

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
    "weights": ("1/T left out", "1/T twice", "state after the step", "rows for columns"),
}  # fmt: skip


def one(rng):
    n_h, T = int(rng.integers(2, 5)), int(rng.integers(3, 6))
    p = RNN(rng.normal(size=(n_h, 3)), rng.normal(size=(n_h, n_h)), rng.normal(size=n_h))
    model = Model(p, Readout(rng.normal(size=(4, n_h)), rng.normal(size=4)))
    xs = rng.normal(size=(T, 3))
    h0 = rng.normal(size=n_h)
    ys = np.eye(4)[rng.integers(0, 4, T)]
    states, caches = unroll(CELL, p, xs, h0)
    before = np.vstack([h0, states[:-1]])
    zs = readout(model.readout, states)
    dz = cross_entropy_back(zs, ys)
    _, own = readout_back(model.readout, states, dz)
    dp, _, _ = bptt(CELL, p, caches, own)
    table = paths(CELL, p, caches, own)
    after = np.zeros(n_h)
    deltas = [None] * T
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
        "delta": (
            (model.readout.W_yh, p.W_hh, states[0], dz[0], deltas[1]),
            (1 - states[0] ** 2) * (last + p.W_hh.T @ deltas[1]),
        ),
        "weights": ((deltas, before, states), dp.W_hh / T),
    }


def test_slips_are_recognised_on_1000_random_networks_without_a_false_alarm():
    recognised(families(SLIPS, GROUPS.values()), lambda rng: one(rng).values())


def test_the_right_functions_beside_the_slips_are_the_packages(rng):
    for _ in range(100):
        network = one(rng)
        for group, right in (("scalar", scalar), ("delta", delta), ("weights", weights)):
            args, answer = network[group]
            assert np.abs(right(*args) - answer).max() < 1e-12


def test_each_slip_computes_what_its_sentence_says():
    """One small case, worked by hand, by a loop or by autograd through a network with the slip."""
    y_hat, y, e = np.array([0.7, 0.3]), np.array([1.0, 0]), np.array([1.0, -1])
    W, h, table = np.array([[1.0, 2], [3, 4]]), np.array([0.5, -0.6]), np.array([[1.0, 0], [2, 4]])
    walk = W, np.array([[1.0, 2], [3, 0]]), h, e, np.array([4.0, 1])
    chain = 0.5, [0.3, -0.2, 0.4], 0.7
    wanted = {
        "error sign": ((y_hat, y), [0.3, -0.3]),
        "diagonal alone": ((y_hat, y), [-0.3, 0]),
        "without the softmax": ((np.array([0.8, 0.2]), y), [-1.25, 0]),
        "target left out": ((y_hat, y), [0.7, 0.3]),
        "back untransposed": ((W, e), [-1, -1]),
        "immediate for total": (chain, chained(*chain, carried=0.0)),
        "factor w left out": (chain, chained(*chain, carried=1.0)),
        "scalar without slope": (chain, chained(*chain, bend=straight)),
        "diagonal only": ((table,), 1 + 4),
        "total in the sum": ((table,), 1 + 4 + 2 * 2),
        "message untransposed": ((W, h, e), [0.75 - 1.28, 2.25 - 2.56]),
        "message without slope": ((W, h, e), [1 - 3, 2 - 4]),
        "future dropped": (walk, by_autograd(*walk[:4], np.zeros(2))),
        "delta untransposed": (walk, by_autograd(W, walk[1].T, *walk[2:])),
        "delta without slope": (walk, by_autograd(*walk, straight, straight)),
        "bracket lost": (walk, by_autograd(*walk, straight)),
        "slope with plus": (walk, by_autograd(*walk, steep, steep)),
    }
    # three steps of two units: numbers of steps and of units differ
    deltas = [[1.0, 2], [3, 0], [6, 9]]
    before = [[1.0, 0], [0, 1], [1, 1]]
    states = [[0.0, 1], [1, 1], [2, 0]]
    mean = dict.fromkeys(GROUPS["weights"], 0)
    for delta_t, before_t, h_t in zip(deltas, before, states, strict=True):
        for i, j in np.ndindex(2, 2):
            place = np.eye(2)[:, [i]] * np.eye(2)[j]
            mean["1/T left out"] += delta_t[i] * before_t[j] * place
            mean["1/T twice"] += delta_t[i] * before_t[j] * place / 9
            mean["state after the step"] += delta_t[i] * h_t[j] * place / 3
            mean["rows for columns"] += delta_t[i] * before_t[j] * place.T / 3
    given = tuple(map(np.array, (deltas, before, states)))
    wanted |= {name: (given, value) for name, value in mean.items()}
    assert sorted(wanted) == sorted(SLIPS)
    for name, (given, value) in wanted.items():
        assert np.allclose(SLIPS[name].gives(*given), value, rtol=0, atol=1e-12), name


def straight(a):
    """tanh on the way forward, with slope 1 on the way back."""
    return a + (torch.tanh(a) - a).detach()


def steep(a):
    """A function of a with slope 1 + tanh²."""
    return 2 * a - torch.tanh(a)


def chained(w, xs, h0, carried=None, bend=torch.tanh):
    """dh_T/dw, where the past comes back multiplied by `carried` instead of w."""
    w, h = torch.tensor([w, h0], dtype=torch.float64, requires_grad=True)
    for x in xs:
        past = w * h if carried is None else w * h.detach() + carried * (h - h.detach())
        h = bend(x + past)
    return torch.autograd.grad(h, w)[0]


def by_autograd(W_yh, W_hh, h, dz, after, own=torch.tanh, later=torch.tanh):
    """∇_a of what the own and the later losses say, each through its activation."""
    a = torch.tensor(np.arctanh(h), requires_grad=True)
    W_yh, W_hh, dz, after = map(torch.tensor, (W_yh, W_hh, dz, after))
    return torch.autograd.grad(dz @ (W_yh @ own(a)) + after @ (W_hh @ later(a)), a)[0]
