"""What the truncation window shows, from the package and nothing else."""

from functools import cache

import numpy as np

from tests.widget.common import slider
from unrolled.bptt.paths import paths
from unrolled.core.gradcheck import relative_gap
from unrolled.core.unroll import unroll
from unrolled.rnn.cell import CELL, RNN
from unrolled.truncation.example import example
from unrolled.truncation.weights import kept, late_losses, survival, weighted

T = 20
FULL = kept(20, 1, 20)
GIVEN = dict(zip(("p", "xs", "h0", "dstates"), example(), strict=True))


def uniform(seed, n):
    """The n-th number of the generator mulberry32, as C computes it."""
    mask = 2**32 - 1
    a = (seed + (n + 1) * 0x6D2B79F5) & mask
    x = ((a ^ (a >> 15)) * (a | 1)) & mask
    x ^= (x + (((x ^ (x >> 7)) * (x | 61)) & mask)) & mask
    return (x ^ (x >> 14)) / 2**32


def gates(it, draw):
    """The gates of a draw, by the package's rule and the generator's numbers."""
    drawn = [uniform(it.seed, (draw - 1) * (T - 1) + n) for n in range(T - 1)]
    return (np.array(drawn) < it.keep) / (it.keep if it.reweighted else 1.0)


def weights(it):
    """w of the widget's state."""
    k = it.k
    k1 = min(it.k1, it.k)
    if it.scheme == "random":
        return survival(gates(it, it.draws))
    if it.scheme == "late":
        return late_losses(T, k)
    return kept(T, {"window": 1, "chunks": k, "k1k2": k1}[it.scheme], k)


def table_of(p, xs, h0, dstates):
    return paths(CELL, p, unroll(CELL, p, xs, h0)[1], dstates)


@cache
def the_books():
    """The table of the default problem."""
    return table_of(**GIVEN)


def gradient(weights, table=None):
    """The gradient of W_hh."""
    return weighted(table or the_books(), np.asarray(weights)).W_hh


def wanted(weights, table=None):
    """Its relative error."""
    n = len(weights)
    return relative_gap(gradient(weights, table), gradient(kept(n, 1, n), table))


def problem(rng, steps, n_h=6, n_x=3):
    """A random problem: p, xs, h0, dstates."""
    p = RNN(rng.normal(size=(n_h, n_x)), rng.normal(size=(n_h, n_h)), rng.normal(size=n_h))
    return p, rng.normal(size=(steps, n_x)), rng.uniform(-1, 1, n_h), rng.normal(size=(steps, n_h))


def draw(rng):
    """A random state."""
    scheme = rng.choice(["window", "chunks", "k1k2", "late", "random", "random"])
    keep = rng.choice([1.0, *rng.uniform(0.05, 1, 3)])
    whole = {"k": [1, T, rng.integers(1, T + 1)], "draws": [1, rng.integers(1, 101)]}
    whole |= {"k1": range(1, T + 1), "loss": range(1, T + 1), "seed": range(1000)}
    state = {name: int(rng.choice(list(values))) for name, values in whole.items()}
    return state | {"scheme": str(scheme), "keep": float(keep), "reweighted": bool(rng.integers(2))}


def solve(page):
    """The task, by the controls."""
    page.get_by_role("radio", name="sliding window").check()
    slider(page, "k").fill("8")
