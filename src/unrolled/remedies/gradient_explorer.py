"""Gradient explorer: which quantity decides whether ∂h_k/∂h_0 vanishes or explodes.

h_t = κ h_{t-1} + ω φ(W_hh h_{t-1} + drive · ξ_t + b), with two units for the reader to move. The
module's `explore` is held to `unrolled.gradients` by a test.
Notebook: book/remedies.ipynb
"""

import numpy as np
import traitlets

from unrolled.core.activations import ACTIVATIONS
from unrolled.core.door import check_array, check_real
from unrolled.gradients.norms import slope_bound
from unrolled.gradients.products import Lags, lags
from unrolled.gradients.schur import matrix, pair, schur2
from unrolled.page.numbers import short
from unrolled.remedies.gradient_explorer_words import WORDS
from unrolled.remedies.shortcuts import shortcut
from unrolled.rnn.cell import RNN
from unrolled.widget.explorable import Explorable

STEPS = 100
CELLS = {  # φ, and for a given α the constants κ and ω
    "linear": ("identity", lambda alpha: (0.0, 1.0)),
    "tanh": ("tanh", lambda alpha: (0.0, 1.0)),
    "logistic": ("logistic", lambda alpha: (0.0, 1.0)),
    "ReLU": ("ReLU", lambda alpha: (0.0, 1.0)),
    "leaky": ("tanh", lambda alpha: (alpha, 1.0 - alpha)),
    "residual": ("tanh", lambda alpha: (1.0, 1.0)),
}
NOISE = np.random.default_rng(0).normal(size=(STEPS, 2)).round(3)  # ξ_1 .. ξ_T
LIMITS = {"eigenvalues": 20.0, "bias": 100.0, "start": 100.0}  # within them nothing overflows
DOORS = {name: {"low": -x, "high": x} for name, x in LIMITS.items()}


def _state(W: object, **state: object) -> dict:
    """All traits but `answered`; W is taken apart."""
    usual = {"cell": "tanh", "alpha": 0.9, "drive": 0.0, "lag": 10, "horizon": STEPS}
    usual |= {"start": [0.5, 0.5], "bias": [0.0, 0.0]}
    values, nu, angle = schur2(np.array(W, dtype=float))
    turned = float((angle + np.pi / 2) % np.pi - np.pi / 2)  # half a turn changes no W
    return usual | {"eigenvalues": values, "nonnormality": nu, "angle": turned} | state


_SHEAR = [[0.9, 10.0], [0.0, 0.9]]
_ZERO, _REST = np.array([[2.0, -2.0], [2.0, -2.0]]), np.array([0.0, np.sqrt(0.9)])
_FIXED = {"start": _REST.tolist(), "bias": (np.arctanh(_REST) - _ZERO @ _REST).tolist()}
_TURN = 1.05 * np.array([[np.cos(0.3), -np.sin(0.3)], [np.sin(0.3), np.cos(0.3)]])
FIRST = _state(0.9 * np.eye(2))
STORIES = [
    ["Transient", "A linear recurrence with both eigenvalues at 0.9: its gradient grows before it"
     " vanishes, because <b>W</b> is far from normal.", _state(_SHEAR, cell="linear")],
    ["Saturation", "<b>W</b> = 3 <b>I</b> stretches everything threefold, and still hardly"
     " anything comes through: both saturate, and their slopes are nearly 0.",
     _state(3.0 * np.eye(2))],
    ["ρ = 0", "Both eigenvalues are 0, and the gradient grows by 80 % a step: where the state"
     " rests, slopes 1 and 0.1 give diag(1, 0.1) <b>W</b> the radius 1.8.",
     _state(_ZERO, horizon=40, **_FIXED)],  # rounding drives the state away after some 60 steps
    ["Linear, normal W", "A linear recurrence that turns and stretches by 1.05, for which ρ does"
     " decide: pull the eigenvalues into the circle.", _state(_TURN, cell="linear")],
    ["Leaky units", "<b>W</b> = 0.8 <b>I</b>. Of the gradient 0.98<sup><i>k</i></sup> is left"
     " where every step keeps 0.9 of the state; with plain tanh, at most 0.8<sup><i>k</i></sup>.",
     _state(0.8 * np.eye(2), cell="leaky", start=[0.0, 0.0])],
]  # fmt: skip
TASK = {
    "text": "Pull an eigenvalue out to |<i>λ</i>| = 2 or more, by hand or with the sliders under"
    " More, and yet make it certain, for every input, that the gradient vanishes.",
    "done": "The logistic function has slopes of at most 1/4: vanishing is certain as long as"
    " ‖<b>W</b>‖<sub>2</sub> &lt; 4.",
}


