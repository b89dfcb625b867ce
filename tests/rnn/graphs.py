"""What the tests of both graphs need: networks, what follows from a state, and what is drawn."""

import numpy as np

from tests.widget import engine
from tests.widget.common import error
from unrolled.bptt.demo import trace
from unrolled.bptt.graph import symbol
from unrolled.page.numbers import decimals
from unrolled.rnn.cell import RNN
from unrolled.rnn.readout import Model, Readout

WORD = "demo"
LOOK = """(now, widget) => {
    const flat = (marks) => marks.flat(Infinity).filter(Boolean).flatMap((mark) => (
        mark.kind === "choice" ? [{ ...mark, marks: 0 }, ...flat(mark.marks)] : [mark]));
    const side = widget.linked(now);
    const lines = side.tag ? side.children.at(-1).props.html : widget.says(now);
    const nodes = (node) => [node.props ?? {}, ...(node.children ?? []).flatMap(nodes)];
    const { title, marks } = widget.picture(now);
    return { ...now, title, marks: flat(marks), lines: lines.split("<br>"), run: 0,
        cells: side.tag ? nodes(side).filter((one) => one.role === "button") : flat(side.marks),
        table: widget.table(now), play: widget.play(now).show };
}"""


def a_model(rng):
    cell = RNN(*(rng.normal(0, 1, shape) for shape in ((2, 4), (2, 2), (2,))))
    return Model(cell, Readout(*(rng.normal(0, 1, shape) for shape in ((4, 2), (4,)))))


def worst(models, found):
    """How far the quantities that the module found are from the package's."""
    wanted = [trace(model) for model in models]
    pairs = zip(wanted, (one["named"] for one in found), strict=True)
    return max(
        error(list(x.values()), np.ravel(all_of[n].value))  # a flat array is {index: number}
        for all_of, named in pairs
        for n, x in named.items()
    )


def changed(model, names, was):
    """Which of the trace's quantities are not what they were, and all of them."""
    found = trace(model)
    return [n for n in names if not np.array_equal(found[n].value, was[n].value)], found


def seen(widget, states):
    """What follows from the states, and what of it is drawn and written."""
    return engine.derived(widget, LOOK, [{"answered": True, **state} for state in states])


def tabled(now, names, found):
    """The columns of the table are those of the three steps."""
    for t in (1, 2, 3):
        numbers = [x for n in names for x in np.ravel(found[f"{n}_{t}"].value)]
        wanted = [decimals(x) if x else "0" for x in numbers]
        assert [row[t] for row in now["table"]["rows"]] == wanted


def written(text):
    """A number as it stands in a picture."""
    return float(text.replace("−", "-"))


def check_arrows(now, told, known):
    """What is known is joined as `edges` says; the arrows of the chosen box have its colour."""
    boxes = {n: it["at"] for n, it in told["boxes"].items()}
    drawn = []

    def at(point):
        (found,) = [
            n
            for n, (x, y, w, h) in boxes.items()
            if x <= point[0] <= x + w and y <= point[1] <= y + h
        ]
        return found

    for line, head in zip(now["marks"], now["marks"][1:], strict=False):
        if head["kind"] == "arrow":
            assert line["points"][-1] == head["from"]
            drawn.append((at(line["points"][0]), at(head["to"]), line["look"], head["look"]))
    wanted = []
    for p, q in (edge[:2] for edge in told["edges"] if {*edge[:2]} <= known):
        look = told["boxes"][p]["look"] if now["active"] in (p, q) else "quiet thin"
        wanted.append((p, q, look, look))
    assert sorted(drawn) == sorted(wanted)


def check_box(now, it, symbol, values, was, change):
    """A box has its symbol, its numbers in place or as lengths, and a dot if they changed."""
    x, y, width, height = it["at"]
    inside = [
        m
        for m in now["marks"]
        if m["kind"] in ("word", "dot", "cell")
        and x <= (m.get("at") or [m["x"]])[0] < x + width
        and y <= (m["at"][1] if "at" in m else m["y"]) < y + height
    ]
    words = sorted((m for m in inside if m["kind"] == "word"), key=lambda m: m["at"][::-1])
    texts = [m["html"] for m in words]
    assert texts.pop(texts.index(symbol)) == symbol
    assert [m["kind"] for m in inside].count("dot") == change
    assert any(m["look"].split()[:2] == ["hollow", it["look"]] for m in inside)
    if it["form"] == "matrix":
        rows = len({m["at"][1] for m in words if m["html"] != symbol})
        assert (rows, len(texts)) == (len(np.atleast_2d(values.T).T), values.size)
        assert np.allclose([written(text) for text in texts], values.ravel(), 5e-3, 5e-4)
    elif it["form"] == "letter":
        assert texts == [f"“{WORD[int(np.argmax(values))]}”"]
    else:
        letters = [f"▸<b>{c}</b>" if k == it.get("target") else c for k, c in enumerate(WORD)]
        assert texts == letters
        bars = [m for m in inside if m["kind"] == "cell" and m["look"] == it["look"]]
        if it["form"] == "bars":
            old = [m["width"] for m in inside if "clear ink" in m.get("look", "")]
            assert np.allclose(old, (width - 36) * was if change else [])
            bars.sort(key=lambda m: m["y"])
            assert np.allclose([m["width"] for m in bars], (width - 36) * values, atol=0.5)
        else:
            (zero,) = {
                m["points"][0][1]
                for m in now["marks"]
                if m["kind"] == "line" and m["points"][0] == [x + 42, m["points"][1][1]]
            }
            assert [m["x"] for m in bars] == sorted(m["x"] for m in bars)
            sizes = [zero - m["y"] if m["y"] < zero else -m["height"] for m in bars]
            assert np.allclose(sizes, (height - 20) / 2 * values, atol=1)


def check_drawn(now, told, quantity, found, was):
    """All that a wide page draws, and what the chosen quantity goes into, are the package's."""
    wide = {name: it | {"at": it["wide"]} for name, it in told["boxes"].items()}
    told = told | {"boxes": wide}
    ids = list(wide)
    state_of = max(now["step"], ids.index(now["chosen"]) if now["chosen"] else 0)
    known = set(ids[: state_of + 1])
    check_arrows(now, told, known)
    for box, it in told["boxes"].items():
        name = quantity(box)
        values = found[name].value
        change = not np.array_equal(found[name].value, was[name].value)
        if box in known:
            held = told["symbols"][name] if it["symbol"] else ""
            check_box(now, it, held, values, was[name].value, change)
    own = quantity(now["active"])
    goes = {symbol(n) for n in told["tape"]["names"] if own in was[n].parents}
    (line,) = [line for line in now["lines"] if line.startswith("Goes into: ")]
    assert set(line[11:-1].split(", ")) == goes
    assert now["play"] == told["symbols"][quantity(ids[now["step"]])]
