"""How long the next letter takes, with a cache and without: milliseconds of processor time.

Derived data: `make data NAME=decoder.speed`. Times differ from machine to machine; what the page
says of them is the growth.
Notebook: book/decoder.ipynb
"""

from collections.abc import Callable
from time import process_time

import numpy as np

from unrolled.core.derived import read_data
from unrolled.decoder import contest
from unrolled.decoder.cache import read_letters, step
from unrolled.decoder.model import Decoder, decode, random_decoder

LENGTHS = (16, 32, 64, 128, 256)
TIMES = 9  # of which the shortest counts, since nothing makes a computation faster by chance


def model() -> Decoder:
    """A decoder of the contest's sizes with positions for the longest text."""
    rng = np.random.default_rng(0)
    d, blocks, heads, wide = contest.D, contest.BLOCKS, contest.N_HEADS, contest.WIDE
    return random_decoder(rng, contest.SIZE, LENGTHS[-1], d, blocks, heads, wide)


def shortest(of: Callable, repeats: int) -> float:
    """Milliseconds of one call, from the fastest of TIMES rounds of so many calls."""
    found = []
    for _ in range(TIMES):
        begin = process_time()
        for _ in range(repeats):
            of()
        found.append(1000 * (process_time() - begin) / repeats)
    return round(min(found), 4)


def compute_data() -> dict[str, list[float]]:
    """Milliseconds for the last letter of each of LENGTHS, both ways."""
    p = model()
    codes = np.random.default_rng(1).integers(0, contest.SIZE, LENGTHS[-1])
    again, cached = [], []
    for n in LENGTHS:
        text = codes[:n]
        _, kept = read_letters(p, text[:-1])
        again.append(shortest(lambda text=text: decode(p, text), 4))
        cached.append(shortest(lambda last=text[-1], kept=kept: step(p, last, kept), 100))
    return {"again": again, "cache": cached}


def loaded() -> dict[str, list[float]]:
    """The same, from the file."""
    return read_data(__name__)
