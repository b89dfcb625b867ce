"""What `OneLine` asks and says. Notebook: book/mlp.ipynb"""

from unrolled.mlp.how_many import problem
from unrolled.mlp.one_line_sides import count_right
from unrolled.widget.words import rules

FAR = 2.2  # of the offset; no point is so far from the middle
START = {"angle": 160.0, "offset": 0.35}
BEST = {"angle": 92.0, "offset": 0.0}  # as good as `how_many.best_line`, by a test
MIDDLE = {"angle": 180.0, "offset": 0.0}
WORST = {"angle": -88.0, "offset": 0.0}
PAST = {"angle": 90.0, "offset": 2.15}
GOAL = {"count": 130, "distance": 0.5}
NEAR = 12  # points by which a flag may be off and is still told "Almost."


def right(state: dict) -> int:
    """How many of the points are on their side of the line in this state."""
    return count_right(*problem(), state["angle"], state["offset"])


POINTS = len(problem()[0])
REACH = [POINTS - right(BEST), right(BEST)]

BOX = {
    "reach": REACH,
    "near": NEAR,
    "sides": ["called discs", "called triangles"],
    "names": ["discs", "triangles"],
    "counted": [f"of {POINTS} points are", "on the correct side"],
    "key": ["correct", "wrong side"],
    "coin": f"a coin: {POINTS // 2}",
    "swap": "Swap the sides",
    "words": [
        rules(
            [
                "empty",
                "All {all} points are on the same side of the line and get the same name, so half"
                " of them, {count}, are right.",
            ],
            ["best", "{count} of {all} points are on the correct side, and no line gets more."],
            [
                "worse",
                "{count} of {all}: this line does worse than a tossed coin. With its sides swapped"
                " it would get the other {wrong} right.",
            ],
            [
                "coin",
                "{count} of {all} points are on the correct side, about as many as a tossed coin"
                " would get.",
            ],
            [
                "good",
                "{count} of {all} points are on the correct side. That is nearly as many as one"
                " line"
                " can get.",
            ],
            [
                "",
                "{count} of {all} points are on the correct side. The {wrong} hollow ones are on"
                " the wrong side.",
            ],
        )
    ],
    "seen": [
        rules(
            [
                "",
                "Two spirals wound around each other, one of discs and one of triangles, and a"
                " straight line across them. On one side all points are called discs, on the other"
                " triangles: {count} of {all} are on the correct side, {wrong} on the wrong one.",
            ]
        )
    ],
    "value": [
        rules(
            ["through", "So far {count} points, but the line still runs through the middle."],
            ["central", "So far {count} points, but only {distance} from the middle."],
            ["", "So far {count} points, {distance} from the middle."],
        )
    ],
}

TRUTH = f"The best line gets {REACH[1]} of the {POINTS} points, about two thirds."
WHY = (
    "Each spiral winds around the middle one and a half times, so a straight line always leaves"
    " long pieces of both on the same side."
)


def replies() -> list:
    """What is said to a flag: at the truth, below a coin, too low, at all points, too high."""
    return [
        rules(
            ["right", f"{TRUTH} {WHY}"],
            [
                "below",
                f"{TRUTH} A line that gets fewer than 100 is better than it looks: swap its sides,"
                " and it gets more than 100.",
            ],
            ["low", f"{TRUTH} That is more than {{guess}}, and still far from all of them. {WHY}"],
            [
                "all",
                f"{TRUTH} To get all of them, a whole spiral would have to be on one side of the"
                " line. But each spiral winds around the middle one and a half times.",
            ],
            ["", f"{TRUTH} No line gets as many as {{guess}}. {WHY}"],
        )
    ]


def question() -> dict:
    """How many points one line can get."""
    return {
        "text": f"Pull the ends of the line. How many of the {POINTS} points can one line get"
        " right, at best? Drag the flag.",
        "place": {
            "label": "right, at best",
            "min": 0,
            "max": POINTS,
            "step": 1,
            "start": 180,
            "unit": f"of {POINTS} points",
        },
        "answer": f"{TRUTH} {WHY}",
        "replies": [template.replace("{guess}", "199") for _, template in replies()[0]],
        "show": BEST,
        "asked": START,
    }


def stories() -> list[dict]:
    """A line like any other, the best, the same with its sides swapped, and one beside all."""
    says = {
        "A line down the middle": (
            MIDDLE,
            f"Straight down the middle, the line gets {right(MIDDLE)} points right, hardly more"
            " than a tossed coin.",
        ),
        "The best line": (
            BEST,
            f"This line runs nearly level through the middle: {right(BEST)} of {POINTS} points are"
            " on the"
            " correct side. No other line gets more.",
        ),
        "The worst side": (
            WORST,
            "The same line with its sides swapped: every point that was right is now wrong, and"
            " only"
            f" {right(WORST)} are right.",
        ),
        "Past all the points": (
            PAST,
            f"Here no point is on the blue side. All {POINTS} are called triangles, and"
            f" {right(PAST)} of them are.",
        ),
    }
    return [{"name": name, "set": state, "says": text} for name, (state, text) in says.items()]


def task() -> dict:
    """A good line elsewhere."""
    return {
        "text": "This best line runs through the middle. Find a line that is at least"
        f" {GOAL['distance']} away from the middle and still gets {GOAL['count']} points right.",
        "done": "The arms of the two spirals alternate, so what the shifted line gains on one arm"
        " it loses on the next. To get both arms right, you need a second line.",
        "set": BEST,
    }
