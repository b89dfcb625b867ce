"""Two trained networks that reverse strings, for the page: without attention and with it.

Both have 16 units and have seen 3,000 batches of strings of up to twelve letters. They are packed
as the translators of `weights` are, but with two bytes a weight: with one, attention would count
less well. With them come the shares of held-out strings that they get right.
Derived data: `make data NAME=encoder_decoder.reversal_weights`.
Notebook: book/encoder_decoder.ipynb
"""

from unrolled.core.derived import read_data
from unrolled.core.door import check_choice
from unrolled.encoder_decoder.reversal import READS, WRITES, measure, train_reversal
from unrolled.encoder_decoder.translator import Translator
from unrolled.encoder_decoder.weights import FINE, KINDS, pack, unpack

UNITS, SEED = 16, 0  # of five seeds this one has the median score, without attention and with it
LENGTHS = range(1, 21)  # letters, as far as the page lets a string grow


def reverser(kind: str) -> Translator:
    """The trained network "vector" or "attention", as the page has it."""
    kind = check_choice("kind", kind, KINDS)
    return _unpack(read_data(__name__)[kind]["packed"], kind == "attention")


def _unpack(packed: dict, attends: bool) -> Translator:
    return unpack(packed, attends, UNITS, READS, WRITES, FINE)


def shares(kind: str) -> list[float]:
    """Of held-out strings of each of the LENGTHS, the share that it reverses without a mistake."""
    return read_data(__name__)[check_choice("kind", kind, KINDS)]["shares"]


def compute_data() -> dict:
    """Both, trained and packed, with the shares of the packed weights."""
    return {kind: _compute(kind == "attention") for kind in KINDS}


def _compute(attends: bool) -> dict:
    packed = pack(train_reversal(UNITS, attends, SEED), FINE)
    p = _unpack(packed, attends)
    return {"packed": packed, "shares": [round(measure(p, length), 3) for length in LENGTHS]}
