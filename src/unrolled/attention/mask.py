"""Masks: which key a query may look at. True is seen, False is hidden.

Rows are queries, columns are keys, as in the scores of `unrolled.attention.attend`.
Notebook: book/attention.ipynb
"""

import numpy as np

from unrolled.core.door import check_whole, short_repr
from unrolled.core.shapes import Array, Bool
from unrolled.encoder_decoder.average import seen

__all__ = ["causal", "padding", "seen"]


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
