"""Known mistakes of this chapter, as functions of what the right one takes, each with its answer.

Notebook: book/encoder_decoder.ipynb
"""

import numpy as np

from unrolled.core.activations import softmax
from unrolled.core.shapes import Array
from unrolled.encoder_decoder.additive import Additive
from unrolled.page.ask import Slip

Count = float | int


def scores_of(p: Additive, query: Array, keys: Array) -> Array:
    """The additive score of each key, a row of `keys`.                eq-encoder-decoder-attend"""
    return np.tanh(p.W_q @ query + keys @ p.W_k.T + p.b) @ p.w


def looked(p: Additive, query: Array, keys: Array) -> Array:
    """The attention weights, then the average of the keys.           eq-encoder-decoder-attend"""
    return averaged(softmax(scores_of(p, query, keys)), keys)


def averaged(alpha: Array, keys: Array) -> Array:
    """Some attention weights, and after them the average that they give."""
    return np.concatenate([alpha, alpha @ keys])


def without_tanh(p: Additive, query: Array, keys: Array) -> Array:
    """The score of a network without its activation."""
    return averaged(softmax((p.W_q @ query + keys @ p.W_k.T + p.b) @ p.w), keys)


def exchanged(p: Additive) -> Additive:
    """The weights of queries and of keys, each in the other's place."""
    return p._replace(W_q=p.W_k, W_k=p.W_q)


def loss_of_due(p: Array, lengths: Array) -> float:
    """The mean of -log p over the tokens that are due; p has a row for each sequence.

    eq-sequence-tasks-padding
    """
    return float(-np.log(p[due(p, lengths)]).mean())


def due(p: Array, lengths: Array) -> Array:
    """Which tokens are no padding, a row for each sequence."""
    return np.arange(p.shape[1]) < np.asarray(lengths)[:, None]


def shares(matched: Array, said: Count, sentences: Count) -> Array:
    """The precisions of runs of 1, 2, … words: a sentence has n - 1 runs fewer than words."""
    return matched / (said - sentences * np.arange(len(matched)))


def bleu_of_counts(matched: Array, said: Count, due: Count, sentences: Count) -> float:
    """BLEU of so many sentences with `said` words in all, where `due` are due.

    Of their runs of 1, 2, … words, `matched` are due.                   eq-encoder-decoder-bleu
    """
    return float(root(shares(matched, said, sentences)) * np.exp(min(0, 1 - due / said)))


def root(p: Array) -> float:
    """The geometric mean."""
    return float(np.prod(p) ** (1 / len(p)))


def count_of(n_x: Count, n_y: Count, n_h: Count, n_a: Count) -> Count:
    """How many weights and biases a translator with attention has.

    Two LSTMs, of which the decoder reads a token and an average, a score, and a readout.
    """
    return lstm(n_x, n_h) + lstm(n_y + n_h, n_h) + n_a * (2 * n_h + 2) + n_y * (n_h + 1)


def lstm(n_x: Count, n_h: Count) -> Count:
    """Three gates and a candidate, with their biases."""
    return 4 * n_h * (n_x + n_h + 1)


SLIPS: dict[str, Slip] = {
    # of a look
    "without tanh": Slip("The score's hidden layer has a tanh, which is missing.", without_tanh),
    "exchanged": Slip(
        "W_q multiplies the decoder's state, W_k the states of the encoder.",
        lambda p, query, keys: looked(exchanged(p), query, keys),
    ),
    "without bias": Slip(
        "The bias b is missing.",
        lambda p, query, keys: looked(p._replace(b=np.zeros_like(p.b)), query, keys),
    ),
    "scores as weights": Slip(
        "Those are the scores. A softmax makes attention weights of them, which add up to 1.",
        lambda p, query, keys: averaged(scores_of(p, query, keys), keys),
    ),
    # of a loss with padding
    "padding counted": Slip(
        "You averaged over padding, too. What comes after the end of a sequence doesn't count.",
        lambda p, lengths: float(-np.log(p).mean()),
    ),
    "divided by all": Slip(
        "The sum is right. Divide it by the number of tokens that are due, not by all of them.",
        lambda p, lengths: loss_of_due(p, lengths) * float(np.mean(due(p, lengths))),
    ),
    "mean of means": Slip(
        "You averaged each sequence first, so a token of the short one counts for more. All tokens"
        " count alike.",
        lambda p, lengths: float(
            np.mean([-np.log(row[: int(n)]).mean() for row, n in zip(p, lengths, strict=True)])
        ),
    ),
    # of BLEU
    "no brevity": Slip(
        "The brevity penalty is missing: fewer words are written than the references have.",
        lambda matched, said, due, sentences: root(shares(matched, said, sentences)),
    ),
    "arithmetic mean": Slip(
        "BLEU takes the geometric mean of the precisions.",
        lambda matched, said, due, sentences: float(
            shares(matched, said, sentences).mean() * np.exp(min(0, 1 - due / said))
        ),
    ),
    "no root": Slip(
        "The product of the four precisions needs its fourth root.",
        lambda matched, said, due, sentences: float(
            np.prod(shares(matched, said, sentences)) * np.exp(min(0, 1 - due / said))
        ),
    ),
    "as many runs as words": Slip(
        "A sentence has one 2-gram fewer than it has words, two 3-grams fewer, and so on.",
        lambda matched, said, due, sentences: bleu_of_counts(matched, said, due, 0),
    ),
    # of a count
    "biases forgotten": Slip(
        "The biases are missing.",
        lambda n_x, n_y, n_h, n_a: count_of(n_x, n_y, n_h, n_a) - 8 * n_h - n_a - n_y,
    ),
    "average not read": Slip(
        "The decoder's LSTM also reads the average of the encoder's states, of n_h numbers.",
        lambda n_x, n_y, n_h, n_a: count_of(n_x, n_y, n_h, n_a) - 4 * n_h * n_h,
    ),
    "score forgotten": Slip(
        "The additive score has weights, too.",
        lambda n_x, n_y, n_h, n_a: count_of(n_x, n_y, n_h, n_a) - n_a * (2 * n_h + 2),
    ),
    "one gate": Slip(
        "An LSTM has three gates and a candidate: four times the weights of a plain cell.",
        lambda n_x, n_y, n_h, n_a: (
            count_of(n_x, n_y, n_h, n_a) - 0.75 * (lstm(n_x, n_h) + lstm(n_y + n_h, n_h))
        ),
    ),
}
