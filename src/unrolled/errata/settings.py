"""The networks on which entries are checked: d-e-m-o, and others with sizes all different.

Names of the slides: a_t is their net_t, z_t their o_t; gradients are those of the sum of losses.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
import torch

from unrolled.bptt import demo
from unrolled.core.losses import cross_entropy_back
from unrolled.core.shapes import Array
from unrolled.core.unroll import unroll
from unrolled.page.autograd import gradient_of
from unrolled.page.trace import Trace
from unrolled.rnn.cell import CELL, RNN
from unrolled.rnn.readout import Model, Readout, readout


class Setting(NamedTuple):
    """A model, what it reads and what it should say."""

    model: Model
    xs: Array
    ys: Array
    h0: Array


DEMO = Setting(demo.MODEL, demo.XS, demo.YS, demo.H0)


@cache
def worked() -> Trace:
    """Every quantity of the d-e-m-o network."""
    return demo.trace()


@cache
def drawn(seed: int = 0, n_x: int = 3, n_h: int = 6, n_y: int = 5, T: int = 20) -> Setting:
    """A network of other sizes, its recurrent weights scaled to ρ = 1.3, started at h_0 ≠ 0."""
    rng = np.random.default_rng(seed)
    W_hh = rng.normal(size=(n_h, n_h))
    W_hh *= 1.3 / np.abs(np.linalg.eigvals(W_hh)).max()
    cell = RNN(rng.normal(size=(n_h, n_x)), W_hh, rng.normal(size=n_h) / 3)
    out = Readout(rng.normal(size=(n_y, n_h)), rng.normal(size=n_y))
    ys = np.eye(n_y)[rng.integers(n_y, size=T)]
    return Setting(Model(cell, out), rng.normal(size=(T, n_x)), ys, rng.normal(size=n_h) / 2)


def by_autograd(s: Setting, only: tuple[int, ...] | None = None) -> Model:
    """The gradient of the sum of the losses, or of those of some steps (from 1)."""

    def loss(model: Model) -> torch.Tensor:
        h = torch.from_numpy(s.h0)
        total = 0.0
        for t, (x, y) in enumerate(zip(s.xs, s.ys, strict=True), 1):
            cell = model.cell
            h = torch.tanh(cell.W_hx @ torch.from_numpy(x) + cell.W_hh @ h + cell.b_h)
            z = model.readout.W_yh @ h + model.readout.b_y
            if only is None or t in only:
                total = total - torch.from_numpy(y) @ torch.log_softmax(z, 0)
        return total

    return gradient_of(loss, s.model)[0]


def immediate(s: Setting) -> Array:
    """What each state receives from its own loss, by steps."""
    states, _ = unroll(CELL, s.model.cell, s.xs, s.h0)
    dzs = cross_entropy_back(readout(s.model.readout, states), s.ys)
    return dzs @ s.model.readout.W_yh


def flat(tree: tuple) -> Array:
    """All numbers of a gradient in a row."""
    return np.concatenate([np.ravel(leaf) for leaf in tree])
