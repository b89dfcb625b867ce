"""A linear readout of a state, and the model that the two make.

z_t = W_yh h_t + b_y                                                                eq-rnn-logits
Notebook: book/rnn.ipynb
"""

from typing import NamedTuple

import numpy as np

from unrolled.core.door import check_array, check_generator, check_whole
from unrolled.core.records import check_fields
from unrolled.core.shapes import Array, Float, outer, total
from unrolled.rnn.cell import random_rnn


class Readout(NamedTuple):
    """Weights of the output layer."""

    W_yh: Float[Array, "n_y n_h"]  # hidden to output
    b_y: Float[Array, " n_y"]


class Model(NamedTuple):
    """A cell and what reads it. Its gradient is another Model."""

    cell: object  # the weights of a cell, such as an RNN
    readout: Readout


def readout(p: Readout, h: Float[Array, "*B n_h"]) -> Float[Array, "*B n_y"]:
    """z_t = W_yh h_t + b_y.                                                       eq-rnn-logits"""
    return np.matvec(p.W_yh, h) + p.b_y


def readout_back(
    p: Readout, h: Float[Array, "*B n_h"], dz: Float[Array, "*B n_y"]
) -> tuple[Readout, Float[Array, "*B n_h"]]:
    """Gradients of the readout's weights and of h_t from dz = dL/dz_t.    eq-bptt-output-weights

    The second is the immediate gradient ∇⁺_{h_t} 𝓛 = W_yhᵀ ∇_{z_t} 𝓛.          eq-bptt-immediate
    """
    return Readout(outer(dz, h), total(dz)), np.vecmat(dz, p.W_yh)


def check_readout(p: Readout, n_h: int) -> Readout:
    """The weights as arrays that fit a state of n_h numbers. Raises ValueError otherwise."""
    return _fitting("readout", p, n_h=check_whole("n_h", n_h, 1))


def check_model(model: Model) -> Model:
    """`model`, if it is a cell's weights, whatever the cell, and a readout, or ValueError."""
    return check_fields("model", model, Model)._replace(
        readout=_fitting("model.readout", model.readout)
    )


def _fitting(name: str, p: object, **sizes: int) -> Readout:
    W_yh, b_y = check_fields(name, p, Readout)
    W_yh = check_array("W_yh", W_yh, "n_y n_h", **sizes)
    return Readout(W_yh, check_array("b_y", b_y, "n_y", n_y=len(W_yh)))


def random_readout(rng: np.random.Generator, n_h: int, n_y: int) -> Readout:
    """Weights drawn from N(0, 1/n_h), biases 0. Raises ValueError for sizes below 1."""
    rng = check_generator("rng", rng)
    n_h = check_whole("n_h", n_h, 1)
    n_y = check_whole("n_y", n_y, 1)
    return Readout(rng.normal(0, n_h**-0.5, (n_y, n_h)), np.zeros(n_y))


def random_model(rng: np.random.Generator, n_x: int, n_h: int, n_y: int) -> Model:
    """Elman's cell and its readout, drawn from N(0, 1/fan-in), biases 0.        eq-rnn-parameters

    Raises ValueError for sizes below 1.
    """
    n_y = check_whole("n_y", n_y, 1)
    return Model(random_rnn(rng, n_x, n_h), random_readout(rng, n_h, n_y))
