"""What a hand does to the pulse: the dial and the flag are where the pointer is; its pace."""

from math import cos, log2, pi, sin

import pytest

from tests.widget.common import slider
from tests.widget.engine import derived
from unrolled.gradients.pulse import Pulse
from unrolled.remedies.ways import Ways

PACE = (40, 80)  # ms a cell that an eye can follow and nobody waits for


def center(node):
    box = node.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def pull(page, start, end):
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=3)
    page.mouse.up()


def knobs(page):
    """The knobs of the dial and of the flag, which is drawn after it."""
    found = page.locator(".explorable-live .kit-main .grip .knob")
    return found.first, found.last


@pytest.mark.parametrize("make", [Pulse, Ways])
@pytest.mark.parametrize("size", [0.6, 0.9, 1.4])
def test_the_dial_turns_as_far_as_the_hand(show, make, size):
    page = show(make(answered=True)).page
    dial, _ = knobs(page)
    x, y = center(page.locator(".explorable-live .kit-main text", has_text="radius of W"))
    at = center(dial)
    picture = page.locator(".explorable-live .kit-main svg")
    scale = picture.evaluate("(svg) => svg.getScreenCTM().a")
    y += 4 * scale  # the name is so far above the dial's middle
    radius = ((at[0] - x) ** 2 + (at[1] - y) ** 2) ** 0.5
    turn = log2(size) * pi / 2
    to = (x + radius * sin(turn), y - radius * cos(turn))
    pull(page, at, to)
    assert float(slider(page, "spectral radius").input_value()) == pytest.approx(size, abs=0.015)
    assert center(dial) == pytest.approx(to, abs=3)


@pytest.mark.parametrize("make", [Pulse, Ways])
def test_the_flag_lands_at_the_step_that_it_is_pulled_to(show, make):
    page = show(make(answered=True)).page
    _, flag = knobs(page)
    for lag in (20, 30, 10):
        tick = page.locator(".explorable-live .kit-main text", has_text=f"{lag}")
        there = [one for one in tick.all() if one.text_content() == f"{lag}"]
        x, _ = center(there[0])
        pull(page, center(flag), (x, center(flag)[1]))
        assert center(flag)[0] == pytest.approx(x, abs=2)
        said = page.locator(".explorable-live .kit-main text", has_text=f"{lag} back")
        assert said.first.text_content() == f"{lag} back"


@pytest.mark.parametrize("make", [Pulse, Ways])
def test_the_pulse_goes_at_a_pace_that_an_eye_follows(make):
    every, pace = derived(make(), "(now, widget) => [widget.play(now).every, widget.paces.back]")[0]
    assert PACE[0] <= every <= PACE[1]
    assert PACE[0] <= pace <= PACE[1]
