"""Known mistakes of this chapter, as functions of what the right one takes, each with its answer.

Notebook: book/bert.ipynb
"""

import numpy as np

from unrolled.bert.cosine import alike
from unrolled.bert.count import parameters
from unrolled.core.shapes import Array
from unrolled.page.ask import Slip
from unrolled.transformer.slips import normed


def entering(token: Array, position: Array, segment: Array) -> Array:
    """The norm of three rows, with gain 1 and bias 0.                      eq-bert-embedding"""
    return normed(np.add(token, position) + segment)


def weights(d: int, blocks: int, d_ff: int, V: int, N_max: int) -> int:
    """All of a BERT without the layer behind [CLS].                        eq-bert-parameters"""
    return parameters(d, blocks, d_ff, V, N_max, pooler=False)["all"]


def mean(X: Array, mask: Array) -> Array:
    """The mean of the tokens that are there.                                     eq-bert-mean"""
    return X[mask].mean(axis=0)


def cosine(u: Array, v: Array) -> float:
    """Of the angle between two vectors.                                        eq-bert-cosine"""
    return float(alike(np.array([u, v], dtype=float))[0, 1])


SLIPS: dict[str, Slip] = {
    # of what enters: three rows
    "not normed": Slip(
        "That is the sum of the three rows. A layer norm follows it.", lambda t, p, s: t + p + s
    ),
    "no place": Slip("The row of the position is missing.", lambda t, p, s: normed(t + s)),
    "no segment": Slip("The row of the segment is missing.", lambda t, p, s: normed(t + p)),
    "token alone": Slip(
        "That is the token's row alone, normalised. Add the other two first.",
        lambda t, p, s: normed(t),
    ),
    # of counts: d, blocks, d_ff, V, N_max
    "two rows": Slip(
        "2 <i>d</i> weights are missing: the two segment rows, or the gain and bias of the layer"
        " norm.",
        lambda d, L, d_ff, V, N: weights(d, L, d_ff, V, N) - 2 * d,
    ),
    "one block": Slip("You counted one block.", lambda d, L, d_ff, V, N: weights(d, 1, d_ff, V, N)),
    "blocks alone": Slip(
        "Those are the blocks. The embeddings have weights, too.",
        lambda d, L, d_ff, V, N: weights(d, L, d_ff, V, N) - d * (V + N + 4),
    ),
    # of means: tokens, mask
    "all rows": Slip(
        "You included the padding: take the mean over the tokens alone.",
        lambda X, mask: X.mean(axis=0),
    ),
    "masked sum": Slip(
        "You left out the padding, but divided by the number of all rows.",
        lambda X, mask: X[mask].sum(axis=0) / len(X),
    ),
    "first alone": Slip("That is the first token's vector alone.", lambda X, mask: X[0]),
    # of cosines: two vectors
    "product": Slip("That is the product. Divide by both lengths.", lambda u, v: u @ v),
    "one length": Slip(
        "You divided by one length. There are two.", lambda u, v: u @ v / np.sqrt(u @ u)
    ),
    "squares": Slip(
        "You divided by the squares of the lengths.", lambda u, v: u @ v / (u @ u * (v @ v))
    ),
}
