"""Flow: each mark stands, looks and is named as the package says, and words are true."""

import numpy as np
import pytest

from tests.backprop.test_flow import derived, state, worked
from tests.widget.test_contract_code import gap
from unrolled.backprop.flow import PLACES as BY_KEY
from unrolled.backprop.flow import Flow, _link, made
from unrolled.demo.weights import ALPHABET
from unrolled.page.numbers import number, setting

KEYS = list(BY_KEY)
PLACES = list(BY_KEY.values())

MARKS = "widget.picture(now).marks.flat(9).filter(Boolean)"
ROWS = {  # of a box, from its top: sign and quantity
    "x": [("", "x")],
    "h": [("a", "a1"), ("h", "h1"), ("δ", "delta1")],
    "y": [("z", "z"), ("ŷ", "y_hat"), ("δ", "delta2")],
}
KIND = {"x": "input", "h": "state", "y": "output"}
BOX = {"x": (2, 54), "h": (122, 214), "y": (266, 358)}  # left and right edge


def middle(column, k):
    return 84 + 168 * k if column == "h" else 42 + 84 * k


def looked_at(rng, n=60):
    """States, most of them answered, with the package's values, the marks and the equation."""
    states = [{"answered": bool(n % 4)} | state(rng) for n in range(n)]
    seen = derived(states, f"(now, widget) => [{MARKS}, now.lines]")
    for it, (marks, lines) in zip(states, seen, strict=True):
        yield it, worked(it["weights"], it["letter"], it["target"]), marks, lines


def rows(marks, column, k):
    """The lines of a box from its top: texts and frames with their looks, left to right."""
    left, right = BOX[column]
    half = 12 if column == "x" else 40
    found = {}
    for m in (m for mark in marks for m in mark.get("marks", [mark])):
        x, y = m["at"] if m["kind"] == "word" else (m.get("x", 0), m.get("y", 0) + 9)
        if left < x < right and abs(y - middle(column, k)) < half:
            found.setdefault(round(y), []).append((m.get("html"), m["look"]))
    return [found[y] for y in sorted(found)]


def test_each_box_shows_its_numbers_row_by_row_and_frames_what_comes_out_and_goes_in(rng):
    for it, values, marks, lines in looked_at(rng):
        factors = [f for one in lines for term in one["terms"] for f in term["factors"]]
        goes_in = {(f["name"], f["index"][0]) for f in factors if f["index"]}
        out = made(it["equation"], *PLACES[KEYS.index(it["weight"])])
        for column, k in [(c, k) for c, n in (("x", 4), ("h", 2), ("y", 4)) for k in range(n)]:
            name = f"unit {k + 1}" if column == "h" else ALPHABET[k]
            end = " <b>wanted</b>" * (column == "y" and name == it["target"])
            wanted = [] if column == "x" else [[(name + end, "quiet through")]]
            for sign, quantity in ROWS[column] if it["answered"] else ROWS[column][:2]:
                hue = ("gradient" if sign == "δ" else KIND[column]) + " through"
                strong = it["answered"] and (quantity, k) in out
                lit = it["answered"] and (quantity, k) in goes_in and not strong
                frame = [(None, f"clear {hue}")] * strong + [(None, "clear quiet thin")] * lit
                right = (number(values[quantity][k]), hue + " strong" * strong)
                wanted.append([*frame, (f"<i>{sign}</i>" if sign else name, hue), right])
            assert rows(marks, column, k) == wanted


def line_of(it, values, key, name, to, start):
    """The marks of a weight that is a line: its shade if picked, itself, its knob."""
    left, right = ("x", "h") if name == "W1" else ("h", "y")
    a = np.array([BOX[left][1], middle(left, start)])
    b = np.array([BOX[right][0], middle(right, to)])
    back = it["answered"] and it["equation"] != "forward"
    on = it["weight"] == key
    size = abs(values[("d" if back else "") + name][to, start])
    hue = "gradient" if back else "quiet"
    points = {"kind": "line", "end": "", "points": [a.tolist(), b.tolist()]}
    knob = (a + (b - a) * (2 if name == "W1" else 1) / 3).tolist()
    line = points | {"look": hue if size else f"{hue} dashed", "width": 1 + 5 * min(1, size)}
    dot = {"kind": "dot", "at": knob, "r": 5, "look": "state" if on else hue}
    dots = [dot, dot | {"r": 14, "look": "pick"}]
    marks = [points | {"look": "state thick ghost"}] * on + [line, *dots]
    choice = {"kind": "choice", "to": {"weight": key}, "name": _link(name, (to, start)), "on": on}
    return [choice | {"marks": marks}]


