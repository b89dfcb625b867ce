"""What both sides buy a masked language model, and what the words buy it that are not masked.

Four ways of training the same encoder, five seeds each; all are asked about held-out sentences.
Derived data: `make data NAME=bert.masked_contest`, in a quarter of an hour or more.
Notebook: book/bert.ipynb
"""

import numpy as np

from unrolled.bert.fine_tune import fit
from unrolled.bert.little_english import SPECIAL, Sentence, draw
from unrolled.bert.masked import (
    BERT,
    INDEX,
    MASK,
    PAD,
    UPDATES,
    MaskedModel,
    indices,
    logits,
    states,
    train_masked,
)
from unrolled.core.activations import log_softmax
from unrolled.core.derived import read_data
from unrolled.core.door import check_choice
from unrolled.core.shapes import Array

SEEDS = range(5)
WAYS = {  # shares of [MASK], random and kept words among the chosen; whether the left alone is read
    "both sides": (BERT, False),
    "left only": (BERT, True),
    "all [MASK]": ((1.0, 0.0, 0.0), False),
    "none random": ((0.8, 0.0, 0.2), False),
}
BEST_OF_LEFT = {  # no more can be right for who reads the left alone, on average
    "sound, right": 1 / 20, "sound, left": 1.0, "act, both": 1 / 3, "cross, both": 1 / 2,
    "fed, both": 1 / 2,
}  # fmt: skip
ASKED, LABELLED = 800, 400  # held-out sentences; for the classifier, as many for each
EVERY = 50


def asked(held_out: bool = True, n: int = ASKED, seed: int = 99) -> list[Sentence]:
    """The sentences that every model is asked about."""
    return draw(np.random.default_rng(seed), n, held_out)


def gaps(p: MaskedModel, sentences: list[Sentence], left_only: bool = False) -> dict[str, float]:
    """The share of gaps filled with the word that stood there: by form and side, one at a time."""
    found = {}
    for form in dict.fromkeys(one.form for one in sentences):
        group = [one for one in sentences if one.form == form]
        ids = indices(group)
        for side, place in group[0].gaps.items():
            read = ids.copy()
            read[:, place + 1] = MASK  # after [CLS]
            X, _ = states(p, read, left_only)
            right = logits(p, X[:, place + 1]).argmax(axis=-1) == ids[:, place + 1]
            found[f"{form}, {side}"] = round(float(right.mean()), 4)
    return found


def kept_words(p: MaskedModel, sentences: list[Sentence]) -> dict[str, float]:
    """Asked what stands at a word that it can read: how often it says that word, and its loss."""
    ids = indices(sentences)
    X, _ = states(p, ids)
    words = ids >= len(SPECIAL)
    zs = log_softmax(logits(p, X[words]))
    right = zs.argmax(axis=-1) == ids[words]
    loss = -zs[np.arange(len(zs)), ids[words]].mean()
    return {"kept": round(float(right.mean()), 4), "loss": round(float(loss), 4)}


def with_mistakes(sentences: list[Sentence]) -> tuple[Array, Array]:
    """Indices of the sentences, each with one wrong word, and where that is."""
    ids = indices(sentences)
    places = np.array([list(one.gaps.values())[-1] + 1 for one in sentences])
    ids[np.arange(len(ids)), places] = [INDEX[one.wrong] for one in sentences]
    return ids, places


def wrong_words(p: MaskedModel, sentences: list[Sentence]) -> float:
    """Asked what stands at a word that is wrong: how often it says the right one."""
    ids, places = with_mistakes(sentences)
    each = np.arange(len(ids))
    X, _ = states(p, ids)
    right = logits(p, X[each, places]).argmax(axis=-1) == indices(sentences)[each, places]
    return round(float(right.mean()), 4)


def features(p: MaskedModel, ids: Array) -> Array:
    """A vector for each sentence, with nothing masked: the mean of its tokens' last X."""
    X, _ = states(p, ids)
    there = ids != PAD
    return (X * there[..., None]).sum(axis=1) / there.sum(axis=1, keepdims=True)


def mistakes_found(p: MaskedModel) -> float:
    """A classifier on the frozen vectors, which must tell sentences with a wrong word from others:

    its accuracy on held-out sentences, after as many from the training grammar.
    """
    parts = []
    for held_out in (False, True):
        fine, spoilt = (asked(held_out, LABELLED, seed) for seed in (7, 8))
        U = np.concatenate([features(p, ids) for ids in (indices(fine), with_mistakes(spoilt)[0])])
        parts.append(U)
    y = np.repeat([1.0, 0.0], LABELLED)
    middle, spread = parts[0].mean(axis=0), parts[0].std(axis=0)
    learn, test = ((U - middle) / spread for U in parts)
    w, b = fit(learn, y, 0.5, 1000)
    return round(float((((test @ w + b) > 0) == y).mean()), 4)


def learned(way: str, seed: int, updates: int = UPDATES) -> dict:
    """One model trained, and asked: its losses, its gaps, and about words that it can read."""
    shares, left_only = WAYS[check_choice("way", way, WAYS)]
    p, losses = train_masked(seed, updates, shares, left_only)
    told = {
        "losses": losses.reshape(-1, EVERY).mean(axis=1).round(3).tolist(),
        "gaps": gaps(p, asked(), left_only),
    }
    if left_only:
        return told
    read = kept_words(p, asked()) | {"wrong": wrong_words(p, asked())}
    return told | read | {"classifier": mistakes_found(p)}


def compute_data() -> dict:
    """By way of training, what each seed gave."""
    return {way: [learned(way, seed) for seed in SEEDS] for way in WAYS}


def measured() -> dict:
    """The same, from the file."""
    return read_data(__name__)
