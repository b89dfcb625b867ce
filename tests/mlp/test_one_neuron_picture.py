"""One neuron: every mark of its pictures stands, looks and is named as the package says."""

import numpy as np

from tests.mlp.neuron_twins import ANSWERS, SLOPES, draw, respond, segment, shades
from tests.mlp.test_one_neuron import CASE
from tests.widget.engine import derived
from tests.widget.test_contract_code import gap
from unrolled.core.activations import ACTIVATIONS
from unrolled.mlp.one_neuron import OneNeuron
from unrolled.page.numbers import fine, number, pair


def line(look, *points, end=""):
    return {"kind": "line", "look": look, "points": [p and list(p) for p in points], "end": end}


def arrow(look, start, end, cut=False):
    if cut:
        return line(f"{look} dashed", tuple(start), tuple(end))
    return {"kind": "arrow", "look": look, "from": list(start), "to": list(end)}


def label(at, html, look):
    inner = np.clip(at, -2.2, 2.2).tolist()  # so that all of it is in the plane
    return {"kind": "label", "look": look, "at": inner, "html": html}


def dot(at, r, look):
    return {"kind": "dot", "at": list(at), "r": r, "look": look}


def grip(at, look, **more):
    return {"kind": "grip", "look": look, "at": list(at), **more}


def coloured(it):
    """The plane and its key: offset, hue and share of the colour."""
    kind, slopes = it["activation"], it["shows"] == "slope"
    least, most = (SLOPES if slopes else ANSWERS)[kind]
    shown = shades(it) if any(it["w"]) else 2 * [{"offset": 0} | respond(it, [0.0, 0.0])]

    def stop(at, v):
        hue = "minus" if v < 0 else "gradient" if slopes else "state"
        return [at, hue, 60 * min(1, abs(v) / most)]

    plane = {"x": -3, "y": -3, "width": 6, "height": 6}
    key = {"x": -0.5, "y": -3.98, "width": 1.6, "height": 0.24, "towards": [1, 0]}
    stops = [stop(at["offset"], at["slope" if slopes else "h"]) for at in shown]
    zero = -least / (most - least)
    ends = [f"{sign * (abs(v) == 3)}{number(v, 2)}" for sign, v in (("≤ ", least), ("≥ ", most))]
    named = "slope <i>φ</i>′" if slopes else "answer <i>f</i>"
    return [
        {"kind": "ramp", "towards": it["w"] if any(it["w"]) else [1, 0], "stops": stops} | plane,
        line("quiet thin", (-3, -3), (3, -3), (3, 3), (-3, 3), (-3, -3)),
        {"kind": "ramp", "stops": [stop(0, least), stop(zero, 0), stop(1, most)]} | key,
        *({"kind": "word", "look": "", "at": [x, -3.86], "html": html, "anchor": anchor}
          for x, html, anchor in ((-3, named, "start"), (-0.6, ends[0], "end"),
                                  (1.2, ends[1], "start"))),
    ]  # fmt: skip


def picture(it):
    """All marks in the plane, in the order of drawing; the reader has answered."""
    found, w, x = respond(it, it["x"]), np.array(it["w"]), np.array(it["x"])
    size, far = np.linalg.norm(w), np.abs(w).max()
    tip = w * min(1, 2.6 / max(far, 1e-9))
    room = min(((3 - np.sign(d) * v) / abs(d) for v, d in zip(x, found["dw"], strict=True) if d),
               default=1)  # fmt: skip
    end = x + min(1, room) * found["dw"]

    marks = coloured(it)
    ghost = line("quiet thin ghost", (-3, 0), (3, 0), None, (0, -3), (0, 3))
    both = [segment(it, a, 3) if size else None for a in (found["a"], 0)]
    marks += [ghost, line("input dashed thin", *both[0] or []), line("ink", *both[1] or [])]
    head = w - 0.17 * w / max(size, 0.17)  # its handle lies on the rest
    stem = arrow("ink", (0, 0), tip if far > 2.6 else head, far > 2.6)
    marks += [line("input thin", (0, 0), tuple(x)), stem]
    marks += [arrow(look, x, end, room < 1) for look in ("paper thick", "gradient")]
    near = x + min(1, 0.7 / max(0.7, np.linalg.norm(found["dw"]))) * (end - x)
    marks += [dot(near, 8, "pick"), dot(end, 8, "pick")]  # where no label stands
    if np.linalg.norm(found["dw"]) > 0.2:  # else x covers it
        marks.append(label(end, "∇<sub><b>w</b></sub><i>f</i>", "gradient"))
    marks += [grip(x, "input", r=10), grip(tip, "ink", r=5)]  # both are seen in one place
    named = [label(x, "<b>x</b>", "input")]
    if not size:
        return marks + named
    inner = segment(it, 0, 2.6)
    held = inner[1] if inner else (-it["b"] * w / size**2).clip(-2.6, 2.6)
    zero = "<i>a</i> = 0" + " lies beyond" * (both[1] is None)
    named += [label(tip, "<b>w</b>", "ink"), label(held, zero, "ink")]
    return [*marks, grip(held, "ink"), *named]


