"""Immediate or total: the six paths of the d-e-m-o network into a weight, and what adds them up.

The numbers are those of `unrolled.demo.six_paths`; the module only adds them up.
Notebook: book/bptt.ipynb
"""

import traitlets

from unrolled.core.door import finite, short, whole
from unrolled.core.tree import alike
from unrolled.demo import network as demo
from unrolled.demo.immediate_or_total_words import ORDERS, QUESTION, READINGS, TITLE, WORDS
from unrolled.demo.six_paths import PAIRS, PLACES, contributions
from unrolled.page.numbers import number, plural
from unrolled.page.widget import Explorable
from unrolled.rnn.readout import Model


class ImmediateOrTotal(Explorable):
    """Tap a path from a loss to a copy of a weight; choose which paths count, and in what order.

    `model` has the shapes of `unrolled.demo.network.MODEL`; its numbers may be others.
    Raises ValueError for wrong shapes, NaN, infinity, and weights that make a path explode.
    """

    title = "Immediate or total: add up the paths"

    weight = traitlets.Enum(list(PLACES), "W_hh[2,1]").tag(sync=True)
    path = traitlets.Enum([f"{t},{i}" for t, i in PAIRS], "3,2").tag(sync=True)  # the one lit
    order = traitlets.Enum(list(ORDERS), "loss").tag(sync=True)
    counts = traitlets.List([1] * 6).tag(sync=True)  # of each pair: 0, 1 or t - i + 1

    def __init__(self, model: Model = demo.MODEL, **traits: object):
        self._model = Model(*alike("model", model, demo.MODEL, finite))
        super().__init__(**traits)

    def entered(self, name: str, value: object) -> object:
        if name != "counts":
            return super().entered(name, value)
        if not isinstance(value, list | tuple) or len(value) != len(PAIRS):
            raise ValueError(f"counts: got {short(value)}, expected six numbers")
        found = [whole("counts", count, 0, 3) for count in value]
        for count, (t, i) in zip(found, PAIRS, strict=True):
            if count not in (0, 1, t - i + 1):
                raise ValueError(f"counts: got {count} of {t},{i}, expected 0, 1 or {t - i + 1}")
        return found

    def tell(self) -> dict:
        """What each path brings to each weight and why, the question, the stories, the task."""
        weights = contributions(self._model)
        nonzero = len([x for x in weights["W_hh[2,1]"]["values"] if x])
        few = f"{plural(nonzero, 'path')} {'is' if nonzero == 1 else 'are'} enough"
        return {
            "weights": weights,
            "places": [[key, key] for key in PLACES],
            "letters": demo.ALPHABET,
            "readings": READINGS,
            "orders": ORDERS,
            "words": WORDS,
            "title": TITLE,
            "question": QUESTION,
            "stories": _stories(weights),
            "task": {
                "text": "Leave out every path you can without changing the gradient of"
                " <i>W</i><sub>hh</sub>[2,1]. Tap a square to light its path, again to leave it"
                " out.",
                "done": f"{few}: copy 1 multiplies <b>h</b><sub>0</sub> = 0, so that the paths"
                " into it carry exactly 0.",
            },
        }


def _stories(weights: dict) -> list[dict]:
    """Both orders, both wrong readings, and a letter that comes once."""
    bias, ones = weights["b_h[2]"]["values"], READINGS["once"][1]

    def sums(reading: str) -> str:
        found = sum(n * x for n, x in zip(READINGS[reading][1], bias, strict=True))
        return f"<b>{number(found)}</b> instead of {number(sum(bias))}"

    def story(name: str, says: str, weight: str, path: str, order: str, counts: list) -> dict:
        chosen = {"weight": weight, "path": path, "order": order, "counts": counts}
        return {"name": name, "says": says, "set": chosen}

    return [
        story("Loss by loss", "Rows first: a term is what one loss owes to its own step and all"
              " before. Losses come in the order of time: the forward recursion of this chapter.",
              "b_h[2]", "3,1", "loss", ones),
        story("Copy by copy", "Columns first: a term is what one copy receives from its own loss"
              " and all after. The last copy comes first: backpropagation through time. The terms"
              " are others, the sum is the same.", "b_h[2]", "3,1", "copy", ones),
        story("Immediate only", f"Nothing goes back along the states. The bias gets"
              f" {sums('immediate')}.", "b_h[2]", "3,3", "loss", READINGS["immediate"][1]),
        story("Counted again", f"Read with a total derivative inside the sum, a path counts once"
              f" for each state on it. The bias gets {sums('total')}.",
              "b_h[2]", "3,1", "loss", READINGS["total"][1]),
        story("Letter e", "<i>W</i><sub>hx</sub>[2,2] multiplies the letter e, which the network"
              " reads at step 2 only: the paths into the other copies carry exactly 0.",
              "W_hx[2,2]", "3,1", "copy", ones),
    ]  # fmt: skip
