"""What changes glides, for those who want motion: kit/motion.js and the parameters that glide."""

import json

from tests.widget.kit import engine
from unrolled.gradients.pulse import Pulse
from unrolled.mlp.one_neuron import OneNeuron

PLACES = "() => document.querySelector('.explorable-live .kit-main svg').innerHTML"
STORY = "() => document.querySelectorAll('.explorable-live .kit-story')[{n}].click()"


def watched(show, widget, n, reduced_motion="no-preference"):
    """What the picture shows before a story, at once after it, and in the end."""
    page = show(widget, reduced_motion=reduced_motion).page
    page.evaluate("() => { window.unrolledSteady = false; }")
    try:
        before = page.evaluate(PLACES)
        page.evaluate(STORY.format(n=n))
        first = page.evaluate(PLACES)
        page.wait_for_timeout(400)
        return before, first, page.evaluate(PLACES)
    finally:
        page.evaluate("() => { window.unrolledSteady = true; }")


def test_a_change_begins_where_it_was_and_ends_where_it_would_have_been(show):
    _, first, last = watched(show, OneNeuron(answered=True), 1)
    still = watched(show, OneNeuron(answered=True), 1, reduced_motion="reduce")
    assert first != last, "it is under way"
    assert last == still[2]
    assert still[1] == still[2], "who wants less motion sees the end at once"


def test_parameters_glide_so_that_every_frame_is_a_network(show):
    page = show(Pulse(answered=True, back=40)).page
    page.evaluate("() => { window.unrolledSteady = false; }")
    page.evaluate(STORY.format(n=2))
    read = "() => document.querySelector('.explorable-live .kit-main svg').textContent"
    page.wait_for_function(f"() => !({read})().includes('0.80')")
    page.wait_for_function(f"() => ({read})().includes('1.50')")
    page.evaluate("() => { window.unrolledSteady = true; }")


def test_texts_that_differ_in_more_than_numbers_jump():
    """Numbers between; names that hold a digit are no numbers."""
    half = "([from, to, inPath]) => module.pathBetween(from, to, inPath)?.(0.5) ?? null"
    asked = [
        ["M0 0L10 20", "M10 0L20 40", True],
        ["M0 0", "M0 0L1 1", True],
        ["fill: var(--k1) 20%", "fill: var(--k1) 40%", False],
        ["fill: var(--k1) 20%", "fill: var(--k2) 40%", False],
        ["0.25", "0.75", False],
    ]
    found = json.loads(engine("motion").eval(f"JSON.stringify({json.dumps(asked)}.map({half}))"))
    assert found == ["M5 0L15 30", None, "fill: var(--k1) 30%", None, "0.50"]
