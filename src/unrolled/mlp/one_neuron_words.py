"""What the widget of one neuron says: rules over what follows from its state, and the question."""

import numpy as np

from unrolled.core.activations import IDENTITY, TANH
from unrolled.mlp.network import neuron
from unrolled.page.numbers import fine, pair
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
SHARE = f"of a small change of {A}, the share {{slope}} reaches the answer."
CUT = "(A dashed arrow is cut: it is too long for the plane.)"
FLAT = "the slope is {slope}. A larger <i>a</i> gives a smaller answer."

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
        ["steep", f"<b>Steeper than 1:</b> a small change of {A} reaches the answer {{slope}} times"
         " as large."],
        ["faint bounded", f"<b>Saturated,</b> where {PHI} is flat: {SHARE}"],
        ["faint", f"<b>Almost flat:</b> {SHARE}"],
        ["bent", f"<b>Bending:</b> {SHARE}"],
        ["", f"<b>In its steep part:</b> {SHARE}"],
    ),
    rules(
        ["kink", f"So {FORMULA} is taken as 0, too."],
        ["none", f"So the arrow {FORMULA} is gone."],
        ["falling", f"So the arrow {FORMULA} points from {X} towards 0."],
        ["whole", f"So the arrow {FORMULA} is as long as {X}."],
        ["", f"The arrow {FORMULA} is this share of {X}."],
    ),
    rules(
        ["nowhere", f"And {W} = 0: there is no direction, every point has the answer {PHI}({B})."],
        ["cut", CUT],
        ["long", CUT],
    ),
]  # fmt: skip

SAID = {
    "words": WORDS,
    "title": [rules(
        ["nowhere", f"Every point of the plane has the answer of {X}."],
        ["level", f"All along the line {LEVEL}: {F} = {{answer}}, as at {X}."],
        ["", f"All along the dashed line: {F}\u00a0= {{answer}}, as at {X}."],
    )],
    "line": [rules(["outside", f"{A} = 0 lies beyond"], ["", f"{A} = 0"])],
    "key": f"Arrows are to the scale of the axes. ▶ makes {W} and {B} larger by one factor: the"
    f" line {LEVEL} stays.",
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
        rules(["", "φ, which is {activation}, and its slope, for a from −5 to 5."]),
        rules(["beyond", "At a = {a}, beyond the edge, φ is {answer} and φ′ is {slope}."],
              ["", "At a = {a} φ is {answer} and φ′ is {slope}."]),
    ],
    "values": [rules(
        ["", f'<span class="is-state">{PHI}({A}) = {{answer}}</span>,'
         f' <span class="is-gradient">{SLOPE} = {{slope}}</span>'],
    )],
    "place": [rules(["beyond", f"{A} = {{a}}, beyond the edge"], ["", f"{A} = {{a}}"])],
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
     f"Far from (1, 1), and the same answer: only a step along {W} counts."),
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
    neurons = [(k * np.array(w), k * b) for k in (1.0, 10.0)]
    a = [float(neuron(*one, at, IDENTITY)) for one in neurons]
    h = [float(neuron(*one, at, TANH)) for one in neurons]
    slopes = [1 - one * one for one in h]
    before, after = (pair(*(slope * at), fine) for slope in slopes)
    there = f"{A} goes from {fine(a[0])} to {fine(a[1])}, where"
    lost = (
        f"{PHI}′ falls from {fine(slopes[0])} to {fine(slopes[1])}, and with it {FORMULA}, from"
        f" {before} to {after}."
    )
    return {
        "text": f"At {X} this neuron answers {fine(h[0])}. With weights and bias ten times as large"
        f" it answers {h[1]:.10f}. What happens to the arrow {GRADIENT}, the derivative of that"
        " answer with respect to the weights?",
        "options": [
            [
                "It grows tenfold",
                "The step across the plane gets ten times as steep, but only at"
                f" the line {LEVEL}. The point leaves that line behind: {there} tanh is "
                f"flat. {lost}",
            ],
            [
                "It stays",
                "It would stay for the identity, and for ReLU where it is open. But tanh"
                f" bends: {there} it is flat. {lost}",
            ],
            [
                "It all but vanishes",
                f"Now {there} tanh is flat. {lost} A gradient step now hardly"
                " moves this neuron, be its answer right or wrong.",
            ],
        ],
        "right": 2,
    }
