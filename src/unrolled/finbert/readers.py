"""Which encoder reads the tone best: counted words, a hashed bag of words, or the small real one.

The same head is tuned on each encoder's vectors of the same labelled sentences, five times.
Derived data: `make data NAME=finbert.readers`, in a minute or two; the real encoder's package is
needed for that alone.
Notebook: book/finbert.ipynb
"""

from collections.abc import Callable
from functools import cache

import numpy as np

from unrolled.core.derived import read_data
from unrolled.core.door import check_choice
from unrolled.core.shapes import Array, Float
from unrolled.finbert import statements, tone
from unrolled.finbert.encoders import hashed

SEEDS = range(5)
LABELLED = (50, 400)  # sentences
KINDS = ("words", "hashed", "encoder")
STATEMENTS = 4000


def remembering(encode: Callable[[list[str]], Array]) -> Callable[[list[str]], Array]:
    """The encoder, which encodes no sentence twice: the grammar has some five hundred."""
    known = {}

    def encoded(texts: list[str]) -> Array:
        new = [text for text in dict.fromkeys(texts) if text not in known]
        if new:
            known.update(zip(new, encode(new), strict=True))
        return np.array([known[text] for text in texts])

    return encoded


@cache
def labelled_statements() -> tuple[Array, tuple[statements.Statement, ...]]:
    """Statements whose stance is known, of all years."""
    rng = np.random.default_rng(79)
    first, last = statements.FIRST_YEAR, statements.FIRST_YEAR + statements.YEARS
    stances, doubts = rng.normal(size=(2, STATEMENTS))
    each = zip(stances, doubts, rng.uniform(first, last, STATEMENTS), strict=True)
    return stances, tuple(statements.write(rng, *of) for of in each)


def read(encode: Callable[[list[str]], Array], seed: int, labelled: int) -> tuple[float, float]:
    """The share of new sentences told right, and the reliability of the tone."""
    rng = np.random.default_rng([seed, 80])
    head = tone.tune(encode, *statements.labelled(rng, labelled))
    sentences, kinds = statements.labelled(np.random.default_rng(81), 2000)
    right = np.mean(tone.kinds_of(head, sentences).argmax(axis=1) == kinds)
    stances, found = labelled_statements()
    heard = tone.tones(tone.document_vectors(head, found))
    return float(right), float(np.corrcoef(stances, heard)[0, 1])


def compute_data() -> dict:
    """By encoder and number of labelled sentences, accuracy and reliability of five seeds."""
    from unrolled.bert.minilm import minilm
    from unrolled.finbert.encoders import of_model

    encoders = {
        "words": tone.count_words,
        "hashed": hashed(),
        "encoder": of_model(minilm(), "all-MiniLM-L6-v2"),
    }
    data = {}
    for name, encode in encoders.items():
        encode = remembering(encode)
        for n in LABELLED:
            each = [read(encode, seed, n) for seed in SEEDS]
            data[f"{name}, {n}"] = np.round(each, 4).T.tolist()
    return data


def scores(name: str, labelled: int) -> Float[Array, "2 seeds"]:
    """Accuracy and reliability of each seed, from the file."""
    name = check_choice("name", name, KINDS)
    return np.array(read_data(__name__)[f"{name}, {check_choice('labelled', labelled, LABELLED)}"])
