"""Characters to one-hot vectors and back, and the book's own prose.

Notebooks: book/language_models.ipynb, book/rnn.ipynb
"""

from importlib.resources import files

import numpy as np

from unrolled.core.door import check_array, check_whole, short_repr
from unrolled.core.shapes import Array

LETTERS = " abcdefghijklmnopqrstuvwxyz,.;:'?-"


def encode(text: str, alphabet: str) -> Array:
    """Position of every character in the alphabet. ValueError for a character that is not in it."""
    if not isinstance(text, str) or not text:
        raise ValueError(f"text: got {short_repr(text)}, expected at least one character")
    letters = isinstance(alphabet, str | list | tuple) and all(isinstance(c, str) for c in alphabet)
    if not letters or len(set(alphabet)) != len(alphabet):
        raise ValueError(f"alphabet: got {short_repr(alphabet)}, expected each character once")
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
    `unrolled.rnn.prose` made it.
    """
    text = files("unrolled.core").joinpath("text.txt").read_text("utf-8")
    return " ".join(text.splitlines())


def streams(codes: Array, count: int) -> Array:
    """A long text cut into `count` parallel streams, time first: shape (T, count)."""
    check_array("codes", codes, "N")
    codes = np.asarray(codes)
    count = check_whole("count", count, 1, len(codes), of="streams")
    steps = len(codes) // count
    return codes[: steps * count].reshape(count, steps).T
