"""Characters to one-hot vectors and back, writing, the book's own prose, a bigram baseline.

Notebook: book/rnn.ipynb
"""

from importlib.resources import files

import numpy as np

from unrolled.core.door import checked, short, whole
from unrolled.core.shapes import Array

LETTERS = " abcdefghijklmnopqrstuvwxyz,.;:'?-"


def encode(text: str, alphabet: str) -> Array:
    """Position of every character in the alphabet. ValueError for a character that is not in it."""
    if not isinstance(text, str) or not text:
        raise ValueError(f"text: got {short(text)}, expected at least one character")
    letters = isinstance(alphabet, str | list | tuple) and all(isinstance(c, str) for c in alphabet)
    if not letters or len(set(alphabet)) != len(alphabet):
        raise ValueError(f"alphabet: got {short(alphabet)}, expected each character once")
    place = {character: i for i, character in enumerate(alphabet)}
    for i, character in enumerate(text):
        if character not in place:
            raise ValueError(
                f"text: got {character!r} at index {i}, expected characters of {alphabet!r}"
            )
    return np.array([place[character] for character in text])


def one_hot(text: str, alphabet: str) -> Array:
    """One row a character, 1 in its place and 0 elsewhere: shape (T, n_x)."""
    codes = encode(text, alphabet)
    return np.eye(len(alphabet))[codes]


def prose() -> str:
    """The text of this book when it had six chapters, in the 34 characters of LETTERS.

    A file of the package, so that it is the same wherever and whenever a notebook is run;
    `unrolled.page.prose` made it.
    """
    text = files("unrolled.core").joinpath("text.txt").read_text("utf-8")
    return " ".join(text.splitlines())


def streams(codes: Array, count: int) -> Array:
    """A long text cut into `count` parallel streams, time first: shape (T, count)."""
    checked("codes", codes, "N")
    codes = np.asarray(codes)
    count = whole("count", count, 1, len(codes), of="streams")
    steps = len(codes) // count
    return codes[: steps * count].reshape(count, steps).T


def bigram_loss(train: Array, held_out: Array, size: int) -> float:
    """Cross-entropy per character, in nats, of P(next | this) counted on `train`, plus one.

    Raises ValueError for a code that is not from 0 to size - 1, and for a text of one character.
    """
    size = whole("size", size, 1)
    train, held_out = _codes("train", train, size), _codes("held_out", held_out, size)
    counts = np.ones((size, size))
    np.add.at(counts, (train[:-1], train[1:]), 1)
    p = counts / counts.sum(axis=1, keepdims=True)
    return float(-np.log(p[held_out[:-1], held_out[1:]]).mean())


def _codes(name: str, value: object, size: int) -> Array:
    codes = checked(name, value, "N")
    wrong = (codes < 0) | (codes >= size) | (codes % 1 != 0)
    if wrong.any():
        at = int(wrong.argmax())
        raise ValueError(f"{name}: got {codes[at]:g} at index {at}, expected codes 0 to {size - 1}")
    if len(codes) < 2:
        raise ValueError(f"{name}: got one character, expected two at least, this and the next")
    return codes.astype(int)
