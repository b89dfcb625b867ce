"""Reverse a string: the browser's networks are the package's, and what it says is so."""

import json

import numpy as np
import pytest

from tests.widget.case import Case
from tests.widget.common import slider
from tests.widget.engine import derived
from unrolled.encoder_decoder.reversal import LONGEST, READS, reverse
from unrolled.encoder_decoder.reversal_weights import LENGTHS, reverser, shares
from unrolled.encoder_decoder.reverse_a_string import (
    BALLOTS,
    DRAWS,
    MOST,
    ReverseAString,
    draw_strings,
    packed_model,
)
from unrolled.encoder_decoder.weights import KINDS

NAME = "reverse_a_string"
STRINGS = draw_strings()
BREAKS = next(
    n
    for n in LENGTHS[1:]
    if reverse(reverser("attention"), [STRINGS[0][:n]]) != [STRINGS[0][:n][::-1]]
)


def text_of(it):
    return STRINGS[it.draw][: it.length]


def wrong(it, kind):
    """How many letters are not the ones due."""
    text = text_of(it)
    said = reverse(reverser(kind), [text])[0].ljust(len(text))
    return sum(one != due for one, due in zip(said, text[::-1], strict=False))


def is_right(it, kind):
    return reverse(reverser(kind), [text_of(it)]) == [text_of(it)[::-1]]


CASE = Case(
    make=ReverseAString,
    name=NAME,
    states={
        "start": {},
        "twelve": {"length": LONGEST, "draw": 2},
        "longest": {"length": MOST, "draw": 3},
        "shortest": {"length": 2, "draw": 0},
    },
    draw=lambda rng: {
        "length": int(rng.integers(2, MOST + 1)),
        "draw": int(rng.integers(DRAWS)),
        "answered": bool(rng.random() < 0.7),
    },
    refused=[
        ({"length": 0}, "length: got 0, expected a whole number from 2 to 20"),
        ({"length": MOST + 1}, "length: got 21"),
        ({"draw": DRAWS}, "draw: got 8"),
    ],
    solve=lambda page: slider(page, "letters").fill(str(BREAKS)),
    done={"length": BREAKS, "draw": 0},
    short=[{"length": BREAKS - 1, "draw": 0}, {"length": LONGEST, "draw": 1}],
    claims={
        "Both networks": lambda it: is_right(it, "vector") and is_right(it, "attention"),
        "Through one vector": lambda it: is_right(it, "attention") and not is_right(it, "vector"),
        "With attention, the string": lambda it: is_right(it, "attention"),
        "Out of": lambda it: not is_right(it, "attention") and not is_right(it, "vector"),
    },
)


@pytest.mark.parametrize("kind", KINDS)
def test_the_browser_reverses_as_the_package_does(kind, call):
    rng = np.random.default_rng(8)
    texts = [text[:n] for text in STRINGS for n in (1, 5, 9, 13, 20)]
    texts += ["".join(rng.choice([*READS], 11)) for _ in range(20)]
    found = call(NAME, "reverseText", [[text, packed_model(kind)] for text in texts])
    assert found == [reverse(reverser(kind), [text])[0] for text in texts]


def test_the_answer_and_the_replies_are_so():
    vector = dict(zip(LENGTHS, shares("vector"), strict=True))
    right = ReverseAString()._constants["question"]["right"]
    assert BALLOTS[right] == max(n for n in LENGTHS if vector[n] > 0.5)
    assert vector[10] < 0.25
    assert vector[LONGEST] < 0.05


def test_attention_reverses_what_was_trained_and_fails_beyond():
    attention = shares("attention")
    assert min(attention[1:LONGEST]) > 0.99  # of one letter only a and f are held out
    assert attention[15] < 0.05
    for text in STRINGS:
        right = [reverse(reverser("attention"), [text[:n]]) == [text[:n][::-1]] for n in LENGTHS]
        assert all(right[1:LONGEST])
        assert not all(right)


def test_the_first_string_opens_the_chapter():
    assert STRINGS[0].startswith("bfadhcge")
    assert len({*STRINGS}) == DRAWS


def marks_of(it, narrow=False):
    """All marks of the picture, in one list."""
    scene = f"{{ ...now, narrow: {json.dumps(narrow)} }}"
    seen = f"(now, widget) => JSON.stringify(widget.picture({scene}))"

    def flat(marks):
        for mark in marks:
            if isinstance(mark, list):
                yield from flat(mark)
            elif mark:
                yield mark

    (drawn,) = derived(it, seen)
    return [*flat(json.loads(drawn)["marks"])]


def texts_of(marks, look):
    """What is written in this look."""
    return [m["html"] for m in marks if m["kind"] == "word" and look in m["look"] and m["html"]]


@pytest.mark.parametrize("narrow", [False, True])
def test_before_the_answer_what_one_vector_writes_is_withheld(narrow):
    it = ReverseAString(length=9)
    marks = marks_of(it, narrow)
    assert texts_of(marks, "quiet strong") == ["?"] * 9
    assert texts_of(marks, "output strong") == ["no mistake", *text_of(it)[::-1]]
    assert texts_of(marks, "wrong") == []
    assert "?" not in texts_of(marks_of(ReverseAString(length=9, answered=True)), "")


@pytest.mark.parametrize("state", [{"length": 9}, {"length": MOST, "draw": 3}, {"length": 13}])
def test_the_letters_in_red_are_the_wrong_ones_and_so_are_their_ribbons(state):
    """A missing letter has its place, too: of this string of 20 one vector writes 19."""
    it = ReverseAString(answered=True, **state)
    marks = marks_of(it)
    counts = [wrong(it, kind) for kind in ("vector", "attention")]
    assert len(reverse(reverser("attention"), [text_of(it)])[0]) == it.length
    amiss = texts_of(marks, "amiss")
    missing = amiss.count("–")
    assert len(texts_of(marks, "wrong strong")) + missing == sum(counts)
    assert amiss[:1] + amiss[1 + missing :] == [f"{count} wrong" for count in counts if count]
    ribbons = [m for m in marks if m["kind"] == "curve" and m["d"].count("C") > 1]
    assert sum(m["look"].startswith("wrong") for m in ribbons) == counts[1]


@pytest.mark.parametrize("narrow", [False, True])
def test_a_letter_that_comes_back_wrong_is_red_where_it_is_read_too(narrow):
    for state in ({"length": LONGEST, "draw": 3}, {"length": MOST, "draw": 3}):
        it = ReverseAString(answered=True, **state)
        text = text_of(it)
        lost = []
        for kind in ("vector", "attention"):
            said = reverse(reverser(kind), [text])[0].ljust(len(text))[: len(text)]
            pairs = zip(text, said[::-1], strict=True)
            lost.append([letter for letter, told in pairs if letter != told])
        assert texts_of(marks_of(it, narrow), "lost strong") == [*lost[0], *lost[1]]
        asked = ReverseAString(**state)  # what one vector does is withheld
        assert texts_of(marks_of(asked, narrow), "lost strong") == lost[1]


@pytest.mark.parametrize("narrow", [False, True])
def test_the_handle_covers_no_length_under_the_axis(narrow):
    marks = marks_of(ReverseAString(length=8), narrow)
    (handle,) = [m for m in marks if m["kind"] == "grip"]
    ticks = [m for m in marks if m["kind"] == "word" and m["html"] in {"4", "8", "12"}]
    assert len(ticks) == 3
    for tick in ticks:
        assert tick["at"][1] - 0.5 * tick["size"] >= handle["at"][1] + handle["reach"]
