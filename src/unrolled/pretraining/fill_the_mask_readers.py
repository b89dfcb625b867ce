"""A sentence with gaps, and what a reader of both sides or of the left alone makes of it.

The page has the same in `fill_the_mask_state.js`.
Notebook: book/pretraining.ipynb
"""

import numpy as np

from unrolled.bert import masked
from unrolled.bert.little_english import (
    ACTS,
    ANIMALS,
    NEAR,
    OF_ANIMAL,
    OF_FED,
    OF_PERSON,
    OF_PLACE,
    PERSONS,
    PLACES,
    SPECIAL,
    THINGS,
    WITH,
)
from unrolled.bert.masked import INDEX, MASK, N_MAX, WORDS, indices, logits, states
from unrolled.core.activations import softmax
from unrolled.core.door import check_choice
from unrolled.core.shapes import Array, Float, Int
from unrolled.pretraining import causal_model

MOST = N_MAX - 2  # words of a sentence, with its full stop
GAPS = 2
NONE = -1  # where there is no gap
READERS = ("both sides", "left only")
KINDS = (  # words that may stand in the same places: nouns first
    [*(name for animal in ANIMALS for name in animal[:2]), *PLACES, *PERSONS],
    [sound for animal in ANIMALS for sound in animal[2:]],
    [verb for act in ACTS for verb in act],
    THINGS,
    dict.fromkeys(OF_ANIMAL + OF_PLACE + OF_PERSON + OF_FED),
    NEAR + WITH,
    ("she", "he", "it", "they"),
    ("was", "were"),
)


def held(text: str) -> dict:
    """A sentence as the state holds it; a word in brackets is hidden, as in "the (dogs) bark .".

    Raises ValueError for a word that is not in the vocabulary, and for too many.
    """
    parts = text.split()
    [[_, *codes, _]] = indices([[part.strip("()") for part in parts]]).tolist()
    gaps = [k for k, part in enumerate(parts) if part.startswith("(")]
    return {
        "words": codes + [0] * (MOST - len(codes)),
        "gaps": gaps + [NONE] * (GAPS - len(gaps)),
    }


def codes_of(words: list[int]) -> list[int]:
    """The words of a sentence that a state holds; it has two at least, "the ."."""
    ends = [k for k, code in enumerate(words) if code < len(SPECIAL)]
    return words[: min(ends, default=len(words))] or [INDEX["the"], INDEX["."]]


def gaps_of(state: dict) -> list[int]:
    """The gaps of a state in the order in which they were made."""
    most = len(codes_of(state["words"]))
    return list(dict.fromkeys(k for k in state["gaps"] if 0 <= k < most))


def ids_of(state: dict) -> Int[Array, "1 N"]:
    """The tokens that a reader is given: [CLS], the words or [MASK], [SEP]."""
    ids = indices([[WORDS[code] for code in codes_of(state["words"])]])
    for k in gaps_of(state):
        ids[0, k + 1] = MASK
    return ids


def model_of(reader: str) -> masked.MaskedModel:
    """The model of this reader, or ValueError."""
    check_choice("reader", reader, READERS)
    return causal_model.trained() if reader == "left only" else masked.trained()


def read(state: dict, reader: str) -> tuple[dict[int, Float[Array, " V"]], Float[Array, "h N N"]]:
    """Of each gap its probabilities, and the attention weights of all heads, block by block."""
    p = model_of(reader)
    X, caches = states(p, ids_of(state), reader == "left only")
    y = {k: softmax(logits(p, X[0, k + 1])) for k in gaps_of(state)}
    return y, np.concatenate([cache.heads.A[0] for cache in caches])


def share(text: str, word: str, reader: str = "both sides") -> float:
    """What a word gets in the first gap of a sentence."""
    state = held(text)
    y, _ = read(state, reader)
    return float(y[state["gaps"][0]][INDEX[word]])
