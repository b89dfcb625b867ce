"""Masks: which key a query may look at. True is seen, False is hidden.

Rows are queries, columns are keys, as in the scores of `unrolled.attention.attend`.
Notebook: book/attention.ipynb
"""

import numpy as np

from unrolled.core.door import check_whole, short_repr
from unrolled.core.shapes import Array, Bool


def causal(N: int) -> Bool[Array, "N N"]:
    """Token j sees tokens 1 to j: what is to come is hidden.                 eq-attention-mask"""
    return np.tri(check_whole("N", N, 1), dtype=bool)


def padding(lengths: list[int], N: int) -> Bool[Array, "B 1 N"]:
    """Of N places each sequence fills the first ones, and the rest is hidden from every query.

    Raises ValueError for a length below 1 or above N.
    """
    N = check_whole("N", N, 1)
    if not isinstance(lengths, list | tuple | np.ndarray) or len(lengths) == 0:
        raise ValueError(f"lengths: got {short_repr(lengths)}, expected a list of whole numbers")
    ends = [check_whole(f"lengths[{k}]", n, 1, N) for k, n in enumerate(lengths)]
    return np.arange(N) < np.array(ends)[:, None, None]


def seen(mask: object, shape: tuple[int, ...]) -> Array | None:
    """`mask` as truth values that stretch to the scores' shape, or None where all is seen.

    Raises ValueError for other types and shapes, and for a mask that hides every key from a query:
    there is nothing left to average.
    """
    if mask is None:
        return None
    found = np.asarray(mask)
    expected = f"truth values that stretch to {shape}, True for what is seen"
    if found.dtype != bool:
        raise ValueError(f"mask: got {short_repr(mask)}, expected {expected}")
    if found.ndim > len(shape) or any(
        n not in (1, m) for n, m in zip(found.shape[::-1], shape[::-1], strict=False)
    ):
        raise ValueError(f"mask: got shape {found.shape}, expected {expected}")
    blind = np.argwhere(~np.atleast_1d(found).any(axis=-1))
    if len(blind):
        place = f"query {int(blind[0][-1]) + 1}" if found.ndim > 1 else "every query"
        raise ValueError(
            f"mask: got False for every key of {place}, expected a key that each query may see"
        )
    return found
