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
FAINT = f"very little of a small change in {A} reaches the output."

WORDS = [
    rules(
        ["straight", "<b>Straight:</b> the slope is 1 everywhere, because nothing bends."],
        ["kink", "<b>At the kink:</b> there is no derivative here. By convention the slope is 0."],
        ["active", f"<b>Active:</b> the slope is exactly 1, so a change in {A} reaches the output"
         " in full."],
        ["inactive", f"<b>Inactive:</b> the slope is exactly 0, so no small change in {W}, {B} or"
         f" {X} changes the output."],
        ["none", "<b>Saturated:</b> here the slope is so small that the computer rounds it to"
         " 0."],
        ["falling faint", f"<b>Falling slightly:</b> the slope is small and negative, so a larger"
         f" {A} gives a slightly smaller output."],
        ["falling", f"<b>Falling:</b> the slope is negative, so a larger {A} gives a smaller"
         " output."],
        ["steep", f"<b>Steeper than 1:</b> the output changes by more than {A} does."],
        ["faint bounded", f"<b>Saturated,</b> because {PHI} is flat here: {FAINT}"],
        ["faint", f"<b>Almost flat:</b> {FAINT}"],
        ["bent", f"<b>Bending:</b> only part of a small change in {A} reaches the output."],
        ["", f"<b>Steep:</b> a small change in {A} reaches the output as fully as {PHI} ever"
         " allows."],
    ),
    rules(
        ["kink", f"So {FORMULA} is taken as 0, too."],
        ["none", f"So the arrow {FORMULA} has vanished."],
        ["falling", f"So the arrow {FORMULA} points away from {X}."],
        ["whole", f"So the arrow {FORMULA} is as long as {X}."],
        ["", f"The arrow {FORMULA} is {PHI}′ times as long as {X}."],
    ),
    rules(
        ["nowhere", f"With {W} = 0 there is no direction: every point has the output {PHI}({B})."],
    ),
]  # fmt: skip

SAID = {
    "words": WORDS,
    "title": [rules(
        ["nowhere", f"Every point of the plane has the same output as {X}."],
        ["level", f"{LEVEL}: points with the same output as {X}."],
        ["", f"Dashed: points with the same output as {X}."],
    )],
    "whole": f"outline: ∇<sub>{W}</sub>{F}\u2002if {PHI}′ = 1",
    "line": [rules(["outside", f"{A} = 0 lies outside"], ["", f"{A} = 0"])],
    "key": f"All arrows are drawn to the scale of the axes. The outline is the arrow {X}, and"
    f" {GRADIENT} fills all of it where {PHI}′ = 1. {W} is dashed where it is too long for the"
    f" plane. ▶ multiplies {W} and {B} by the same factor, so the line {LEVEL} stays where it is.",
    "effect": [rules(["", "output {answer}, slope {slope}"])],
    "value": [rules(
        ["", "Now: {activation}, " + whole(f"‖{W}‖ = {{size}}")
         + ", output {answer}, " + whole(f"∂{F}/∂{B} = {{slope}}") + "."],
    )],
    "plane": [
        rules(["sloped", "Plane of the inputs, coloured by the slope."],
              ["", "Plane of the inputs, coloured by the output."]),
        rules(["nowhere", "w = 0: the output is the same everywhere."],
              ["", "w = {w}, b = {b}; at right angles to w nothing changes."]),
        rules(["", "At x = {x}: output {answer}, slope {slope}."]),
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
        ["beyond", f"distance from {A} = 0 along {W}; {X} lies outside"],
        ["", f"distance from {A} = 0 along {W}"],
    )],
    "colours": {"response": f"output {F}", "slope": f"slope {PHI}′"},
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
     f"{X} has moved far, but at right angles to {W}, so the output is the same."),
    ("Full gradient", {"x": [1.0, -1.0]},
     f"On the line {LEVEL} the slope of tanh is 1, so the arrow is as long as {X}."),
    ("An inactive unit", {"x": [-2.0, 0.5], "activation": "ReLU"},
     "On this side of its line a ReLU is inactive: its output and its slope are 0, so it learns"
     " nothing from this input."),
    ("A narrow band", {"w": [4.0, 2.0], "b": -2.0, "x": [0.0, 2.0], "shows": "slope"},
     f"The colour is the slope: the neuron learns from inputs in a band along {LEVEL}, and a longer"
     f" {W} makes the band narrower."),
]  # fmt: skip


def question(w: list[float], b: float, x: list[float]) -> dict:
    """What becomes of ∇_w f if a tanh neuron gets ten times as steep, and what is said to it."""
    at = np.array(x)
    a = float(neuron(10 * np.array(w), 10 * b, at, IDENTITY))
    h = float(neuron(10 * np.array(w), 10 * b, at, TANH))
    flat = whole(f"{A} = {fine(a)}")
    share = f"Its slope there is {fine(1 - h * h)}, and the arrow is that fraction of {X}."
    return {
        "text": f"Make {W} and {B} ten times as large: the line {LEVEL} stays where it is, and the"
        f" step across it becomes steeper. What happens to the orange arrow {GRADIENT}, the"
        f" derivative of the output at {X} with respect to the weights?",
        "options": [
            [
                "It grows tenfold",
                f"The step does get ten times as steep, but only near the line {LEVEL}. {X} is now"
                f" at {flat}, where tanh is flat. {share}",
            ],
            [
                "It stays the same",
                f"It would for the identity, and for a ReLU that is active. But at {flat} tanh is"
                f" flat. {share}",
            ],
            [
                "It all but vanishes",
                f"At {flat} tanh is flat. {share} A step of gradient descent now hardly changes"
                " this neuron, whether its output is right or wrong.",
            ],
        ],
        "right": 2,
    }
