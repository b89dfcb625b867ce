"""Looking back: press a letter, and the letters before it glow by what they do to the guess.

‖∂ŷ_T/∂x_t‖₂ for t = 1..T, as `unrolled.gru.letters` records it of three trained cells. The module
reads the record; its `read` and `lettersWith` are held to the package by a test.
Notebook: book/gru.ipynb
"""

from functools import cache

import numpy as np
import traitlets

from unrolled.core.shapes import Array, Float
from unrolled.gru.letters import CELLS, FINE, SENTENCE, letters_with, loaded, read, written
from unrolled.gru.looking_back_words import SAID, TASK, notes, question, stories
from unrolled.page.numbers import decimals, percent
from unrolled.widget.explorable import Explorable

DIGITS = {"glow": 1, "swap": 2}  # decimals of what is shown of a letter
ASKED = 38  # letters: "the gradient from the recent past taug"
BALLOTS = {"g": 37, "u": 36, "t": 34, "past": 32}  # places of letters, from 0


class LookingBack(Explorable):
    """Press a letter of a sentence and see which letters before it act on the next guess.

    `at` is how many letters have been read, `shows` what glows: the "gradient", or what a "swap"
    of a letter changes. Raises ValueError for a letter that is not there and for other names.
    """

    title = "What the letters did: how far back three networks look"

    at = traitlets.Int(ASKED, min=1, max=len(SENTENCE)).tag(sync=True)
    shows = traitlets.Enum(["gradient", "swap"], "gradient").tag(sync=True)

    def constants(self) -> dict:
        """The sentence, the record of each network, words, the question, stories and the task."""
        show = {"at": ASKED, "shows": "gradient"}
        gru = row("GRU", ASKED)
        return {
            **SAID,
            "sentence": SENTENCE,
            "networks": [network(name) for name in CELLS],
            "ballots": list(BALLOTS.values()),
            "rows": reach_rows(),
            "notes": notes(medians(), agreement()),
            "question": question({name: gru[k] for name, k in BALLOTS.items()})
            | {"show": show, "single": True},
            "stories": [
                {"name": name, "set": state, "says": says}
                for name, state, says in stories(in_stories())
            ],
            "task": TASK,
        }


def network(name: str) -> dict:
    """What the page needs of one network."""
    shares = [one["shares"] for one in loaded()["reach"][name]]
    shown = {shows: written(as_seen(name, shows)) for shows in DIGITS}
    return {"name": name, **loaded()["sentence"][name], **shown, "shares": shares}


def as_seen(name: str, shows: str) -> Float[Array, " N"]:
    """The record of all rows, no finer than a reader sees it: the page is smaller by 5 KB.

    What is said of a row stays the same: a row in which a count of letters would move is kept.
    """
    rows = [row(name, at, shows) for at in range(1, len(SENTENCE) + 1)]
    return np.concatenate(
        [
            near if said_of(near) == said_of(exact) else exact
            for exact, near in ((each, coarser(each, shows)) for each in rows)
        ]
    )


def coarser(numbers: Float[Array, " N"], shows: str) -> Float[Array, " N"]:
    """Steps of 4 % below ten units of the last digit shown, of 16 % below one, then nothing."""
    unit = 10.0 ** -DIGITS[shows]
    step = np.where(numbers < unit, 32, np.where(numbers < 10 * unit, 8, 1)) / FINE
    near = 10 ** (step * np.rint(np.log10(numbers) / step))
    near[numbers < unit / 100] = 0
    shown = np.round(near, DIGITS[shows]) == np.round(numbers, DIGITS[shows])
    return np.where(
        shown & (numbers < numbers.max()), near, numbers
    )  # the largest is told in words


def said_of(numbers: Float[Array, " N"]) -> tuple[int, ...]:
    """What the sentences count: the letters with half of the glow, with 99 %, and the brightest."""
    counts = (letters_with(share, numbers) for share in (0.5, 0.99))
    return (*map(int, counts), int(np.argmax(numbers)))


def row(name: str, at: int, shows: str = "glow") -> Float[Array, " T"]:
    """What is recorded of the letters once `at` of them have been read."""
    numbers = read(loaded()["sentence"][name][shows])
    return numbers[at * (at - 1) // 2 : at * (at + 1) // 2]


def reaches() -> dict[str, dict[str, list[float]]]:
    """By network and by what is measured, a number a seed."""
    names = ("half", "most", "first", "loss")
    return {
        name: {what: [seed[what] for seed in seeds] for what in names}
        for name, seeds in loaded()["reach"].items()
    }


def medians() -> dict[str, dict[str, float]]:
    """The same, the median over all seeds; shares in percent."""
    return {
        name: {
            what: round(float(np.median(v)) * (100 if what == "first" else 1), 2 * (what == "loss"))
            for what, v in of.items()
        }
        for name, of in reaches().items()
    }


def spread(numbers: list[float], show: object = "{:g}".format) -> str:
    """The median, and from the lowest to the highest."""
    return f"{show(float(np.median(numbers)))} ({show(min(numbers))} to {show(max(numbers))})"


def reach_rows() -> list[list[str]]:
    """The table of what was measured over all seeds."""
    names = {
        "half": ("last letters with half of the glow", "{:g}".format),
        "most": ("last letters with 99 % of it", "{:g}".format),
        "first": ("words whose first letter glows strongest", lambda x: f"{100 * x:.0f} %"),
        "loss": ("loss, nats per letter", lambda x: decimals(x, 2)),
    }
    found = reaches()
    return [
        [says, *(spread(found[name][what], show) for name in CELLS)]
        for what, (says, show) in names.items()
    ]


@cache
def agreement() -> float:
    """How well gradients and swaps agree in which letter counts more: Spearman's, a median."""
    pairs = [
        (row(name, at), row(name, at, "swap"))
        for name in CELLS
        for at in range(10, len(SENTENCE) + 1)
    ]
    return float(np.median([np.corrcoef(_ranks(a), _ranks(b))[0, 1] for a, b in pairs]))


def _ranks(numbers: Array) -> Array:
    return np.argsort(np.argsort(numbers))


def in_stories() -> dict[str, str]:
    """The numbers that the stories tell."""
    tail = {name[0]: str(letters_with(0.99, row(name, 22))) for name in CELLS}
    swaps = [row(name, 49, "swap").max() for name in CELLS]
    return tail | {"swap": percent(np.floor(100 * min(swaps)) / 100)}
