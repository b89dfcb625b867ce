"""What `IrregularSampling` asks and says. Notebook: book/ode_rnn.ipynb"""

from functools import cache

from unrolled.ode_rnn.sampled_wave import PERIOD, Answers, Wave, answer, off_by
from unrolled.page.numbers import decimals
from unrolled.widget.words import rules

OFF = -1.0  # the time of an observation that is not used
NAMES = {"last": "last value", "decay": "decay", "evolve": "evolve"}
ASKED = {
    "beads": [0.45, 1.95, 2.75, 3.25, 4.1, OFF],
    "height": 1.3,
    "crest": 1.85,
    "asked": 6.1,
    "clock": 80,
}
GOAL = {"far": 0.5, "beads": 3}

WORDS = [
    rules(
        ["hidden", "After the last observation, what each of the three says is your guess."],
        ["midway", "Time has come to {now}, and each pen jumps as it meets an observation."],
        ["unseen", "Nothing has been observed before the question mark."],
        ["met", "The question mark is at an observation, right after the jump."],
        [
            "",
            "At the question mark, {gap} after the last observation, {nearest} is nearest, off by"
            " {least}, and {farthest} is farthest, off by {most}.",
        ],
    ),
    rules(
        ["hidden", "Up to there, compare the three lines with the wave, the pale band."],
        ["midway", "Between observations a state can stay, decay, or follow a law."],
        ["unseen", "No network can know the wave yet."],
        [
            "whole",
            "That is about a whole number of periods: the wave is at the same point of its swing.",
        ],
        ["half", "Since then the wave has swung to the other side."],
    ),
]

SEEN = [
    rules(
        [
            "hidden",
            "A wave over time, observed {times}. Three lines follow it: last value, decay and"
            " evolve. After the last observation a curtain hides them.",
        ],
        [
            "",
            "A wave over time, observed {times}, and three lines that follow it. At time {asked},"
            " last value is off by {last}, decay by {decay}, evolve by {evolve}.",
        ],
    )
]

VALUE = [
    rules(
        ["hidden", "Now: {count}."],
        [
            "",
            "Now: {count}; last value is off by {last}, decay by {decay}, evolve by {evolve}.",
        ],
    )
]

CLOSER = (
    "Decay and evolve are GRUs with eight units, trained on waves like this one, observed twice a"
    " unit on average. Every point of a line is asked on its own: an observation makes a state"
    " jump, a question does not. Below, the eight components of the ODE-RNN’s state. Between"
    " observations they follow a learned field, in solver steps of at most a quarter of a unit."
)


def two(x: float) -> str:
    """A number with two decimals."""
    return decimals(x, 2)


def wave_of(state: dict) -> Wave:
    """The wave of a state."""
    return Wave(state["height"], state["crest"])


def beads_of(state: dict) -> list[float]:
    """The times of the observations of a state."""
    return [time for time in state["beads"] if time >= 0]


def off_in(state: dict) -> Answers:
    """How far the three answers are from the wave in a state."""
    return off_by(wave_of(state), beads_of(state), state["asked"])


def gap_in(state: dict) -> float:
    """How long before the asked time the last observation was."""
    return state["asked"] - max(time for time in beads_of(state) if time <= state["asked"])


def set_beads(*times: float) -> list[float]:
    """Observations at these times, the other places not used."""
    return [*times, *[OFF] * (len(ASKED["beads"]) - len(times))]


CASES = {
    "Half a period": ASKED | {"asked": 5.1},
    "One period": ASKED
    | {
        "beads": set_beads(0.75, 1.25, 1.95, 2.55, 4.6),
        "height": 1.4,
        "crest": 0.8,
        "asked": 6.6,
    },
    "A long silence": ASKED
    | {"beads": set_beads(0.45, 0.9, 1.4, 1.9), "height": 1.5, "crest": 1.0, "asked": 7.5},
    "A cluster": ASKED
    | {
        "beads": set_beads(2.0, 2.1, 2.2, 2.3, 2.4, 2.5),
        "height": 1.5,
        "crest": 1.0,
        "asked": 3.0,
    },
    "One observation": ASKED | {"beads": set_beads(2.0), "height": 1.4, "crest": 1.5, "asked": 2.5},
}
SECOND = 2.2  # when a second observation shows which way the wave goes


