"""Characters to one-hot vectors and back, writing, the book's own prose, a bigram baseline.

Notebook: book/rnn.ipynb
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from unrolled.core.shapes import Array

LETTERS = " abcdefghijklmnopqrstuvwxyz,.;:'?-"
_MARKUP = re.compile(
    r"(?s)\$\$.*?\$\$|```.*?```|\$[^$]*\$|^:::.*?$|\{[^}]*\}(`[^`]*`)?|<[^>]*>", re.M
)
_LINK = re.compile(r"\[([^]]*)\]\([^)]*\)")


def encode(text: str, alphabet: str) -> Array:
    """Position of every character in the alphabet. ValueError for a character that is not in it."""
    if not isinstance(text, str) or not text:
        raise ValueError(f"text: got {text!r}, expected at least one character")
    if len(set(alphabet)) != len(alphabet):
        raise ValueError(f"alphabet: got {alphabet!r}, expected each character once")
    place = {character: i for i, character in enumerate(alphabet)}
    for i, character in enumerate(text):
        if character not in place:
            raise ValueError(
                f"text: got {character!r} at index {i}, expected characters of {alphabet!r}"
            )
    return np.array([place[character] for character in text])


def one_hot(text: str, alphabet: str) -> Array:
    """One row a character, 1 in its place and 0 elsewhere: shape (T, n_x)."""
    return np.eye(len(alphabet))[encode(text, alphabet)]


def prose(book: Path) -> str:
    """The running text of the book's notebooks in the 34 characters of LETTERS, a line a sentence.

    Raises ValueError for a folder without notebooks.
    """
    notebooks = sorted(book.glob("*.ipynb"))
    if not notebooks:
        raise ValueError(f"book: got {book}, expected a folder that holds the book's notebooks")
    return " ".join(sentence for path in notebooks for sentence in _sentences(path))


def _sentences(path: Path) -> Iterator[str]:
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "markdown":
            text = _LINK.sub(r"\1", _MARKUP.sub(" ", "".join(cell["source"])))
            for line in text.lower().splitlines():
                line = " ".join("".join(c if c in LETTERS else " " for c in line).split())
                if len(line) > 20:
                    yield line


def streams(codes: Array, count: int) -> Array:
    """A long text cut into `count` parallel streams, time first: shape (T, count)."""
    if not 1 <= count <= len(codes):
        raise ValueError(f"count: got {count}, expected 1 to {len(codes)}, the length of the text")
    steps = len(codes) // count
    return codes[: steps * count].reshape(count, steps).T


def bigram_loss(train: Array, held_out: Array, size: int) -> float:
    """Cross-entropy per character, in nats, of P(next | this) counted on `train`, plus one."""
    counts = np.ones((size, size))
    np.add.at(counts, (train[:-1], train[1:]), 1)
    p = counts / counts.sum(axis=1, keepdims=True)
    return float(-np.log(p[held_out[:-1], held_out[1:]]).mean())
