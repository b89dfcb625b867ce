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
MOST = 127  # of a weight's whole number
DIGITS = 6  # of a scale


def pack(p: Translator) -> dict:
    """Whole numbers as base64, array by array in the order of the fields, and a scale for each."""
    ints, scales = [], []
    for leaf in tree_leaves(check_translator(p)):
        scale = float(f"{max(np.abs(leaf).max(), 1e-9) / MOST:.{DIGITS}g}")
        ints.append(np.rint(leaf / scale).clip(-MOST, MOST).astype(np.int8).ravel())
        scales.append(scale)
    return {"ints": b64encode(np.concatenate(ints).tobytes()).decode(), "scales": scales}


def unpack(data: dict, attends: bool, n_h: int = UNITS) -> Translator:
    """The translator again, each weight within half a scale of what it was.

    Raises ValueError where there are more or fewer numbers than such a translator has.
    """
    like = random_translator(np.random.default_rng(0), len(READS), len(WRITES), n_h, attends)
    flat = np.frombuffer(b64decode(data["ints"]), dtype=np.int8).astype(float)
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
