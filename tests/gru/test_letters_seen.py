"""Looking back on a page: what glows, what is withheld, what a mouse and a finger ask for."""

import json
import re

import numpy as np
import pytest

from tests.widget.common import slider
from tests.widget.engine import answers, derived, engine
from unrolled.core.tree import tree_size
from unrolled.gru import letters
from unrolled.gru.looking_back import ASKED, BALLOTS, LookingBack, row

SIZE = len(letters.SENTENCE)
SEEN = "(now, widget) => JSON.stringify(widget.picture({ ...now, pointed: null, narrow: %s }))"


def marks_of(it, narrow=False):
    """All marks of the picture, in one list."""

    def flat(marks):
        for mark in marks:
            if isinstance(mark, list):
                yield from flat(mark)
            elif mark:
                yield mark
                yield from flat(mark.get("marks", []))

    (drawn,) = derived(it, SEEN % json.dumps(narrow))
    return [*flat(json.loads(drawn)["marks"])]


def places_of(it, narrow):
    """The middle of each letter, network by network."""
    rows = len(letters.CELLS)
    asked = [narrow, letters.SENTENCE, rows, it.at]
    (places,) = answers(engine("looking_back"), "placesOf", [asked])
    return np.array(places).reshape(rows * SIZE, 2)


def glows(it, narrow=False):
    """How bright it is behind each letter, a list a network: tiles of one shade are one path."""
    places = places_of(it, narrow)
    bright = np.zeros(3 * SIZE)
    for mark in marks_of(it, narrow):
        look = mark.get("look", "").split()
        if mark["kind"] == "curve" and "shape" in look and "soft" not in look and mark["d"]:
            for tile in re.findall(r"M([\d.]+) ([\d.]+)h([\d.]+)v([\d.]+)", mark["d"]):
                left, top, wide, high = map(float, tile)
                away = places - (left + wide / 2, top + high / 2)
                bright[np.hypot(*away.T).argmin()] = mark["opacity"]
    return bright.reshape(3, SIZE).tolist()


@pytest.mark.parametrize("narrow", [False, True])
def test_the_brightest_letter_is_the_one_with_the_largest_norm(narrow):
    for at in (12, 28, 42):
        drawn = glows(LookingBack(at=at, answered=True), narrow)
        for name, bright in zip(letters.CELLS, drawn, strict=True):
            assert bright[row(name, at).argmax()] == max(bright) > 0
            assert set(bright[at:]) == {0}, "what has not been read is dark"


@pytest.mark.parametrize("narrow", [False, True])
def test_before_the_answer_the_gru_is_dark_and_nothing_tells_it(narrow):
    elman, gru, lstm = glows(LookingBack(), narrow)
    assert set(gru) == {0}
    assert max(elman) > 0.2 < max(lstm)
    texts = " ".join(m["html"] for m in marks_of(LookingBack(), narrow) if m["kind"] == "word")
    assert f"{row('GRU', ASKED).max():.0f} " not in texts
    assert texts.count("½ of the glow") == 2
    answered = marks_of(LookingBack(answered=True), narrow)
    assert " ".join(m["html"] for m in answered if m["kind"] == "word").count("½ of the glow") == 3


@pytest.mark.parametrize("narrow", [False, True])
def test_what_is_expected_is_larger_the_more_probable_it_is(narrow):
    for at in (28, ASKED, SIZE):
        words = [m for m in marks_of(LookingBack(at=at), narrow) if m["kind"] == "word"]
        ghosts = [m for m in words if m["look"].startswith("output") and len(m["html"]) == 1]
        sizes = [m["size"] for m in ghosts if m["size"] % 1]
        assert len(sizes) == 9
        for one in np.reshape(sizes, (3, 3)):
            assert sorted(one, reverse=True) == one.tolist()


def test_a_pressed_mouse_sets_the_letter_and_one_that_only_points_adds_its_number(show):
    page = show(LookingBack(answered=True)).page
    picture = page.locator(".explorable-live .kit-main svg")
    value = slider(page, "letters read")
    task = page.locator(".explorable-live .kit-now")

    def center(k, letter):
        name = f"letter {k}, “{letter}”"
        box = picture.get_by_role("button", name=name, exact=True).bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def numbers():
        return [text for text in picture.locator("text.strong").all_text_contents() if text]

    before = numbers()
    page.mouse.move(*center(28, "t"))
    assert value.input_value() == str(ASKED)
    assert f"{ASKED} letters read" in picture.get_attribute("aria-label")
    assert len(numbers()) == len(before) + 3
    page.mouse.down()
    page.mouse.move(*center(26, "e"))
    page.mouse.up()
    assert value.input_value() == "26"
    assert "26 letters read" in picture.get_attribute("aria-label")
    assert "rece”" in task.inner_text()


def test_the_cursor_is_pulled_by_its_handle_on_a_wide_page_only(show):
    page = show(LookingBack(answered=True)).page
    picture = page.locator(".explorable-live .kit-main svg")
    handle = picture.locator(".grip")
    box = handle.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    letter = picture.get_by_role("button", name="letter 26, “e”", exact=True).bounding_box()
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(letter["x"] + letter["width"] + 3, y)
    page.mouse.up()
    assert slider(page, "letters read").input_value() == "26"
    page.set_viewport_size({"width": 390, "height": 844})
    handle.wait_for(state="detached")


def test_a_tap_on_a_word_goes_back_letter_by_letter_on_a_phone(show):
    page = show(LookingBack(answered=True), width=390).page
    word = page.get_by_role("button", name="word “recent”", exact=True)
    found = []
    for _ in range(7):
        word.click()
        found.append(int(slider(page, "letters read").input_value()))
    assert found == [28, 27, 26, 25, 24, 23, 29], "and round to the space after it"


def test_before_the_answer_a_tap_in_the_row_of_the_gru_is_the_nearest_guess_or_nothing(show):
    page = show(LookingBack(), width=390).page
    guesses = page.locator(".explorable-live svg").get_by_role("button", name="Guess: ")
    boxes = [guesses.nth(n).bounding_box() for n in range(len(BALLOTS))]
    assert min(box["height"] for box in boxes) >= 44
    word = page.get_by_role("button", name="word “recent”", exact=True)
    gru, others = boxes[0]["y"], word.locator("rect").all()
    assert len(others) == 2, "not in the row of the GRU"
    past = boxes[3]
    page.mouse.click(past["x"] + 3, gru + 22)
    told = page.locator(".explorable-live .kit-reply").inner_text()
    assert "its last letter glows at" in told


@pytest.mark.parametrize("guess", [0, 3])
def test_a_letter_of_the_row_is_the_guess(show, guess):
    it = LookingBack()
    page = show(it).page
    buttons = page.locator(".explorable-live svg").get_by_role("button", name="Guess: ")
    assert buttons.count() == len(BALLOTS)
    buttons.nth(guess).click()
    told = page.locator(".explorable-live .kit-reply").inner_text()
    own = {0: "For Elman’s network and the LSTM it is the g.", 3: "The word before counts little"}
    assert own[guess] in told
    assert page.get_by_role("button", name="Guess: ").count() == 0


def test_what_closer_says_of_the_networks():
    sizes = {name: tree_size(letters.kept_weights(name).cell) for name in letters.CELLS}
    assert sizes["GRU"] == 3 * sizes["Elman"]
    assert sizes["LSTM"] == 4 * sizes["Elman"]
    notes = " ".join(LookingBack()._constants["notes"])
    assert f"{letters.UNITS} units" in notes
    assert "four times as many weights" in notes
    assert len(letters.LETTERS) == 34
