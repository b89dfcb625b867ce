"""What holds for every widget: a figure and its table stand where the widget cannot."""

import pytest

from unrolled.demo.flow import Flow
from unrolled.demo.immediate_or_total import ImmediateOrTotal
from unrolled.demo.unrolled_graph import UnrolledGraph
from unrolled.gradients.power_iteration import PowerIteration
from unrolled.mlp.one_neuron import OneNeuron
from unrolled.remedies.gradient_explorer import GradientExplorer
from unrolled.truncation.truncation_window import TruncationWindow

WIDGETS = [
    Flow, GradientExplorer, ImmediateOrTotal, OneNeuron, PowerIteration, TruncationWindow,
    UnrolledGraph,
]  # fmt: skip
FULL = {
    GradientExplorer: {"preset": "guaranteed: ‖W‖₂ < 1"},
    TruncationWindow: {"scheme": "random"},
}
TARGETS = """() => [...document.querySelectorAll(".explorable-live :is(button, select, summary, "
    + "input[type=range], .kit-choice label, .is-target, [class$=-grip]:not(:has(.is-target)))")]
    .filter((node) => node.checkVisibility({ visibilityProperty: true }))
    .map((node) => [node.textContent || node.className, node.getBoundingClientRect()])
    .map(([name, box]) => [name, Math.min(box.width, box.height)])"""
MOVING = """() => [...document.querySelectorAll(".explorable *")].filter((node) => {
    const style = getComputedStyle(node);
    return parseFloat(style.transitionDuration) > 0 || style.animationName !== "none";
}).length"""
each_widget = pytest.mark.parametrize("make", WIDGETS)


@each_widget
def test_taking_it_away_brings_the_still_figure_back(show, make):
    page = show(make(answered=True)).page
    page.evaluate("document.querySelector('.explorable').dispatchEvent("
                  "new Event('explorable:remove'))")  # fmt: skip
    assert page.locator(".explorable-live").count() == 0
    assert page.locator(".explorable-still svg").is_visible()


@each_widget
def test_the_question_can_be_skipped(show, make):
    page = show(make()).page
    locked = page.locator(".explorable-live fieldset:disabled")
    assert locked.count() > 0
    page.get_by_role("button", name="Skip the question").click()
    assert not page.locator(".kit-guess").is_visible()
    assert locked.count() == 0
    assert page.locator(".explorable-live :is(input, select):enabled").count() > 0


@each_widget
@pytest.mark.parametrize("width", [360, 760, 1280])
def test_targets_are_44_pixels(show, make, width):
    page = show(make(**FULL.get(make, {})), width=width).page
    page.locator(".kit-guess .kit-button").first.click()
    found = page.evaluate(TARGETS)
    assert len(found) > 8
    assert [name for name, size in found if size < 43.9] == []


@each_widget
def test_nothing_moves_for_those_who_want_no_motion(show, make):
    assert show(make(answered=True), reduced_motion="reduce").page.evaluate(MOVING) == 0


@each_widget
def test_opened_from_a_file_it_lives_and_asks_for_nothing(load, make):
    here = load(make())
    here.page.locator(".explorable.is-live").wait_for()
    assert here.page.locator(".kit-guess").is_visible()
    assert (here.outside, here.console) == ([], [])


@each_widget
def test_without_javascript_and_in_print_stand_a_figure_and_its_table(load, make):
    printed = load(make()).page
    printed.locator(".explorable.is-live").wait_for()
    printed.emulate_media(media="print")
    still = load(make(), width=360, java_script_enabled=False).page
    for page in (printed, still):
        figure = page.locator(".explorable-still svg[role=img]")
        assert 20 < len(figure.get_attribute("aria-label")) <= 250
        for shown in (figure, page.locator(".explorable-still table")):
            assert shown.is_visible()
            box = shown.bounding_box()
            assert box["x"] + box["width"] <= page.viewport_size["width"]
    assert not printed.locator(".explorable-live").is_visible()
