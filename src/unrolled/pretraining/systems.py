"""Four systems that learn from text alone: ELMo, BERT, GPT and T5, as their papers describe them.

Peters et al. (2018), Radford et al. (2018), Devlin et al. (2019), Raffel et al. (2020).
Notebook: book/pretraining.ipynb
"""

from typing import NamedTuple

import numpy as np

from unrolled.attention.mask import causal
from unrolled.core.door import check_choice, check_whole
from unrolled.core.shapes import Array, Bool


class System(NamedTuple):
    """One of the four, in the words of the table."""

    year: int
    paper: str  # its key in the list of references
    architecture: str
    objective: str
    factorisation: str  # of which probability, and into what
    is_text: bool  # whether the product is a probability of the text
    layers: int
    width: int
    millions: float  # of weights
    text: str
    use: str


SYSTEMS = {
    "ELMo": System(
        2018,
        "peters2018",
        "two LSTM stacks, one for each direction",
        "next word, and previous word",
        "two chain rules, one from each end",
        True,
        2,
        512,
        93.6,
        "1 Billion Word Benchmark",
        "its vectors are inputs of a model for the task",
    ),
    "GPT": System(
        2018,
        "radford2018",
        "Transformer decoder",
        "next token",
        "the chain rule",
        True,
        12,
        768,
        117.0,
        "BooksCorpus",
        "all weights are fine-tuned",
    ),
    "BERT": System(
        2019,
        "devlin2019",
        "Transformer encoder",
        "masked tokens, and next sentence",
        "each masked token alone",
        False,
        12,
        768,
        110.0,
        "BooksCorpus and Wikipedia",
        "all weights are fine-tuned",
    ),
    "T5": System(
        2020,
        "raffel2020",
        "Transformer encoder and decoder",
        "cut-out spans",
        "the chain rule of the answer, given the text",
        False,
        12,
        768,
        220.0,
        "C4, a cleaned crawl of the web",
        "all weights are fine-tuned; every task is text to text",
    ),
}
CHOSEN = 0.15  # of the tokens, in BERT and in T5
SPAN = 3  # tokens in a span of T5, on average
ELMO_UNITS = 4096  # of each LSTM, before its output is brought to 512


def sees(name: str, N: int, answer: int = 0) -> Bool[Array, "M M"]:
    """What sees what among N tokens, a row for who looks; for T5 among these and an answer's.

    ELMo has two such tables, one for each stack; this is that of the forward stack.
    """
    check_choice("name", name, SYSTEMS)
    N, answer = check_whole("N", N, 1), check_whole("answer", answer, 0)
    if name == "BERT":
        return np.ones((N, N), dtype=bool)
    if name != "T5":
        return causal(N)
    text = np.arange(N + answer) < N
    return text[None, :] | (causal(N + answer) & ~text[:, None])
