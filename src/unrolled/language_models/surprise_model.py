"""The n-gram model of the explorable *Surprise*: it has counted nine tenths of the book's text.

P(j | past) = (c_j + α) / (Σ_k c_k + α V),   c_j: how often j came after the last n - 1 letters
A bigram model has n = 2 and is eq-language-models-bigram; here α = 0.1, as in the chapter's
picture of longer pasts. The first letters of a text have a shorter past.
Notebook: book/language_models.ipynb
"""

from functools import cache

import numpy as np

from unrolled.core.shapes import Array, Float
from unrolled.core.text import LETTERS, prose

PLUS = 0.1
LONGEST = 6  # n of the longest past that is counted


@cache
def counted() -> str:
    """The text that the model has counted: the first nine tenths."""
    text = prose()
    return text[: len(text) * 9 // 10]


def next_probabilities(text: str, past: str, plus: float) -> Float[Array, " V"]:
    """How likely each of LETTERS is after this past, by the counts of a text."""
    counts = np.zeros(len(LETTERS))
    at = text.find(past)
    while 0 <= at < len(text) - len(past):
        counts[LETTERS.index(text[at + len(past)])] += 1
        at = text.find(past, at + 1)
    return (counts + plus) / (counts.sum() + plus * len(LETTERS))


def letter_probabilities(text: str, read: str, n: int, plus: float) -> Float[Array, " T"]:
    """The probability of each letter that is read, given the n - 1 before it."""
    pasts = [read[max(0, t - n + 1) : t] for t in range(len(read))]
    after = [next_probabilities(text, past, plus) for past in pasts]
    return np.array([p[LETTERS.index(letter)] for p, letter in zip(after, read, strict=True)])


def bits(probabilities: Float[Array, " T"]) -> Float[Array, " T"]:
    """The surprise of each letter, -log2 of its probability."""
    return -np.log2(probabilities)
