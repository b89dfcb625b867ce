"""The tone of a statement: a classifier of sentences, tuned on labelled ones.

Each sentence is encoded as a vector u, the head gives the probabilities of five kinds,
p = softmax(W u + b), and a statement's vector is the mean over its sentences.
Its tone is the mean of p(hawkish) - p(dovish).                              eq-finbert-tone
Notebook: book/finbert.ipynb
"""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np

from unrolled.bert.basic import words
from unrolled.core.activations import softmax
from unrolled.core.door import check_array, check_function, check_whole, short_repr
from unrolled.core.losses import CROSS_ENTROPY, mean_loss_back
from unrolled.core.optim import adam
from unrolled.core.records import check_fields
from unrolled.core.shapes import Array, Float
from unrolled.finbert import statements
from unrolled.finbert.statements import DOVISH, HAWKISH, KINDS, Statement

LABELLED, STEPS, RATE = 400, 200, 0.1


class Head(NamedTuple):
    """Weights of the classifier. Its gradient is another."""

    W: Float[Array, "k d"]
    b: Float[Array, " k"]


class ToneReader(NamedTuple):
    """An encoder of sentences and the head that was tuned on its vectors."""

    encode: Callable  # texts -> Float[Array, "n d"]
    head: Head


@cache
def vocabulary() -> dict[str, int]:
    """Each word that a statement can have, and its place in the vector of counts."""
    ways = (statements.ROSE, statements.FELL, statements.WHEN, statements.STRICTER)
    ways += (statements.LOOSER, statements.DOUBTS, statements.CALMS, statements.SAYS_NOTHING)
    ways += (statements.OPENINGS, statements.CHAIRS, *(names for _, names in statements.TOPICS))
    found = {word for way in ways for text in way for word in words(text)}
    found |= set(words("Signed for the council: , chair."))
    return {word: place for place, word in enumerate(sorted(found))}


def count_words(texts: list[str]) -> Float[Array, "n d"]:
    """How often each word of the grammar occurs in each text, every row brought to length 1.

    Raises ValueError for what is no list of texts with at least one known word each.
    """
    if not isinstance(texts, list | tuple) or not all(isinstance(text, str) for text in texts):
        raise ValueError(f"texts: got {short_repr(texts)}, expected a list of texts")
    counts = np.zeros((len(texts), len(vocabulary())))
    for row, text in zip(counts, texts, strict=True):
        for word in words(text):
            if word in vocabulary():
                row[vocabulary()[word]] += 1
        if not row.any():
            raise ValueError(f"texts: got {short_repr(text)}, expected words of the grammar")
    return counts / np.linalg.norm(counts, axis=1, keepdims=True)


def tune(
    encode: Callable[[list[str]], Array], sentences: list[str], kinds: list[int], steps: int = STEPS
) -> ToneReader:
    """A head on top of a frozen encoder, tuned by Adam on the mean cross-entropy.

    Raises ValueError for kinds that are not from 0 to 4 or not as many as the sentences.
    """
    U = check_array("encode(sentences)", check_function("encode", encode)(sentences), "n d")
    if len(kinds) != len(U):
        raise ValueError(f"kinds: got {len(kinds)} of them, expected {len(U)}")
    kinds = [check_whole("kinds", kind, 0, len(KINDS) - 1) for kind in kinds]
    head = Head(np.zeros((len(KINDS), U.shape[1])), np.zeros(len(KINDS)))
    wanted, optimiser = np.eye(len(KINDS))[kinds], adam(RATE)
    memory = optimiser.start(head)
    for _ in range(check_whole("steps", steps, 1)):
        dz = mean_loss_back(CROSS_ENTROPY, U @ head.W.T + head.b, wanted)
        head, memory = optimiser.step(head, Head(dz.T @ U, dz.sum(axis=0)), memory)
    return ToneReader(encode, head)


def kinds_of(reader: ToneReader, sentences: list[str]) -> Float[Array, "n k"]:
    """The probabilities of the five kinds, for each sentence."""
    reader = check_fields("reader", reader, ToneReader)
    U = check_array("encode(sentences)", reader.encode(sentences), "n d")
    return softmax(U @ reader.head.W.T + reader.head.b)


def document_vectors(reader: ToneReader, documents: tuple[Statement, ...]) -> Float[Array, "K k"]:
    """One vector for each statement: the mean of its sentences' probabilities.

    The same sentence is encoded once.
    """
    sentences = list(dict.fromkeys(text for found in documents for text in found.sentences))
    known = dict(zip(sentences, kinds_of(reader, sentences), strict=True))
    return np.array([np.mean([known[text] for text in d.sentences], axis=0) for d in documents])


def tones(vectors: Float[Array, "K k"]) -> Float[Array, " K"]:
    """Hawkish minus dovish, for each statement.                               eq-finbert-tone"""
    vectors = check_array("vectors", vectors, "K k", k=len(KINDS))
    return vectors[:, HAWKISH] - vectors[:, DOVISH]


@cache
def tuned_on_words(seed: int = 0) -> ToneReader:
    """The head on counts of words, tuned on 400 labelled sentences of a seed."""
    rng = np.random.default_rng([check_whole("seed", seed, 0), 77])
    return tune(count_words, *statements.labelled(rng, LABELLED))


@cache
def measured_reliability(n: int = 20000) -> float:
    """The correlation of stance and tone over n labelled statements, none of them of a world."""
    rng = np.random.default_rng(78)
    stances, doubts = rng.normal(size=(2, check_whole("n", n, 10)))
    years = rng.uniform(statements.FIRST_YEAR, statements.FIRST_YEAR + statements.YEARS, n)
    each = zip(stances, doubts, years, strict=True)
    found = tuple(statements.write(rng, *of) for of in each)
    return float(np.corrcoef(stances, tones(document_vectors(tuned_on_words(), found)))[0, 1])
