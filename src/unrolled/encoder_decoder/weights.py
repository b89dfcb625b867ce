"""Two trained translators of dates for the page, one without attention and one with it.

Both have 32 units and have learned from 1,500 batches of the same set of dates. Every weight is a
whole number from -127 to 127 times the scale of its array, so that a page can ship them.
On held-out dates the translator with attention makes no mistake; the other one gets 93 % right, and
of dates with the year in front 81 %.
Derived data: `make data NAME=encoder_decoder.weights`. Notebook: book/encoder_decoder.ipynb
"""

from base64 import b64decode, b64encode

import numpy as np

from unrolled.core.derived import read_data
from unrolled.core.door import check_choice
from unrolled.core.tree import ravel, tree_leaves, unravel
from unrolled.encoder_decoder.dates import READS, UNITS, WRITES, train_dates
from unrolled.encoder_decoder.translator import Translator, check_translator, random_translator

KINDS = ("vector", "attention")
SEED, UPDATES = 1, 1500
MOST, FINE = 127, 32_767  # of a weight's whole number
BYTES = {MOST: "<i1", FINE: "<i2"}  # how it is stored
DIGITS = 6  # of a scale


def pack(p: Translator, most: int = MOST) -> dict:
    """Whole numbers as base64, array by array in the order of the fields, and a scale for each.

    No number is larger than `most`: up to 127 each takes one byte, up to 32,767 two.
    """
    kind = BYTES[most]
    ints, scales = [], []
    for leaf in tree_leaves(check_translator(p)):
        scale = float(f"{max(np.abs(leaf).max(), 1e-9) / most:.{DIGITS}g}")
        ints.append(np.rint(leaf / scale).clip(-most, most).astype(kind).ravel())
        scales.append(scale)
    return {"ints": b64encode(np.concatenate(ints).tobytes()).decode(), "scales": scales}


def unpack(
    data: dict,
    attends: bool,
    n_h: int = UNITS,
    reads: str = READS,
    writes: str = WRITES,
    most: int = MOST,
) -> Translator:
    """The translator between two alphabets again, each weight within half a scale of what it was.

    Raises ValueError where there are more or fewer numbers than such a translator has.
    """
    like = random_translator(np.random.default_rng(0), len(reads), len(writes), n_h, attends)
    flat = np.frombuffer(b64decode(data["ints"]), dtype=BYTES[most]).astype(float)
    if flat.size != (wanted := ravel(like).size) or len(data["scales"]) != len(tree_leaves(like)):
        raise ValueError(f"data: got {flat.size} weights, expected {wanted}")
    sizes = [leaf.size for leaf in tree_leaves(like)]
    return unravel(flat * np.repeat(data["scales"], sizes), like)


def translator(kind: str) -> Translator:
    """The trained translator "vector" or "attention", as the page has it."""
    kind = check_choice("kind", kind, KINDS)
    return unpack(read_data(__name__)[kind], kind == "attention")


def compute_data() -> dict:
    """Both, trained and packed."""
    return {kind: pack(train_dates(kind == "attention", SEED, UPDATES)) for kind in KINDS}
