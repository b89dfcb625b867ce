"""What the tests of both graphs need: networks, what follows from a state, and what is drawn."""

import re

import numpy as np

from tests.widget import engine
from tests.widget.common import error
from unrolled.bptt.demo import trace
from unrolled.bptt.graph import symbol as symbol_of
from unrolled.page.numbers import decimals
from unrolled.rnn.cell import RNN
from unrolled.rnn.readout import Model, Readout

WORD = "demo"
LOOK = """(now, widget) => {
    const flat = (marks) => marks.flat(Infinity).filter(Boolean).flatMap((mark) => (
        mark.kind === "choice" ? [{ ...mark, marks: 0 }, ...flat(mark.marks)] : [mark]));
    const side = widget.linked?.(now) ?? { tag: "div", children: widget.more(now) };
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


def written(values, digits=3):
    """Numbers as a picture has them for those who listen."""
    return ", ".join(decimals(x, digits) for x in np.ravel(values))


def plain(html):
    """A symbol without its marks."""
    return re.sub("<[^>]+>", "", html)


def check_told(now, told, quantity, found, was, listed):
    """Each quantity is named with its numbers, the chosen one with its own, and where it goes."""
    boxes = told["boxes"]
    ids = list(boxes)
    known = ids[: max(now["step"], ids.index(now["chosen"]) if now["chosen"] else 0) + 1]
    drawn = {m["name"]: m for m in now["marks"] if m["kind"] == "choice"}
    assert len(drawn) == len(boxes)
    for box, it in boxes.items():
        name = quantity(box)
        symbol = told["symbols"][name]
        mark = drawn[f"{plain(symbol)}, {it['says']}"]
        change = not np.array_equal(found[name].value, was[name].value)
        held = listed(found[name].value) + ", changed" * change
        assert mark["held"] == (held if box in known else "not yet"), (box, mark["held"], held)
        assert mark["on"] == (box == now["active"])
    own = quantity(now["active"])
    last = [m for m in now["marks"] if m["kind"] == "word"][-1]
    assert last["html"].startswith(told["symbols"][own])
    goes = {symbol_of(n) for n in told["tape"]["names"] if own in was[n].parents}
    (line,) = [line for line in now["lines"] if line.startswith("Goes into: ")]
    assert set(line[11:-1].split(", ")) == goes
    assert now["play"] == told["symbols"][quantity(ids[now["step"]])]
    return known
