"""Known mistakes of this chapter, as functions of what the right one takes, each with its answer.

Notebook: book/attention.ipynb
"""

import numpy as np

from unrolled.attention import attend
from unrolled.attention.score import scaled
from unrolled.core.activations import softmax, softmax_jacobian
from unrolled.core.shapes import Array, Bool, Float
from unrolled.page.ask import Slip


def weights(q: Float[Array, " d"], K: Float[Array, "N d"]) -> Array:
    """What one query gives to each key.                                     eq-attention-weights"""
    return attend.weights(scaled(q[None], K))[0]


def output(q: Float[Array, " d"], K: Float[Array, "N d"], V: Float[Array, "N d_v"]) -> Array:
    """The average of the values with these weights.                          eq-attention-output"""
    return attend.attend(q[None], K, V)[0][0]


def asked(i: int, Q: Float[Array, "N d"], K: Float[Array, "N d"]) -> Array:
    """What token i gives to each of them when it asks.                      eq-attention-weights"""
    return weights(Q[i], K)


def masked(s: Float[Array, " N"], seen: Bool[Array, " N"]) -> Array:
    """The weights of these scores where only some keys may be seen.            eq-attention-mask"""
    return attend.weights(np.asarray(s)[None], np.asarray(seen))[0]


def slope(p: float) -> float:
    """Of one softmax weight by its own score: p(1 - p)."""
    return float(softmax_jacobian(np.array([p, 1 - p]))[0, 0])


def cost(N: int, d: int) -> int:
    """N²d multiply-adds for the scores, and as many for the averages.          eq-attention-cost"""
    return 2 * N * N * d


SLIPS: dict[str, Slip] = {
    # of weights: query, keys
    "not scaled": Slip(
        "Divide the scores by √<i>d<sub>k</sub></i> first.",
        lambda q, K: softmax(K @ q),
    ),
    "divided by d": Slip(
        "You divided by <i>d<sub>k</sub></i>. Divide by its square root.",
        lambda q, K: softmax(K @ q / len(q)),
    ),
    "no powers": Slip(
        "You divided the scores by their sum. The softmax first raises e to each score.",
        lambda q, K: (K @ q) / (K @ q).sum(),
    ),
    # of the weights of one token: its index, queries, keys
    "exchanged": Slip(
        "You swapped queries and keys: a row of the scores belongs to a query.",
        lambda i, Q, K: asked(i, K, Q),
    ),
    # of a mask: scaled scores, which of them are seen
    "no mask": Slip(
        "There is no mask in it: the third token is seen, too.", lambda s, seen: softmax(s)
    ),
    "other way": Slip(
        "You read the mask the other way round: only what is hidden was seen.",
        lambda s, seen: masked(s, np.logical_not(seen)),
    ),
    "hidden after": Slip(
        "The weights of what is seen do not add up to 1: hide before the softmax, not after it.",
        lambda s, seen: softmax(s) * seen,
    ),
    "hidden by 0": Slip(
        "A hidden score of 0 still has a weight, because exp 0 = 1: hide with −∞.",
        lambda s, seen: softmax(np.where(seen, s, 0.0)),
    ),
    # of outputs: query, keys, values
    "plain mean": Slip(
        "That is the mean of the values, with equal weights.",
        lambda q, K, V: V.mean(axis=0),
    ),
    "best alone": Slip(
        "That is only the value with the largest weight. All values are averaged.",
        lambda q, K, V: V[np.argmax(K @ q)],
    ),
    "keys averaged": Slip(
        "You averaged the keys. Keys decide the weights; the values are averaged.",
        lambda q, K, V: weights(q, K) @ K,
    ),
    # of the slope of a weight
    "the weight": Slip("That is the probability itself.", lambda p: p),
    "tanh's": Slip("1 − <i>p</i>² is the slope of tanh.", lambda p: 1 - p * p),
    # of costs: tokens, size
    "scores alone": Slip(
        "That is the cost of the scores. Averaging the values costs as much again.",
        lambda N, d: N * N * d,
    ),
    "once a token": Slip(
        "Every token looks at every token: the number of tokens enters twice.",
        lambda N, d: 2 * N * d,
    ),
}


def swapped(Q: Array, K: Array, V: Array) -> Array:
    """Attention with queries and keys exchanged: another answer, of the same model class."""
    return attend.attend(K, Q, V)[0]
