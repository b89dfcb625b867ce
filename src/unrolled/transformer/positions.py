"""Positions as vectors that are added to the tokens: attention alone does not see the order.

p_{n,2k} = sin(n/10000^{2k/d}),  p_{n,2k+1} = cos(n/10000^{2k/d})     eq-transformer-sinusoids
(R_n q)ᵀ (R_{n+m} k) = qᵀ R_m k                                          eq-transformer-rotary
Notebook: book/transformer.ipynb
"""

import numpy as np

from unrolled.core.door import check_array, check_real, check_whole
from unrolled.core.shapes import Array, Float


def sinusoids(N: int, d: int, longest: float | int = 10000.0) -> Float[Array, "N d"]:
    """Sines and cosines of the position, a pair for each wavelength, n from 0 on.

    eq-transformer-sinusoids (Vaswani et al. 2017). Raises ValueError for an odd d.
    """
    N = check_whole("N", N, 1)
    d = check_whole("d", d, 2)
    longest = check_real("longest", longest, above=0.0)
    if d % 2:
        raise ValueError(f"d: got {d}, expected an even number, a sine and a cosine each")
    angle = np.arange(N)[:, None] / longest ** (np.arange(0, d, 2) / d)
    return np.stack([np.sin(angle), np.cos(angle)], axis=-1).reshape(N, d)


def shift(k: float | int, d: int, longest: float | int = 10000.0) -> Float[Array, "d d"]:
    """The matrix that turns every position's vector into that of k places on.

    eq-transformer-shift: a rotation of pair k by m·ω_k, the same at every n.
    """
    d = check_whole("d", d, 2)
    if d % 2:
        raise ValueError(f"d: got {d}, expected an even number, a sine and a cosine each")
    M = np.zeros((d, d))
    angle = check_real("k", k) / check_real("longest", longest, above=0.0) ** (
        np.arange(0, d, 2) / d
    )
    for i, a in zip(range(0, d, 2), angle, strict=True):
        M[i : i + 2, i : i + 2] = [[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]]
    return M


def rotate(X: Float[Array, "*B N d"], longest: float | int = 10000.0) -> Float[Array, "*B N d"]:
    """R_n x_n of queries or keys: every pair of features turned by the angles of its position.

    The scores of what is turned depend on distances alone.                eq-transformer-rotary
    Positions are counted from 0 (Su et al. 2024). Raises ValueError for an odd d.
    """
    X = check_array("X", X, "*B N d")
    *_, N, d = X.shape
    return np.matvec(np.array([shift(n, d, longest) for n in range(N)]), X)
