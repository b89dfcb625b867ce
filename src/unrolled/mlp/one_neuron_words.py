"""What the widget of one neuron says: rules over what follows from its state, and the question."""

import numpy as np

from unrolled.core.activations import IDENTITY, TANH
from unrolled.mlp.network import neuron
from unrolled.page.numbers import fine
from unrolled.widget.words import rules


def whole(html: str) -> str:
    """A formula, which stays in one line."""
    return f'<span class="kit-whole">{html}</span>'


A, B, F, PHI = "<i>a</i>", "<i>b</i>", "<i>f</i>", "<i>φ</i>"
W, X = "<b>w</b>", '<b class="is-input">x</b>'
SLOPE = f"{PHI}′({A})"
GRADIENT = f'<span class="is-gradient">∇<sub>{W}</sub>{F}</span>'
FORMULA = whole(f"{GRADIENT} = {SLOPE} {X}")
BIAS = whole(f"∂{F}/∂{B} = {SLOPE}")
LEVEL = f"{A}\u00a0=\u00a00"
FAINT = f"hardly anything of a small change of {A} reaches the answer."
FLAT = "the slope is negative. A larger <i>a</i> gives a smaller answer."

WORDS = [
    rules(
        ["straight", "<b>Straight:</b> the slope is 1 everywhere. Nothing bends."],
        ["kink", "<b>At the kink:</b> there is no derivative here. By convention the slope is taken"
         " as 0."],
        ["open", f"<b>Open:</b> the slope is exactly 1. A change of {A} reaches the answer in"
         " full."],
        ["dead", f"<b>Dead:</b> the slope is exactly 0. No small change of {W}, {B} or {X} moves"
         " the answer."],
        ["none", "<b>Saturated:</b> so far out the slope is so small that the computer rounds it to"
         " 0."],
        ["falling faint", f"<b>Almost flat:</b> {FLAT}"],
        ["falling", f"<b>Falling:</b> {FLAT}"],
        ["steep", f"<b>Steeper than 1:</b> a small change of {A} reaches the answer enlarged."],
        ["faint bounded", f"<b>Saturated,</b> where {PHI} is flat: {FAINT}"],
        ["faint", f"<b>Almost flat:</b> {FAINT}"],
        ["bent", f"<b>Bending:</b> only a part of a small change of {A} reaches the answer."],
        ["", f"<b>In its steep part:</b> of a small change of {A} about as much reaches the answer"
         f" as {PHI} ever lets through."],
    ),
    rules(
        ["kink", f"So {FORMULA} is taken as 0, too."],
        ["none", f"So the arrow {FORMULA} is gone."],
        ["falling", f"So the arrow {FORMULA} points away from {X}."],
        ["whole", f"So the arrow {FORMULA} is as long as {X}."],
        ["", f"The arrow {FORMULA} is the share {PHI}′ of {X}."],
    ),
    rules(
        ["nowhere", f"And {W} = 0: there is no direction, every point has the answer {PHI}({B})."],
    ),
]  # fmt: skip

