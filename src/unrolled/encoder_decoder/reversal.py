"""Strings written backwards: the longer they are, the more a fixed vector has to hold.

Derived data: `make data NAME=encoder_decoder.reversal`. Notebook: book/encoder_decoder.ipynb
"""

from collections.abc import Sequence

import numpy as np

from unrolled.core.derived import read_data
from unrolled.core.door import check_flag, check_generator, check_whole
from unrolled.core.optim import adam, clip_by_norm, descend
from unrolled.encoder_decoder.letters import MARKS, encode, one_hot, pairs, spelt
from unrolled.encoder_decoder.translator import (
    Translator,
    random_translator,
    translate_all,
    translate_gradient,
)

READS = "abcdefgh"
WRITES = MARKS + READS
EVERY = 10  # one string of so many is held out, by a checksum of its letters

LENGTHS = (4, 6, 8, 10, 12, 14, 16)
LONGEST = 12  # of the strings that are trained on
SIZES = {"vector": (8, 16, 32, 64), "attention": (16, 32)}  # units
SEEDS = range(5)
UPDATES, BATCH, RATE, LONGEST_STEP, TESTED = 3000, 32, 0.01, 1.0, 500


def is_held_out(text: str) -> bool:
    """Whether a string is kept for the test: its checksum, Σ (n + 1) k_n, is a multiple of 10."""
    codes = encode(text, READS)
    return bool((np.arange(2, len(codes) + 2) * codes).sum() % EVERY == 0)


def draw_string(rng: np.random.Generator, length: int, held_out: bool) -> str:
    """A random string of this length that is, or is not, held out."""
    rng, length = check_generator("rng", rng), check_whole("length", length, 1)
    held_out = check_flag("held_out", held_out)
    while True:
        text = "".join(READS[k] for k in rng.integers(len(READS), size=length))
        if is_held_out(text) == held_out:
            return text


def train_reversal(
    n_h: int, attends: bool, seed: int, updates: int = UPDATES, longest: int = LONGEST
) -> Translator:
    """A translator that has seen `updates` batches of strings of 1 to `longest` letters."""
    rng = np.random.default_rng(seed)
    p = random_translator(rng, len(READS), len(WRITES), n_h, attends)
    longest = check_whole("longest", longest, 1)

    def gradient(p: Translator) -> Translator:
        lengths = rng.integers(1, longest + 1, BATCH)
        texts = [draw_string(rng, int(length), held_out=False) for length in lengths]
        batch = pairs(texts, [text[::-1] for text in texts], READS, WRITES)
        return clip_by_norm(translate_gradient(p, batch)[1], LONGEST_STEP)

    return descend(adam(RATE), gradient, p, check_whole("updates", updates, 0))[-1]


def reverse(p: Translator, texts: Sequence[str]) -> list[str]:
    """What a translator writes for each string, at most two letters more than the longest has.

    What has not ended by then is cut off, and "…" says so.
    """
    xs, lengths = one_hot([encode(text, READS) for text in texts], len(READS))
    written = translate_all(p, xs, lengths, len(xs) + 2)
    return [spelt(one, WRITES) for one in written]


def draw_tested(length: int, tested: int = TESTED) -> list[str]:
    """The held-out strings of this length on which every network is tested."""
    rng = np.random.default_rng(length)
    return [draw_string(rng, length, True) for _ in range(check_whole("tested", tested, 1))]


def copied(length: int) -> float:
    """The baseline: the share of the tested strings that a mere copy of the source gets right."""
    return float(np.mean([text == text[::-1] for text in draw_tested(length)]))


def measure(p: Translator, length: int, tested: int = TESTED) -> float:
    """The share of held-out strings of this length that are reversed without a mistake."""
    texts = draw_tested(length, tested)
    right = [said == text[::-1] for said, text in zip(reverse(p, texts), texts, strict=True)]
    return float(np.mean(right))


def compare(n_h: int, attends: bool, seed: int) -> list[float]:
    """After training, the share that is right at each of the LENGTHS."""
    p = train_reversal(n_h, attends, seed)
    return [round(measure(p, length), 4) for length in LENGTHS]


def compute_data() -> dict:
    """With and without attention, by units, for each seed the shares that `compare` finds."""
    return {
        name: {
            str(n_h): [compare(n_h, name == "attention", seed) for seed in SEEDS] for n_h in sizes
        }
        for name, sizes in SIZES.items()
    }


def loaded() -> dict:
    """The same, from the file."""
    return read_data(__name__)
