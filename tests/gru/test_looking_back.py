"""Looking back: what it says of a letter is what the record says."""

import numpy as np
import pytest

from tests.widget.case import Case
from tests.widget.common import slider
from tests.widget.engine import derived
from unrolled.gru import letters
from unrolled.gru.looking_back import (
    ASKED,
    BALLOTS,
    DIGITS,
    LookingBack,
    as_seen,
    row,
    said_of,
)

SIZE = len(letters.SENTENCE)


def rows(it):
    """What glows for each network, in order."""
    return [row(name, it.at, "swap" if it.shows == "swap" else "glow") for name in letters.CELLS]


def strongest(it):
    return [int(np.argmax(each)) for each in rows(it)]


def begun(it):
    """Where the word begins whose last letter has been read."""
    return letters.SENTENCE.rfind(" ", 0, it.at) + 1


def expected(it):
    """The likeliest next letter of each network, and its probability."""
    found = [letters.loaded()["sentence"][name] for name in letters.CELLS]
    at = 3 * (it.at - 1)
    return [(one["next"][at], letters.read(one["chance"])[at]) for one in found]


def draw(rng):
    return {
        "at": int(rng.integers(1, SIZE + 1)),
        "shows": str(rng.choice(["gradient", "gradient", "swap"])),
        "answered": bool(rng.random() < 0.85),
    }


def solve(page):
    """The task, by the slider: within a word that can only go on in one way."""
    slider(page, "letters read").fill("50")


CASE = Case(
    make=LookingBack,
    name="looking_back",
    states={
        "recent": {"at": 28},
        "first letter": {"at": 1},
        "swap": {"at": 49, "shows": "swap"},
        "end": {"at": SIZE},
    },
    draw=draw,
    refused=[
        ({"at": 0}, "at: got 0, expected a whole number from 1 to 60"),
        ({"at": 61}, "at: got 61, expected a whole number from 1 to 60"),
        ({"shows": "norm"}, "shows: got 'norm', expected one of 'gradient', 'swap'"),
    ],
    solve=solve,
    done={"at": 50},
    short=[
        {"at": 49},  # one letter earlier all are nearly sure
        {"at": 8},  # all but Elman's network
        {"at": 50, "shows": "swap"},  # it shows something else
    ],
    twins={
        "read": (
            lambda text: letters.read(text).tolist(),
            lambda rng: ["".join(rng.choice(list(letters.SIGNS), 2 * int(rng.integers(1, 9))))],
        ),
        "lettersWith": (
            lambda share, numbers: int(letters.letters_with(share, np.array(numbers))),
            lambda rng: [float(rng.uniform(0.1, 0.99)), rng.exponential(size=12).tolist()],
        ),
    },
    claims={
        "All three are sure": lambda it: (
            len({letter for letter, _ in expected(it)}) == 1
            and all(chance > 0.95 for _, chance in expected(it))
            and max(row(name, it.at).max() for name in letters.CELLS) < 0.5
        ),
        "the first letter of this word": lambda it: strongest(it)[1] == begun(it) < it.at - 2,
        "A word has ended": lambda it: letters.SENTENCE[it.at - 1] == " ",
        "All three glow strongest at the letter": lambda it: {*strongest(it)} == {it.at - 1},
        "on average": lambda it: it.shows == "swap",
    },
)


def test_the_question_is_answered_by_the_record_and_the_rest_of_the_row_is_lower():
    it = LookingBack()
    asked = it._constants["question"]
    names = list(BALLOTS)
    gru = row("GRU", ASKED)
    assert letters.SENTENCE[:ASKED].endswith("past taug")
    assert [letters.SENTENCE[k] for k in BALLOTS.values()] == ["g", "u", "t", "t"]
    assert int(gru.argmax()) == BALLOTS[names[asked["right"]]]
    others = [int(row(name, ASKED).argmax()) for name in ("Elman", "LSTM")]
    assert others == [BALLOTS["g"]] * 2, "as the reply to g says"
    assert gru[BALLOTS["past"]] < 0.2 * gru.max()
    replies = " ".join(reply for _, reply in asked["options"])
    for name in names:
        assert f"{gru[BALLOTS[name]]:.0f}" in replies


@pytest.mark.parametrize("at", [1, ASKED - 4, ASKED, SIZE])
def test_letters_can_be_tapped_as_a_guess_only_where_they_were_asked_about(at):
    seen = "(now, widget) => [widget.ballots(now).length, JSON.stringify(widget.picture(now))]"
    ((tapped, drawn),) = derived(LookingBack(at=at), seen)
    assert tapped == (len(BALLOTS) if at == ASKED else 0)
    assert ("not the case in question" in drawn) == (at != ASKED)


def test_the_stories_are_so():
    told = {story["name"]: story["set"] for story in LookingBack()._constants["stories"]}
    began, begins, tail, swap = (LookingBack(**state) for state in told.values())
    assert letters.SENTENCE[: began.at].endswith(" recent")
    assert began.at - 1 - strongest(began)[1] == 5
    assert strongest(began)[2] == began.at - 1
    assert letters.SENTENCE[: begins.at].endswith(" t")
    assert letters.letters_with(0.5, rows(begins)[1]) == 1
    assert letters.letters_with(0.5, np.array(rows(tail)).T).max() < 5
    elman, gru, lstm = letters.letters_with(0.99, np.array(rows(tail)).T)
    assert elman < lstm < gru
    gradients = [row(name, swap.at).max() for name in letters.CELLS]
    assert max(gradients) < 1.5 < 0.2 * row("GRU", ASKED).max()
    assert min(each.max() for each in rows(swap)) > 0.75


def test_the_task_has_two_places_and_there_a_swapped_letter_still_counts():
    """What is praised, and what "swap one and see" promises."""
    dark = [
        at for at in range(1, SIZE + 1) if max(row(name, at).max() for name in letters.CELLS) < 0.5
    ]
    assert dark == [9, 50]
    for at in dark:
        it = LookingBack(at=at)
        assert min(chance for _, chance in expected(it)) > 0.97
        assert min(row(name, at, "swap").max() for name in letters.CELLS) > 0.7


@pytest.mark.parametrize("shows", DIGITS)
@pytest.mark.parametrize("name", letters.CELLS)
def test_what_the_page_loads_is_what_was_recorded_as_far_as_one_sees(name, shows):
    found = letters.read(letters.written(as_seen(name, shows)))
    for at in range(1, SIZE + 1):
        exact, near = row(name, at, shows), found[at * (at - 1) // 2 : at * (at + 1) // 2]
        assert said_of(near) == said_of(exact)
        assert near.max() == exact.max()
        assert np.round(near, DIGITS[shows]).tolist() == np.round(exact, DIGITS[shows]).tolist()
        seen = exact > 10.0 ** -DIGITS[shows] / 3
        assert np.log10(near[seen]) == pytest.approx(np.log10(exact[seen]), rel=0, abs=0.034)
