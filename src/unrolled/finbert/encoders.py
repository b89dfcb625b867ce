"""One vector for each text, whoever reads it: a BERT from a folder, a small one, or counted words.

The encoder is a FinBERT, or any other BERT, where a folder is given; else all-MiniLM-L6-v2 where
its package is installed; else a hashed bag of words, which needs no weights at all.
Notebook: book/finbert.ipynb
"""

import re
from collections import Counter
from collections.abc import Callable
from functools import partial
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import numpy as np

from unrolled.bert.basic import words
from unrolled.bert.model import Bert, forward, with_words
from unrolled.bert.wordpiece import Tokeniser, tokens
from unrolled.core.door import check_whole, short_repr
from unrolled.core.shapes import Array, Float

LONGEST = 512  # tokens that BERT reads at once, [CLS] and [SEP] among them
AT_ONCE = 8  # parts in a batch
BUCKETS = 512  # features of a hashed bag of words
END = re.compile(r"(?<=[.!?;])\s+|\n\s*\n")  # of a sentence


class Cut(NamedTuple):
    """What was cut to fit: tokens of a text, its parts, and sentences that did not fit whole."""

    tokens: int
    parts: int
    broken: int


class Encoder(NamedTuple):
    """Texts to vectors of length 1. `name` says what ran, `cuts` what was cut for it."""

    name: str
    d: int
    encode: Callable[[list[str]], Array]
    measure: Callable[[str], Cut]

    def __call__(self, texts: list[str] | tuple[str, ...]) -> Float[Array, "n d"]:
        return self.encode(check_texts(texts))

    def cuts(self, texts: list[str] | tuple[str, ...]) -> list[Cut]:
        """For each text, how many tokens it has and into how many parts it was cut."""
        return [self.measure(text) for text in check_texts(texts)]


def encoder(folder: str | Path | None = None) -> Encoder:
    """The best encoder that is here.

    Raises ValueError where a folder is given and holds no BERT in the form this book reads.
    """
    if folder is not None:
        from unrolled.finbert.checkpoints import load_encoder  # reads safetensors

        model, name = load_encoder(folder)
        return of_model(model, f"the checkpoint {name}")
    from unrolled.bert import minilm

    if find_spec(minilm.PACKAGE) is not None and find_spec("safetensors") is not None:
        return of_model(minilm.minilm(), "all-MiniLM-L6-v2")
    return hashed()


def of_model(model: Bert, name: str) -> Encoder:
    """The mean of all last states, padding left out, of all parts of a text.

    A text of more tokens than the model reads at once is cut between sentences into parts, as few
    as can be; the mean is over the tokens of all parts. A sentence that is too long by itself is
    cut between tokens.
    """
    tokeniser = with_words(model)
    longest = min(LONGEST, len(model.embeddings.position))
    check_whole("positions of the model", longest, 3)
    cut = partial(parts, tokeniser, longest=longest)

    def measure(text: str) -> Cut:
        found, broken = cut(text)
        return Cut(sum(map(len, found)), len(found), broken)

    def encode(texts: list[str]) -> Array:
        return _of_parts(model, tokeniser, [cut(text)[0] for text in texts])

    return Encoder(name, model.embeddings.token.shape[1], encode, measure)


def parts(tokeniser: Tokeniser, text: str, longest: int = LONGEST) -> tuple[list[list[str]], int]:
    """The tokens of a text in parts of at most `longest`, and how many sentences were broken.

    Two places of each part are kept for [CLS] and [SEP].
    """
    room = check_whole("longest", longest, 3) - 2
    found, broken = [[]], 0
    for sentence in END.split(text):
        these = tokens(tokeniser, sentence)
        if len(found[-1]) + len(these) > room and found[-1]:
            found.append([])
        broken += len(these) > room
        while len(these) > room:
            found[-1] = these[:room]
            these = these[room:]
            found.append([])
        found[-1] += these
    return [part for part in found if part] or [[]], broken


def _of_parts(model: Bert, tokeniser: Tokeniser, texts: list[list[list[str]]]) -> Array:
    """The vectors of texts that are cut: sums over tokens, in batches of parts of like length."""
    known = tokeniser.vocabulary
    ids = [
        (n, [known.get(token, known["[UNK]"]) for token in ("[CLS]", *part, "[SEP]")])
        for n, text in enumerate(texts)
        for part in text
    ]
    ids.sort(key=lambda one: len(one[1]))
    total = np.zeros((len(texts), model.embeddings.token.shape[1]))
    for start in range(0, len(ids), AT_ONCE):
        some = ids[start : start + AT_ONCE]
        rows = np.full((len(some), len(some[-1][1])), known["[PAD]"])
        mask = np.zeros(rows.shape, dtype=bool)
        for k, (_, part) in enumerate(some):
            rows[k, : len(part)] = part
            mask[k, : len(part)] = True
        X = (forward(model, rows, mask=mask) * mask[..., None]).sum(axis=1)
        np.add.at(total, [n for n, _ in some], X)
    return unit(total)  # a mean, a sum and a multiple of it have one direction


def hashed(d: int = BUCKETS) -> Encoder:
    """Counts of words in `d` buckets, which no vocabulary is needed for: feature hashing.

    φ_j(text) = Σ_words sign(word) · [bucket(word) = j], brought to length 1. Bucket and sign are
    bits of the word's BLAKE2b digest, so they are the same on every machine. Two words in one
    bucket add or cancel with equal probability: on average over signs, φ(a)·φ(b) of the counts is
    what it is without hashing (Weinberger et al. 2009).
    """
    d = check_whole("d", d, 2)

    def encode(texts: list[str]) -> Array:
        counts = np.zeros((len(texts), d))
        for row, text in zip(counts, texts, strict=True):
            for word, count in Counter(spoken(text)).items():
                bucket, sign = bucket_of(word, d)
                row[bucket] += sign * count
        return unit(counts)

    return Encoder(
        f"a hashed bag of words, {d} buckets",
        d,
        encode,
        lambda text: Cut(len(spoken(text)), 1, 0),
    )


def spoken(text: str) -> list[str]:
    """The words of a text in small letters, without its marks."""
    return [word for word in words(text) if any(letter.isalnum() for letter in word)]


def bucket_of(word: str, d: int) -> tuple[int, int]:
    """The bucket of a word, from 0 to d - 1, and its sign, 1 or -1."""
    digest = int.from_bytes(blake2b(word.encode(), digest_size=8).digest(), "big")
    return (digest >> 1) % d, 1 - 2 * (digest & 1)


def unit(vectors: Float[Array, "n d"]) -> Float[Array, "n d"]:
    """Every row brought to length 1; a row of zeros stays."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors / np.where(lengths > 0, lengths, 1.0)


def check_texts(texts: object) -> list[str]:
    """Texts that hold a word each, in a list, or ValueError."""
    if not isinstance(texts, list | tuple) or not texts:
        raise ValueError(f"texts: got {short_repr(texts)}, expected a list of texts")
    for k, text in enumerate(texts):
        if not isinstance(text, str) or not spoken(text):
            raise ValueError(f"texts[{k}]: got {short_repr(text)}, expected a text with a word")
    return list(texts)
