"""A real 2x2 matrix from its eigenvalues, its non-normality and an angle, and back.

W = R(θ) S R(θ)ᵀ, the real Schur form. S has the eigenvalues on its diagonal and, beside them, how
far W is from normal: ‖W‖_F² = |λ₁|² + |λ₂|² + ν². Notebook: book/gradients.ipynb
"""

from typing import NamedTuple

import numpy as np

from unrolled.core.door import check_array, check_real, short_repr
from unrolled.core.shapes import Array, Float


class Schur(NamedTuple):
    """What fixes a real 2x2 matrix: two eigenvalues (re, im), non-normality ν and an angle θ.

    W = R(θ) S R(θ)ᵀ. Real eigenvalues: S = [[λ₁, ν], [0, λ₂]]. A pair a ± ib:
    S = [[a, c], [-b²/c, a]] with c - b²/c = ν, |c| ≥ b and c of the sign of ν; where ν = 0,
    of the sign of the first imaginary part.
    """

    eigenvalues: list[list[float]]
    nonnormality: float
    angle: float


def schur2(W: Float[Array, "2 2"]) -> Schur:
    """The real Schur parameters of a 2x2 matrix, without iteration.

    W = t I + r [[0, 1], [-1, 0]] + [[p, q], [q, -p]]; a rotation by θ keeps t and r and turns
    (p, q) by 2θ. Eigenvalues: t ± √(p² + q² - r²).
    """
    (a, b), (c, d) = check_array("W", W, "n_h n_h", n_h=2).tolist()
    t, r, p, q = (a + d) / 2, (b - c) / 2, (a - d) / 2, (b + c) / 2
    m = float(np.hypot(p, q))
    root = float(np.sqrt(abs(m - abs(r))) * np.sqrt(m + abs(r)))
    if abs(r) <= m:
        angle = (np.arctan2(q, p) - np.arctan2(r, root)) / 2 if m else 0.0
        return Schur([[t + root, 0.0], [t - root, 0.0]], 2 * r, float(angle))
    im = float(np.copysign(root, r))
    angle = (np.arctan2(q, p) - np.copysign(np.pi / 2, r)) / 2 if m else 0.0
    return Schur([[t, im], [t, -im]], float(np.copysign(2 * m, r)) if m else 0.0, float(angle))


def matrix(eigenvalues: list, nonnormality: float | int, angle: float | int) -> Array:
    """W from its Schur parameters. Raises ValueError for what is no pair of a real matrix."""
    (re1, im), (re2, _) = pair("eigenvalues", eigenvalues)
    half = check_real("nonnormality", nonnormality) / 2
    angle = check_real("angle", angle)
    t = (re1 + re2) / 2
    p0 = (re1 - re2) / 2
    r = half
    if im:
        r = np.copysign(np.hypot(half, im), nonnormality or im)
    cos = np.cos(2 * angle)
    sin = np.sin(2 * angle)
    p = p0 * cos - half * sin
    q = p0 * sin + half * cos
    return np.array([[t + p, q + r], [q - r, t - p]])


def pair(name: str, value: object) -> list[list[float]]:
    """`value` as the eigenvalues of a real matrix: two reals or a conjugate pair, (re, im) each."""
    found = check_array(name, value, "pair part", pair=2, part=2)
    (re1, im1), (re2, im2) = found
    if im1 + im2 or (im1 and re1 != re2):
        expected = "two reals or a conjugate pair, (re, im)"
        raise ValueError(f"{name}: got {short_repr(value)}, expected {expected}")
    return found.tolist()
