"""What every gate and every candidate is made of: weights for the input, for the state, a bias.

a_t = W_x x_t + W_h h_{t-1} + b                                                    eq-lstm-sums
Notebook: book/lstm.ipynb
"""

from typing import NamedTuple

import numpy as np

from unrolled.core.door import check_array, check_generator, check_real, check_whole
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


def check_gates(p: object, kind: type) -> tuple:
    """A record of gates whose arrays fit each other.

    Raises ValueError that names the gate and the array that does not fit.
    """
    hint = "; the weights of a model's cell are model.cell" if hasattr(p, "readout") else ""
    check_fields("p", p, kind, hint)
    first = check_fields(kind._fields[0], p[0], Gate)
    n_h, n_x = check_array(f"{kind._fields[0]}.W_x", first.W_x, "n_h n_x").shape
    return kind(
        *(_check_gate(name, gate, n_h, n_x) for name, gate in zip(kind._fields, p, strict=True))
    )


def _check_gate(name: str, gate: object, n_h: int, n_x: int) -> Gate:
    W_x, W_h, b = check_fields(name, gate, Gate)
    return Gate(
        check_array(f"{name}.W_x", W_x, "n_h n_x", n_h=n_h, n_x=n_x),
        check_array(f"{name}.W_h", W_h, "n_h n_h", n_h=n_h),
        check_array(f"{name}.b", b, "n_h", n_h=n_h),
    )


def random_gate(rng: np.random.Generator, n_x: int, n_h: int, bias: float | int = 0.0) -> Gate:
    """A gate with weights drawn from N(0, 1/fan-in) and every bias the same."""
    rng = check_generator("rng", rng)
    n_x = check_whole("n_x", n_x, 1)
    n_h = check_whole("n_h", n_h, 1)
    W_x = rng.normal(0, n_x**-0.5, (n_h, n_x))
    W_h = rng.normal(0, n_h**-0.5, (n_h, n_h))
    return Gate(W_x, W_h, np.full(n_h, check_real("bias", bias)))
