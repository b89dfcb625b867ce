"""A part of `python -m tests.fuzz`, drawn anew for every function and the same every time."""

import importlib
import inspect
import zlib

import numpy as np
import pytest

from tests.calls import Call
from tests.fuzz import KEEPS, NEVER, OTHER, Change, function, judge, judged
from tests.right_calls import ARITHMETIC, BEHIND, CALLS
from tests.test_rooms import MODULES, is_mathematics, name

PART = 40  # one trial of so many
ROOMS = sorted({f.rpartition(".")[0] for f in CALLS})

pytestmark = pytest.mark.usefixtures("unchecked")


def unwrapped(value: object) -> object:
    """What is remembered by a cache is a function too."""
    return getattr(value, "__wrapped__", value)


def public() -> set[str]:
    found = set()
    for module in (name(path) for path in MODULES if is_mathematics(path)):
        inside = vars(importlib.import_module(f"unrolled.{module}"))
        own = filter(inspect.isfunction, map(unwrapped, inside.values()))
        names = (f.__name__ for f in own if f.__module__ == f"unrolled.{module}")
        found |= {f"{module}.{f}" for f in names if f[0] not in "_<"}
    return found


def test_every_public_function_of_mathematics_has_a_right_call():
    behind = {f for f in public() if f.rpartition(".")[0] in BEHIND}
    demo = {f for f in CALLS if f.endswith(".demo.trace")}
    assert public() - behind - ARITHMETIC == CALLS.keys() - demo
    assert {f.rpartition(".")[0] for f in behind} == BEHIND.keys()


def test_a_right_call_is_answered():
    for f, calls in CALLS.items():
        for call in calls:
            verdict = judged(function(f), call, Change("none", None, KEEPS), call.arguments(), None)
            assert verdict == "answers", f"{f}: {verdict}"


@pytest.mark.parametrize("room", ROOMS)
def test_a_call_that_is_nearly_right_is_answered_or_refused(room):
    for f in (f for f in CALLS if f.rpartition(".")[0] == room):
        start = zlib.crc32(f.encode())
        for where, change, verdict in judge(f, lambda n, s=start: (n + s) % PART == 0):
            assert verdict in ("answers", "refused"), f"{f}({where}: {change}): {verdict}"


def spoilt(x):
    return np.array([np.nan])


def numpys_own(x):
    return np.ones(2) + np.ones(3)


def without_a_voice(x):
    raise ValueError("no")


@pytest.mark.parametrize(
    ("wrong", "means", "verdict"),
    [
        (spoilt, OTHER, "returns NaN or infinity"),
        (len, KEEPS, "other numbers"),
        (len, NEVER, "accepted"),
        (abs, OTHER, "TypeError: bad operand"),
        (numpys_own, OTHER, "ValueError: operands could not be broadcast"),
        (without_a_voice, OTHER, "ValueError: no"),
    ],
)
def test_the_judge_finds_what_is_wrong(wrong, means, verdict):
    call = Call({"x": [1.0]})
    change = Change("list", [1.0], means)
    if wrong in (len, abs):  # their argument has another name
        call = Call({next(iter(inspect.signature(wrong).parameters)): [1.0]})
    wanted = {key: [1.0, 2.0] for key in call.given} if means == KEEPS else None
    assert judged(wrong, call, change, call.given, wanted).startswith(verdict)
