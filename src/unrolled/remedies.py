"""Against exploding and vanishing: where to start, what to forbid, and a fair comparison.

Clipping by norm and by value are in `unrolled.optim`; cells with shortcuts in
`unrolled.shortcuts`; gates have chapters of their own. Notebook: book/gradients.ipynb
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from unrolled.data import Task
from unrolled.losses import Loss, observed_loss, observed_loss_back
from unrolled.optim import Optimiser
from unrolled.rnn import Readout, random_model, readout, readout_back
from unrolled.shapes import Array, Float, checked
from unrolled.shortcuts import Skip, skip
from unrolled.tree import tree_leaves, tree_map, tree_zeros
from unrolled.unroll import Cell, bptt, unroll


def orthogonal(rng: np.random.Generator, n: int, gain: float | int = 1.0) -> Float[Array, "n n"]:
    """gain · Q with QᵀQ = I, uniformly drawn: every singular value is `gain`.

    The signs of R's diagonal go into Q, without which QR is not uniform (Mezzadri 2007).
    """
    Q, R = np.linalg.qr(rng.normal(size=(n, n)))
    return gain * Q * np.sign(np.diag(R))


def with_radius(rng: np.random.Generator, n: int, radius: float | int) -> Float[Array, "n n"]:
    """A Gaussian matrix scaled to the spectral radius `radius`."""
    W = rng.normal(size=(n, n))
    return W * (radius / np.abs(np.linalg.eigvals(W)).max())


def spectral_decay(
    W: Float[Array, "n m"], weight: float | int
) -> tuple[float, Float[Array, "n m"]]:
    """½ weight ‖W‖₂² and its gradient weight · σ₁ u₁ v₁ᵀ.                  eq-gradients-decay

    The penalty of Yoshida and Miyato (2017). Only the largest singular value is pulled; where it
    is double any choice of its vectors is a subgradient. Raises ValueError for a negative weight.
    """
    W = checked("W", W, "n m")
    if not (isinstance(weight, int | float) and 0 <= weight < np.inf):
        raise ValueError(f"weight: got {weight!r}, expected a number from 0 on")
    u, sigma, v = np.linalg.svd(W)
    return 0.5 * weight * float(sigma[0]) ** 2, weight * sigma[0] * np.outer(u[:, 0], v[0])


class Learner(NamedTuple):
    """A cell with a readout of its newest state, and the state that a sequence starts from."""

    cell: Cell
    p: tuple[object, Readout]  # what training changes; its gradient is another such pair
    h0: object


def learner(
    rng: np.random.Generator, cell: Cell, n_x: int, n_h: int, n_y: int, W_hh: Array | None = None
) -> Learner:
    """A learner that starts at h_0 = 0 with the recurrent weights W_hh, or N(0, 1/n_h)."""
    model = random_model(rng, n_x, n_h, n_y)
    p = model.cell if W_hh is None else model.cell._replace(W_hh=checked("W_hh", W_hh, "n_h n_h"))
    return Learner(cell, (p, model.readout), np.zeros(n_h))


def with_skip(rng: np.random.Generator, who: Learner, d: int, scale: float | int = 0.5) -> Learner:
    """The same learner with a second way in, from d steps before: W_hs from N(0, scale²/n_h)."""
    p, out = who.p
    W_hs = rng.normal(0, scale * len(p.b_h) ** -0.5, p.W_hh.shape)
    return Learner(skip(d), (Skip(p, W_hs), out), (who.h0,) * d)


def loss_and_gradient(
    who: Learner, task: Task, loss: Loss, window: int | None = None
) -> tuple[float, tuple]:
    """Mean loss over the steps that have a target, and its gradient by BPTT, truncated or not.

    Raises as `unroll`, `bptt` and `observed_loss` do.
    """
    p, out = who.p
    batch = task.xs.shape[1:-1]
    h0 = tree_map(lambda leaf: np.zeros((*batch, *leaf.shape)) + leaf, who.h0)
    states, caches = unroll(who.cell, p, task.xs, h0)
    newest = tree_leaves(states)[0]
    zs = readout(out, newest)
    dzs = observed_loss_back(loss, zs, task.ys, task.observed)
    d_out, dh = readout_back(out, newest, dzs)
    dstates = (dh, *tree_zeros(states[1:])) if isinstance(states, tuple) else dh
    dp, _, _ = bptt(who.cell, p, caches, dstates, window)
    return observed_loss(loss, zs, task.ys, task.observed), (dp, d_out)


def train(
    who: Learner,
    draw: Callable[[], Task],
    loss: Loss,
    optimiser: Optimiser,
    updates: int,
    change: Callable[[tuple, tuple], tuple] = lambda p, g: g,
    window: int | None = None,
) -> tuple[Learner, Float[Array, " N"]]:
    """`updates` steps, each on a fresh `draw()`; `change(p, g)` is the remedy. Losses on the way.

    Raises OverflowError that says at which update a state or gradient exploded.
    """
    memory, losses = optimiser.start(who.p), []
    for update in range(1, updates + 1):
        try:
            value, g = loss_and_gradient(who, draw(), loss, window)
        except OverflowError as error:
            raise OverflowError(f"training: exploded at update {update} ({error})") from None
        p, memory = optimiser.step(who.p, change(who.p, g), memory)
        who, losses = who._replace(p=p), [*losses, value]
    return who, np.array(losses)
