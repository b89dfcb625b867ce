"""Sentences for a probe: ten frames, and in each all eight mixtures of number, time and negation.

Only the grammar differs within a frame, and only the frame's own words between frames, so that a
probe that is tested on a frame it has never seen must have found the grammar.
Notebook: book/pretraining.ipynb
"""

from itertools import product
from typing import NamedTuple

from unrolled.core.door import check_whole

PROPERTIES = {  # what is asked, and the answer for 0 and for 1
    "number": ("one", "many"),
    "time": ("past", "future"),
    "negation": ("yes", "no"),
}


class Frame(NamedTuple):
    """The words of a sentence that its grammar leaves alone."""

    subject: tuple[str, str]  # one, many
    verb: tuple[str, str]  # past, and what follows "will" or "did not"
    rest: str


FRAMES = (
    Frame(("nurse", "nurses"), ("called", "call"), "the doctor"),
    Frame(("painter", "painters"), ("cleaned", "clean"), "the brushes"),
    Frame(("pilot", "pilots"), ("checked", "check"), "the fuel"),
    Frame(("farmer", "farmers"), ("planted", "plant"), "some beans"),
    Frame(("child", "children"), ("kicked", "kick"), "a ball over the fence"),
    Frame(("judge", "judges"), ("closed", "close"), "the case"),
    Frame(("sailor", "sailors"), ("repaired", "repair"), "the old boat in the harbour"),
    Frame(("teacher", "teachers"), ("explained", "explain"), "the rule"),
    Frame(("guest", "guests"), ("ordered", "order"), "tea and a slice of lemon cake"),
    Frame(("thief", "thieves"), ("opened", "open"), "the safe"),
)
MIXTURES = tuple(product((0, 1), repeat=3))  # number, time, negation


def sentence(frame: Frame, number: int, time: int, negation: int) -> str:
    """The sentence of a frame with this grammar."""
    number, time, negation = (
        check_whole(name, value, 0, 1)
        for name, value in zip(PROPERTIES, (number, time, negation), strict=True)
    )
    past, plain = frame.verb
    verbs = ((past, f"did not {plain}"), (f"will {plain}", f"will not {plain}"))
    return f"The {frame.subject[number]} {verbs[time][negation]} {frame.rest}."


TEXTS = tuple(sentence(frame, *grammar) for frame in FRAMES for grammar in MIXTURES)
