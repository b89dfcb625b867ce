"""The bar of the question of any widget, once it is answered: it fits, and nothing changes it."""

import pytest

from tests.widget.common import PLAIN
from tests.widget.conftest import built
from tests.widget.test_contract_touch import make_guess, press

SIDEWAYS = "document.documentElement.scrollWidth - innerWidth"
PADDING = """() => {
    const bar = document.querySelector(".explorable-live .kit-question").getBoundingClientRect();
    const told = document.querySelector(".explorable-live .kit-layer.is-over");
    const { left, right, top, bottom } = told.getBoundingClientRect();
    return [left - bar.left, bar.right - right, top - bar.top, bar.bottom - bottom];
}"""
SEEN = """() => {
    const parts = document.querySelectorAll(".explorable-live :is(.kit-says, .kit-story-says)");
    const seen = [...parts].filter((part) => part.checkVisibility({ visibilityProperty: true }));
    return seen.map((part) => part.innerText);
}"""
ROOM = """() => [".kit-question", ".kit-side > .kit-stack"].map(
    (part) => document.querySelector(`.explorable-live ${part}`).getBoundingClientRect().height)"""


def guesses_of(question):
    """What there is to guess: the labels of options, or that of a flag."""
    return [label for label, _ in question.get("options", [])] or ["That’s my guess"]


@pytest.mark.parametrize("width", [320, 390])
def test_no_answer_makes_a_phone_scroll_sideways_or_loses_the_padding(case, put, width):
    it = built(case.name, None)
    question = it._constants["question"]
    for guess in guesses_of(question):
        page = put(it, width=width)
        make_guess(page, question, guess)
        assert page.evaluate(SIDEWAYS) <= 0, guess
        assert page.evaluate(PADDING) == pytest.approx([12, 12, 8, 8], abs=1), guess


@pytest.mark.parametrize("width", [390, 1280])
def test_after_a_story_its_sentence_is_seen_once_and_takes_no_more_room(case, put, width):
    """Below the controls, where the hand is; what was said to the guess stays in the bar."""
    it = built(case.name, None)
    page = put(it, width=width)
    press(page, "Just show me")
    before = page.evaluate(ROOM)
    told = page.locator(".explorable-live .kit-reply")
    said = told.inner_text()
    for story in it._constants.get("stories", []):
        page.get_by_role("group", name="Stories", exact=True).get_by_role(
            "button", name=page.evaluate(PLAIN, story["name"]), exact=True
        ).click()
        assert page.evaluate(SEEN) == [page.evaluate(PLAIN, story["says"])]
        assert told.inner_text() == said
        assert page.evaluate(ROOM) == before, story["name"]


def test_a_flag_that_was_to_be_moved_is_asked_for_again_after_a_story(case, put):
    it = built(case.name, None)
    if "place" not in it._constants["question"] or not it._constants.get("stories"):
        return
    page = put(it)
    press(page, "That’s my guess")
    page.get_by_role("button", name="Move the flag first").wait_for()
    stories = page.get_by_role("group", name="Stories", exact=True).get_by_role("button")
    stories.last.click()
    page.get_by_role("button", name="That’s my guess").wait_for()


def test_reset_puts_the_flag_back_where_nobody_has_moved_it(case, put):
    it = built(case.name, None)
    if "place" not in it._constants["question"]:
        return
    page = put(it)
    flag = page.locator(".explorable-live .kit-question input[type=range]")
    began = flag.input_value()
    flag.focus()
    page.keyboard.press("ArrowRight")
    assert flag.input_value() != began
    page.get_by_role("button", name="Reset").click()
    assert flag.input_value() == began
    press(page, "That’s my guess")
    page.get_by_role("button", name="Move the flag first").wait_for()


def test_a_task_is_said_to_be_reached_only_to_who_has_read_it(case, put):
    it = built(case.name, None)
    page = put(it)
    press(page, "Just show me")
    case.solve(page)
    reached = page.locator(".explorable-live .kit-reached:not(.is-away)")
    assert reached.count() == 0
    if page.get_by_role("button", name="Your task ✓").count():  # it was not to be read first
        press(page, "Your task ✓")
        reached.wait_for(state="attached")  # it is seen on a phone alone
