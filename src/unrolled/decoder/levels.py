"""Weights as text for a page: one printable character a number, and a scale for each row.

A weight is level · scale, with 93 levels from -46 to 46 and a scale in 2^-19ths: exact in floats,
so the page computes with the very numbers that the package has after `read_weights`.
Notebook: book/decoder.ipynb
"""

import numpy as np

from unrolled.core.door import check_finite
from unrolled.core.shapes import Array
from unrolled.core.tree import tree_leaves, tree_map

MOST = 46  # levels on each side of 0
PRINTABLE = "".join(chr(code) for code in range(32, 127) if chr(code) not in '"\\')
SIGNS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_"
FINE, SIGNS_EACH = 2**19, 3  # of a scale: its unit is 1/FINE, and it has so many signs of 6 bits
LARGEST = 64**SIGNS_EACH - 1


def write_weights(p: object) -> dict[str, str]:
    """All numbers of a tree as two texts, in the order of its leaves, row by row.

    Raises ValueError for a weight that is too large, beyond ±23.
    """
    levels, scales = [], []
    for leaf in tree_leaves(p):
        whole, units = _levels(check_finite("p", leaf))
        levels.extend((whole + MOST).ravel().tolist())
        scales.extend(units.tolist())
    return {
        "levels": "".join(PRINTABLE[k] for k in levels),
        "scales": "".join(_three_signs(n) for n in scales),
    }


def read_weights(kept: dict[str, str], like: object) -> object:
    """The tree that the texts hold, in the shapes of `like`.

    Raises ValueError for texts of another length.
    """
    place = {sign: k for k, sign in enumerate(PRINTABLE)}
    levels = np.array([place[sign] for sign in kept["levels"]]) - MOST
    digits = np.array([SIGNS.index(sign) for sign in kept["scales"]]).reshape(-1, SIGNS_EACH)
    scales = digits @ (64 ** np.arange(SIGNS_EACH)[::-1]) / FINE
    shapes = [_rows(leaf).shape for leaf in tree_leaves(like)]
    expected = sum(r * c for r, c in shapes), sum(r for r, _ in shapes)
    if (len(levels), len(scales)) != expected:
        got = f"{len(levels)} levels and {len(scales)} scales"
        raise ValueError(f"kept: got {got}, expected {expected[0]} and {expected[1]}")
    level_parts = iter(np.split(levels, np.cumsum([r * c for r, c in shapes])))
    scale_parts = iter(np.split(scales, np.cumsum([r for r, _ in shapes])))

    def next_leaf(leaf: Array) -> Array:
        rows = next(level_parts).reshape(_rows(leaf).shape)
        return (rows * next(scale_parts)[:, None]).reshape(leaf.shape)

    return tree_map(next_leaf, like)


def _levels(leaf: Array) -> tuple[Array, Array]:
    """Each number as a whole one, and each row's scale in units of 1/FINE, rounded up."""
    rows = _rows(leaf)
    units = np.maximum(np.ceil(np.abs(rows).max(axis=1) / MOST * FINE), 1).astype(int)
    if units.max() > LARGEST:
        big = np.abs(rows).max()
        raise ValueError(f"p: got {big:g}, expected weights up to {MOST * LARGEST / FINE:.1f}")
    return np.rint(rows / (units / FINE)[:, None]).astype(int), units


def _rows(leaf: Array) -> Array:
    """A vector as one row, anything else with its last axis as rows."""
    return leaf.reshape(-1, leaf.shape[-1])


def _three_signs(n: int) -> str:
    return "".join(SIGNS[n >> shift & 63] for shift in (12, 6, 0))
