"""What all explorables of a page have in common, kit/host.js: anchors, the space bar, Copied."""

import pytest

from tests.widget.stage import FONTS, document
from unrolled.attention.one_head import OneHead
from unrolled.gradients.pulse import Pulse
from unrolled.mlp.one_neuron import OneNeuron

BELOW = "<h2 id='below'>Below</h2><div style='height: 3000px'></div>"
KEPT = "() => document.querySelector('.explorable-live').scrollIntoView()"
TOP = "() => document.getElementById('below').getBoundingClientRect().top"


@pytest.fixture
def opened(visit, tmp_path):
    """`opened(widget, hash)`: a page with the widget, and a heading far below it."""
    path = tmp_path / "page.html"

    def open_page(widget, width):
        path.write_text(document(widget).replace("</main>", f"{BELOW}</main>"), "utf-8")
        here = visit(width=width)
        here.page.goto(path.as_uri())
        here.page.evaluate(FONTS)
        here.page.locator(".explorable.is-live").wait_for()
        return here.page

    return open_page


@pytest.mark.parametrize("width", [390, 1280])
def test_a_link_lands_on_its_place_although_an_answer_is_kept(opened, width):
    page = opened(OneNeuron(), width)
    page.locator(".explorable-live .kit-question button").first.click()
    address = page.url
    page.goto("about:blank")
    page.goto(f"{address}#below")
    page.locator(".explorable.is-live").wait_for()
    page.wait_for_timeout(500)
    assert abs(page.evaluate(TOP)) < 80


def test_the_space_bar_plays_what_is_in_view_and_scrolls_where_nothing_is(opened):
    page = opened(Pulse(answered=True), 1280)
    page.evaluate(KEPT)
    page.keyboard.press(" ")
    page.locator(".explorable-live .is-play[aria-label=Pause]").wait_for()
    page.keyboard.press(" ")
    page.locator(".explorable-live .is-play[aria-label=Play]").wait_for()
    page.evaluate("() => document.getElementById('below').scrollIntoView()")
    top = page.evaluate("scrollY")
    page.keyboard.press(" ")
    page.wait_for_function("top => scrollY > top + 50", arg=top)


PANEL = "() => document.querySelector('.explorable-live .kit-question').offsetHeight"


@pytest.mark.parametrize("width", [390, 1280])
def test_the_bar_is_as_high_with_the_answer_and_once_it_is_kept(opened, width):
    page = opened(OneHead(), width)
    asked = page.evaluate(PANEL)
    page.get_by_role("button", name="animal", exact=True).click()
    said = page.evaluate(PANEL)
    assert said == asked
    ways = [page.get_by_role("button", name=name) for name in ("Your task", "Ask me again")]
    assert len({way.bounding_box()["y"] for way in ways}) == 1
    page.reload()
    page.locator(".explorable.is-live").wait_for()
    page.evaluate(FONTS)
    assert page.evaluate(PANEL) == asked
    page.get_by_role("button", name="Back to the answer").click()
    page.get_by_role("button", name="Ask me again").click()
    assert page.evaluate(PANEL) == asked


def test_what_lies_under_the_tap_that_answers_waits_until_the_pointer_has_left(opened):
    page = opened(OneHead(), 1280)
    seen = page.locator(".explorable-live .kit-main svg")
    word = page.get_by_role("button", name="animal, token 3").bounding_box()
    guess = page.get_by_role("button", name="Guess: animal").bounding_box()
    middle = (guess["x"] + guess["width"] / 2, guess["y"] + guess["height"] / 2)
    page.mouse.move(*middle)
    page.mouse.down()
    page.mouse.up()
    page.locator(".explorable-live .is-answered").wait_for()
    lifted = page.get_by_role("button", name="animal, token 3").bounding_box()
    page.mouse.move(middle[0] + 1, lifted["y"] + lifted["height"] / 2)
    assert "it looks at animal" in seen.text_content()
    page.mouse.move(middle[0], lifted["y"] + 200)
    page.mouse.move(middle[0] + 1, lifted["y"] + lifted["height"] / 2)
    assert "animal looks at" in seen.text_content()
    assert word["height"] == lifted["height"]
