"""The unrolled d-e-m-o graph as boxes and arrows, on the way forward.

Boxes are in pixels, y downwards, symbols and arrows are those of `unrolled.rnn.demo`; the way back
is in `unrolled.bptt.graph`. Notebook: book/rnn.ipynb
"""

from itertools import pairwise

import numpy as np

from unrolled.core.door import check_finite
from unrolled.core.records import check_like
from unrolled.demo.weights import ALPHABET, XS, YS
from unrolled.page.symbols import html_symbol
from unrolled.rnn.demo import MODEL, trace
from unrolled.rnn.readout import Model

STEPS = (1, 2, 3)
WIDE_PITCH = 174  # px from step to step on a wide page
WIDE = {
    "x": (24, 430, 124, 54),
    "a": (24, 346, 124, 58),
    "h": (24, 262, 124, 58),
    "z": (4, 132, 66, 104),
    "y_hat": (4, 8, 160, 98),
    "L": (88, 132, 76, 58),
}
SYMBOLS = {name: html_symbol(quantity.symbol) for name, quantity in trace().items()}


def entry_symbol(weight: str, index: tuple[int, ...]) -> str:
    """One weight in HTML, its place counted from 1: `W_hh` at (0, 1) is W with hh,1,2 below it."""
    letter, of = weight.split("_")
    places = ",".join(str(i + 1) for i in index)
    return html_symbol(f"{letter}_{{{of},{places}}}")


def box(
    left: int,
    at: tuple[int, int, int, int],
    look: str,
    symbol: str,
    form: str,
    says: str,
    **more: object,
) -> dict:
    """A box; `at` is x, y, width and height, x from where its step begins; the symbol is HTML."""
    x, *rest = at
    held = {"at": [x + left, *rest], "look": look, "form": form, "says": says}
    return held | {"symbol": symbol} | more


def placed(boxes: dict[str, dict], places: dict[str, tuple], pitch: int) -> dict[str, dict]:
    """The same boxes with `wide`, where they are on a wide page: by their kind, step by step."""
    found = {}
    for name, held in boxes.items():
        kind, _, step = name.rpartition("_")
        x, *rest = places[kind or name]
        found[name] = held | {"wide": [x + (pitch * (int(step) - 1) if kind else 0), *rest]}
    return found


def forward_boxes() -> dict[str, dict]:
    """x, a, h, z, ŷ and ℒ of each step, the input at the bottom; 360 wide, or 520."""
    boxes = {}
    for t in STEPS:
        boxes |= _boxes_of_step(t)
    return placed(boxes, WIDE, WIDE_PITCH)


def _boxes_of_step(t: int) -> dict[str, dict]:
    def one(name: str, at: tuple, look: str, form: str, what: str, **more: object) -> dict:
        symbol = SYMBOLS[f"{name}_{t}"]
        return {f"{name}_{t}": box(120 * (t - 1), at, look, symbol, form, what, **more)}

    letter = ALPHABET[np.argmax(XS[t - 1])]
    target = int(np.argmax(YS[t - 1]))
    bars = {"letters": ALPHABET, "target": target}
    return {
        **one("x", (16, 356, 82, 52), "input", "letter", f"input of step {t}", letter=letter),
        **one(
            "a",
            (16, 288, 82, 54),
            "state",
            "matrix",
            f"pre-activation of step {t}",
            shape=[2],
            beside=True,
        ),
        **one(
            "h", (16, 220, 82, 54), "state", "matrix", f"state of step {t}", shape=[2], beside=True
        ),
        **one("z", (3, 114, 52, 92), "output", "matrix", f"logits of step {t}", shape=[4]),
        **one("y_hat", (3, 7, 114, 92), "output", "bars", f"prediction of step {t}", **bars),
        **one("L", (61, 114, 56, 54), "output", "matrix", f"loss of step {t}", shape=[1]),
    }


def forward_edges() -> list[list[str]]:
    """Which box goes into which."""
    chain = ("x", "a", "h", "z", "y_hat", "L")
    steps = [[f"{p}_{t}", f"{q}_{t}"] for t in STEPS for p, q in pairwise(chain)]
    return steps + [[f"h_{t}", f"a_{t + 1}"] for t in STEPS[:-1]]


def check_model(model: object) -> Model:
    """A model of the demo's shapes, or ValueError."""
    return check_like("model", model, MODEL, check_finite)


def flatten(model: Model) -> dict[str, list[float]]:
    """Its weights by name, each in one row."""
    return {name: w.ravel().tolist() for part in model for name, w in part._asdict().items()}
