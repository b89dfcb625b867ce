"""Where recurrent weights start: orthogonal, or of a stated spectral radius."""

import numpy as np

from unrolled.core.door import check_generator, check_real, check_whole
from unrolled.core.shapes import Array, Float


def orthogonal(rng: np.random.Generator, n: int, gain: float | int = 1.0) -> Float[Array, "n n"]:
    """gain · Q with QᵀQ = I, uniformly drawn: every singular value is `gain`.

    The signs of R's diagonal go into Q, without which QR is not uniform (Mezzadri 2007).
    Raises ValueError for an n below 1 and a negative gain.
    """
    n = check_whole("n", n, 1)
    gain = check_real("gain", gain, 0.0)
    Q, R = np.linalg.qr(check_generator("rng", rng).normal(size=(n, n)))
    return gain * Q * np.sign(np.diag(R))


def with_radius(rng: np.random.Generator, n: int, radius: float | int) -> Float[Array, "n n"]:
    """A Gaussian matrix scaled to the spectral radius `radius`. Raises as `orthogonal` does."""
    n = check_whole("n", n, 1)
    radius = check_real("radius", radius, 0.0)
    W = check_generator("rng", rng).normal(size=(n, n))
    return W * (radius / np.abs(np.linalg.eigvals(W)).max())
