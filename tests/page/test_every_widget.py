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
each_widget = pytest.mark.parametrize("make", WIDGETS)


@each_widget
def test_taking_it_away_brings_the_still_figure_back(show, make):
    page = show(make(answered=True)).page
    page.evaluate("document.querySelector('.explorable').dispatchEvent("
                  "new Event('explorable:remove'))")  # fmt: skip
    assert page.locator(".explorable-live").count() == 0
    assert page.locator(".explorable-still svg").is_visible()


@each_widget
def test_without_javascript_and_in_print_stand_a_figure_and_its_table(show, visit, tmp_path, make):
    printed = show(make()).page
    printed.emulate_media(media="print")
    still = visit(width=360, java_script_enabled=False).page
    still.goto((tmp_path / "widget.html").as_uri())
    for page in (printed, still):
        figure = page.locator(".explorable-still svg[role=img]")
        assert 20 < len(figure.get_attribute("aria-label")) <= 250
        for shown in (figure, page.locator(".explorable-still table")):
            assert shown.is_visible()
            box = shown.bounding_box()
            assert box["x"] + box["width"] <= page.viewport_size["width"]
    assert not printed.locator(".explorable-live").is_visible()
