"""What `DeepPaths` asks and says. Notebook: book/sequence_tasks.ipynb"""

from unrolled.page.numbers import short
from unrolled.sequence_tasks.depth_paths import INPUTS, at_most, carried, gradients
from unrolled.widget.words import rules

STEPS = len(INPUTS)
MOST = 36  # paths between the two corners
ASKED = {"size": 0.5, "between": 0.5, "top": 3, "start": "1,1", "drawn": MOST}
MARKED = {"A": (6, 3), "B": (7, 2), "C": (1, 1)}  # states to choose from
GOAL = {"weights": 0.65, "arrives": 1.0}

WORDS = [
    rules(
        ["none", "No path: a gradient goes down and back in time, never up."],
        ["itself", "The gradient of 1 starts in {cell}."],
        ["single", "A single path of {arrows} leads back to {cell}."],
        ["partly", "Drawn: {drawn} of the {paths} paths back to {cell}, each of {arrows}."],
        ["", "{paths} paths lead back to {cell}, each of {arrows}."],
    ),
    rules(
        ["none", "Nothing arrives in {cell}."],
        ["itself", "It has lost nothing yet."],
        ["hidden", "What they bring is your guess."],
        ["single", "It brings {sum}."],
        ["partly", "So far {sofar} has arrived of {sum}."],
        ["closed", "Together they bring 0: each crosses a weight of 0."],
        ["more", "Together they bring {sum}: more than has left {end}."],
        ["", "Together they bring {sum}, about {each} each."],
    ),
]

SEEN = [
    rules(["", "Three layers over eight steps. A gradient of 1 leaves layer {top} at step 8."]),
    *WORDS,
]

VALUE = [
    rules(
        ["none", "Now nothing arrives in {cell}."],
        ["hidden", "Both weights are 0.5 now."],
        ["strong", "Now {sum} arrives, but a weight is above 0.65."],
        ["", "Now {sum} arrives in {cell}."],
    )
]

CLOSER = (
    "One unit a layer and no weight below 0: no path cancels another, and still this is all that"
    " arrives. All states that are <i>n</i> arrows away receive together at most (sum of both"
    " weights)<sup><i>n</i></sup>; the sum is {sum} now, and the dashed line of the map is where it"
    " is 1."
)


def state_name(step: int, layer: int) -> str:
    """h_t^(ℓ), as HTML."""
    return f"<i>h</i><sub>{step}</sub><sup>({layer})</sup>"


END = state_name(STEPS, 3)


def arrives(state: dict) -> float:
    """What arrives at the state that is chosen."""
    step, layer = map(int, state["start"].split(","))
    table = gradients(INPUTS, state["size"], state["between"], state["top"])
    return float(table[step - 1, layer - 1])


def question() -> dict:
    """Which of three states receives the most, of which one has most paths?"""
    table = gradients(INPUTS, 0.5, 0.5, 3)
    found = {letter: short(table[t - 1, layer - 1]) for letter, (t, layer) in MARKED.items()}
    each = short(table[0, 0] / MOST)
    return {
        "text": f"Both weights are 0.5, and a gradient of 1 leaves {END}. The number in a state"
        " says how many paths lead back to it. Which of A, B and C receives the most gradient?"
        " Tap it.",
        "options": [
            [
                "A",
                f"A receives {found['A']}. B is as far away, two arrows, but two paths lead there"
                f" and add up: B receives {found['B']}.",
            ],
            [
                "B",
                f"Two arrows lead to A as to B, but B has two paths: {found['B']} against"
                f" {found['A']}. C has {MOST} paths, but each crosses nine arrows and brings about"
                f" {each}: together {found['C']}.",
            ],
            [
                "C",
                f"{MOST} paths lead there, but each crosses nine arrows, and every arrow takes half"
                f" or worse. Each brings about {each}, together {found['C']}. B receives"
                f" {found['B']}.",
            ],
        ],
        "right": 1,
        "asked": ASKED,
        "show": ASKED | {"start": ",".join(map(str, MARKED["B"]))},
    }


def stories() -> list[dict]:
    """A single layer, a weak weight in either direction, and a gradient that grows."""
    alone = ASKED | {"top": 1}
    late = ASKED | {"size": 0.2, "between": 0.95}
    low = ASKED | {"size": 0.95, "between": 0.2}
    grown = ASKED | {"size": 0.9, "between": 0.9}
    column = gradients(INPUTS, late["size"], late["between"], 3)[-1]
    under = gradients(INPUTS, low["size"], low["between"], 3)[-1]
    ten = arrives(ASKED) / arrives(alone)
    shares = carried(INPUTS, 0.9, 0.9, 3, (1, 1))
    return [
        {
            "name": "A single layer",
            "set": alone,
            "says": "With one layer a single path leads back, and it brings"
            f" {short(arrives(alone))}. The {MOST} paths of three layers bring about"
            f" {ten:.0f} times as much, which is still only {short(arrives(ASKED))}.",
        },
        {
            "name": "Weak through time",
            "set": late,
            "says": f"Straight down, {short(column[0])} of the gradient reaches the lowest layer."
            f" Back in time it vanishes: all {MOST} paths to {state_name(1, 1)} together bring"
            f" {short(arrives(late))}.",
        },
        {
            "name": "Weak between layers",
            "set": low,
            "says": f"Along depth a gradient vanishes too: two layers down, {short(under[0])} is"
            f" left. Only because so many paths lead far back does {state_name(1, 1)} receive"
            f" {short(arrives(low))}.",
        },
        {
            "name": "More than has left",
            "set": grown,
            "says": f"At 0.9 each path brings {short(min(shares))} to {short(max(shares))}, and"
            f" {MOST} of them {short(sum(shares))}. It doesn’t last: over 200 steps all paths"
            f" together bring at most {short(at_most(200, 3, 0.9, 0.9)[2])}.",
        },
    ]


def task() -> dict:
    """The most arrives neither near the end nor where most paths lead."""
    each = short(arrives(ASKED | {"size": 0.65, "between": 0.65, "start": "5,1"}) / 10)
    return {
        "text": "Leave both weights at 0.65 or below, and choose a state that receives more than"
        f" 1: more than has left {END}.",
        "done": "Near the end there are few paths; far away there are many, but each has crossed"
        f" too many arrows. In between both are moderate: ten paths to {state_name(5, 1)} bring"
        f" about {each} each.",
    }
