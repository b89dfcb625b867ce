"""WordPiece: words into the longest pieces that the vocabulary has.

Notebook: book/bert.ipynb
"""

import re
from typing import NamedTuple

import numpy as np

from unrolled.bert.basic import words
from unrolled.core.door import check_whole, short_repr
from unrolled.core.records import check_fields
from unrolled.core.shapes import Array

LONGEST_WORD = 100  # characters; a longer word is unknown
SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
MARKS = re.compile("|".join(map(re.escape, SPECIAL)))


class Tokeniser(NamedTuple):
    """The pieces, each with its index, and whether capitals and accents are taken off."""

    vocabulary: dict[str, int]
    lower: bool = True


class Encoded(NamedTuple):
    """Tokens of one or two texts with their marks: indices, and 1 for those of the second text."""

    tokens: list[str]
    ids: list[int]
    segments: list[int]


def pieces(word: str, vocabulary: dict[str, int]) -> list[str]:
    """The word from left to right, each time the longest piece that is known.

    Pieces that do not begin the word are written ##piece. A word that cannot be continued, or is
    longer than 100 characters, is [UNK] as a whole.
    Raises ValueError for what is no word, for what is no dict, and for a capital where the
    vocabulary knows the word in small letters only.
    """
    if not isinstance(word, str):
        raise ValueError(f"word: got {short_repr(word)}, expected a str")
    if not isinstance(vocabulary, dict):
        hint = (
            "; a tokeniser's is tokeniser.vocabulary" if isinstance(vocabulary, Tokeniser) else ""
        )
        raise ValueError(f"vocabulary: got {short_repr(vocabulary)}, expected a dict{hint}")
    found = _longest_pieces(word, vocabulary)
    small = word.lower()
    if found == ["[UNK]"] and small != word and _longest_pieces(small, vocabulary) != found:
        raise ValueError(
            f"word: got {word!r}, expected {small!r}, in the letters of the vocabulary"
        )
    return found


def _longest_pieces(word: str, vocabulary: dict[str, int]) -> list[str]:
    if len(word) > LONGEST_WORD:
        return ["[UNK]"]
    found = []
    start = 0
    while start < len(word):
        for end in range(len(word), start, -1):
            piece = "##" * (start > 0) + word[start:end]
            if piece in vocabulary:
                break
        else:
            return ["[UNK]"]
        found.append(piece)
        start = end
    return found


def tokens(tokeniser: Tokeniser, text: str) -> list[str]:
    """All pieces of a text; marks like [MASK] that stand in it are kept as they are."""
    vocabulary, lower = _having(tokeniser, "[UNK]")
    if not isinstance(text, str):
        raise ValueError(f"text: got {short_repr(text)}, expected a str")
    found = []
    end = 0
    for mark in [*MARKS.finditer(text), None]:
        part = text[end : mark.start() if mark else None]
        for word in words(part, lower):
            found += _longest_pieces(word, vocabulary)
        if mark:
            found.append(mark[0])
            end = mark.end()
    return found


def encode(tokeniser: Tokeniser, text: str, pair: str | None = None) -> Encoded:
    """[CLS] text [SEP], or [CLS] text [SEP] pair [SEP] with the second part in segment 1."""
    vocabulary, _ = _having(tokeniser, "[UNK]", "[CLS]", "[SEP]")
    first = ["[CLS]", *tokens(tokeniser, text), "[SEP]"]
    second = [] if pair is None else [*tokens(tokeniser, pair), "[SEP]"]
    both = first + second
    ids = [vocabulary.get(token, vocabulary["[UNK]"]) for token in both]
    return Encoded(both, ids, [0] * len(first) + [1] * len(second))


def batch(tokeniser: Tokeniser, texts: list[str], longest: int = 512) -> tuple[Array, Array, Array]:
    """Indices, segments and the mask of several texts, padded to the longest: a row each.

    Raises ValueError for an empty list and for a text of more than `longest` tokens.
    """
    if not isinstance(texts, list | tuple) or not texts:
        raise ValueError(f"texts: got {short_repr(texts)}, expected a list of texts")
    wrong = next((k for k, text in enumerate(texts) if not isinstance(text, str)), None)
    if wrong is not None:
        raise ValueError(f"texts[{wrong}]: got {short_repr(texts[wrong])}, expected a str")
    vocabulary, _ = _having(tokeniser, "[PAD]")
    rows = [encode(tokeniser, text) for text in texts]
    longest = check_whole("longest", longest, 2)
    N = max(len(row.ids) for row in rows)
    for k, row in enumerate(rows):
        if len(row.ids) > longest:
            raise ValueError(f"texts[{k}]: got {len(row.ids)} tokens, expected {longest} at most")
    ids = np.full((len(rows), N), vocabulary["[PAD]"])
    segments = np.zeros_like(ids)
    mask = np.zeros(ids.shape, dtype=bool)
    for k, row in enumerate(rows):
        ids[k, : len(row.ids)] = row.ids
        mask[k, : len(row.ids)] = True
        segments[k, : len(row.ids)] = row.segments
    return ids, segments, mask


def _having(tokeniser: object, *marks: str) -> Tokeniser:
    """The tokeniser, if its vocabulary has these marks, or ValueError."""
    found, _ = check_fields("tokeniser", tokeniser, Tokeniser)
    missing = [mark for mark in marks if mark not in found] if isinstance(found, dict) else marks
    if missing:
        expected = f"a dict with {', '.join(marks)}"
        raise ValueError(f"tokeniser.vocabulary: got {short_repr(found)}, expected {expected}")
    return tokeniser
