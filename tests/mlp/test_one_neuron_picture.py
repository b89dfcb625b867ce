"""One neuron: where its labels are on a phone, and the rows of its table."""

import numpy as np

from tests.mlp.neuron_twins import draw, respond
from tests.widget.engine import derived
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


def test_a_row_of_the_table_is_what_its_name_says(rng):
    states = [draw(rng) for _ in range(50)]
    pick = "(now, widget) => widget.table(now).rows"
    for state, rows in zip(states, derived(OneNeuron(), pick, states), strict=True):
        found = {html.split(" = ")[0]: value for html, value in rows}
        for name, key in ROWS.items():
            value = respond(state, state["x"])[key]
            assert found[name] == (fine(value) if key == "db" else pair(*value, fine))
