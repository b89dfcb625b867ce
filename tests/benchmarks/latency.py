"""How long a widget takes from an input to its page: each widget, a slider and what is pulled."""

from collections.abc import Iterator

from tests.widget.conftest import case_of, modules
from unrolled.widget.explorable import Explorable

CONTROLS = {"slider": "input[type=range]:enabled", "drag": "g.grip"}
SPENT = ("ScriptDuration", "LayoutDuration", "RecalcStyleDuration")
READY = """(control) => {
    const live = document.querySelector(".explorable-live .kit");
    const node = [...live.querySelectorAll(control)].find((n) => n.getClientRects().length);
    if (!node) return false;
    const frame = node.closest("svg")?.getBoundingClientRect();
    if (frame) {
        node.setPointerCapture = () => {};
        const { x, y, width, height } = node.querySelector(".knob").getBoundingClientRect();
        node.dispatchEvent(new PointerEvent("pointerdown",
            { bubbles: true, clientX: x + width / 2, clientY: y + height / 2 }));
    }
    const [low, high] = [+node.min, +node.max];
    const changes = new MutationObserver(() => {});
    const all = { subtree: true, childList: true, attributes: true, characterData: true };
    changes.observe(live, all);
    window.move = (k) => {
        const share = (k * 0.37 + 0.01) % 1;
        changes.takeRecords();
        if (frame) node.dispatchEvent(new PointerEvent("pointermove", {
            clientX: frame.x + frame.width * (0.5 + 0.3 * Math.cos(6.28 * share)),
            clientY: frame.y + frame.height * (0.5 + 0.3 * Math.sin(6.28 * share)) }));
        else {
            node.value = low + (high - low) * share;
            node.dispatchEvent(new Event("input", { bubbles: true }));
        }
        live.getBoundingClientRect();
        return changes.takeRecords().length > 0;
    };
    return true;
}"""


def widgets() -> Iterator[Explorable]:
    """Each widget in that of its case's states in which there is most to see."""
    for name in modules():
        case = case_of(name)
        states = [case.make(**state, answered=True) for state in case.states.values()]
        yield max(states, key=lambda widget: len(widget.still()))


def renderer_times(page, control: str, rounds: int = 3, each: int = 100) -> list[float]:
    """Milliseconds of the renderer's thread that each input takes that changes something.

    Script, style and layout; `page` shows the widget, and without such a control there are no
    times. Thread time, as the browser counts it: other programs do not enter.
    """
    if not page.evaluate(READY, CONTROLS[control]):
        return []
    client = page.context.new_cdp_session(page)
    client.send("Performance.enable", {"timeDomain": "threadTicks"})

    def spent():
        found = client.send("Performance.getMetrics")["metrics"]
        return sum(metric["value"] for metric in found if metric["name"] in SPENT)

    times = []
    for k in range(rounds * each):
        before = spent()
        changed = page.evaluate("k => window.move(k)", k)
        if changed:
            times.append(1e3 * (spent() - before))
    assert len(times) >= rounds * each / 4, f"{len(times)} inputs by {control} changed something"
    return times