@cache
def question() -> dict:
    """Which assumption is farthest, one whole period after the last observation?"""
    off = off_in(ASKED)
    said = answer(wave_of(ASKED), beads_of(ASKED), ASKED["asked"])
    lucky = (
        f"off by only {two(off.last)}, because after one whole period the wave is almost back where"
        " it was"
    )
    return {
        "text": "This wave has a period of 2, and one whole period has passed since it was last"
        " observed. Last value assumes that nothing changes, decay that all is forgotten, evolve"
        " (the ODE-RNN) that a law goes on. Which is farthest from the wave at the question mark?",
        "options": [
            [
                "Last value",
                "Half a period ago last value was the worst of the three. Here it is right by luck:"
                f" {lucky}. Decay is farthest, off by {two(off.decay)}.",
            ],
            [
                "Decay",
                f"Decay says {two(said.decay)} and is off by {two(off.decay)}. Last value is"
                f" {lucky}. That is luck; evolve has followed the wave and is off by"
                f" {two(off.evolve)}.",
            ],
            [
                "Evolve",
                "Evolve has followed the wave through the silence and is the nearest of the three,"
                f" off by {two(off.evolve)}. Decay is farthest, off by {two(off.decay)}. Last value"
                f" is {lucky}.",
            ],
        ],
        "right": 1,
        "asked": ASKED,
        "show": ASKED,
    }


@cache
def stories() -> list[dict]:
    """Where each of the three is wrong, by the gap."""
    says = {
        "Half a period": _say_half(),
        "One period": _say_whole(),
        "A long silence": _say_silence(),
        "A cluster": _say_cluster(),
        "One observation": _say_single(),
    }
    return [{"name": name, "set": CASES[name], "says": says[name]} for name in CASES]


def _say_half() -> str:
    off = off_in(CASES["Half a period"])
    return (
        "Half a period after the last observation the wave has swung to the other side. Last value"
        f" is now the worst of the three, off by {two(off.last)}: worse than forgetting. The"
        f" ODE-RNN has followed the wave and is off by {two(off.evolve)}."
    )


def _say_whole() -> str:
    case = CASES["One period"]
    off, before = off_in(case), off_in(case | {"asked": case["asked"] - PERIOD / 2})
    return (
        "One period after the last observation the wave is almost back, and assuming that nothing"
        f" changes looks clever: off by {two(off.last)}. Half a period earlier the same"
        f" assumption was off by {two(before.last)}."
    )


def _say_silence() -> str:
    case = CASES["A long silence"]
    off = off_in(case)
    return (
        f"After a silence of {gap_in(case):.3g} the ODE-RNN still swings, but a little ahead of the"
        f" wave: off by {two(off.evolve)}. Last value is off by {two(off.last)}. Decay, which has"
        " forgotten all and says about 0, is nearest, because the wave happens to pass 0 here."
    )


def _say_cluster() -> str:
    case = CASES["A cluster"]
    off, alone = off_in(case), off_in(case | {"beads": set_beads(max(case["beads"]))})
    return (
        "Six observations within half a unit, the last where the wave passes 0. Last value keeps"
        f" only that 0 and is off by {two(off.last)}. From all six the ODE-RNN knows which way the"
        f" wave moves: off by {two(off.evolve)}. From the last alone it would be"
        f" {two(alone.evolve)}."
    )


def _say_single() -> str:
    case = CASES["One observation"]
    off = off_in(case)
    twice = off_in(case | {"beads": set_beads(case["beads"][0], SECOND)})
    return (
        "One value says how high the wave is, not which way it moves. From here it may rise or"
        " fall, so all three say about 0, and the ODE-RNN, too, is off by"
        f" {two(off.evolve)}. Add an observation at {SECOND}, and it is off by {two(twice.evolve)}."
    )


def task() -> dict:
    """Observations from which nobody can know the wave."""
    return {
        "text": "Can observations be of no use? Use exactly three, all before the question mark,"
        " and make all three answers off by more than 0.5 there.",
        "done": "These three observations fit many waves. If each meets the wave where it passes 0,"
        " half a period apart, they say nothing of its height, and the ODE-RNN says about 0, too.",
    }
