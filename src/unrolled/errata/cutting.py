"""Truncation, and gradients that do not vanish although their far parts do."""

from itertools import product

import numpy as np

from unrolled.bptt.paths import counted_twice, paths
from unrolled.core.shapes import Array
from unrolled.core.unroll import bptt, unroll
from unrolled.errata.finding import Claim, Triple, entry
from unrolled.errata.settings import DEMO, Setting, by_autograd, drawn, flat, immediate
from unrolled.rnn.cell import CELL, RNN


def table(s: Setting) -> Array:
    """Every path's share of the gradient, (loss t, step i, weight)."""
    _, caches = unroll(CELL, s.model.cell, s.xs, s.h0)
    found = paths(CELL, s.model.cell, caches, immediate(s))
    T = len(s.xs)
    return np.concatenate([leaf.reshape(T, T, -1) for leaf in found], axis=2)


@entry("B56")
def dropped_losses() -> Triple:
    """The last two losses with all their history, and all losses with two steps of it."""
    s = drawn()
    k = 2
    T = len(s.xs)
    _, caches = unroll(CELL, s.model.cell, s.xs, s.h0)
    late = flat(by_autograd(s, only=tuple(range(T - k + 1, T + 1))).cell)
    window, *_ = bptt(CELL, s.model.cell, caches, immediate(s), window=k)
    near = [[t - i < k for i in range(T)] for t in range(T)]
    truth = (table(s) * np.tril(near)[..., None]).sum(axis=(0, 1))
    return Triple(late, flat(window), truth, "the sum over paths", 1e-9)


@entry("B57")
def unweighted() -> Triple:
    """The mean over all four ways of cutting d-e-m-o with chance ½, without weights and with."""
    shares = table(DEMO)
    keep = 0.5
    means = np.zeros((2, shares.shape[2]))
    for kept in product((0, 1), repeat=2):  # the step from 2 to 1, and from 3 to 2
        chance = np.prod([keep if k else 1 - keep for k in kept])
        for t in range(3):
            for i in range(t + 1):
                passed = np.prod(kept[i:t])
                means[0] += chance * passed * shares[t, i]
                means[1] += chance * passed / keep ** (t - i) * shares[t, i]
    return Triple(*means, flat(by_autograd(DEMO).cell))


@entry("B58")
def state_still_carries() -> Claim:
    """Loss 3 of d-e-m-o with a window of one step: what it says of x_1, and what x_1 does."""
    _, caches = unroll(CELL, DEMO.model.cell, DEMO.xs, DEMO.h0)
    last = immediate(DEMO) * [[0], [0], [1]]
    _, cut, _ = bptt(CELL, DEMO.model.cell, caches, last, window=1)
    _, full, _ = bptt(CELL, DEMO.model.cell, caches, last)
    seen = np.abs(cut[0]).max()
    there = np.abs(full[0]).max()
    return Claim(
        [bool(there < 1e-6)],
        [bool(seen == 0), bool(there > 1e-3)],
        {"∂L_3/∂x_1 through the window": seen, "in truth up to": there},
    )


@entry("A18")
def counted_repeatedly() -> Triple:
    """The double sum with the total ∂L/∂h_t and with the direct ∂L_t/∂h_t, on d-e-m-o."""
    return _double_sum(DEMO)


def _double_sum(s: Setting) -> Triple:
    _, caches = unroll(CELL, s.model.cell, s.xs, s.h0)
    twice = counted_twice(CELL, s.model.cell, caches, immediate(s))
    return Triple(flat(twice), table(s).sum(axis=(0, 1)), flat(by_autograd(s).cell))


def calm() -> Setting:
    """A network with ‖W_hh‖ = 0.6 that reads 200 steps."""
    s = drawn(5, T=200)
    W = 0.6 * s.model.cell.W_hh / np.linalg.norm(s.model.cell.W_hh, 2)
    return s._replace(model=s.model._replace(cell=s.model.cell._replace(W_hh=W)))


def by_lag(t: int) -> Array:
    """‖·‖ of what loss t says of the copies of W_hh 0, 1, … steps back."""
    s = calm()
    s = s._replace(xs=s.xs[:t], ys=s.ys[:t])
    _, caches = unroll(CELL, s.model.cell, s.xs, s.h0)
    last = immediate(s) * (np.arange(t) == t - 1)[:, None]
    d = last[-1]
    found = []
    for i in range(t - 1, -1, -1):
        step = type(caches.steps)(*(leaf[i] for leaf in caches.steps))
        dp, _, d = CELL.step_back(RNN(*s.model.cell), step, d)
        found.append(np.linalg.norm(dp.W_hh))
    return np.array(found)


@entry("D5")
def recent_part_stays() -> Claim:
    """‖∂L_t/∂W_hh‖ at t = 10 to 200, and its parts by lag at t = 200."""
    sizes = [np.linalg.norm(by_autograd(_first(t), only=(t,)).cell.W_hh) for t in (10, 100, 200)]
    lags = by_lag(200)
    return Claim(
        [sizes[-1] < 1e-3],
        [min(sizes) > 1e-2, bool(lags[40] < 1e-8 * lags[0])],
        {
            "‖∂L_t/∂W‖ at t = 10": sizes[0],
            "100": sizes[1],
            "200": sizes[2],
            "its part 40 steps back": lags[40],
        },
    )


def _first(t: int) -> Setting:
    s = calm()
    return s._replace(xs=s.xs[:t], ys=s.ys[:t])


@entry("E11")
def labels_and_sum() -> Claim:
    """Copies far back get nothing, and the sum over the copies is not small."""
    lags = by_lag(200)
    whole = np.linalg.norm(by_autograd(_first(200), only=(200,)).cell.W_hh)
    return Claim(
        [bool(whole < 1e-3)],
        [bool(lags[198] < 1e-40), bool(whole > 1e-2)],
        {"copy at t = 2": lags[198], "t = 190": lags[10], "t = 200": lags[0], "their sum": whole},
    )