def curves(it, low, high):
    """φ and φ′ with their dots, and the dashed line where the point is."""
    phi, a = ACTIVATIONS[it["activation"]], respond(it, it["x"])["a"]
    at, edge = np.sort([*np.linspace(-5, 5, 101), 1e-9]), np.clip(a, -4.8, 4.8)
    marks = [line("input dashed thin", (edge, low), (edge, high))]
    for look, name in (("gradient", "<i>φ</i>′"), ("state", "<i>φ</i>")):
        shown = [phi.slope(v, phi.of(v)) if look == "gradient" else phi.of(v) for v in (at, edge)]
        marks += [
            line(look, *zip(at, shown[0], strict=True), end=name),
            dot([edge, shown[1]], 6, look + (" hollow" if edge != a else "")),
        ]
    return marks


SEEN = """(now, widget) => [widget.picture(now), widget.linked(now)]
    .map(({ x, y, marks }) => ({ x, y, marks: marks.flat(9).filter(Boolean) }))"""
LAID = """() => {
    const all = (name) => [...document.querySelectorAll(`.explorable-live ${name}`)]
        .map((node) => node.getBoundingClientRect());
    const [[plane], [main], [player]] = [all(".ramp"), all(".kit-main"), all(".kit-player")];
    const out = all("text.label").map((box) => Math.max(plane.left - box.left,
        plane.top - box.top, box.right - plane.right, box.bottom - plane.bottom));
    return [Math.max(...out), player.bottom - main.top, main.height / innerHeight]; }"""
ROWS = {
    "∇<sub><b>w</b></sub><i>f</i>": "dw", "∂<i>f</i>/∂<i>b</i>": "db",
    "∇<sub><b>x</b></sub><i>f</i>": "dx",
}  # fmt: skip


def test_all_that_is_drawn_is_the_package_s(rng):
    states = [OneNeuron(answered=True).state() | draw(rng) for _ in range(300)]
    states += [states[0] | case for case in CASE.states.values()]
    for state, (plane, linked) in zip(states, derived(OneNeuron(), SEEN, states), strict=True):
        assert [plane[side]["name"] for side in "xy"] == [f"<i>x</i><sub>{k}</sub>" for k in (1, 2)]
        assert gap(plane["marks"], picture(state)) < 1e-9
        y = linked["y"]
        assert gap(linked["marks"], curves(state, y["from"], y["to"])) < 1e-9


def test_on_a_phone_labels_are_in_the_plane_and_the_player_is_near_it(show):
    for story in OneNeuron()._constants["stories"]:
        page = show(OneNeuron(answered=True, **story["set"]), width=390, height=844).page
        assert np.all(np.array(page.evaluate(LAID)) <= [0, 600, 0.45])


def test_a_row_of_the_table_is_what_its_name_says(rng):
    states = [draw(rng) for _ in range(50)]
    pick = "(now, widget) => widget.table(now).rows"
    for state, rows in zip(states, derived(OneNeuron(), pick, states), strict=True):
        found = {html.split(" = ")[0]: value for html, value in rows}
        for name, key in ROWS.items():
            value = respond(state, state["x"])[key]
            assert found[name] == (fine(value) if key == "db" else pair(*value, fine))
