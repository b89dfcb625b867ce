"""What conditionals define: from left to right a distribution over texts, from both sides not.

A table holds the probability of every text of T words, one axis a word.

chain rule           Π_t p(x_t | x_1 … x_{t-1})       is p(x), so its sum over all texts is 1
full conditionals    Π_t p(x_t | all other x)         has another sum; for two words it is 1 + φ²

Notebook: book/pretraining.ipynb
"""

import numpy as np

from unrolled.core.activations import softmax
from unrolled.core.door import check_array, check_generator, check_whole
from unrolled.core.shapes import Array, Float

NOUNS, VERBS = ("dog", "dogs"), ("barks", "bark")
TWO_WORDS = np.array([[0.54, 0.07], [0.07, 0.32]])  # p(noun, verb): a writer who makes mistakes


def full_conditional(joint: Float[Array, "*texts"], axis: int) -> Float[Array, "*texts"]:
    """p(x_t | all other words) of every text; where the others never occur it is 0."""
    joint = check_joint(joint)
    axis = check_whole("axis", axis, 0, joint.ndim - 1)
    others = joint.sum(axis=axis, keepdims=True)
    return np.divide(joint, others, out=np.zeros(joint.shape), where=others > 0)


def full_conditionals(joint: Float[Array, "*texts"]) -> Float[Array, "*texts"]:
    """Π_t p(x_t | all other words) of every text.                       eq-pretraining-pseudo"""
    joint = check_joint(joint)
    product = np.ones(joint.shape)
    for axis in range(joint.ndim):
        product = product * full_conditional(joint, axis)
    return product


def chain_rule(joint: Float[Array, "*texts"]) -> Float[Array, "*texts"]:
    """Π_t p(x_t | the words before it) of every text.                    eq-pretraining-chain"""
    joint = check_joint(joint)
    product, before = np.ones(joint.shape), np.asarray(joint.sum())
    for t in range(joint.ndim):
        after = joint.sum(axis=tuple(range(t + 1, joint.ndim)))
        known = np.broadcast_to(before[..., None], after.shape)
        step = np.divide(after, known, out=np.zeros(after.shape), where=known > 0)
        product = product * step.reshape(step.shape + (1,) * (joint.ndim - t - 1))
        before = after
    return product


def mean_square_contingency(joint: Float[Array, "m n"]) -> float:
    """φ² = Σ (p(x, y) - p(x) p(y))² / (p(x) p(y)): how far two words depend on each other.

    eq-pretraining-excess
    """
    joint = check_joint(joint)
    if joint.ndim != 2:
        raise ValueError(f"joint: got shape {joint.shape}, expected (m, n), for two words")
    alone = np.outer(joint.sum(axis=1), joint.sum(axis=0))
    off = np.divide((joint - alone) ** 2, alone, out=np.zeros(joint.shape), where=alone > 0)
    return float(off.sum())


def pseudo_log_likelihood(joint: Float[Array, "*texts"], text: tuple[int, ...]) -> float:
    """Σ_t log p(x_t | all other words) of one text.                     eq-pretraining-pseudo"""
    joint = check_joint(joint)
    text = _text_of(joint, text)
    with np.errstate(divide="ignore"):
        return float(np.log(full_conditionals(joint)[text]))


def gibbs(
    rng: np.random.Generator, joint: Float[Array, "*texts"], sweeps: int
) -> Float[Array, "*texts"]:
    """How often each text comes up when words are drawn anew in turn, each given all others.

    These are conditionals of one table, and so the shares approach it.
    """
    rng, joint = check_generator("rng", rng), check_joint(joint)
    text = list(np.unravel_index(int(joint.argmax()), joint.shape))
    counts = np.zeros(joint.shape)
    for _ in range(check_whole("sweeps", sweeps, 1)):
        for axis in range(joint.ndim):
            line = joint[tuple(slice(None) if k == axis else at for k, at in enumerate(text))]
            text[axis] = int(rng.choice(len(line), p=line / line.sum()))
        counts[tuple(text)] += 1
    return counts / sweeps


def pair_products(first: Float[Array, "m n"], second: Float[Array, "m n"]) -> Float[Array, "m n"]:
    """p(x | y) p(y | x) of two words, from logits of both conditionals of a trained model.

    `first` has logits of x for each y, down the columns; `second` of y for each x, along the rows.
    """
    first = check_array("first", first, "m n")
    second = check_array("second", second, "m n", m=first.shape[0], n=first.shape[1])
    return softmax(first.T).T * softmax(second)


def check_joint(joint: object) -> Float[Array, "*texts"]:
    """A table of probabilities whose sum is 1, or ValueError."""
    found = check_array("joint", joint, "*texts")
    if found.ndim == 0 or found.min() < 0 or abs(found.sum() - 1) > 1e-9:
        raise ValueError(f"joint: got a sum of {found.sum():.6g}, expected probabilities of texts")
    return found


def _text_of(joint: Array, text: object) -> tuple[int, ...]:
    """Indices of one text of the table, or ValueError."""
    if not isinstance(text, tuple | list) or len(text) != joint.ndim:
        raise ValueError(f"text: expected {joint.ndim} indices, a word each")
    pairs = zip(text, joint.shape, strict=True)
    return tuple(check_whole(f"text[{t}]", k, 0, n - 1) for t, (k, n) in enumerate(pairs))
