"""What a link may bring in, and what is kept: kit/session.js."""

from tests.page.kit import run

DOOR = {"low": -1.0, "high": 2.0}


def test_a_door_looks_at_every_number():
    asked = [[0.5, DOOR], [2.5, DOOR], [[0.5, 2.0], DOOR], [[0.5, 2.5], DOOR], [[-2, 0], DOOR]]
    asked += [[1, DOOR | {"whole": True}], [1.5, DOOR | {"whole": True}], ["a", {"names": ["a"]}]]
    asked += [["b", {"names": ["a"]}], ["anything", None]]
    wanted = [True, False, True, False, False, True, False, True, False, True]
    assert [bool(x) for x in run("session", "passes", asked)] == wanted


def test_what_comes_in_has_the_form_of_what_stands_there():
    asked = [[1.0, 2.0], ["1", 2.0], [[1, 2], [3, 4]], [[1], [3, 4]], [[1, [2]], [3, 4]]]
    asked += [[{"a": 1}, {"a": 2}], [{"b": 1}, {"a": 2}], [None, {"a": 2}], [True, False]]
    wanted = [True, False, True, False, False, True, False, False, True]
    assert [bool(x) for x in run("session", "fits", asked)] == wanted


def test_a_state_is_welcome_whole_or_not_at_all():
    start, doors = {"k": 3, "name": "a"}, {"k": {"low": 1, "high": 9, "whole": True}}
    asked = [{"k": 5}, {"k": 50}, {"j": 5}, {"k": 5, "name": 1}, [5], None, "k"]
    wanted = [{"k": 5}, *[None] * 6]
    assert run("session", "welcome", [[state, start, doors] for state in asked]) == wanted
