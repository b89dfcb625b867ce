"""A masked language model, small enough to train in a minute: it fills gaps from both sides.

A BERT of 32 features and two blocks on `unrolled.bert.little_english`. Different from the real one
are its size, ReLU in the place of GELU, one segment, and no layer between the last block and the
output, whose matrix is that of the token embeddings: z_n = W_tok x_n + b.
The weights are derived data, 8 bits each: `make data NAME=bert.masked`, in a minute.
Notebook: book/bert.ipynb
"""

from base64 import b64decode, b64encode
from functools import cache
from typing import NamedTuple

import numpy as np

from unrolled.attention.mask import causal
from unrolled.bert.little_english import SPECIAL, Sentence, draw, vocabulary
from unrolled.core.activations import softmax
from unrolled.core.derived import read_data
from unrolled.core.door import check_flag, check_generator, check_whole, short_repr
from unrolled.core.losses import CROSS_ENTROPY, mean_loss, mean_loss_back
from unrolled.core.optim import adam, clip_by_norm
from unrolled.core.records import check_fields
from unrolled.core.shapes import Array, Bool, Float, Int
from unrolled.core.tree import tree_leaves, tree_map, unravel
from unrolled.stack.encoder import encode, encode_back, random_encoder
from unrolled.transformer.block import Block

D, BLOCKS, N_HEADS, WIDE = 32, 2, 4, 64
N_MAX = 16  # tokens
CHOSEN = 0.15  # of the tokens
BERT = (0.8, 0.1, 0.1)  # of the chosen ones: [MASK], a random word, kept
SENTENCES = 4000  # to learn from
UPDATES, BATCH, LIMIT = 4000, 32, 1.0
RATE, LATE, LATE_FROM = 0.003, 0.0005, 3000  # the first rate until update 3000, then the second
WORDS = vocabulary()
INDEX = {word: k for k, word in enumerate(WORDS)}
PAD, CLS, SEP, MASK = (INDEX[token] for token in SPECIAL)


class MaskedModel(NamedTuple):
    """An encoder and its embeddings, which are the output's as well. Its gradient is another."""

    token: Float[Array, "V d"]
    position: Float[Array, "N_max d"]
    blocks: tuple[Block, ...]
    bias: Float[Array, " V"]


def random_model(rng: np.random.Generator) -> MaskedModel:
    """Weights drawn from N(0, 1/fan-in), embeddings from N(0, 1/d); biases 0, gains 1."""
    stack = tuple(random_encoder(check_generator("rng", rng), BLOCKS, N_HEADS, D, WIDE))
    token, position = (rng.normal(0, D**-0.5, (rows, D)) for rows in (len(WORDS), N_MAX))
    return MaskedModel(token, position, stack, np.zeros(len(WORDS)))


def indices(sentences: list) -> Int[Array, "B N"]:
    """[CLS] words [SEP] of each sentence as indices, padded to the longest.

    Raises ValueError for a word that the vocabulary does not have and for a long sentence.
    """
    rows = []
    for sentence in sentences:
        words = sentence.words if isinstance(sentence, Sentence) else sentence
        unknown = [word for word in words if word not in INDEX]
        if unknown:
            raise ValueError(f"sentence: got {short_repr(unknown[0])}, expected words of WORDS")
        rows.append([CLS, *(INDEX[word] for word in words), SEP])
    N = max(map(len, rows))
    if N > N_MAX:
        raise ValueError(f"sentence: got {N - 2} words, expected {N_MAX - 2} at most")
    return np.array([row + [PAD] * (N - len(row)) for row in rows])


def mask_tokens(
    rng: np.random.Generator,
    ids: Int[Array, "B N"],
    shares: tuple[float, float, float] = BERT,
) -> tuple[Int[Array, "B N"], Bool[Array, "B N"]]:
    """What the model gets to read, and True where it must say what the word was.

    Of the words 15 % are chosen, one at least; by `shares` each of them becomes [MASK], becomes a
    random word, or is kept.
    """
    rng = check_generator("rng", rng)
    words = ids >= len(SPECIAL)
    order = np.where(words, rng.random(ids.shape), 2.0)
    chosen = order <= max(CHOSEN, order.min())
    fate = np.searchsorted(np.cumsum(shares)[:2], rng.random(ids.shape), side="right")
    other = rng.integers(len(SPECIAL), len(WORDS), ids.shape)
    read = np.where(chosen, np.choose(fate, (np.full_like(ids, MASK), other, ids)), ids)
    return read, chosen


def states(
    p: MaskedModel, ids: Int[Array, "B N"], left_only: bool = False
) -> tuple[Float[Array, "B N d"], list]:
    """The last X of every token, and the blocks' caches; `left_only` hides what is to come."""
    check_fields("p", p, MaskedModel)
    N = ids.shape[1]
    mask = (ids != PAD)[:, None, :]
    if check_flag("left_only", left_only):
        mask = mask & causal(N)
    return encode(p.blocks, p.token[ids] + p.position[:N], mask)


