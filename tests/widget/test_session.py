"""What a link may bring in, and what is kept: kit/session.js."""

import json

from tests.widget.kit import engine, run

DOOR = {"low": -1.0, "high": 2.0}


def test_a_door_looks_at_every_number():
    asked = [[0.5, DOOR], [2.5, DOOR], [[0.5, 2.0], DOOR], [[0.5, 2.5], DOOR], [[-2, 0], DOOR]]
    asked += [[1, DOOR | {"whole": True}], [1.5, DOOR | {"whole": True}], ["a", {"names": ["a"]}]]
    asked += [["b", {"names": ["a"]}], ["anything", None]]
    asked += [[{"W": [[0.5]], "b": [2.0]}, DOOR], [{"W": [[0.5]], "b": [2.5]}, DOOR]]
    wanted = [True, False, True, False, False, True, False, True, False, True, True, False]
    assert [bool(x) for x in run("session", "passes", asked)] == wanted


def test_what_comes_in_has_the_form_of_what_stands_there():
    asked = [[1.0, 2.0], ["1", 2.0], [[1, 2], [3, 4]], [[1], [3, 4]], [[1, [2]], [3, 4]]]
    asked += [[{"a": 1}, {"a": 2}], [{"b": 1}, {"a": 2}], [None, {"a": 2}], [True, False]]
    wanted = [True, False, True, False, False, True, False, False, True]
    assert [bool(x) for x in run("session", "fits", asked)] == wanted


def test_a_state_is_welcome_whole_or_not_at_all():
    start = {"k": 3, "name": "a"}
    doors = {"k": {"low": 1, "high": 9, "whole": True}}
    asked = [{"k": 5}, {"k": 50}, {"j": 5}, {"k": 5, "name": 1}, [5], None, "k"]
    wanted = [{"k": 5}, *[None] * 6]
    assert run("session", "welcome", [[state, start, doors] for state in asked]) == wanted


def session(code: str):
    """What a piece of JavaScript makes with the exports of kit/session.js, in `module`."""
    return json.loads(engine("session").eval(f"JSON.stringify((() => {{ {code} }})())"))


def test_states_come_back_one_by_one_each_once_and_of_too_many_the_oldest_goes():
    code = """const past = module.memory(MOST);
        for (let n = 0; n < 120; n++) past.keep({ k: n >> 1 });
        const found = [];
        while (!past.empty()) found.push(past.back().k);
        return found;"""
    for most, oldest in (("", 10), ("3", 57)):
        assert session(code.replace("MOST", most)) == [*range(59, oldest - 1, -1)]


def test_a_link_is_for_the_widget_that_it_names():
    code = """const [hash, place] = HERE;
        globalThis.location = { hash };
        const found = module.readLink(place);
        return found === undefined ? "none" : found;"""
    good, wanted = "=%7B%22k%22%3A3%7D", {("#flow", "flow"): {"k": 3}, ("#flow", "lag"): "none"}
    wanted |= {("#flow-2", "flow"): "none", ("#flow", "flow-2"): "none"}
    for (name, place), state in wanted.items():
        assert session(code.replace("HERE", json.dumps([name + good, place]))) == state
    for text, state in {"": "none", "#flow=": "none", "#flow=%": None, "#flow=%7B": None}.items():
        assert session(code.replace("HERE", json.dumps([text, "flow"]))) == state
