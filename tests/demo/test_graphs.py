"""What both graphs share: their arrows are the trace's, a number written out makes the number."""

import math
import re

import numpy as np

from tests.demo import test_backward_graph as back_test
from tests.demo import test_forward_graph as forward_test
from tests.page.common import error
from unrolled.demo import backward_graph as back
from unrolled.demo import forward_graph as forward
from unrolled.demo.network import MODEL, trace


def worked(line):
    """A line of spell.js, worked out from the rounded numbers that stand in it."""
    text = re.split(" [=≈] ", line)[1].replace("−", "-").replace("·", "*")
    text = re.sub(r"(log|tanh) ([\d.]+)", r"\1(\2)", text)
    return eval(text, {"log": math.log, "tanh": math.tanh})


def test_forward_only_a_state_crosses_from_step_to_step():
    edges = {tuple(edge[:2]) for edge in forward.ForwardGraph().tell()["edges"]}
    assert edges == {
        (p, name) for name in forward.BOXES for p in trace()[name].parents if p in forward.BOXES
    }
    assert {(a, b) for a, b in edges if a[-1] != b[-1]} == {("h_1", "a_2"), ("h_2", "a_3")}


def test_back_only_a_message_crosses_from_step_to_step():
    edges = {tuple(edge[:2]) for edge in back.BackwardGraph().tell()["edges"]}
    for part in ("W_hh", "W_hx"):
        boxes = {back_test.named(box, part): box for box in back.BOXES}
        fed = [(parent, box) for name, box in boxes.items() for parent in trace()[name].parents]
        wanted = {(boxes[parent], box) for parent, box in fed if parent in boxes}
        assert edges == wanted
    crossing = {(a, b) for a, b in edges if b != "sum" and a[-1] != b[-1]}
    assert crossing == {("delta_3", "carry_2"), ("delta_2", "carry_1")}


def test_a_number_of_the_way_forward_is_written_out(call):
    ids = [name for name in forward.BOXES if not name.startswith("x")]
    at = {"step": forward.LAST, "weight": "W_hh 1,0", "value": -1.25}
    found = trace(forward.with_weight(MODEL, "W_hh 1,0", -1.25))
    for name, now in zip(
        ids, forward_test.derived(call, [{**at, "chosen": name} for name in ids]), strict=True
    ):
        values = np.ravel(found[name].value)
        assert error([worked(line) for line in now["lines"]], values) < 4e-3, name


def test_a_number_of_the_way_back_is_written_out(call):
    states = [{"step": back.LAST, "chosen": box, "part": part, "cut": back_test.CUTS[8]}
              for part in back.PARTS for box in back.BOXES]  # fmt: skip
    for state, now in zip(states, back_test.derived(call, states), strict=True):
        wanted = trace(back.without(MODEL, back_test.CUTS[8]))[
            back_test.named(state["chosen"], state["part"])
        ].value
        assert error([worked(line) for line in now["lines"]], np.ravel(wanted)) < 4e-3, state
