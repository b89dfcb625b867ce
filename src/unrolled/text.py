"""Characters to one-hot vectors and back, the book's own prose, and a bigram baseline."""

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from unrolled.shapes import Array


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


def decode(codes: Array, alphabet: str) -> str:
    """The characters at these positions of the alphabet."""
    return "".join(alphabet[i] for i in codes)


def prose(book: Path) -> str:
    """The running text of the book's notebooks: Markdown without code, formulas and markup."""
    lines = (line for path in sorted(book.glob("*.ipynb")) for line in _paragraphs(path))
    return "\n".join(lines)


def _paragraphs(path: Path) -> Iterator[str]:
    import re

    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] != "markdown":
            continue
        text = re.sub(r"(?s)\$\$.*?\$\$|```.*?```|\$[^$]*\$|\{[^}]*\}`[^`]*`", "", "".join(cell["source"]))
        text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text)
        for line in text.splitlines():
            line = re.sub(r"[^a-z ,.;:'?-]+", " ", line.lower())
            line = re.sub(r" +", " ", line).strip()
            if len(line) > 40:
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
