"""Writing with dice that can be thrown again: the n-th throw of a seed is always the same number.

So a text is the same in the page as in the package, and another setting meets the same throws.
Notebook: book/decoder.ipynb
"""

from collections.abc import Iterator
from functools import cache

import numpy as np

from unrolled.core.door import check_array, check_choice, check_real, check_whole
from unrolled.core.shapes import Array, Float
from unrolled.core.text import LETTERS, encode
from unrolled.decoder import repetition
from unrolled.decoder.sampling import check_probabilities, next_letter
from unrolled.decoder.writers import Writer

BITS = 2**32 - 1
LENGTH = 10  # of the pieces that should not come twice


def throw(seed: int, n: int) -> float:
    """The n-th number of the generator mulberry32 with this seed, from 0 to below 1."""
    seed = check_whole("seed", seed, 0, BITS)
    n = check_whole("n", n, 0)
    a = (seed + (n + 1) * 0x6D2B79F5) & BITS
    x = (a ^ a >> 15) * (a | 1) & BITS
    x ^= x + (x ^ x >> 7) * (x | 61) & BITS
    return (x ^ x >> 14) / 2**32


def letter_at(y: Float[Array, " V"], u: float | int) -> int:
    """The letter in whose part of the line from 0 to 1 the throw u falls, in the alphabet's order.

    A letter of probability 0 is never drawn.
    """
    y = check_probabilities("y", check_array("y", y, "V"))
    u = check_real("u", u, low=0, high=1)
    found = int(np.searchsorted(np.cumsum(y), u, side="right"))
    return min(found, int(np.flatnonzero(y)[-1]))


@cache
def _writer(kind: str) -> Writer:
    return repetition.writer(kind)


def _read(kind: str, text: str) -> Iterator[Float[Array, " V"]]:
    """The logits after each letter of a text."""
    writer = _writer(check_choice("kind", kind, repetition.KINDS))
    state = writer.start
    for code in encode(text, LETTERS):
        z, state = writer.read(state, code)
        yield z


def expected_after(
    kind: str,
    text: str,
    temperature: float | int = 1,
    k: int | None = None,
    share: float | int | None = None,
) -> Float[Array, " V"]:
    """What the n-gram model, the LSTM or the Transformer of the page draws from after a text."""
    *_, z = _read(kind, text)
    return next_letter(z, temperature, k, share)


def go_on(
    kind: str,
    text: str,
    length: int,
    seed: int = 0,
    temperature: float | int = 1,
    k: int | None = None,
    share: float | int | None = None,
) -> str:
    """The text, continued by so many letters; the letter at place n is drawn with throw n."""
    writer = _writer(check_choice("kind", kind, repetition.KINDS))
    check_whole("length", length, 0, of="letters")
    state = writer.start
    for code in encode(text, LETTERS):
        z, state = writer.read(state, code)
    for n in range(len(text), len(text) + length):
        code = letter_at(next_letter(z, temperature, k, share), throw(seed, n))
        text += LETTERS[code]
        z, state = writer.read(state, code)
    return text


def least_likely(kind: str, text: str, begun: int) -> float:
    """The smallest probability, at temperature 1, of the letters of a text after the first few."""
    begun = check_whole("begun", begun, 1, len(text) - 1)
    logits = list(_read(kind, text))[begun - 1 : -1]
    codes = encode(text[begun:], LETTERS)
    return min(float(next_letter(z)[code]) for z, code in zip(logits, codes, strict=True))


def repeated_pieces(text: str, length: int = LENGTH) -> int:
    """How many pieces of so many letters have come before in the same text."""
    length = check_whole("length", length, 1)
    pieces = [text[n : n + length] for n in range(len(text) - length + 1)]
    return len(pieces) - len(set(pieces))
