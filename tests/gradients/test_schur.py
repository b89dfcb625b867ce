"""The real Schur form of a 2x2 matrix, there and back."""

import numpy as np

from unrolled.gradients.schur import matrix, schur2


def rotation(angle):
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def pair(rng, reach):
    """Two reals, twice the same real, or a conjugate pair."""
    re, other = rng.uniform(-reach, reach, 2)
    kind = rng.integers(4)
    if kind < 2:
        im = rng.uniform(0.01, reach) * rng.choice([-1, 1])
        return [[re, im], [re, -im]]
    return [[re, 0.0], [re if kind == 2 else other, 0.0]]


def test_every_matrix_comes_back_from_its_schur_parameters(unchecked, rng):
    found = [rng.normal(size=(2, 2)) * 10 ** rng.uniform(-6, 6) for _ in range(1000)]
    for _ in range(1000):  # defective ones and rotations
        R = rotation(rng.uniform(-4, 4))
        value = rng.normal()
        found += [R @ [[value, 9 * rng.normal()], [0, value]] @ R.T, value * R]
    found += [c * np.eye(2) for c in (0, 1, -2.5)] + [rotation(0.3), rotation(-0.3)]
    found += [
        np.array(W, dtype=float)
        for W in ([[0.9, 10], [0, 0.9]], [[2, -2], [2, -2]], [[0, 0], [3, 0]])
    ]
    for W in found:
        back = matrix(*schur2(W))
        assert np.abs(back - W).max() <= 1e-14 * np.abs(W).max()


def test_the_matrix_is_the_schur_form_turned_and_has_the_eigenvalues(unchecked, rng):
    for _ in range(1000):
        (re1, im), (re2, _) = values = pair(rng, 2.5)
        nu = rng.normal(0, 4)
        angle = rng.uniform(-4, 4)
        S = np.array([[re1, nu], [0.0, re2]])
        if im:
            b = abs(im)
            c = (nu + np.sign(nu) * np.sqrt(nu**2 + 4 * b**2)) / 2
            S = np.array([[re1, c], [-(b**2) / c, re1]])
        W = matrix(values, nu, angle)
        assert np.allclose(W, rotation(angle) @ S @ rotation(angle).T, rtol=1e-13, atol=1e-13)
        assert np.isclose(np.linalg.det(W), re1 * re2 + im * im, atol=1e-12)
        assert np.isclose(np.trace(W), re1 + re2, atol=1e-13)
        normal = np.abs(
            matrix(values, 0.0, angle) @ matrix(values, 0.0, angle).T
            - matrix(values, 0.0, angle).T @ matrix(values, 0.0, angle)
        ).max()
        assert normal < 1e-13