SAID = {
    "words": WORDS,
    "title": [rules(
        ["nowhere", f"Every point of the plane has the answer of {X}."],
        ["level", f"{LEVEL}: all points with the same answer as {X}."],
        ["", f"Dashed: all points with the same answer as {X}."],
    )],
    "whole": f"outline: ∇<sub>{W}</sub>{F}\u2002if {PHI}′ = 1",
    "line": [rules(["outside", f"{A} = 0 lies beyond"], ["", f"{A} = 0"])],
    "key": f"The arrows have the scale of the axes. The outline is {X}: {GRADIENT} fills it where"
    f" {PHI}′ = 1. {W} is dashed where it is too long for the plane. ▶ makes {W} and {B} larger by"
    f" one factor: the line {LEVEL} stays.",
    "effect": [rules(["", "answer {answer}, slope {slope}"])],
    "value": [rules(
        ["", "Now: {activation}, " + whole(f"‖{W}‖ = {{size}}")
         + ", answer {answer}, " + whole(f"∂{F}/∂{B} = {{slope}}") + "."],
    )],
    "plane": [
        rules(["sloped", "Plane of the inputs, coloured by the slope."],
              ["", "Plane of the inputs, coloured by the answer."]),
        rules(["nowhere", "w = 0: the same everywhere."],
              ["", "w = {w}, b = {b}; at right angles to w nothing changes."]),
        rules(["", "At x = {x}: answer {answer}, slope {slope}."]),
    ],
    "curves": [
        rules(["", "The cut along w through x: φ, which is {activation}, and its slope φ′."]),
        rules(["beyond", "x is at a = {a}, beyond the edge."], ["", "x is at a = {a}."]),
    ],
    "values": [rules(
        ["", f'<span class="is-state">{PHI}({A}) = {{nearAnswer}}</span>,'
         f' <span class="is-gradient">{SLOPE} = {{nearSlope}}</span>'],
    )],
    "place": [rules(
        ["nowhere", f"{W} = 0: nothing changes along any cut"],
        ["beyond", f"distance from {A} = 0 along {W}; {X} lies beyond"],
        ["", f"distance from {A} = 0 along {W}"],
    )],
    "colours": {"response": f"answer {F}", "slope": f"slope {PHI}′"},
    "more": "Exact values, all activations",
    "rows": [
        [f"{A} = {W}<sup>⊤</sup><b>x</b> + {B}", "sum"],
        [f"{F} = {PHI}({A})", "answer"],
        [SLOPE, "slope"],
        [f"∇<sub>{W}</sub>{F} = {SLOPE} <b>x</b>", "dw"],
        [f"∂{F}/∂{B} = {SLOPE}", "slope"],
        [f"∇<sub><b>x</b></sub>{F} = {SLOPE} {W}", "dx"],
    ],
}  # fmt: skip

STORIES = [
    ("Sideways", {"x": [2.0, -1.0]},
     f"Far from where {X} was, and the same answer: only a step along {W} counts."),
    ("All of it", {"x": [1.0, -1.0]},
     f"On the line {LEVEL} tanh is steepest: the slope is 1, so the arrow is as long as {X}."),
    ("A dead unit", {"x": [-2.0, 0.5], "activation": "ReLU"},
     "On this side of the line ReLU answers 0 with slope 0: from such inputs it learns nothing."),
    ("A narrow band", {"w": [4.0, 2.0], "b": -2.0, "x": [0.0, 2.0], "shows": "slope"},
     f"Coloured by the slope: it learns from a band along {LEVEL}. The longer {W}, the narrower."),
]  # fmt: skip


def question(w: list[float], b: float, x: list[float]) -> dict:
    """What becomes of ∇_w f if a tanh neuron gets ten times as steep, and what is said to it."""
    at = np.array(x)
    a = float(neuron(10 * np.array(w), 10 * b, at, IDENTITY))
    h = float(neuron(10 * np.array(w), 10 * b, at, TANH))
    flat = whole(f"{A} = {fine(a)}")
    share = f"Its slope there is {fine(1 - h * h)}, and the arrow is that share of {X}."
    return {
        "text": f"Make {W} and {B} ten times as large: the line {LEVEL} stays, and the step across"
        f" it gets steeper. What happens to the orange arrow {GRADIENT}, the derivative of the"
        f" answer at {X} with respect to the weights?",
        "options": [
            [
                "It grows tenfold",
                f"The step gets ten times as steep, but only near the line {LEVEL}. {X} is now far"
                f" from it, at {flat}, where tanh is flat. {share}",
            ],
            [
                "It stays",
                "It would stay for the identity, and for ReLU where it is open. But at"
                f" {flat} tanh is flat. {share}",
            ],
            [
                "It all but vanishes",
                f"At {flat} tanh is flat. {share} A gradient step now hardly moves this neuron,"
                " whether its answer is right or wrong.",
            ],
        ],
        "right": 2,
    }
