"""One small encoder for all four objectives: what differs between them is the lesson.

x_n = W_tok[t_n] + W_pos[n] + W_seg[s_n], two blocks, then z_n = W_tok x_n + b for a word and
σ(wᵀx_1 + c), of [CLS], for a pair of sentences.
Notebook: book/pretraining.ipynb
"""

from typing import NamedTuple

import numpy as np

from unrolled.bert.masked import BLOCKS, N_HEADS, WIDE, D
from unrolled.core.activations import logistic, softmax
from unrolled.core.door import check_generator
from unrolled.core.losses import CROSS_ENTROPY, mean_loss, mean_loss_back
from unrolled.core.records import check_fields
from unrolled.core.shapes import Array, Float
from unrolled.pretraining.objectives import N_MAX, Lesson
from unrolled.pretraining.stories import WORDS
from unrolled.stack.encoder import encode, encode_back, random_encoder
from unrolled.transformer.block import Block


class Model(NamedTuple):
    """An encoder with an output for words and one for pairs. Its gradient is another."""

    token: Float[Array, "V d"]
    position: Float[Array, "N_max d"]
    segment: Float[Array, "2 d"]
    blocks: tuple[Block, ...]
    bias: Float[Array, " V"]
    w: Float[Array, " d"]
    c: Float[Array, ""]


def random_model(rng: np.random.Generator) -> Model:
    """Weights drawn from N(0, 1/fan-in), embeddings from N(0, 1/d); biases and w are 0."""
    rng = check_generator("rng", rng)
    stack = tuple(random_encoder(rng, BLOCKS, N_HEADS, D, WIDE))
    rows = (len(WORDS), N_MAX, 2)
    tables = [rng.normal(0, D**-0.5, (count, D)) for count in rows]
    return Model(*tables, stack, np.zeros(len(WORDS)), np.zeros(D), np.zeros(()))


def states(p: Model, lesson: Lesson) -> tuple[Float[Array, "B N d"], list]:
    """The last X of every token that the lesson has it read, and the blocks' caches."""
    check_fields("p", p, Model)
    check_fields("lesson", lesson, Lesson)
    N = lesson.read.shape[1]
    X = p.token[lesson.read] + p.position[:N] + p.segment[lesson.segments]
    return encode(p.blocks, X, lesson.sees)


def word_logits(p: Model, X: Float[Array, "*B d"]) -> Float[Array, "*B V"]:
    """z = W_tok x + b."""
    return X @ p.token.T + p.bias


def word_probabilities(p: Model, lesson: Lesson) -> Float[Array, "n V"]:
    """ŷ at each token that must say something, row by row."""
    return softmax(word_logits(p, states(p, lesson)[0][lesson.counts]))


def follows(p: Model, lesson: Lesson) -> Float[Array, " B"]:
    """The probability that the second sentence follows.          eq-pretraining-next-sentence"""
    return logistic(pair_logits(p, states(p, lesson)[0]))


def pair_logits(p: Model, X: Float[Array, "B N d"]) -> Float[Array, " B"]:
    """wᵀx_1 + c of each text's [CLS]."""
    return X[:, 0] @ p.w + p.c


def loss_and_gradient(p: Model, lesson: Lesson) -> tuple[float, Model]:
    """The mean cross-entropy of what must be said, plus that of the pairs, and its gradient."""
    X, caches = states(p, lesson)
    dX = np.zeros(X.shape)
    token, bias = np.zeros(p.token.shape), np.zeros(p.bias.shape)
    w, c, loss = np.zeros(p.w.shape), np.zeros(()), 0.0
    if lesson.counts.any():
        found, dz = _words(p, X, lesson)
        loss += found
        dX[lesson.counts] = dz @ p.token
        token, bias = dz.T @ X[lesson.counts], dz.sum(axis=0)
    if lesson.follows is not None:
        z = pair_logits(p, X)
        dz = (logistic(z) - lesson.follows) / len(z)
        loss += float((np.logaddexp(0, z) - lesson.follows * z).mean())
        dX[:, 0] += dz[:, None] * p.w
        w, c = dz @ X[:, 0], dz.sum()
    blocks, dX = encode_back(p.blocks, caches, dX)
    np.add.at(token, lesson.read, dX)
    position, segment = np.zeros(p.position.shape), np.zeros(p.segment.shape)
    position[: dX.shape[1]] = dX.sum(axis=0)
    np.add.at(segment, lesson.segments, dX)
    return loss, Model(token, position, segment, tuple(blocks), bias, w, np.asarray(c))


def _words(p: Model, X: Array, lesson: Lesson) -> tuple[float, Array]:
    """The loss of the words that must be said, and the gradient of their logits."""
    zs = word_logits(p, X[lesson.counts])
    wanted = np.eye(len(WORDS))[lesson.says[lesson.counts]]
    return mean_loss(CROSS_ENTROPY, zs, wanted), mean_loss_back(CROSS_ENTROPY, zs, wanted)
