"""Models that count, and how much a text surprises them.

P(j | i) = (c_ij + α) / Σ_k (c_ik + α)                                   eq-language-models-bigram
𝓛 = -(1/T) Σ_t log P(x_t | x_1 … x_{t-1})                              eq-language-models-surprise
Notebook: book/language_models.ipynb
"""

import numpy as np

from unrolled.core.door import check_array, check_real, check_whole
from unrolled.core.shapes import Array


def mean_surprise(probabilities: Array) -> float:
    """𝓛 = -(1/T) Σ_t log p_t, in nats, of the probabilities that a model gave to what came.

    eq-language-models-surprise
    """
    p = check_array("probabilities", probabilities, "T")
    if p.min() <= 0 or p.max() > 1:
        raise ValueError(f"probabilities: got {p.min()} to {p.max()}, expected above 0 to 1")
    return float(-np.log(p).mean())


def bigram(codes: Array, size: int, plus: float | int = 1) -> Array:
    """P[i, j], how likely code j is after code i: counts plus `plus`.  eq-language-models-bigram"""
    size = check_whole("size", size, 1)
    plus = check_real("plus", plus, above=0)
    codes = _codes("codes", codes, size)
    counts = np.zeros((size, size))
    np.add.at(counts, (codes[:-1], codes[1:]), 1)
    return (counts + plus) / (counts + plus).sum(axis=1, keepdims=True)


def bigram_loss(train: Array, held_out: Array, size: int, plus: float | int = 1) -> float:
    """Mean surprise per character of `held_out`, in nats, for the bigram model of `train`.

    Raises ValueError for a code that is not from 0 to size - 1, and for a text of one character.
    """
    p = bigram(_codes("train", train, size), size, plus)
    held_out = _codes("held_out", held_out, size)
    return mean_surprise(p[held_out[:-1], held_out[1:]])


def ngram_loss(
    train: Array, held_out: Array, size: int, n: int, plus: float | int = 1
) -> tuple[float, float]:
    """Mean surprise when the last n - 1 characters are seen, and the share of new pieces.

    A piece is n characters in a row; it is new if `train` does not have it.
    """
    p = ngram_probabilities(train, held_out, size, n, plus)
    known, wanted = _pieces(train, held_out, size, n)
    return mean_surprise(p), float((~np.isin(wanted, known)).mean())


def ngram_probabilities(
    train: Array, held_out: Array, size: int, n: int, plus: float | int = 1
) -> Array:
    """What an n-gram model of `train` gave to each character of `held_out`, from the n-th on.

    Both texts need n characters, and the table no memory: only what occurs is counted.
    """
    size = check_whole("size", size, 1)
    plus = check_real("plus", plus, above=0)
    counted, wanted = _pieces(train, held_out, size, n)
    known, counts = np.unique(counted, return_counts=True)
    pasts, after = np.unique(counted // size, return_counts=True)
    count, before = _found(known, counts, wanted), _found(pasts, after, wanted // size)
    return (count + plus) / (before + plus * size)


def _pieces(train: Array, held_out: Array, size: int, n: int) -> tuple[Array, Array]:
    """Every n characters in a row of both texts, as whole numbers."""
    n = check_whole("n", n, 1, 12)
    train, held_out = _codes("train", train, size), _codes("held_out", held_out, size)
    return _words(train, size, n), _words(held_out, size, n)


def _words(codes: Array, size: int, n: int) -> Array:
    """Every n codes in a row as one whole number."""
    if len(codes) < n:
        raise ValueError(f"n: got {n}, expected at most {len(codes)}, the length of the text")
    places = len(codes) - n + 1
    return sum(codes[i : i + places] * size ** (n - 1 - i) for i in range(n))


def _found(known: Array, counts: Array, wanted: Array) -> Array:
    """How often each of `wanted` is among the known, which are sorted."""
    place = np.minimum(np.searchsorted(known, wanted), len(known) - 1)
    return np.where(known[place] == wanted, counts[place], 0)


def _codes(name: str, value: object, size: int) -> Array:
    size = check_whole("size", size, 1)
    codes = check_array(name, value, "N")
    wrong = (codes < 0) | (codes >= size) | (codes % 1 != 0)
    if wrong.any():
        at = int(wrong.argmax())
        raise ValueError(f"{name}: got {codes[at]:g} at index {at}, expected codes 0 to {size - 1}")
    if len(codes) < 2:
        raise ValueError(f"{name}: got one character, expected two at least, this and the next")
    return codes.astype(int)
