"""What both graphs share: their arrows are the trace's, a number written out makes the number."""

import math
import re

import numpy as np

from tests.bptt import test_backward_graph as back_test
from tests.rnn.graphs import WORD, seen
from tests.widget.common import error
from unrolled.bptt import backward_graph as back
from unrolled.bptt.demo import MODEL, trace
from unrolled.page.numbers import setting, size
from unrolled.rnn import forward_graph as forward


def worked(now):
    """The lines of spell.js, worked out from the rounded numbers that stand in them."""
    head = next(n for n, line in enumerate(now["lines"]) if line.startswith("<strong>"))
    for line in now["lines"][head:]:
        if " = " in line:
            text = re.split(r" [=≈]\s", re.sub("</?span[^>]*>", "", line))[1]
            text = re.sub("e<sup>(.*?)</sup>", r"exp(\1)", text)
            text = re.sub(r"log ([\d.]+)", r"log(\1)", text)
            names = {"log": math.log, "tanh": math.tanh, "exp": math.exp}
            yield eval(text.replace("−", "-").replace("·", "*"), names)


def test_back_only_a_message_crosses_from_step_to_step():
    edges = {tuple(edge[:2]) for edge in back.BackwardGraph().constants()["edges"]}
    for part in ("W_hh", "W_hx"):
        boxes = {back_test.named(box, part): box for box in back.BOXES}
        fed = [(parent, box) for name, box in boxes.items() for parent in trace()[name].parents]
        wanted = {(boxes[parent], box) for parent, box in fed if parent in boxes}
        assert edges == wanted
    crossing = {(a, b) for a, b in edges if b != "sum" and a[-1] != b[-1]}
    assert crossing == {("delta_3", "carry_2"), ("delta_2", "carry_1")}


def test_each_weight_stands_in_its_row_and_column_under_its_letter(unchecked):
    it = forward.ForwardGraph(weight="W_hx 1,2", value=1.5)
    model = forward.with_weight(MODEL, "W_hx 1,2", 1.5)
    (now,) = seen(it, [it.state()])
    kinds = {kind: [m for m in now["cells"] if m["kind"] == kind] for kind in ("choice", "cell")}
    words = {tuple(m["at"]): m["html"] for m in now["cells"] if m["kind"] == "word"}
    assert [m["to"]["weight"] for m in kinds["choice"]] == [
        weight
        for name in ("W_yh", "b_y", "W_hh", "b_h", "W_hx")
        for weight in forward.ENTRIES
        if weight.startswith(name)
    ]
    for choice, room in zip(kinds["choice"], kinds["cell"], strict=True):
        weight = choice["to"]["weight"]
        x, y = (room["x"] + room["width"] / 2, room["y"] + room["height"] / 2)
        name, index = forward.read_entry(weight)
        assert choice["held"] == setting(forward.weight_of(model, weight))
        assert ("thick" in room["look"]) == (weight == "W_hx 1,2")
        letters = {at: c for at, c in words.items() if c in WORD}
        if name == "W_hx":
            assert [c for at, c in letters.items() if at[0] == x] == [WORD[index[1]]]
        if name in ("W_yh", "b_y"):
            assert [c for at, c in letters.items() if at[1] == y] == [WORD[index[0]]]


def test_a_chance_that_no_number_holds_is_still_said(unchecked):
    pulls = [(w, x) for w in ("b_y 0", "b_y 2", "W_yh 1,1") for x in (-1e4, -1000.0, 40.0, 1000.0)]
    states = [
        {"step": forward.LAST, "chosen": box, "weight": w, "value": x}
        for w, x in pulls
        for box in forward.BOXES
        if box[:-2] in ("L", "y_hat")
    ]
    for state, now in zip(states, seen(forward.ForwardGraph(), states), strict=True):
        found = trace(forward.with_weight(MODEL, state["weight"], state["value"]))
        loss = float(found[f"L_{state['chosen'][-1]}"].value)
        lines = " ".join(now["lines"])
        assert now["texts"]["chance"] == size(-loss / math.log(10))
        assert not re.search(r"log 0(\.0*)?(?![.\d])|∞|not a number|− <", lines), lines
        if state["chosen"][0] == "L":
            assert f"log {size(-loss / math.log(10))}<" in lines


def test_a_number_of_either_way_is_written_out(unchecked):
    ahead = {"step": forward.LAST, "weight": "W_hh 1,0", "value": -1.25}
    pulled = trace(forward.with_weight(MODEL, "W_hh 1,0", -1.25))
    asked = [(box, pulled[box], {**ahead, "chosen": box}) for box in forward.BOXES if box[0] != "x"]
    found = seen(forward.ForwardGraph(), [state for *_, state in asked])
    less = trace(back.scaled(MODEL, 0.5))
    back_asked = [
        (
            box,
            less[back_test.named(box, part)],
            {"step": back.LAST, "chosen": box, "part": part, "times": 0.5},
        )
        for part in back.PARTS
        for box in back.BOXES
    ]
    found += seen(back.BackwardGraph(), [state for *_, state in back_asked])
    for (box, wanted, _), now in zip(asked + back_asked, found, strict=True):
        values = np.ravel(wanted.value)
        some = values if len(values) < 5 else values[values != 0]  # the rest are said to be 0
        assert error(list(worked(now)), some) < 4e-3, box
