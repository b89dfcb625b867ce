"""Text into words, as BERT's first stage does: cleaned, lower case, without accents, apart.

Notebook: book/bert.ipynb
"""

import json
import unicodedata
from functools import cache
from itertools import groupby
from pathlib import Path

from unrolled.core.door import check_flag, short_repr

CHINESE = (
    (0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2A6DF), (0x2A700, 0x2B73F),
    (0x2B740, 0x2B81F), (0x2B920, 0x2CEAF), (0xF900, 0xFAFF), (0x2F800, 0x2FA1F),
)  # fmt: skip
ASCII_PUNCTUATION = set("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")  # some are symbols to Unicode
# What these were in Unicode 8, which the library `tokenizers` goes by.
CHANGED = {"\u166d": "Po", "\u1734": "Mn", "\U000111c9": "Po", "\U0001171e": "Mn"}
# Characters that came after Unicode 8, up to Unicode 18: a younger Python knows more of them.
YOUNGER = Path(__file__).with_name("younger.json")
NOT_SPACE = set("\x1c\x1d\x1e\x1f")  # Python's isspace has them, Unicode's White_Space has not


@cache
def younger() -> frozenset[str]:
    """Characters that Unicode 8 did not have, and BERT's tables do not: no mark, no control."""
    ends = (part.split("-") for part in json.loads(YOUNGER.read_text("utf-8")))
    ranges = (range(int(one[0], 16), int(one[-1], 16) + 1) for one in ends)
    return frozenset(chr(code) for codes in ranges for code in codes)


@cache
def kind(letter: str) -> str:
    """Its category in Unicode 8, as "Mn" of a mark that stands on another letter."""
    if letter in CHANGED:
        return CHANGED[letter]
    return "Cn" if letter in younger() else unicodedata.category(letter)


@cache
def is_space(letter: str) -> bool:
    """Whether Unicode calls it white space."""
    return letter.isspace() and letter not in NOT_SPACE


@cache
def is_control(letter: str) -> bool:
    """Whether it is to be dropped: control, format, private use; tab and line ends are spaces."""
    return letter not in "\t\n\r" and kind(letter) in ("Cc", "Cf", "Co", "Cs")


@cache
def is_punctuation(letter: str) -> bool:
    """Whether it is a word of its own: ASCII's punctuation and Unicode's."""
    return letter in ASCII_PUNCTUATION or kind(letter)[0] == "P"


@cache
def is_chinese(letter: str) -> bool:
    """Whether it is a character of the CJK blocks, each of which is a word."""
    return any(first <= ord(letter) <= last for first, last in CHINESE)


def cleaned(text: str) -> str:
    """Without control characters and U+FFFD, every white space a blank."""
    dropped = (c for c in text if c not in "\0\ufffd" and not is_control(c))
    return "".join(" " if is_space(c) else c for c in dropped)


def normal(text: str, lower: bool = True) -> str:
    """The text cleaned, Chinese characters apart, and if `lower` without accents and capitals.

    Raises ValueError for what is no text.
    """
    if not isinstance(text, str):
        raise ValueError(f"text: got {short_repr(text)}, expected a str")
    text = "".join(f" {c} " if is_chinese(c) else c for c in cleaned(text))
    if not check_flag("lower", lower):
        return text
    parts = unicodedata.normalize("NFD", text)
    return "".join(c.lower() for c in parts if kind(c) != "Mn")


def words(text: str, lower: bool = True) -> list[str]:
    """The words of a text; punctuation marks are words."""
    found = []
    for apart, letters in groupby(normal(text, lower), _stands_apart):
        if apart:
            found += filter(_is_seen, letters)
        else:
            found.append("".join(letters))
    return found


def _is_seen(letter: str) -> bool:
    return not is_space(letter)


@cache
def _stands_apart(letter: str) -> bool:
    return is_space(letter) or is_punctuation(letter)