def logits(p: MaskedModel, X: Float[Array, "*B d"]) -> Float[Array, "*B V"]:
    """z = W_tok x + b, a number for each word; their softmax is ŷ.               eq-bert-fill"""
    return X @ p.token.T + p.bias


def loss_and_gradient(
    p: MaskedModel,
    read: Int[Array, "B N"],
    chosen: Bool[Array, "B N"],
    ids: Int[Array, "B N"],
    left_only: bool = False,
) -> tuple[float, MaskedModel]:
    """The mean cross-entropy of the chosen tokens, and its gradient.      eq-bert-masked-loss"""
    X, caches = states(p, read, left_only)
    zs, wanted = logits(p, X[chosen]), np.eye(len(WORDS))[ids[chosen]]
    dz = mean_loss_back(CROSS_ENTROPY, zs, wanted)
    dX = np.zeros(X.shape)
    dX[chosen] = dz @ p.token
    blocks, dX = encode_back(p.blocks, caches, dX)
    one_hot = np.eye(len(WORDS))[read.ravel()]
    token = dz.T @ X[chosen] + one_hot.T @ dX.reshape(-1, dX.shape[-1])
    position = np.zeros(p.position.shape)
    position[: ids.shape[1]] = dX.sum(axis=0)
    return mean_loss(CROSS_ENTROPY, zs, wanted), MaskedModel(
        token, position, tuple(blocks), dz.sum(axis=0)
    )


def train_masked(
    seed: int,
    updates: int = UPDATES,
    shares: tuple[float, float, float] = BERT,
    left_only: bool = False,
) -> tuple[MaskedModel, Float[Array, " N"]]:
    """`updates` steps of Adam on batches of 32 out of 4000 sentences, clipped at 1, and losses."""
    p = random_model(np.random.default_rng(check_whole("seed", seed, 0)))
    rng = np.random.default_rng(1000 + seed)
    texts = indices(draw(rng, SENTENCES))
    memory = adam(RATE).start(p)
    losses = []
    for k in range(check_whole("updates", updates, 1)):
        ids = texts[rng.integers(len(texts), size=BATCH)]
        read, chosen = mask_tokens(rng, ids, shares)
        loss, g = loss_and_gradient(p, read, chosen, ids, left_only)
        step = adam(LATE if k >= LATE_FROM else RATE).step
        p, memory = step(p, clip_by_norm(g, LIMIT), memory)
        losses.append(loss)
    return p, np.array(losses)


def top_words(
    sentence: str, p: MaskedModel | None = None, n: int = 5, left_only: bool = False
) -> list[list[tuple[str, float]]]:
    """For each [MASK] of a sentence the n words of highest probability, with their probabilities.

    Raises ValueError for words that are not in the vocabulary and a sentence without [MASK].
    """
    if not isinstance(sentence, str) or "[MASK]" not in sentence.split():
        raise ValueError(f"sentence: got {short_repr(sentence)}, expected words and [MASK]")
    ids = indices([sentence.split()])
    p = trained() if p is None else p
    X, _ = states(p, ids, left_only)
    found = []
    for probabilities in softmax(logits(p, X[ids == MASK])):
        best = np.argsort(-probabilities, kind="stable")[: check_whole("n", n, 1, len(WORDS))]
        found.append([(WORDS[k], float(probabilities[k])) for k in best])
    return found


def attention_weights(
    sentence: str, p: MaskedModel | None = None
) -> tuple[list[str], Float[Array, "L n_H N N"]]:
    """The tokens of a sentence, and what each looks at in every head of every block."""
    if not isinstance(sentence, str) or not sentence.split():
        raise ValueError(f"sentence: got {short_repr(sentence)}, expected words")
    ids = indices([sentence.split()])
    _, caches = states(trained() if p is None else p, ids)
    return [WORDS[k] for k in ids[0]], np.array([cache.heads.A[0] for cache in caches])


def packed(p: MaskedModel) -> dict:
    """Weights of 8 bits each: an array's numbers are whole ones times its scale."""
    leaves = tree_leaves(p)
    scales = [float(np.abs(leaf).max()) / 127 for leaf in leaves]
    ints = [
        np.rint(leaf / scale).astype(np.int8).ravel()
        for leaf, scale in zip(leaves, scales, strict=True)
    ]
    text = b64encode(np.concatenate(ints).tobytes()).decode()
    sizes = {"d": D, "blocks": BLOCKS, "heads": N_HEADS, "wide": WIDE, "positions": N_MAX}
    scales = [float(f"{scale:.6g}") for scale in scales]
    return {"words": list(WORDS), "sizes": sizes, "scales": scales, "ints": text}


def unpacked(data: dict) -> MaskedModel:
    """The model whose weights are `packed`."""
    flat = np.frombuffer(b64decode(data["ints"]), dtype=np.int8).astype(float)
    scales = iter(data["scales"])
    whole = unravel(flat, random_model(np.random.default_rng(0)))
    return tree_map(lambda leaf: leaf * next(scales), whole)


def compute_data() -> dict:
    """The packed weights of seed 0."""
    return packed(train_masked(0)[0])


@cache
def trained() -> MaskedModel:
    """The model that is in the file."""
    return unpacked(read_data(__name__))
