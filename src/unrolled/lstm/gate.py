"""What every gate and every candidate is made of: weights for the input, for the state, a bias.

a_t = W_x x_t + W_h h_{t-1} + b                                                    eq-lstm-sums
Notebook: book/lstm.ipynb
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from unrolled.core.door import check_array, check_generator, check_real, check_shape, check_whole
from unrolled.core.records import check_fields
from unrolled.core.shapes import Array, Float, outer, total


class Gate(NamedTuple):
    """Weights of one gate or candidate, as W_fx, W_fh and b_f of the forget gate."""

    W_x: Float[Array, "n_h n_x"]
    W_h: Float[Array, "n_h n_h"]
    b: Float[Array, " n_h"]


def sums(
    p: Gate, x: Float[Array, "*B n_x"], h_prev: Float[Array, "*B n_h"]
) -> Float[Array, "*B n_h"]:
    """a_t = W_x x_t + W_h h_{t-1} + b, before the gate is squashed.               eq-lstm-sums"""
    return np.matvec(p.W_x, x) + np.matvec(p.W_h, h_prev) + p.b


def sums_back(
    p: Gate, x: Float[Array, "*B n_x"], h_prev: Float[Array, "*B n_h"], da: Float[Array, "*B n_h"]
) -> tuple[Gate, Float[Array, "*B n_x"], Float[Array, "*B n_h"]]:
    """Gradients of the weights, of x_t and of h_{t-1}, from da = ∇_{a_t} 𝓛."""
    return Gate(outer(da, x), outer(da, h_prev), total(da)), da @ p.W_x, da @ p.W_h


def fitting(p: object, kind: type, array: Callable = check_array) -> tuple:
    """A record of gates whose arrays fit each other; `array` is the door, `checked` or `shaped`.

    Raises ValueError that names the gate and the array that does not fit.
    """
    hint = "; the weights of a model's cell are model.cell" if hasattr(p, "readout") else ""
    check_fields("p", p, kind, hint)
    first = check_fields(kind._fields[0], p[0], Gate)
    n_h, n_x = array(f"{kind._fields[0]}.W_x", first.W_x, "n_h n_x").shape
    shapes, found = Gate("n_h n_x", "n_h n_h", "n_h"), []
    for name, gate in zip(kind._fields, p, strict=True):
        parts = zip(Gate._fields, check_fields(name, gate, Gate), shapes, strict=True)
        sizes = {"n_h": n_h, "n_x": n_x}
        found.append(Gate(*(array(f"{name}.{k}", w, shape, **sizes) for k, w, shape in parts)))
    return kind(*found)


def in_a_step(p: object, kind: type, x: Array, **states: Array) -> tuple:
    """p, x and states as arrays that fit each other. A walk has checked that they are finite."""
    p = fitting(p, kind, check_shape)
    n_h, n_x = p[0].W_x.shape
    x = check_shape("x", x, "*B n_x", n_x=n_x)
    return p, x, *(check_shape(k, h, "*B n_h", n_h=n_h, B=x.shape[:-1]) for k, h in states.items())


def random_gate(rng: np.random.Generator, n_x: int, n_h: int, bias: float | int = 0.0) -> Gate:
    """A gate with weights drawn from N(0, 1/fan-in) and every bias the same."""
    rng, n_x, n_h = (
        check_generator("rng", rng),
        check_whole("n_x", n_x, 1),
        check_whole("n_h", n_h, 1),
    )
    W_x, W_h = (rng.normal(0, n**-0.5, (n_h, n)) for n in (n_x, n_h))
    return Gate(W_x, W_h, np.full(n_h, check_real("bias", bias)))
