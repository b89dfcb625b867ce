"""The LSTM that writes on the page: seed 0 of the contest, its weights in 93 levels.

Derived data: `make data NAME=decoder.writer_lstm`.
Notebook: book/decoder.ipynb
"""

from functools import cache

from unrolled.core.derived import read_data
from unrolled.decoder import contest
from unrolled.decoder.levels import read_weights, write_weights
from unrolled.rnn.readout import Model

NAME, SEED = "LSTM", 0


def compute_data() -> dict[str, str]:
    """Its weights after the training on all of the text, as two texts."""
    return write_weights(contest.learned(NAME, "all", SEED)[0])


@cache
def loaded() -> Model:
    """The weights as the page has them, from the file."""
    return read_weights(read_data(__name__), contest.start(NAME, SEED))
