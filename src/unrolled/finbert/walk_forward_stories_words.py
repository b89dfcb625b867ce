"""What `WalkForward` asks and tells. Notebook: book/finbert.ipynb"""

from functools import cache

import numpy as np

from unrolled.core.shapes import Array, Float
from unrolled.finbert.leaks import (
    BETS,
    LEAKS,
    WINDOWS,
    Bets,
    band,
    bet,
    forty_words,
    loaded,
)
from unrolled.page.numbers import decimals

SHUT = dict.fromkeys(LEAKS, False)
ASKED = SHUT | {"world": 0, "strength": 0, "window": 3, "at": BETS}
GOAL = {"most": 10}  # typical moves


@cache
def bets_in(world: int, strength: int, window: int, leaks: tuple[str, ...] = ()) -> Bets:
    """The bets of a recorded world, by the places of strength and window."""
    return bet(loaded(world, strength), WINDOWS[window], leaks)


def leaks_of(state: dict) -> tuple[str, ...]:
    """The leaks that are on in a state."""
    return tuple(leak for leak in LEAKS if state[leak])


def bets_of(state: dict, leaks: tuple[str, ...] | None = None) -> Bets:
    """The bets of a state, or of its world with other leaks."""
    leaks = leaks_of(state) if leaks is None else leaks
    return bets_in(state["world"], state["strength"], state["window"], leaks)


def sums_of(state: dict, leaks: tuple[str, ...] | None = None) -> Float[Array, " M"]:
    """What was earned after each bet."""
    return np.cumsum(bets_of(state, leaks).earned())


def end(state: dict, leaks: tuple[str, ...] | None = None) -> str:
    """What was earned in the end, as it is shown."""
    return decimals(float(sums_of(state, leaks)[-1]), 0)


def right(state: dict, leaks: tuple[str, ...] | None = None) -> int:
    """How many bets were right."""
    return int((bets_of(state, leaks).earned() > 0).sum())


def luck_in(state: dict) -> Float[Array, "2 M"]:
    """The band of luck in a state."""
    return band(WINDOWS[state["window"]])


TRIO = [["best"], [], ["shuffled"]]  # the leaks of the curves A, B and C


@cache
def question() -> dict:
    """Which of three curves is honest?"""
    lost = end(ASKED, ()).removeprefix("−")
    truth = f"B is honest: there is nothing to find here, and by bad luck it lost {lost}."
    return {
        "text": "Three tests of forecasts, with the same statements and prices. Two of them let in"
        " a little of what nobody could know at the time. Which curve is honest? Tap its letter.",
        "options": [
            [
                "A",
                "A looks modest, and that is its danger: it is the luckiest of forty forecasters,"
                f" chosen when all bets were over. {truth}",
            ],
            [
                "B",
                "There is nothing to find in this world, so honest bets earn nothing but luck:"
                f" here they lost {lost}. A is the luckiest of forty forecasters, and C learned"
                " from shuffled folds.",
            ],
            [
                "C",
                "C learned from shuffled folds, so also from statements right after each bet."
                " Their six months share most days with its own: it had seen the answers."
                f" {truth}",
            ],
        ],
        "right": 1,
        "show": ASKED,
    }


CASES = {
    "Honest": ASKED | {"window": 2},
    "Shuffled": ASKED | {"shuffled": True},
    "Stamped a day early": ASKED | {"window": 0, "stamped": True},
    "Best of forty": ASKED | {"window": 2, "best": True},
    "With signal": ASKED | {"world": 1, "strength": 2, "window": 1},
}


@cache
def stories() -> list[dict]:
    """A triumph by each leak, nothing without them, and a signal that is found."""
    says = {
        "Honest": _say_honest(),
        "Shuffled": _say_shuffled(),
        "Stamped a day early": _say_stamped(),
        "Best of forty": _say_best(),
        "With signal": _say_signal(),
    }
    return [{"name": name, "set": CASES[name], "says": says[name]} for name in CASES]


def _say_honest() -> str:
    case = CASES["Honest"]
    return (
        f"Nothing of the future gets in, and {right(case)} of {BETS} bets are right, about as many"
        " as a coin would get. Between the returns that it learns from and its bet there is always"
        " a gap: the purge, and the embargo. Press play, or pull the split."
    )


def _say_shuffled() -> str:
    case = CASES["Shuffled"]
    return (
        f"With shuffled folds the same forecaster has {right(case)} of {BETS} bets right and earns"
        f" {end(case)} typical moves. It now learns from both sides of the bet, and the days that"
        " those returns share with the bet’s own give it away. Switch it off, and all is gone."
    )


def _say_stamped() -> str:
    case = CASES["Stamped a day early"]
    return (
        "The statement comes out after the day’s fixing, and gold jumps at once. Who stamps it with"
        " the day alone buys at a fixing that was before the release and earns the jump:"
        f" {end(case)} typical moves instead of {end(case, ())}. The longer the window, the less"
        " the jump matters."
    )


def _say_best() -> str:
    case = CASES["Best of forty"]
    word = forty_words()[bets_of(case).model]
    return (
        "Every one of the forty faint curves is honest. Only the choice is not: it was made when"
        f" all bets were over. The luckiest reads the word “{word}” and earned {end(case)}. The"
        " grey band is for one forecaster; among forty, one is likely to come near its edge."
    )


def _say_signal() -> str:
    case = CASES["With signal"]
    weak = case | {"strength": 0}
    return (
        "Here the tone does move gold, and the honest curve rises, too: it earns"
        f" {end(case)} typical moves, more than luck does in nine of ten worlds. Turn the signal"
        f" down to none: in the same world, with the same luck, {end(weak)} are left."
    )


def task() -> dict:
    """A leak that gains nothing where there is nothing to share."""
    return {
        "text": "Keep “shuffled folds” on, without a signal, and make its triumph vanish all the"
        " same: move one thing, so that the bets end with less than 10 earned or lost.",
        "done": "With short windows hardly any two returns share a day, so the other folds know"
        " nothing of the bet. What leaks is not the shuffling but the shared days, and those a"
        " purge takes away.",
        "set": ASKED | {"shuffled": True},
    }
