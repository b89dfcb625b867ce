"""Why a model that always takes the likeliest letter repeats itself, at seven temperatures.

At temperature 0 the next letter is a function of the state. A model that counts has no more states
than pasts, so it must come back to one, and from then on everything comes back. A network's state
need not return exactly; that it loops as well is measured here.
Derived data: `make data NAME=decoder.repetition`.
Notebook: book/decoder.ipynb
"""

import numpy as np

from unrolled.core.derived import read_data
from unrolled.core.door import check_array, check_choice, check_whole
from unrolled.core.shapes import Array, Float, Int
from unrolled.core.text import LETTERS, encode
from unrolled.decoder import contest, export, writer_lstm, writer_transformer
from unrolled.decoder.sampling import repeated_share, write
from unrolled.decoder.writers import Writer, counting_writer, decoder_writer, recurrent_writer

TEMPERATURES = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0, 1.2)
SEEDS = range(5)
MANY = 1000  # letters of each text
STARTS = ("the network ", "a gradient ", "in the text ", "it reads ", "for every ")  # by seed
KINDS = ("n-gram", "LSTM", "Transformer")


def writer(kind: str) -> Writer:
    """The n-gram model, the LSTM or the Transformer of the page."""
    check_choice("kind", kind, KINDS)
    if kind == "n-gram":
        return counting_writer(export.counting_model())
    if kind == "LSTM":
        return recurrent_writer(writer_lstm.loaded())
    return decoder_writer(writer_transformer.loaded())


def written(of: Writer, temperature: float | int, seed: int, many: int = MANY) -> Int[Array, " N"]:
    """A text of `many` letters after one of the STARTS."""
    seed = check_whole("seed", seed, 0, len(STARTS) - 1)
    start = encode(STARTS[seed], LETTERS)
    return write(of, start, many, np.random.default_rng(2000 + seed), temperature)


def found_loop(codes: Int[Array, " N"]) -> tuple[int, int] | None:
    """Where a text begins to go round and how many letters a round has, or None.

    A loop is what fills the text to its end with at least three rounds.
    """
    codes = check_array("codes", codes, "N")
    for period in range(1, len(codes) // 3 + 1):
        same = codes[period:] == codes[:-period]
        broken = np.flatnonzero(~same)
        begins = int(broken[-1]) + 1 if len(broken) else 0
        if len(codes) - begins >= 3 * period:
            return begins, period
    return None


def natural_shares() -> list[float]:
    """The share of repeated pieces in texts of MANY letters from the held-out tenth."""
    codes = contest.held_out()
    ends = range(MANY, len(codes) + 1, MANY)
    return [repeated_share(codes[end - MANY : end]) for end in ends]


def compute_data() -> dict:
    """By kind: for each temperature the share of repeated pieces of every seed; loops at 0."""
    found = {}
    for kind in KINDS:
        of = writer(kind)
        texts = [[written(of, tau, seed) for seed in SEEDS] for tau in TEMPERATURES]
        shares = [[round(repeated_share(text), 4) for text in row] for row in texts]
        found[kind] = {"shares": shares, "loops": [found_loop(text) for text in texts[0]]}
    return found


def loaded() -> dict:
    """The same, from the file."""
    return read_data(__name__)


def shares(kind: str) -> Float[Array, "temperatures seeds"]:
    """Shares of repeated pieces, a row for each temperature, from the file."""
    return np.array(loaded()[check_choice("kind", kind, KINDS)]["shares"])
