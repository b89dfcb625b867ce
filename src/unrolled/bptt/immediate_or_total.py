"""Immediate or total: the six paths of the d-e-m-o network into a weight, and what adds them up.

The numbers are those of `unrolled.bptt.six_paths`; the module only adds them up.
Notebook: book/bptt.ipynb
"""

import traitlets

from unrolled.bptt.immediate_or_total_words import (
    ORDERS,
    QUESTION,
    READINGS,
    SHORT,
    TITLE,
    WORDS,
)
from unrolled.bptt.six_paths import PAIRS, PLACES, contributions
from unrolled.core.door import check_finite, check_whole, short_repr
from unrolled.core.records import check_like
from unrolled.demo.weights import ALPHABET
from unrolled.page.numbers import number, plural
from unrolled.rnn import demo
from unrolled.rnn.readout import Model
from unrolled.widget.explorable import Explorable

TASKED = "W_hh[2,1]"  # the weight of the task


class ImmediateOrTotal(Explorable):
    """Tap a path from a loss to a copy of a weight; choose which paths count, and in what order.

    `model` has the shapes of `unrolled.bptt.demo.MODEL`; its numbers may be others.
    Raises ValueError for wrong shapes, NaN, infinity, and weights that make a path explode.
    """

    title = "Immediate or total: add up the paths"

    weight = traitlets.Enum(list(PLACES), "b_h[2]").tag(sync=True)
    path = traitlets.Enum([f"{t},{i}" for t, i in PAIRS], "3,2").tag(sync=True)  # the one lit
    order = traitlets.Enum(list(ORDERS), "loss").tag(sync=True)
    # of each pair 0, 1 or t - i + 1:
    counts = traitlets.List([1] * 6).tag(sync=True, door={"low": 0, "high": 3, "whole": True})

    def __init__(self, model: Model = demo.MODEL, **traits: object):
        self._model = Model(*check_like("model", model, demo.MODEL, check_finite))
        super().__init__(**traits)

    def entered(self, name: str, value: object) -> object:
        if name != "counts":
            return super().entered(name, value)
        if not isinstance(value, list | tuple) or len(value) != len(PAIRS):
            raise ValueError(f"counts: got {short_repr(value)}, expected six numbers")
        found = [check_whole("counts", count, 0, 3) for count in value]
        for count, (t, i) in zip(found, PAIRS, strict=True):
            if count not in (0, 1, t - i + 1):
                raise ValueError(f"counts: got {count} of {t},{i}, expected 0, 1 or {t - i + 1}")
        return found

    def constants(self) -> dict:
        """What each path brings to each weight and why, the question, the stories, the task."""
        weights = contributions(self._model)
        html = weights[TASKED]["html"]
        fewest = sum(x != 0 for x in weights[TASKED]["values"])
        enough = "is enough" if fewest == 1 else "are enough"
        return {
            "weights": weights,
            "places": [[key, _in_words(*PLACES[key])] for key in PLACES],
            "letters": ALPHABET,
            "readings": READINGS,
            "orders": ORDERS,
            "words": WORDS,
            "short": SHORT,
            "title": TITLE,
            "question": QUESTION,
            "stories": _stories(weights),
            "task": {
                "set": {"weight": TASKED, "counts": READINGS["once"][1]},
                "place": _in_words(*PLACES[TASKED]),
                "text": f"Leave out every path you can without changing the gradient of {html}."
                " Tap a path to light it, and tap it again to leave it out.",
                "done": f"{plural(fewest, 'path')} {enough}: copy 1 multiplies <b>h</b><sub>0</sub>"
                " = 0, so the paths into it contribute exactly 0.",
            },
        }


def _in_words(name: str, place: tuple) -> str:
    """Which weight it is: "bias of unit 2", "from letter e to unit 1"."""
    unit, *column = place
    if not column:
        return f"bias of unit {unit + 1}"
    (source,) = column
    begins = f"letter {ALPHABET[source]}" if name == "W_hx" else f"unit {source + 1}"
    return f"from {begins} to unit {unit + 1}"


def _stories(weights: dict) -> list[dict]:
    """Both orders, both wrong readings, and a letter that comes once."""
    bias = weights["b_h[2]"]["values"]
    ones = READINGS["once"][1]

    def sums(reading: str) -> str:
        found = sum(n * x for n, x in zip(READINGS[reading][1], bias, strict=True))
        return f"<b>{number(found)}</b> instead of {number(sum(bias))}"

    def story(name: str, says: str, weight: str, path: str, order: str, counts: list) -> dict:
        chosen = {"weight": weight, "path": path, "order": order, "counts": counts}
        return {"name": name, "says": says, "set": chosen}

    return [
        story(
            "Loss by loss",
            "Each group of rows is one term: what one loss contributes through its own step and all"
            " earlier ones. The forward recursion adds these terms.",
            "b_h[2]",
            "3,1",
            "loss",
            ones,
        ),
        story(
            "Copy by copy",
            "Each group of rows is one term, the last copy first: what one copy receives from its"
            " own loss and all later ones. The backward recursion adds these terms, and the sum is"
            " the same.",
            "b_h[2]",
            "3,1",
            "copy",
            ones,
        ),
        story(
            "Immediate only",
            "Only the paths from a loss to the copy of its own step are left; none goes back"
            f" along the states. For the bias of unit 2 the sum is {sums('immediate')}.",
            "b_h[2]",
            "3,3",
            "loss",
            READINGS["immediate"][1],
        ),
        story(
            "Total in the sum",
            "A path now counts once for each state on it; stripes mark what is counted again."
            f" For the bias of unit 2 the sum is {sums('total')}.",
            "b_h[2]",
            "3,1",
            "loss",
            READINGS["total"][1],
        ),
        story(
            "Letter e",
            f"{weights['W_hx[2,2]']['html']} multiplies the letter e, which comes"
            " at step 2 only, so no path to copy 1 or 3 contributes anything.",
            "W_hx[2,2]",
            "3,1",
            "copy",
            ones,
        ),
    ]
