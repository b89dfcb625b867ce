"""Where the kit draws: every mark at the place that its axes give it, in V8, without a browser."""

import json
import re

import numpy as np
import pytest

from tests.widget.common import error
from tests.widget.kit import engine, run

LANE = 20  # px between the plot and what is exactly 0 on an axis of logarithms
SIZE = [360, 300]
X = {"from": -2, "to": 2, "ticks": [[-2, "−2"], [2, "2"]], "room": [40, 60]}
Y = {"from": -1, "to": 3, "ticks": [[-1, "−1"], [3, "3"]], "room": [50, 30]}
LOGS = {"from": -4, "to": 1, "ticks": [[-4, "10⁻⁴"], [1, "10"]], "room": [50, 30], "lane": True}


def axes(rng):
    """Two random axes, the second of logarithms with a lane for 0 or without."""

    def one(**more):
        low = rng.normal(0, 5)
        wide = rng.uniform(0.1, 20)
        ticks = [[v, f"{v:.2f}"] for v in (low, low + 0.3 * wide, low + wide)]
        room = rng.integers(0, 80, 2).tolist()
        return {"from": low, "to": low + wide, "ticks": ticks, "room": room} | more

    return one(grid=True), one(lane=bool(rng.random() < 0.5))


def place(point, x, y):
    """The pixels of a point."""
    left = x["room"][0]
    right = SIZE[0] - x["room"][1]
    bottom = SIZE[1] - y["room"][0]
    top = y["room"][1]
    start = bottom - LANE if y.get("lane") else bottom
    both = zip(point, (x, y), strict=True)
    across, up = ((v - a["from"]) / (a["to"] - a["from"]) for v, a in both)
    return [left + across * (right - left), bottom if up == -np.inf else start + up * (top - start)]


def drawn(x, y, marks, **more):
    """The elements of the picture, each with its tag, properties and text."""

    def walk(it):
        if isinstance(it, str):
            return [{"written": it}]
        below = [one for child in it["children"] for one in walk(child)]
        text = "".join(one.get("written", "") for one in below)
        return [{"tag": it["tag"], "text": text, **it["props"]}, *below]

    spec = {"says": "", "size": SIZE, "x": x, "y": y, "marks": marks} | more
    return walk(run("picture", "picture", [[spec]])[0])


def of(nodes, look):
    return [node for node in nodes if look in node.get("class", "").split()]


def pen(path):
    """The strokes of a path: each a list of its corners."""
    strokes = re.findall(r"M[^M]*", path)
    return [np.array(re.findall(r"-?[\d.]+", s), dtype=float).reshape(-1, 2) for s in strokes]


def points(rng, x, y, n):
    parts = zip(*(a["from"] + rng.random(n) * (a["to"] - a["from"]) for a in (x, y)), strict=True)
    return [list(part) for part in parts]


