"""The d-e-m-o network's Jacobians, worked: how much its first state reaches its third.

Notebook: book/gradients.ipynb
"""

import numpy as np

from unrolled.bptt.jacobians import jacobians
from unrolled.core.shapes import Array, Float
from unrolled.core.unroll import unroll
from unrolled.gradients.norms import spectral_norm
from unrolled.gradients.products import products
from unrolled.page.trace import Quantity, Trace
from unrolled.rnn import demo
from unrolled.rnn.cell import CELL

Matched = Float[Array, "*B"] | float


def largest(F: Matched, det: Matched) -> Matched:
    """σ₁ from the sum of squares and the determinant.                      eq-gradients-sigma"""
    return np.sqrt((F + np.sqrt(F**2 - 4 * det**2)) / 2)


def trace() -> Trace:
    """Slopes, both Jacobians and their product, each with F, Δ and its norm."""
    cell = demo.MODEL.cell
    states, caches = unroll(CELL, cell, demo.XS, demo.H0)
    J = jacobians(CELL, cell, caches)
    found: Trace = {
        "W_hh": Quantity("W_hh", r"\mathbf W_{hh}", "weight", cell.W_hh),
        "h_2": Quantity("h_2", r"\mathbf h_2", "state", states[1]),
        "h_3": Quantity("h_3", r"\mathbf h_3", "state", states[2]),
    }

    def add(
        name: str, symbol: str, kind: str, value: object, formula: str, rule: object, label: str
    ) -> None:
        found[name] = Quantity(name, symbol, kind, np.asarray(value), formula, rule, label)

    for t in (2, 3):
        add(
            f"slope_{t}",
            rf"\phi'(\mathbf a_{t})",
            "state",
            1 - states[t - 1] ** 2,
            rf"1 - <h_{t}>^{{\odot 2}}",
            lambda h: 1 - h**2,
            "eq-bptt-jacobian",
        )
        add(
            f"J_{t}",
            rf"\mathbf J_{t}",
            "weight",
            J[t - 1],
            rf"\operatorname{{diag}} <slope_{t}> <W_hh>",
            lambda slope, W: np.diag(slope) @ W,
            "eq-gradients-product",
        )
    add(
        "P",
        r"\mathbf J_3\mathbf J_2",
        "weight",
        products(J[1:])[-1],
        "<J_3> <J_2>",
        np.matmul,
        "eq-gradients-product",
    )
    for name, matrix in (("W", "W_hh"), ("J2", "J_2"), ("J3", "J_3"), ("P", "P")):
        M, symbol = found[matrix].value, found[matrix].symbol
        add(f"F_{name}", "F", "weight", np.sum(M**2), "", None, "eq-gradients-sigma")
        add(f"D_{name}", r"\Delta", "weight", np.linalg.det(M), "", None, "eq-gradients-sigma")
        root = np.sqrt(np.sum(M**2) ** 2 - 4 * np.linalg.det(M) ** 2)
        add(
            f"R_{name}",
            "R",
            "weight",
            root,
            rf"\sqrt{{<F_{name}>^2 - 4 \cdot <D_{name}>^2}}",
            lambda F, det: np.sqrt(F**2 - 4 * det**2),
            "eq-gradients-sigma",
        )
        add(
            f"norm_{name}",
            rf"\lVert {symbol} \rVert_2",
            "gradient",
            spectral_norm(M),
            rf"\sqrt{{\tfrac12(<F_{name}> + <R_{name}>)}}",
            lambda F, R: np.sqrt((F + R) / 2),
            "eq-gradients-sigma",
        )
    return found