def measured(state: dict) -> Lags:
    """‖∂h_k/∂h_0‖₂ for k = 1..T of the network that the traits describe, by the package."""
    phi, shares = CELLS[state["cell"]]
    cell = shortcut(*shares(state["alpha"]), ACTIVATIONS[phi])
    W = matrix(state["eigenvalues"], state["nonnormality"], state["angle"])
    p = RNN(state["drive"] * np.eye(2), W, np.array(state["bias"], dtype=float))
    return lags(cell, p, NOISE[: state["horizon"]], np.array(state["start"], dtype=float))


class GradientExplorer(Explorable):
    """Move eigenvalues and non-normality of W, and see what ‖∂h_k/∂h_0‖ does with the lag k.

    `W`: any 2x2 matrix, entries from -10 to 10; the other keywords are the traits below.
    """

    title = "Gradient explorer: what decides whether it vanishes or explodes"

    # of W, two pairs (re, im):
    eigenvalues = traitlets.List(FIRST["eigenvalues"]).tag(sync=True, door=DOORS["eigenvalues"])
    nonnormality = traitlets.Float(min=-40, max=40).tag(sync=True)  # ν
    angle = traitlets.Float(min=-np.pi / 2, max=np.pi / 2).tag(sync=True)  # θ
    cell = traitlets.Enum(list(CELLS), "tanh").tag(sync=True)
    alpha = traitlets.Float(0.9, min=0, max=0.99).tag(sync=True)  # of leaky units
    drive = traitlets.Float(min=0, max=5).tag(sync=True)
    start = traitlets.List(FIRST["start"]).tag(sync=True, door=DOORS["start"])  # h_0
    bias = traitlets.List(FIRST["bias"]).tag(sync=True, door=DOORS["bias"])
    lag = traitlets.Int(10, min=1, max=STEPS).tag(sync=True)
    horizon = traitlets.Int(STEPS, min=10, max=STEPS).tag(sync=True)  # T

    def __init__(self, W: object = None, **traits: object):
        if W is not None:
            traits = _state(_within("W", check_array("W", W, "n_h n_h", n_h=2), 10.0)) | traits
        super().__init__(**traits)

    def entered(self, name: str, value: object) -> object:
        """`value` as the trait of this name holds it; the lists are numbers within LIMITS."""
        if name not in LIMITS:
            return super().entered(name, value)
        values = (
            pair(name, value) if name == "eigenvalues" else check_array(name, value, "n_h", n_h=2)
        )
        return _within(name, np.array(values), LIMITS[name])

    def constants(self) -> dict:
        """The inputs, slopes and words, the question, the stories and the task."""
        cells = {name: [phi, slope_bound(ACTIVATIONS[phi])] for name, (phi, _) in CELLS.items()}
        fixed = {"cells": cells, "names": [[name, name] for name in CELLS], "noise": NOISE.tolist()}
        stories = [dict(zip(("name", "says", "set"), one, strict=True)) for one in STORIES]
        return fixed | {"words": WORDS, "question": _question(), "stories": stories, "task": TASK}


def _within(name: str, values: np.ndarray, limit: float) -> list:
    """The entries as lists, or ValueError."""
    for x in values.flat:
        check_real(name, float(x), -limit, limit)
    return values.tolist()


def _question() -> dict:
    """The chapter's guess, answered by its own matrix."""
    norm = measured(STORIES[0][2]).norm
    shown = (
        "With <b>W</b> = (0.9, 10; 0, 0.9) and no activation both eigenvalues are 0.9, and the"
        f" gradient rises to {short(norm.max(), 3)} at lag {norm.argmax() + 1} before it vanishes."
    )
    return {
        "text": "<b>W</b> has spectral radius <i>ρ</i> = 0.9: every eigenvalue lies within the unit"
        " circle. How large is the norm of ∂<b>h</b><sub>10</sub>/∂<b>h</b><sub>0</sub>?",
        "options": [
            [
                "0.9¹⁰ = 0.35",
                "That is right for a linear recurrence with a normal <b>W</b>, and no"
                f" bound for others. {shown}",
            ],
            [
                "more than 1",
                f"It can be. {shown} But with a normal <b>W</b> and no activation it"
                " shrinks to 0.9¹⁰ = 0.35.",
            ],
            [
                "<i>ρ</i> alone does not tell",
                "<i>ρ</i> tells how fast powers of <b>W</b> shrink in"
                " the end, not what they do before, and nothing certain once slopes change. "
                + shown,
            ],
        ],
        "right": 2,
        "show": STORIES[0][2],
    }
