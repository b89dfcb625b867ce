"""How much a head of all-MiniLM-L6-v2 matters: each of the 72 taken out alone, then all in turn.

A head that is taken out gives every token the same vector, the mean of what it gave to the tokens
of `LOOKED`. So nothing of the sentence passes through it, and the numbers keep their usual size.
Derived data: `make data NAME=bert.prune`, in some minutes; the installed model is needed for that
alone. Notebook: book/bert.ipynb
"""

from collections.abc import Iterable

import numpy as np

from unrolled.bert.cosine import alike
from unrolled.bert.heads import SENTENCES
from unrolled.bert.meaning import MONEY, RIVER
from unrolled.bert.model import Bert, forward, sentences
from unrolled.bert.wordpiece import batch
from unrolled.core.activations import GELU, Activation
from unrolled.core.derived import read_data
from unrolled.core.door import check_array
from unrolled.core.shapes import Array, Float
from unrolled.transformer import fast

SEEDS = range(5)
COUNTS = range(0, 73, 3)  # heads that are out
LOOKED = SENTENCES + MONEY + RIVER  # where means are taken and the heads are put in order
PAIRS = (  # the same said twice; two pairs share a word that means something else in each
    ("The bank would not lend us any more.", "Our request for a loan was turned down."),
    ("We sat on the bank and put our feet in.", "They rested beside the river."),
    ("The match ended in a draw.", "Neither team won the game."),
    ("He struck a match to see in the dark.", "With a small flame he lit the room."),
    ("The spring under the seat is broken.", "A metal coil in the chair has snapped."),
    ("In spring the garden is full of colour.", "Flowers are everywhere in April and May."),
    ("A bat flew out of the cave at dusk.", "In the evening a winged animal left its hole."),
    ("He swung the bat and missed the ball.", "The hitter failed to touch what was thrown."),
    ("The bark of the old oak is thick.", "That tree has a hard skin."),
    ("A loud bark woke the whole street.", "Everybody was roused by a dog."),
    ("The plant makes engines for ships.", "Motors of boats are built in that factory."),
    ("The plant on the sill needs water.", "Something green by the window is dry."),
    ("The star signed books for her fans.", "A famous actress met those who love her."),
    ("The star is far away and very hot.", "That distant sun burns."),
    ("Her letter came by post today.", "The mail brought what she had written."),
    ("The first letter of his name is a B.", "What he is called begins with the sign B."),
    ("The court found him guilty.", "A judge ruled that he had done the crime."),
    ("The court is too wet to play tennis.", "After the rain nobody can hit a ball there."),
    ("The nail in the wall holds a picture.", "A painting hangs from a metal pin."),
    ("She broke a nail and filed it down.", "One of her fingers needed care."),
)  # fmt: skip
TEXTS = [text for pair in PAIRS for text in pair]


def means(model: Bert, texts: list[str]) -> Float[Array, "L d"]:
    """What the heads of each block give to a token on average, side by side."""
    ids, segments, mask = batch(model.tokeniser, texts)
    act = Activation(lambda a: fast.gelu(a.copy()), GELU.slope)
    X = forward(model._replace(blocks=()), ids, segments=segments, mask=mask)
    found = []
    for block in model.blocks:
        X, kept = fast.block(block, X, mask[:, None, None, :], model.epsilon, act)
        found.append(kept[0][6][mask].mean(axis=0))
    return np.array(found)


def without(model: Bert, out: Array, usual: Float[Array, "L d"]) -> Bert:
    """The model without the heads where `out`, of shape (L, n_H), is True: b_O gets their mean."""
    blocks = []
    for block, gone, mean in zip(model.blocks, out, usual, strict=True):
        p = block.heads
        columns = np.repeat(gone, p.W_V.shape[1])
        W_O = np.where(columns, 0, p.W_O)
        b_O = p.b_O + p.W_O[:, columns] @ mean[columns]
        blocks.append(block._replace(heads=p._replace(W_O=W_O, b_O=b_O)))
    return model._replace(blocks=tuple(blocks))


def partners(vectors: Float[Array, "n d"]) -> float:
    """How many of the texts have their partner as the nearest of all others: a share.

    Rows 0 and 1 are partners, rows 2 and 3, and so on.
    """
    cosines = alike(vectors)
    np.fill_diagonal(cosines, -np.inf)
    return float((cosines.argmax(axis=1) == np.arange(len(cosines)) ^ 1).mean())


def rank_agreement(a: Float[Array, " n"], b: Float[Array, " n"]) -> float:
    """Spearman's correlation: that of the ranks.  Numbers that are equal keep their order."""
    a = check_array("a", a, "n")
    b = check_array("b", b, "n", n=len(a))
    ranks = [np.argsort(np.argsort(x, kind="stable"), kind="stable") for x in (a, b)]
    return float(np.corrcoef(*ranks)[0, 1])


def compared(whole: Float[Array, "n d"], pruned: Float[Array, "n d"]) -> dict[str, float]:
    """Of vectors of length 1: mean cosine of each with itself, the task, order of all cosines."""
    pairs = np.triu_indices(len(whole), 1)
    return {
        "cosine": round(float((whole * pruned).sum(axis=1).mean()), 4),
        "task": round(partners(pruned), 4),
        "ranks": round(rank_agreement(alike(whole)[pairs], alike(pruned)[pairs]), 4),
    }


def one_by_one(model: Bert, usual: Float[Array, "L d"], texts: list[str]) -> list[dict]:
    """What each head's loss does, from layer 1, head 1 on."""
    whole = sentences(model, texts)
    shape = len(model.blocks), len(model.blocks[0].heads.W_Q)
    found = []
    for k in range(shape[0] * shape[1]):
        out = (np.arange(shape[0] * shape[1]) == k).reshape(shape)
        found.append(compared(whole, sentences(without(model, out, usual), texts)))
    return found


def in_order(
    model: Bert, usual: Float[Array, "L d"], order: list[int], counts: Iterable[int] = COUNTS
) -> dict[str, list[float]]:
    """All three measures by the number of heads of an order that are out, from the first on."""
    whole = sentences(model, TEXTS)
    shape = len(model.blocks), len(model.blocks[0].heads.W_Q)
    found = {"cosine": [], "task": [], "ranks": []}
    for n in counts:
        out = np.isin(np.arange(shape[0] * shape[1]), order[:n]).reshape(shape)
        told = compared(whole, sentences(without(model, out, usual), TEXTS))
        for name, values in found.items():
            values.append(told[name])
    return found


def least_first(alone: list[dict]) -> list[int]:
    """The heads from 0 on, first the one whose loss changes the vectors least."""
    return sorted(range(len(alone)), key=lambda k: -alone[k]["cosine"])


def random_order(seed: int, n: int) -> list[int]:
    return np.random.default_rng(seed).permutation(n).tolist()


def compute_data() -> dict:
    """Each head alone, on two sets of texts; and curves by the number of heads that are out."""
    from unrolled.bert.minilm import minilm

    model = minilm()
    usual = means(model, list(LOOKED))
    chosen = one_by_one(model, usual, list(LOOKED))
    order = least_first(chosen)
    n = len(order)
    return {
        "looked": [one["cosine"] for one in chosen],
        "alone": one_by_one(model, usual, TEXTS),
        "order": order,
        "least first": in_order(model, usual, order),
        "most first": in_order(model, usual, order[::-1]),
        "random": [in_order(model, usual, random_order(seed, n)) for seed in SEEDS],
    }


def measured() -> dict:
    """The same, from the file."""
    return read_data(__name__)
