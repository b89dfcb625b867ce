"""Gates as valves: what a mouse or a finger does to the valves on its way."""

import numpy as np

from tests.gru.test_valves_seen import FLOOR, LEFT, STOP
from tests.gru.valve_states import T
from tests.widget.engine import derived
from unrolled.gru.gates_as_valves import GatesAsValves

PAINTED = """(now, widget) => {
    const pads = widget.picture({ ...now, narrow: true }).marks.flat(9)
        .filter((mark) => mark?.kind === "pad");
    return pads.slice(0, 3).map(({ x, y, width, height, pull }) => {
        const at = (share) => [x + 8 + share * (width - 20), y + 0.3 * height];
        return [at, at].map((place, n) => pull(place(0.2 + 0.3 * n), place(0.2)));
    });
}"""


def test_on_a_phone_a_finger_turns_the_two_steps_of_a_drawn_valve():
    it = GatesAsValves(answered=True)
    (strokes,) = derived(it, PAINTED)
    for name, (dab, long) in zip(("write", "keep", "show"), strokes, strict=True):
        for change in (dab, long):
            touched = np.flatnonzero(np.array(change[name]) != getattr(it, name)) + 1
            assert touched[0] % 2 == 0, "the first step has a valve of its own"
            assert touched[-1] % 2 == 1
            assert (np.diff(touched) == 1).all()
            assert change["step"] in touched
        assert len(np.flatnonzero(np.array(dab[name]) != getattr(it, name))) == 2


SHUT = """() => {
    const rows = [...document.querySelectorAll(".explorable-live .kit-numbers tbody tr")];
    const [name, n] = ["0.00", 3]; // the valve that keeps comes after t and the candidate
    return rows.flatMap((row, k) => (row.cells[n - 1].textContent === name ? [k + 1] : []));
}"""


PLACED = """() => {
    const { a, e, f } = document.querySelector(".explorable-live .kit-main svg").getScreenCTM();
    return [a, e, f];
}"""


def test_a_stroke_of_the_mouse_shuts_the_valves_on_its_way_before_the_answer_too(show):
    for cell, answered in (("LSTM", True), ("LSTM", False), ("GRU", True)):
        page = show(GatesAsValves(cell=cell, answered=answered)).page
        scale, x0, y0 = page.evaluate(PLACED)

        def at(t, scale=scale, x0=x0, y0=y0):
            """Just above the floor, where a hand shuts the plate of step t."""
            return x0 + scale * (LEFT + (STOP - LEFT) / T * (t - 1)), y0 + scale * (FLOOR - 2)

        before = page.evaluate(SHUT)
        page.mouse.move(*at(10))
        page.mouse.down()
        page.mouse.move(*at(14))
        page.mouse.move(*at(20))
        page.mouse.up()
        assert page.evaluate(SHUT) == before + list(range(10, 21))
        page.get_by_role("button", name="Undo").click()
        assert page.evaluate(SHUT) == before


TURNED = """() => {
    const rows = [...document.querySelectorAll(".explorable-live .kit-numbers tbody tr")];
    return rows.map((row) => [2, 3].map((n) => Number(row.cells[n].textContent)));
}"""


def test_what_a_gru_is_told_to_keep_it_does_not_write(show):
    page = show(GatesAsValves(cell="GRU", answered=True, step=4)).page
    page.locator(".explorable-live summary", has_text="Closer").click()
    page.get_by_role("slider", name="keep").fill("0.8")
    keeps, writes = np.array(page.evaluate(TURNED)).T
    assert (keeps[3:] == 0.8).all()
    assert np.allclose(keeps + writes, 1)
