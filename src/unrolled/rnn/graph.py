"""The unrolled d-e-m-o graph, on the way forward: what it computes, step by step.

Symbols are those of `unrolled.rnn.demo`; the way back is in `unrolled.bptt.graph`.
Notebook: book/rnn.ipynb
"""

import numpy as np

from unrolled.core.door import check_finite
from unrolled.core.records import check_like
from unrolled.demo.weights import XS, YS
from unrolled.page.symbols import html_symbol
from unrolled.rnn.demo import MODEL, trace
from unrolled.rnn.readout import Model

STEPS = (1, 2, 3)
SYMBOLS = {name: html_symbol(quantity.symbol) for name, quantity in trace().items()}


def entry_symbol(weight: str, index: tuple[int, ...]) -> str:
    """One weight in HTML, its place counted from 1: `W_hh` at (0, 1) is W with hh,1,2 below it."""
    letter, of = weight.split("_")
    places = ",".join(str(i + 1) for i in index)
    return html_symbol(f"{letter}_{{{of},{places}}}")


def forward_boxes() -> dict[str, dict]:
    """x, a, h, z, ŷ and ℒ of each step: their symbols and names, in the order of computing."""
    return {name: held for t in STEPS for name, held in _boxes_of_step(t).items()}


def _boxes_of_step(t: int) -> dict[str, dict]:
    def one(name: str, says: str, **more: object) -> dict:
        return {f"{name}_{t}": {"symbol": SYMBOLS[f"{name}_{t}"], "says": says} | more}

    return {
        **one("x", f"input of step {t}", one=XS[t - 1].tolist()),
        **one("a", f"pre-activation of step {t}"),
        **one("h", f"state of step {t}"),
        **one("z", f"logits of step {t}"),
        **one("y_hat", f"prediction of step {t}", target=int(np.argmax(YS[t - 1]))),
        **one("L", f"loss of step {t}"),
    }


def check_model(model: object) -> Model:
    """A model of the demo's shapes, or ValueError."""
    return check_like("model", model, MODEL, check_finite)


def flatten(model: Model) -> dict[str, list[float]]:
    """Its weights by name, each in one row."""
    return {name: w.ravel().tolist() for part in model for name, w in part._asdict().items()}
