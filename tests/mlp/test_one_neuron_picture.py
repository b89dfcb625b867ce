"""One neuron: where its labels are on a phone, and the rows of its table."""

import numpy as np

from tests.mlp.neuron_twins import draw, respond
from tests.widget.engine import derived
from unrolled.core.activations import ACTIVATIONS
from unrolled.mlp.one_neuron import OneNeuron
from unrolled.page.numbers import fine, pair

LAID = """() => {
    const all = (name) => [...document.querySelectorAll(`.explorable-live ${name}`)]
        .map((node) => node.getBoundingClientRect());
    const [[plane], [main], [player]] = [all(".ramp"), all(".kit-main"), all(".kit-player")];
    const out = all(".kit-main text.label").map((box) => Math.max(plane.left - box.left,
        plane.top - box.top, box.right - plane.right, box.bottom - plane.bottom));
    return [Math.max(...out), player.bottom - main.top, main.height / innerHeight]; }"""
ROWS = {
    "∇<sub><b>w</b></sub><i>f</i>": "dw",
    "∂<i>f</i>/∂<i>b</i>": "db",
    "∇<sub><b>x</b></sub><i>f</i>": "dx",
}


def test_on_a_phone_labels_are_in_the_plane_and_it_its_curve_and_the_player_fit_the_screen(show):
    for story in OneNeuron()._constants["stories"]:
        page = show(OneNeuron(answered=True, **story["set"]), width=390, height=844).page
        assert np.all(np.array(page.evaluate(LAID)) <= [0, 700, 0.45])


def test_the_cut_has_the_scale_of_the_plane_and_the_point_stands_on_its_curve(rng):
    look = "(now, widget) => [{...now, narrow: true}, {...now, narrow: false}].map((scene) => {"
    look += " const main = widget.picture(scene); const cut = main.beside;"
    look += " const unit = (size, { from, to, room }) =>"
    look += " (size[0] - room[0] - room[1]) / (to - from);"
    look += " return [unit(main.size, main.x), unit(main.size, cut.x),"
    look += " cut.x.from, cut.x.to, cut.marks.flat(9).filter(Boolean)]; })"
    states = [draw(rng) for _ in range(100)]
    inside = 0
    for state, forms in zip(states, derived(OneNeuron(), look, states), strict=True):
        there = respond(state, state["x"])
        size = np.hypot(*state["w"])
        far = there["a"] / size if size else 0.0
        for plane, unit, first, last, marks in forms:
            assert abs(unit / plane - 1) < 1e-6
            if not first + 0.4 < far < last - 0.4:
                continue
            inside += 1
            (slope,) = (one for one in marks if one.get("look") == "gradient" and "at" in one)
            assert np.allclose(slope["at"], [far, there["slope"]], rtol=0, atol=1e-12)
            answer = next(
                one for one in marks if one.get("look", "").startswith("state") and "at" in one
            )
            high = 3 if state["activation"] not in ("tanh", "logistic") else 1
            assert np.allclose(answer["at"], [far, np.clip(there["h"], -high, high)], atol=1e-12)
            lines = [one for one in marks if one["kind"] == "line" and one["look"] == "state"]
            at, h = np.array(lines[0]["points"]).T
            sums = size * at if size else np.full(len(at), state["b"])
            wanted = ACTIVATIONS[state["activation"]].of(sums)
            assert np.allclose(h, wanted, rtol=0, atol=1e-9)
    assert inside > 80


def test_a_row_of_the_table_is_what_its_name_says(rng):
    states = [draw(rng) for _ in range(50)]
    pick = "(now, widget) => widget.table(now).rows"
    for state, rows in zip(states, derived(OneNeuron(), pick, states), strict=True):
        found = {html.split(" = ")[0]: value for html, value in rows}
        for name, key in ROWS.items():
            value = respond(state, state["x"])[key]
            assert found[name] == (fine(value) if key == "db" else pair(*value, fine))
