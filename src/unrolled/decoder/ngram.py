"""An n-gram model that asks shorter contexts for help: the strongest of the models that count.

P_k(j | last k-1) = (c_k(j) + β P_{k-1}(j | last k-2)) / (Σ_i c_k(i) + β)  eq-decoder-interpolation
c_k(j) counts how often j followed the last k - 1 letters; P_0 is uniform (MacKay and Peto 1995).
A past that was never seen has no counts, so the shorter context decides alone.
Notebook: book/decoder.ipynb
"""

from typing import NamedTuple

import numpy as np

from unrolled.core.door import check_array, check_real, check_whole
from unrolled.core.records import check_fields
from unrolled.core.shapes import Array, Float, Int
from unrolled.decoder.model import check_codes

WEIGHT = 3.0  # β, in letters: so much does the shorter context count


class NGram(NamedTuple):
    """How often each letter followed every past of 0, 1, … n - 1 letters."""

    size: int  # letters of the alphabet
    weight: float
    counts: tuple[dict[tuple[int, ...], Float[Array, " V"]], ...]


def count_ngrams(codes: Int[Array, " N"], size: int, n: int, weight: float | int = WEIGHT) -> NGram:
    """Counts of a text, for pasts of at most n - 1 letters.

    Raises ValueError for codes that are no letters and for a text shorter than n.
    """
    size, n = check_whole("size", size, 1), check_whole("n", n, 1, 12)
    weight = check_real("weight", weight, above=0)
    codes = _text("codes", codes, size, n)
    tables = []
    for k in range(n):
        found: dict[tuple[int, ...], Array] = {}
        for at in range(k, len(codes)):
            past = tuple(codes[at - k : at].tolist())
            found.setdefault(past, np.zeros(size))[codes[at]] += 1
        tables.append(found)
    return NGram(size, weight, tuple(tables))


def next_chances(p: NGram, past: tuple[int, ...] | list[int]) -> Float[Array, " V"]:
    """The probability of each letter after this past, of which the last n - 1 letters count.

    eq-decoder-interpolation
    """
    check_fields("p", p, NGram)
    past = tuple(past)
    y = np.full(p.size, 1 / p.size)
    for k, table in enumerate(p.counts[: len(past) + 1]):
        counts = table.get(past[len(past) - k :])
        if counts is None:
            break  # nor has any longer past been seen
        y = (counts + p.weight * y) / (counts.sum() + p.weight)
    return y


def chances(
    train: Int[Array, " M"],
    held_out: Int[Array, " N"],
    size: int,
    n: int,
    weight: float | int = WEIGHT,
) -> Float[Array, " N"]:
    """The probability that the model of `train` gave to each letter of `held_out`, all at once.

    The first letters have a shorter context.                        eq-decoder-interpolation
    """
    size, n = check_whole("size", size, 1), check_whole("n", n, 1, 12)
    weight = check_real("weight", weight, above=0)
    train = _text("train", train, size, n)
    held_out = _text("held_out", held_out, size, n)
    y = np.full(len(held_out), 1 / size)
    for k in range(1, n + 1):
        known, unseen = (_words(text, size, k) for text in (train, held_out))
        count = _found(known, unseen)
        before = _found(known // size, unseen // size)
        y[k - 1 :] = (count + weight * y[k - 1 :]) / (before + weight)
    return y


def numbers_held(train: Int[Array, " M"], size: int, n: int) -> int:
    """How many counts above 0 the model keeps: the n-gram model's parameters."""
    train = _text("train", train, check_whole("size", size, 1), check_whole("n", n, 1, 12))
    return sum(len(np.unique(_words(train, size, k))) for k in range(1, n + 1))


def _text(name: str, codes: object, size: int, least: int) -> Int[Array, " N"]:
    codes = check_array(name, codes, "N")
    return check_codes(name, codes, max(len(codes), least), size=size, least=least)


def _words(codes: Array, size: int, k: int) -> Array:
    """Every k letters in a row as one whole number."""
    places = len(codes) - k + 1
    return sum(codes[i : i + places] * size ** (k - 1 - i) for i in range(k))


def _found(known: Array, wanted: Array) -> Array:
    """How often each of `wanted` is among the known."""
    values, counts = np.unique(known, return_counts=True)
    place = np.minimum(np.searchsorted(values, wanted), len(values) - 1)
    return np.where(values[place] == wanted, counts[place], 0)