def test_marks_stand_where_their_axes_say_and_look_as_they_are_told(rng):
    for _ in range(60):
        x, y = axes(rng)
        a, b, c, d = points(rng, x, y, 4)
        marks = [
            {"kind": "line", "points": [a, b, None, c, d], "look": "one", "end": "", "width": 3},
            {"kind": "area", "points": [a, b, c], "look": "two"},
            {"kind": "dot", "at": a, "r": 5, "look": "three"},
            {"kind": "dots", "points": [b, c], "r": 4, "look": "four"},
            {"kind": "circle", "at": b, "r": 0.3, "look": "five"},
            {"kind": "arrow", "from": a, "to": c, "look": "six"},
            {"kind": "arrow", "from": a, "to": c, "look": "broad", "head": 24, "width": 7},
            {"kind": "cell", "x": a[0], "y": a[1], "width": 0.1, "height": 0.2, "look": "seven"},
            {"kind": "word", "at": d, "html": "<i>k</i> = 1", "look": "eight", "dx": 3, "dy": 9},
            {"kind": "grip", "at": c, "look": "nine"},
        ]
        looks = [mark["look"] for mark in marks]
        nodes = drawn(x, y, marks)
        line, area, dot, dots, circle, arrow, broad, cell, word, grip = (
            of(nodes, look)[0] for look in looks
        )
        A, B, C, D = np.array([place(p, x, y) for p in (a, b, c, d)])
        assert error(pen(line["d"]), [[A, B], [C, D]], 1e3) < 1e-5
        assert line["style"] == "stroke-width: 3"
        assert error(pen(area["d"])[0], [A, B, C], 1e3) < 1e-5
        for node, places, r in ((dot, [A], 5), (dots, [B, C], 4), (of(nodes, "knob")[0], [C], 8)):
            starts = [
                re.match(r"M(\S+) (\S+)a(\S+) ", s).groups()
                for s in re.findall(r"M[^M]*", node["d"])
            ]
            wanted = [[*(p - [r, 0]), r] for p in places]
            assert error(np.array(starts, dtype=float), wanted, 1e3) < 1e-5
        unit = (SIZE[0] - sum(x["room"])) / (x["to"] - x["from"])
        assert error([circle[k] for k in ("cx", "cy", "r")], [*B, 0.3 * unit], 1e3) < 3e-5
        shaft, head = pen(arrow["d"])
        assert error([shaft[0], head[0]], [A, C], 1e3) < 1e-5
        size = np.hypot(*(C - A))
        assert error(shaft[1], C - (C - A) * min(10, size) / size, 1e3) < 3e-5
        assert error(pen(broad["d"])[0][1], C - (C - A) * min(24, size) / size, 1e3) < 3e-5
        assert broad["style"] == "stroke-width: 7"
        assert error(head[1:].mean(axis=0), shaft[1], 1e3) < 3e-5
        far = place([a[0] + 0.1, a[1] + 0.2], x, y)
        box = [A[0], far[1], far[0] - A[0], A[1] - far[1]]
        assert error([cell[k] for k in ("x", "y", "width", "height")], box, 1e3) < 3e-5
        assert error([word["x"] - 3, word["y"] - 9], D, 1e3) < 1e-5
        assert (word["text"], word["text-anchor"]) == ("k = 1", "middle")
        assert grip["aria-hidden"] == "true"


def test_another_view_beside_stands_where_its_own_axes_say(rng):
    for _ in range(20):
        (x, y), (across, up) = axes(rng), axes(rng)
        (a,), (b,) = points(rng, x, y, 1), points(rng, across, up, 1)
        beside = {"x": across, "y": up, "marks": [{"kind": "dot", "at": b, "r": 5, "look": "two"}]}
        nodes = drawn(x, y, [{"kind": "dot", "at": a, "r": 5, "look": "one"}], beside=beside)
        for look, at in (("one", place(a, x, y)), ("two", place(b, across, up))):
            (disc,) = of(nodes, look)
            start = re.match(r"M(\S+) (\S+)a", disc["d"]).groups()
            assert error(np.array(start, dtype=float), np.array(at) - [5, 0], 1e3) < 1e-5


def test_axes_carry_their_ticks_rules_and_a_zero_below_logarithms(rng):
    for _ in range(60):
        x, y = axes(rng)
        nodes = drawn(x | {"name": "lag"}, y | {"name": "norm"}, [])
        texts = {n["text"]: [n["x"], n["y"]] for n in nodes if n.get("tag") == "text"}
        bottom = SIZE[1] - y["room"][0]
        for value, html in x["ticks"]:
            assert error(texts[html], [place([value, 0], x, y)[0], bottom + 18], 1e3) < 1e-5
        rows = [*y["ticks"], *([[-np.inf, "0"]] if y["lane"] else [])]
        for value, html in rows:
            at = place([0, value], x, y)[1]
            assert error(texts[html], [x["room"][0] - 6, at + 5], 1e3) < 1e-5
        rules = [pen(n["d"].replace("V", " 0 ").replace("H", " 0 "))[0] for n in of(nodes, "rule")]
        places = [place([v, 0], x, y)[0] for v, _ in x["ticks"]]
        heights = [place([0, v], x, y)[1] for v, _ in rows]
        assert error([r[0, 0] for r in rules[:3]], places, 1e3) < 1e-5
        assert error([r[0, 1] for r in rules[3:]], heights, 1e3) < 1e-5
        assert error(texts["lag"], [SIZE[0] - x["room"][1], bottom + 36], 1e3) < 1e-5
        assert error(texts["norm"], [x["room"][0], y["room"][1] - 8], 1e3) < 1e-5


def test_the_way_back_from_a_pixel_is_the_way_there(rng):
    context = engine("axes")
    context.eval("""const there = (text) => {
        const [size, x, y, points] = JSON.parse(text);
        const s = module.scales(size, x, y);
        return JSON.stringify(points.map(([a, b]) => [s.x.back(s.x(a)), s.y.back(s.y(b))]));
    }""")
    for _ in range(100):
        x, y = axes(rng)
        some = points(rng, x, y, 5)
        assert error(json.loads(context.call("there", json.dumps([SIZE, x, y, some]))), some) < 1e-9