def test_each_weight_is_a_line_from_where_to_where_as_thick_as_it_or_its_gradient(rng):
    for it, values, marks, _ in looked_at(rng):
        wanted = [
            one
            for key, (name, place) in zip(KEYS, PLACES, strict=True)
            if len(place) == 2
            for one in line_of(it, values, key, name, *place)
        ]
        found = [{k: v for k, v in m.items() if k != "place"} for m in marks[:16]]
        assert gap(found, wanted) < 1e-9
        boxes = [m for m in marks[16:] if m["kind"] == "choice"]
        keys = [key for key in KEYS if key[0] == "b"]
        chosen = [k == it["weight"] for k in keys]
        assert [(m["to"]["weight"], m["on"]) for m in boxes] == [*zip(keys, chosen, strict=True)]
        assert [m["marks"][0]["look"].endswith(" thick") for m in boxes] == chosen


def test_the_key_names_what_is_in_the_graph():
    told = Flow().constants()
    assert [m["html"] for m in told["heads"]] == [f"<b>W</b><sup>({n})</sup>" for n in (1, 2)]
    for equation, key in told["keys"].items():
        named = dict(zip([m["html"] for m in key[1::2]], key[::2], strict=True))
        (marks,) = derived([{"answered": True, "equation": equation}], f"(now, widget) => {MARKS}")
        assert marks[-len(key) :] == key
        line = "weight" if equation == "forward" else "gradient"
        hue = "quiet" if equation == "forward" else "gradient"
        looks = [named[name]["look"] for name in (f"large {line}", "exactly 0", "tap its line")]
        looks += [named[name]["look"] for name in ("picked", "goes into it")]
        assert looks == [hue, f"{hue} dashed", hue, "state", "clear quiet thin"]


def test_the_stories_show_what_they_say():
    told = Flow().constants()["stories"]
    zeros, wanted, back, flat_unit, sure = (worked(s["set"]["weights"]) for s in told)
    assert np.count_nonzero(zeros["dW1"] == 0) == 6 == np.count_nonzero(zeros["dW1"][:, 1:] == 0)
    assert (wanted["delta2"] < 0).tolist() == [c == "e" for c in ALPHABET]
    assert abs(wanted["delta2"].sum()) < 1e-12
    terms = back["delta2"] * np.array(told[2]["set"]["weights"]["W2"])[:, 0]
    assert abs(terms.sum() - back["dh1"][0]) < 1e-12
    assert abs(terms[1] / terms.sum() - 0.5) < 0.01
    into = [flat_unit[name][0] for name in ("delta1", "db1", "dW1")]
    assert max(np.abs(one).max() for one in into) < 0.01 < 0.3 < abs(flat_unit["delta1"][1])
    assert sure["y_hat"][1] > 0.99
    assert max(np.abs(sure[f"d{name}"]).max() for name in ("W1", "b1", "W2", "b2")) < 0.01


@pytest.mark.parametrize("letter", ALPHABET)
def test_the_question_names_the_unit_with_the_smaller_error_and_the_weights_without(letter, rng):
    for _ in range(6):
        it = Flow(**state(rng) | {"letter": letter})
        values = worked(it.weights, letter, it.target)
        question = it._constants["question"]
        small = int(np.abs(values["delta1"]).argmin())
        error = number(values["delta1"][small])
        unit = f"nit {small + 1}"
        others = ALPHABET.replace(letter, "")
        (_, first), (right, second), (_, third) = question["options"]
        assert ", ".join(others) in first
        assert right == "the six from {}, {} and {}".format(*others)
        assert f"{unit}: {error} · 1 for {letter}, {error} · 0 for each" in second
        assert f"{unit} has the smaller error, {error}." in third
        assert f"from {letter} has the gradient {error} · 1" in third
        shown = f"W1[{small + 1},{ALPHABET.index(others[0]) + 1}]"
        assert question["show"] == {"equation": "BP4", "weight": shown}


def test_the_table_holds_each_weight_and_its_gradient(rng):
    given = state(rng)
    values = worked(given["weights"], given["letter"], given["target"])
    (rows,) = derived([given], "(now, widget) => widget.table(now).rows")
    assert rows == [
        [_link(name, place), setting(values[name][place]), number(values[f"d{name}"][place])]
        for name, place in PLACES
    ]
