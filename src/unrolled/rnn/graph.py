"""The unrolled d-e-m-o graph as boxes and arrows: what its two widgets draw.

Boxes are in pixels, y downwards, the arrows are those of `unrolled.bptt.demo`.
Notebooks: book/rnn.ipynb, book/bptt.ipynb
"""

from itertools import pairwise

import numpy as np

from unrolled.core.door import check_finite
from unrolled.core.records import check_like
from unrolled.demo.weights import ALPHABET, XS, YS
from unrolled.rnn.demo import MODEL
from unrolled.rnn.readout import Model

STEPS = (1, 2, 3)
WALK = [f"{name}_{t}" for t in (3, 2, 1)
        for name in ("dz", "back", "carry", "dh", "delta", "part")] + ["sum"]  # fmt: skip
SYMBOLS = {
    "x": "<b>x</b><sub>{t}</sub>",
    "y": "<b>y</b><sub>{t}</sub>",
    "a": "<b>a</b><sub>{t}</sub>",
    "h": "<b>h</b><sub>{t}</sub>",
    "z": "<b>z</b><sub>{t}</sub>",
    "y_hat": "<b>ŷ</b><sub>{t}</sub>",
    "L": "ℒ<sub>{t}</sub>",
    "dz": "∇<sub><b>z</b>{t}</sub>ℒ<sub>{t}</sub>",
    "back": "∇<sub><b>h</b>{t}</sub>ℒ<sub>{t}</sub>",
    "slope": "φ′(<b>a</b><sub>{t}</sub>)",
    "carry": "<b>W</b><sub>hh</sub><sup>⊤</sup><i>T</i><b>δ</b><sub>{n}</sub>",
    "dh": "<i>T</i>∇<sub><b>h</b>{t}</sub>ℒ",
    "delta": "<i>T</i><b>δ</b><sub>{t}</sub>",
    "dW_hh": "<i>T</i><b>δ</b><sub>{t}</sub><b>h</b><sub>{p}</sub><sup>⊤</sup>",
    "dW_hx": "<i>T</i><b>δ</b><sub>{t}</sub><b>x</b><sub>{t}</sub><sup>⊤</sup>",
    "dW_yh": "∇<sub><b>W</b>yh</sub>ℒ<sub>{t}</sub>",
}


def symbol(name: str) -> str:
    """A quantity of `network.trace` in HTML."""
    base, _, step = name.rpartition("_")
    if step.isdigit():
        t = int(step)
        return SYMBOLS[base].format(t=t, p=t - 1, n=t + 1)
    if name == "L":
        return "ℒ"
    if name.startswith(("sum_", "d")):
        factor = "<i>T</i>" if name.startswith("sum_") else ""
        letter, of = name.removeprefix("sum_").removeprefix("d").split("_")
        return f"{factor}∇<sub><b>{letter}</b>{of}</sub>ℒ"
    letter, of = name.split("_")
    return f"<b>{letter}</b><sub>{of}</sub>"


def box(
    left: int,
    at: tuple[int, int, int, int],
    look: str,
    name: str,
    form: str,
    says: str,
    **more: object,
) -> dict:
    """A box; `at` is x, y, width and height, x from where its step begins."""
    x, *rest = at
    held = {"at": [x + left, *rest], "look": look, "form": form, "says": says}
    return held | {"symbol": symbol(name)} | more


def forward_boxes() -> dict[str, dict]:
    """x, a, h, z, ŷ and ℒ of each step, the input at the bottom; 360 wide."""
    boxes = {}
    for t in STEPS:
        at = 120 * (t - 1)
        letter, target = int(np.argmax(XS[t - 1])), int(np.argmax(YS[t - 1]))
        of = f"step {t}"
        boxes |= {
            f"x_{t}": box(at, (16, 356, 82, 52), "input", f"x_{t}", "letter", f"input of {of}",
                          letter=ALPHABET[letter]),
            f"a_{t}": box(at, (16, 288, 82, 54), "state", f"a_{t}", "matrix",
                          f"pre-activation of {of}", shape=[2], beside=True),
            f"h_{t}": box(at, (16, 220, 82, 54), "state", f"h_{t}", "matrix", f"state of {of}",
                          shape=[2], beside=True),
            f"z_{t}": box(at, (3, 114, 52, 92), "output", f"z_{t}", "matrix", f"logits of {of}",
                          shape=[4]),
            f"y_hat_{t}": box(at, (3, 7, 114, 92), "output", f"y_hat_{t}", "bars",
                              f"prediction of {of}", letters=ALPHABET, target=target),
            f"L_{t}": box(at, (61, 114, 56, 54), "output", f"L_{t}", "matrix", f"loss of {of}",
                          shape=[1]),
        }  # fmt: skip
    return boxes


def forward_edges() -> list[list[str]]:
    """Which box goes into which."""
    chain = ("x", "a", "h", "z", "y_hat", "L")
    steps = [[f"{p}_{t}", f"{q}_{t}"] for t in STEPS for p, q in pairwise(chain)]
    return steps + [[f"h_{t}", f"a_{t + 1}"] for t in STEPS[:-1]]


def backward_boxes() -> dict[str, dict]:
    """Error, both messages, their sum, δ, its share of a gradient; the gradient below; 366 wide."""
    found = {}
    for t in STEPS:
        at = 122 * (t - 1)
        of = f"step {t}"
        found |= {
            f"dz_{t}": box(at, (3, 7, 114, 60), "gradient", f"dz_{t}", "signed",
                           f"error of prediction {t}", letters=ALPHABET, beside=True),
            f"back_{t}": box(at, (1, 78, 46, 57), "gradient", f"back_{t}", "matrix",
                             f"from its own loss, {of}", shape=[2]),
            f"carry_{t}": box(at, (55, 146, 66, 57), "gradient", f"carry_{t}", "matrix",
                              f"from the future, {of}", shape=[2]),
            f"dh_{t}": box(at, (1, 146, 46, 57), "gradient", f"dh_{t}", "matrix",
                           f"all that reaches state {t}", shape=[2]),
            f"delta_{t}": box(at, (1, 214, 46, 57), "gradient", f"delta_{t}", "matrix",
                              f"error of {of}", shape=[2]),
            f"part_{t}": box(at, (3, 282, 114, 57), "gradient", f"delta_{t}", "matrix",
                             f"what {of} adds"),
        }  # fmt: skip
    last = {"at": [3, 350, 358, 52], "look": "gradient", "form": "matrix", "symbol": "Σ",
            "says": "the sum over the steps", "beside": True}  # fmt: skip
    return {name: found[name] for name in WALK[:-1]} | {"sum": last}


def backward_edges() -> list[list[str]]:
    """Which box goes into which; a message turns a corner on its way to the step before."""
    chain = (("dz", "back"), ("back", "dh"), ("carry", "dh"), ("dh", "delta"), ("delta", "part"))
    steps = [[f"{p}_{t}", f"{q}_{t}"] for t in STEPS for p, q in chain]
    messages = [[f"delta_{t + 1}", f"carry_{t}", "corner"] for t in STEPS[:-1]]
    return steps + messages + [[f"part_{t}", "sum"] for t in STEPS]


def taken(model: object) -> Model:
    """A model of the demo's shapes, or ValueError."""
    return check_like("model", model, MODEL, check_finite)


def flat(model: Model) -> dict[str, list[float]]:
    """Its weights by name, each in one row."""
    return {name: w.ravel().tolist() for part in model for name, w in part._asdict().items()}