@pytest.mark.parametrize("lane", [True, False])
def test_a_logarithmic_axis_holds_its_numbers_and_marks_even_powers(lane, rng):
    logs = [rng.normal(0, 10 ** rng.uniform(-1, 2), rng.integers(1, 9)).tolist() for _ in range(99)]
    asked = [[one + [-np.inf] * lane, {"least": 2, "most": 4}] for one in [*logs, [], [0, -3]]]
    for (one, _), axis in zip(asked, run("axes", "logAxis", asked), strict=True):
        finite = [v for v in one if v > -np.inf]
        powers = [n for n, _ in axis["ticks"]]
        assert axis["lane"] == lane
        assert axis["from"] <= min(finite, default=0) + 1e-8
        assert axis["to"] >= max([axis["from"] + 2, *finite])
        assert 1 <= len(powers) <= 5
        assert powers[0] == np.floor(axis["to"])
        assert len(set(np.diff(powers))) <= 1
        assert axis["from"] <= powers[-1]
        assert [text for _, text in axis["ticks"]] == run("numbers", "size", [[n] for n in powers])


def test_a_line_leaves_the_plot_for_the_lane_of_zeros_and_comes_back():
    zeros = [[0, 0], [0.5, -1], [1, -np.inf], [1.5, -np.inf], [2, -2]]
    (line,) = of(drawn(X, LOGS, [{"kind": "line", "points": zeros, "look": "a", "end": ""}]), "a")
    strokes = pen(line["d"])
    assert [len(stroke) for stroke in strokes] == [2, 2, 1]
    assert error(np.concatenate(strokes), [place(p, X, LOGS) for p in zeros], 1e3) < 1e-5
    assert strokes[1][0, 1] == SIZE[1] - 50


def test_names_at_the_ends_of_lines_are_in_order_apart_and_inside(rng):
    for _ in range(100):
        heights = rng.uniform(-2, 4, rng.integers(1, 9))
        marks = [
            {"kind": "line", "points": [[0, 0], [2, h], None], "look": "", "end": f"{n}"}
            for n, h in enumerate(heights)
        ]
        ends = [n for n in drawn(X, Y | {"ticks": []}, marks) if n.get("x") == SIZE[0] - 60 + 6]
        at = np.array([node["y"] - 5 for node in ends])
        assert [int(node["text"]) for node in ends] == np.argsort(-heights, kind="stable").tolist()
        assert np.diff(at).min(initial=99) >= 22 - 1e-9
        assert at.min() >= 30 - 1e-9
        assert at.max() <= SIZE[1] - 50 + 1e-9
        if len(at) == 1:
            assert abs(at[0] - np.clip(place([2, heights[0]], X, Y)[1], 30, 250)) < 0.01


def test_a_label_keeps_off_lines_and_a_grip_has_a_group_of_its_own(rng):
    for angle in rng.uniform(0, 2 * np.pi, 99):
        out = np.array([np.cos(angle), np.sin(angle)])
        at, far = ([x, 1 + y] for x, y in (out, 1.8 * out))
        marks = [
            {"kind": "circle", "at": [0, 1], "r": 1, "look": ""},
            {"kind": "line", "points": [at, far], "look": "", "end": ""},
            {"kind": "grip", "at": at, "look": ""},
            {"kind": "label", "at": at, "html": "λ<sub>1</sub>", "look": ""},
        ]
        nodes = drawn(X, X | {"from": -1, "to": 3, "room": [20, 20]}, marks)
        (name,) = of(nodes, "label")
        (ring,) = [n for n in nodes if n.get("tag") == "circle"]
        away = np.array([name["x"] - ring["cx"], ring["cy"] - name["y"] + 5])
        assert 9 < abs(np.hypot(*away) - ring["r"]) < 40
        assert away @ out < 0 or abs(away @ [-out[1], out[0]]) > 6
    groups = run("picture", "picture", [[{"size": SIZE, "x": X, "y": Y, "marks": marks[::-1]}]])
    _, others, grips, _ = groups[0]["children"]
    assert [one["tag"] for one in others["children"] if one] == ["path", "circle"]
    assert [one["tag"] for one in grips["children"]] == ["g"]
