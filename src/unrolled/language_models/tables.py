"""A language of few sentences as one table of probabilities, and what models of it say.

`joint[x_1, …, x_T]` is the probability of a whole sequence; the axes may have different lengths.

P(x_1 … x_T) = Π_t P(x_t | x_1 … x_{t-1})                                eq-language-models-chain
             ≈ Π_t P(x_t | x_{t-n+1} … x_{t-1})                         eq-language-models-ngrams
Notebook: book/language_models.ipynb
"""

import numpy as np

from unrolled.core.door import check_finite, check_whole, short_repr
from unrolled.core.shapes import Array

# the · key, keys · to · the · cabinet, cabinets · is, are
KEYS = np.array([[[0.4, 0.0], [0.2, 0.0]], [[0.0, 0.2], [0.0, 0.2]]]).reshape(1, 2, 1, 1, 2, 2)
WORDS = (("the",), ("key", "keys"), ("to",), ("the",), ("cabinet", "cabinets"), ("is", "are"))


def given(joint: Array, t: int, first: int = 1) -> Array:
    """P(x_t | x_first … x_{t-1}) for every sequence, t and first counted from 1.

    The axes of what is not looked at have length 1. After a past that never happens it is 0.
    """
    joint = _probabilities(joint)
    t = check_whole("t", t, 1, joint.ndim)
    first = check_whole("first", first, 1, t)
    unseen = tuple(axis for axis in range(joint.ndim) if not first - 1 <= axis < t)
    together = joint.sum(axis=unseen, keepdims=True)
    before = np.broadcast_to(together.sum(axis=t - 1, keepdims=True), together.shape)
    return np.divide(together, before, out=np.zeros(together.shape), where=before > 0)


def chain(joint: Array) -> Array:
    """Π_t P(x_t | x_1 … x_{t-1}) for every sequence.                    eq-language-models-chain"""
    joint = _probabilities(joint)
    product = np.ones(joint.shape)
    for t in range(1, joint.ndim + 1):
        product = product * given(joint, t)
    return product


def ngram(joint: Array, n: int) -> Array:
    """Π_t P(x_t | x_{t-n+1} … x_{t-1}) for every sequence.             eq-language-models-ngrams"""
    joint = _probabilities(joint)
    n = check_whole("n", n, 1, of="elements")
    product = np.ones(joint.shape)
    for t in range(1, joint.ndim + 1):
        product = product * given(joint, t, max(1, t - n + 1))
    return product


def lost(joint: Array, n: int) -> float:
    """How much more an n-gram model of a language is surprised than the language itself, in nats.

    Σ P log(P / P_n) over all sequences: 0 if nothing that was cut off mattered.
    """
    joint = _probabilities(joint)
    happens = joint > 0
    return float((joint[happens] * np.log(joint[happens] / ngram(joint, n)[happens])).sum())


def latent(joint: Array, summaries: tuple | list) -> Array:
    """Π_t P(x_t | summary of x_1 … x_{t-1}) for every sequence.        eq-language-models-latent

    `summaries[t - 1]` has one number for every past x_1 … x_t, from t = 1 to T - 1: equal numbers
    are equal summaries, and pasts with the same summary share their prediction.
    """
    joint = _probabilities(joint)
    if not isinstance(summaries, tuple | list) or len(summaries) != joint.ndim - 1:
        raise ValueError(
            f"summaries: got {short_repr(summaries)}, expected {joint.ndim - 1} arrays"
        )
    product = np.ones(joint.shape) * given(joint, 1)
    for t, summary in enumerate(summaries, 2):
        marks = check_finite("summaries", summary)
        if marks.shape != joint.shape[: t - 1]:
            expected = f"{joint.shape[: t - 1]} before element {t}"
            raise ValueError(f"summaries: got shape {marks.shape}, expected {expected}")
        together = joint.sum(axis=tuple(range(t, joint.ndim)))
        shared = np.zeros(together.shape)
        for mark in np.unique(marks):
            counts = together[marks == mark].sum(axis=0)
            shared[marks == mark] = counts / max(counts.sum(), np.finfo(float).tiny)
        product = product * shared.reshape(shared.shape + (1,) * (joint.ndim - t))
    return product


def _probabilities(joint: object) -> Array:
    joint = check_finite("joint", joint)
    if not joint.ndim or joint.min() < 0 or abs(joint.sum() - 1) > 1e-9:
        raise ValueError(
            "joint: got numbers that are no probabilities, expected a table with sum 1"
        )
    return joint
