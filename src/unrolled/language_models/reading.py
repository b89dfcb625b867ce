"""The lines of the table that grows from chapter to chapter: who predicts the end of this book.

The last tenth of the text is held out. Models that count are counted here. What networks made of it
is the derived data of `unrolled.decoder.contest`, which trains all of them alike, five seeds each,
and of which a network's line is the checkpoint that did best on a part of the training text.
PP = e^𝓛                                                              eq-language-models-perplexity
Notebooks: book/language_models.ipynb, book/rnn.ipynb, book/lstm.ipynb, book/gru.ipynb
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from unrolled.core.derived import read_data
from unrolled.core.door import check_array, check_choice, check_real
from unrolled.core.shapes import Array, Int
from unrolled.core.text import LETTERS, encode, prose
from unrolled.language_models.counting import bigram_loss, ngram_loss

SIZE = len(LETTERS)
TABLES = ("uniform", "bigram", "4-gram", "5-gram")
SUMS = {"Elman": 1, "LSTM": 4, "GRU": 3}  # of a cell: so many times the weights of Elman's
UNITS = 64
LITTLE = 0.1  # added to the counts of the 4-gram and 5-gram models


class Line(NamedTuple):
    """One line of the table; a model that counts has one perplexity, a network one a seed."""

    name: str
    parameters: int
    multiply_adds: int  # of training
    perplexities: list[float]  # on the held-out tenth


def bits(perplexity: float | int) -> float:
    """Bits per character: log2 of the perplexity."""
    return float(np.log2(check_real("perplexity", perplexity, above=0)))


@cache
def split() -> tuple[Int[Array, " N"], Int[Array, " M"]]:
    """The codes of the text: what is counted or learned from, and the held-out tenth."""
    codes = encode(prose(), LETTERS)
    cut = 9 * len(codes) // 10
    return codes[:cut], codes[cut:]


def counted_line(name: str, text: Int[Array, " N"], unseen: Int[Array, " M"]) -> Line:
    """The line of a table of counts. Counting needs no products.

    Raises ValueError for a table that is not in TABLES.
    """
    check_choice("name", name, TABLES)
    text, unseen = check_array("text", text, "N"), check_array("unseen", unseen, "M")
    if name == "uniform":
        return Line(name, 0, 0, [float(SIZE)])
    if name == "bigram":
        return Line(name, SIZE**2, 0, [float(np.exp(bigram_loss(text, unseen, SIZE)))])
    n = int(name[0])
    return Line(name, SIZE**n, 0, [float(np.exp(ngram_loss(text, unseen, SIZE, n, LITTLE)[0]))])


def network_line(name: str) -> Line:
    """The line of a recurrent network of UNITS units, from the contest's data.

    Its cost is that chapter's subject, and 0 here. Raises ValueError for a network not in SUMS.
    """
    sums = SUMS[check_choice("name", name, SUMS)]
    weights = sums * UNITS * (SIZE + UNITS + 1) + SIZE * (UNITS + 1)
    runs = read_data("unrolled.decoder.contest")[name]["all"]
    return Line(name, weights, 0, [run["held out"][run["kept"]] for run in runs])


@cache
def table(networks: tuple[str, ...] = ()) -> list[Line]:
    """The four tables of counts, and then these networks."""
    return [*(counted_line(name, *split()) for name in TABLES), *map(network_line, networks)]
