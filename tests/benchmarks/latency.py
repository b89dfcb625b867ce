"""How long a widget takes from an input to its page: each widget, one control of each kind."""

from typing import NamedTuple

from unrolled.demo.flow import Flow
from unrolled.demo.immediate_or_total import ImmediateOrTotal
from unrolled.demo.unrolled_graph import UnrolledGraph
from unrolled.gradients.power_iteration import PowerIteration
from unrolled.mlp.one_neuron import OneNeuron
from unrolled.page.widget import Explorable
from unrolled.remedies.gradient_explorer import GradientExplorer
from unrolled.truncation.truncation_window import MOST_DRAWS, TruncationWindow


class Case(NamedTuple):
    widget: type[Explorable]
    state: dict  # where there is most to do
    control: str  # a range input or something to drag, by selector
    seen: str  # what must change


PULL = {"preset": "guaranteed: ‖W‖₂ < 1"}
NEARLY_AT_RIGHT_ANGLES = {"eigenvalues": [1.0, 0.25], "theta": 30.0, "angle": 40.0, "k": 30}
RANDOM = {"scheme": "random", "draws": MOST_DRAWS}
CASES = [
    Case(Flow, {"equation": "BP2", "weight": "W1[1,1]"}, "input[type=range]", ".flow-lines"),
    Case(ImmediateOrTotal, {"path": "3,1"}, "input[type=range]", ".iot-triangle"),
    Case(UnrolledGraph, {"step": 9}, ".ug-tuner input", ".ug-equation"),
    Case(UnrolledGraph, {"step": 9}, ".ug-stepper input", ".ug-equation"),
    Case(OneNeuron, {"activation": "GELU"}, "input[aria-valuetext^='x1 =']", ".neuron-sums"),
    Case(OneNeuron, {"activation": "GELU"}, "input[aria-valuetext^=steep]", ".neuron-sums"),
    Case(PowerIteration, NEARLY_AT_RIGHT_ANGLES, "input[type=range]", ".power"),
    Case(PowerIteration, NEARLY_AT_RIGHT_ANGLES, ".power-grip", ".power"),
    Case(
        GradientExplorer, {"activation": "tanh", "drive": 1.0}, "input:enabled[type=range]", ".gx"
    ),
    Case(GradientExplorer, {"preset": "guaranteed: ‖W‖₂ < 1"}, ".gx-grip", ".gx"),
    Case(TruncationWindow, {}, "input[type=range]", ".window-pairs"),
    Case(TruncationWindow, RANDOM, "input[type=range]", ".window-pairs"),
]
READY = """([control, part]) => {
    const live = document.querySelector(".explorable-live");
    const node = [...live.querySelectorAll(control)].find((n) => n.getClientRects().length);
    const seen = () => live.querySelector(part).innerHTML;
    const frame = node.closest("svg")?.getBoundingClientRect();
    if (frame) {
        node.setPointerCapture = () => {};
        node.hasPointerCapture = () => true;
        node.dispatchEvent(new PointerEvent("pointerdown"));
    }
    const [low, high] = [+node.min, +node.max];
    window.stale = 0;
    window.move = (k) => {
        const share = (k * 0.37 + 0.01) % 1;
        const before = seen();
        if (frame) node.dispatchEvent(new PointerEvent("pointermove", {
            clientX: frame.x + frame.width * (0.5 + 0.3 * Math.cos(6.28 * share)),
            clientY: frame.y + frame.height * (0.5 + 0.3 * Math.sin(6.28 * share)) }));
        else {
            node.value = low + (high - low) * share;
            node.dispatchEvent(new Event("input", { bubbles: true }));
        }
        live.getBoundingClientRect();
        window.stale += seen() === before;
    };
}"""
SPENT = ("ScriptDuration", "LayoutDuration", "RecalcStyleDuration")


def renderer_times(page, case: Case, rounds: int = 3, each: int = 100) -> list[float]:
    """Milliseconds of the renderer's thread that each input takes, script, style and layout.

    `page` shows the widget. Thread time, as the browser counts it: other programs do not enter.
    """
    page.evaluate(READY, [case.control, case.seen])
    client = page.context.new_cdp_session(page)
    client.send("Performance.enable", {"timeDomain": "threadTicks"})

    def spent():
        found = client.send("Performance.getMetrics")["metrics"]
        return sum(metric["value"] for metric in found if metric["name"] in SPENT)

    times = []
    for k in range(rounds * each):
        before = spent()
        page.evaluate("k => window.move(k)", k)
        times.append(1e3 * (spent() - before))
    stale = page.evaluate("window.stale")
    assert stale <= rounds * each / 2, f"{stale} inputs of {case.widget.__name__} changed nothing"
    return times
