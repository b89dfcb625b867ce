"""What `LayersToFlow` asks and says. Notebook: book/neural_ode.ipynb"""

from functools import cache

import numpy as np

from unrolled.neural_ode.layer_paths import (
    HOME,
    count_crossings,
    end_gap,
    flow_end,
    walk,
)
from unrolled.page.numbers import short
from unrolled.widget.words import rules

SIZES = [2**n for n in range(7)]  # blocks
NAMES = {
    "euler": "Euler’s method",
    "midpoint": "the midpoint method",
    "rk4": "the Runge–Kutta method RK4",
    "adaptive": "Dormand and Prince’s adaptive method",
}
SHORT = {"euler": "Euler", "midpoint": "midpoint", "rk4": "RK4", "adaptive": "adaptive"}
START = np.array(HOME)
ASKED = {
    "solver": "euler",
    "doubled": 1,
    "digits": 3,
    "x": HOME[0],
    "y": HOME[1],
    "depth": 64,
}
ELSEWHERE = (-0.2, 0.9)  # a start whose path of two blocks crosses many others
GOAL = {"gap": 0.001, "calls": 16}

WORDS = [
    rules(
        ["hidden", "Two blocks take two straight steps. Where they end is your guess."],
        ["euler single", "One block takes a single straight step along the arrow at the start."],
        ["euler", "{blocks} take straight steps of Δ<i>s</i> = {length}, each along a new arrow."],
        [
            "adaptive refused",
            "The solver chose {steps} itself and rejected {refused} as too inexact.",
        ],
        ["adaptive", "The solver chose {steps} itself, by its estimates of their errors."],
        ["single", "One step of {name}, with {each} evaluations of <i>f</i>."],
        ["", "{steps} of {name}, with {each} evaluations of <i>f</i> in each."],
    ),
    rules(
        ["hidden", "The thin lines are the flow."],
        ["midway", "So far: {walked}."],
        ["euler crossed", "Paths cross {crossings}, which no flow does."],
        ["euler", "No two paths cross."],
        ["", "Only the filled dots count, not the lines between them."],
    ),
    rules(["!hidden", "The gap at the end is {gap}, for {evaluations} of <i>f</i>."]),
]

SEEN = [
    rules(
        [
            "hidden",
            "A plane with a field of arrows. From six start points the flow runs along thin curves."
            " Where two straight steps from the large point end is asked.",
        ],
        [
            "euler",
            "A plane with a field of arrows. From six start points run thin curves of the flow and"
            " broken lines of {blocks}. The gap at the end is {gap}.",
        ],
        [
            "",
            "A plane with a field of arrows. From six start points run thin curves of the flow and"
            " {steps} of {name}. The gap at the end is {gap}.",
        ],
    )
]

VALUE = [
    rules(
        ["hidden", "Now there are two blocks."],
        ["moved", "Now the start point has been moved."],
        ["", "Now the gap is {gap}, for {evaluations}."],
    )
]

CLOSER = (
    "All layers share their weights: <i>f</i>(<b>h</b>) = tanh(<b>W h</b> + <b>b</b>), and a block"
    " is <b>h</b> + Δ<i>s f</i>(<b>h</b>) with Δ<i>s</i> = 2/<i>L</i> for <i>L</i> blocks. Solvers"
    " other than Euler’s evaluate <i>f</i> at the hollow dots, too. A dashed column is the gap of"
    " Euler’s method with as many evaluations."
)


@cache
def gap_text(solver: str, size: int) -> str:
    """The gap at the end of the path from the start, in two digits."""
    return short(end_gap(solver, START, size))


@cache
def find_ends() -> tuple:
    """Where the point from the start ends: in the flow, after two blocks, after a single one."""
    ends = [flow_end(START), *(walk("euler", START, n)["points"][-1] for n in (2, 1))]
    return tuple(tuple(end.tolist()) for end in ends)


def marked() -> list:
    """The places to choose from, by letter."""
    return [[letter, list(end)] for letter, end in zip("ABC", find_ends(), strict=True)]


def question() -> dict:
    """Where do two straight steps end, if the flow bends all the time?"""
    return {
        "text": "The flow carries the large point along its thin curve. A residual network with"
        " two blocks takes two straight steps instead, each through half of the depth and along the"
        " arrow where it begins. Where does it end? Tap A, B or C.",
        "options": [
            [
                "A",
                "A is the end of the flow, which turns all the time. A block looks at the field"
                " once and then goes straight, so two blocks swing too wide and end at B.",
            ],
            [
                "B",
                "Each block looks at the field only where it begins. The first step overshoots the"
                f" bend, the second turns too late: a gap of {gap_text('euler', 2)} remains.",
            ],
            [
                "C",
                "C is where a single block ends: straight on, along the first arrow. The second"
                " block looks at the field again, where the first one ended, and turns to B.",
            ],
        ],
        "right": 1,
        "asked": ASKED,
        "show": ASKED,
    }


def stories() -> list[dict]:
    """From one block to the limit, paths that cross, and a better solver."""
    four = gap_text("euler", 4)
    chosen = walk("adaptive", START, 6)
    lengths = np.diff(chosen["times"])
    ratio = max(lengths) / lengths[0]
    return [
        {
            "name": "One block",
            "set": ASKED | {"doubled": 0},
            "says": "One block evaluates the field once, at the start, and goes straight on to the"
            f" end. That is {gap_text('euler', 1)} away from the flow.",
        },
        {
            "name": "Paths that cross",
            "set": ASKED | {"doubled": 1, "x": ELSEWHERE[0], "y": ELSEWHERE[1]},
            "says": "Two blocks jump across each other’s paths: the rings mark"
            f" {count_crossings(np.array(ELSEWHERE), 2)} crossings. In the flow that is impossible,"
            " because from each place only one direction leads on. With four blocks, every"
            " crossing here is gone.",
        },
        {
            "name": "The limit",
            "set": ASKED | {"doubled": 6},
            "says": f"From 4 blocks to 64 the gap falls from {four} to {gap_text('euler', 64)}:"
            " twice as many blocks, half the gap. The corners are gone, and no two paths cross.",
        },
        {
            "name": "Four evaluations well spent",
            "set": ASKED | {"solver": "rk4", "doubled": 0},
            "says": "One step of RK4 evaluates <i>f</i> at the start and at three trial places"
            f" before it moves. Its gap is {gap_text('rk4', 1)}. Four blocks cost as much and end"
            f" {four} away.",
        },
        {
            "name": "The solver chooses",
            "set": ASKED | {"solver": "adaptive", "digits": 6},
            "says": "An adaptive solver makes two estimates of every step. If they agree, the next"
            f" step may be longer, here up to {ratio:.0f} times as long as the first one. If they"
            f" don’t, it goes back and tries a shorter one: {chosen['refused']} times here. The gap"
            f" is {gap_text('adaptive', 6)}.",
        },
    ]


def task() -> dict:
    """A gap that Euler's method reaches only with thousands of blocks."""
    return {
        "text": "Leave the start where it is. Bring the gap below 0.001 with at most 16"
        " evaluations of <i>f</i>.",
        "done": "Euler’s method would need more than 1000 blocks for that: half the step only"
        " halves the gap. Half the step of RK4 divides the gap by more than ten here, so four"
        " steps are enough.",
    }
