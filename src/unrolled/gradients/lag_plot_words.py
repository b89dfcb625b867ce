"""What the lag plot tells of its 64 units: their runs, a question, stories and a task.

Numbers in sentences are those of `unrolled.gradients.many_units`. Notebook: book/gradients.ipynb
"""

from unrolled.gradients.many_units import DRIVES, INPUTS, RADII, loaded
from unrolled.page.numbers import size, tight
from unrolled.widget.words import rules

SEEN = rules(
    ["zero", "From lag {zero} on the gradient is 0 in double precision."],
    ["rises", "The gradient rises to {peak} at lag {top} and falls to {last} at lag {T}."],
    ["grown", "The gradient has grown to {last} at lag {T}."],
    ["shrunk", "The gradient has shrunk to {last} at lag {T}."],
    ["", "The gradient is {last} at lag {T}."],
)  # at the last lag; the gradient explorer says the same
RHO, NORM = "<i>ρ</i>(<b>W</b>)", "‖<b>W</b>‖<sub>2</sub>"


def many() -> dict:
    """64 units: what was computed of them, and what is asked of the reader."""
    found = loaded()
    share = {radius: found["norm"] * radius for radius in RADII}
    names = {d: f"inputs of size {d}" if d else "no inputs" for d in DRIVES}
    rows = zip(RADII, found["runs"], strict=True)
    return {
        "radii": RADII,
        "sizes": [f"size {d}" for d in DRIVES],
        "runs": [
            [
                run | {"name": names[d], "rho": r, "bound": round(share[r], 6), "count": INPUTS}
                for d, run in zip(DRIVES, row, strict=True)
            ]
            for r, row in rows
        ],
        "eigenvalues": found["eigenvalues"],
        "question": _question(),
        "stories": [dict(zip(("name", "says", "set"), one, strict=True)) for one in _stories()],
        "task": {
            "text": "Find the largest of the radii at which the gradient vanishes for certain,"
            " whatever the input is.",
            "done": f"{NORM} = {tight(max(x for x in share.values() if x < 1))} is below 1, and no"
            " slope of tanh is above 1. From there up to 1 the radius only promises: with"
            " inputs it proves nothing.",
        },
    }


def _end(radius: float, drive: int, which: str = "mid") -> str:
    """The norm at the last lag."""
    return size(loaded()["runs"][RADII.index(radius)][DRIVES.index(drive)][which][-1])


def _stories() -> list:
    """Name, sentence and state."""
    return [
        (
            "Certain",
            f"{NORM} is below 1: the dashed line falls, and whatever the inputs are,"
            " the gradient lies below it.",
            {"radius": 0.4, "run": 1, "lag": 20},
        ),
        (
            "On the edge",
            f"{RHO} = 1, left alone: the state fades, the slopes come near 1, and for"
            " 100 steps the gradient neither grows nor vanishes.",
            {"radius": 1.0, "run": 0, "lag": 100},
        ),
        (
            "Left alone",
            "Without input the states hover where tanh is steep, and"
            f" the gradient grows to {_end(1.5, 0)}.",
            {"radius": 1.5, "run": 0, "lag": 100},
        ),
        (
            "Driven hard",
            "The same matrix with inputs of size 5: they hold the units where tanh is"
            f" flat, and {_end(1.5, 5)} is left.",
            {"radius": 1.5, "run": 2, "lag": 100},
        ),
        (
            "In balance",
            "With inputs of size 1 the weights make up for the small slopes only at a"
            " radius of nearly 2: some of the five runs grow, others shrink.",
            {"radius": 1.9, "run": 1, "lag": 100},
        ),
    ]


def _question() -> dict:
    """At which radius the gradient of a network with inputs no longer vanishes."""
    ends = ", ".join(f"{_end(r, 1)} at {r:g}" for r in (1.1, 1.25, 1.5, 1.75))
    why = (
        f"The inputs move the states to where tanh is flat, and slopes below 1 shrink every factor."
        f" Of the gradient is left {ends}. At 1.9 some inputs shrink it and some let it grow; at 2"
        " it grows for all five."
    )
    return {
        "text": f"64 tanh units without input and {RHO} = 1.1: the gradient grows, as the picture"
        " shows. Now random inputs of size 1 (their standard deviation) arrive at every step."
        " From which radius on is the gradient of lag 100 above 1 again?",
        "options": [
            [
                "From 1.1 as before",
                f"Inputs are not in <b>W</b>, but they are in the slopes. {why}",
            ],
            ["From about 1.25", f"The slopes shrink more than that. {why}"],
            ["From nearly 2", why],
        ],
        "right": 2,
        "show": {"radius": 1.9, "run": 1, "lag": 100},
    }
