"""Patterns of attention: how much a head gives to the token before, to a bracket's partner, ...

Notebook: book/bert.ipynb
"""

import numpy as np

from unrolled.core.door import check_array, short_repr
from unrolled.core.shapes import Array, Float

PAIRS = {")": "(", "]": "["}


def places(tokens: list[str]) -> dict[str, Array]:
    """Which key a pattern means for each query: truth values of shape (N, N), by its name."""
    N = len(tokens)
    kinds = np.array(tokens)
    inner = np.ones(N, dtype=bool)
    inner[[0, -1]] = False  # the marks at both ends ask nothing of interest
    rows = inner[:, None]
    columns = np.ones((1, N), dtype=bool)
    same = (kinds[:, None] == kinds) & ~np.eye(N, dtype=bool)
    closing = np.zeros((N, N), dtype=bool)
    opened = []
    for k, token in enumerate(tokens):
        if token in PAIRS.values():
            opened.append(k)
        elif token in PAIRS and opened:
            closing[k, opened.pop()] = True
    return {
        "previous": rows & np.eye(N, k=-1, dtype=bool),
        "next": rows & np.eye(N, k=1, dtype=bool),
        "itself": rows & np.eye(N, dtype=bool),
        "first": rows & columns & (np.arange(N) == 0),
        "last": rows & columns & (np.arange(N) == N - 1),
        "same": rows & same,
        "bracket": closing,
    }


def patterns(tokens: list[str], A: Float[Array, "L n_H N N"]) -> dict[str, Float[Array, "L n_H"]]:
    """How much each head gives to what a pattern means, on average over the tokens that have one.

    A pattern that the sentence has not got is left out. Raises ValueError for shapes that do not
    fit the tokens.
    """
    A = check_array("A", A, "L n_H N N", N=len(_words(tokens)))
    found = {name: place for name, place in places(tokens).items() if place.any()}
    return {
        name: (A * place).sum(axis=-1)[..., place.any(axis=-1)].mean(axis=-1)
        for name, place in found.items()
    }


def _words(tokens: object) -> list[str]:
    if (
        not isinstance(tokens, list | tuple)
        or not tokens
        or not all(isinstance(token, str) for token in tokens)
    ):
        raise ValueError(f"tokens: got {short_repr(tokens)}, expected a list of words")
    return list(tokens)
