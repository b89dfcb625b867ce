"""The tape: Python knows, the browser repeats.

`record` runs a function of the package once on arrays that remember their steps and leaves them
as data. kit/tape.js plays them for other inputs, and kit/explain.js says of every number what it
was computed from. The data has inputs [shape, values], constants, steps [op, axes, operands] over
one memory of numbers, names [shape, place], and promises [slot, value].
"""

from collections.abc import Callable, Collection
from math import isfinite
from typing import NamedTuple

import numpy as np

from unrolled.core.door import as_floats, check_function, short_repr
from unrolled.core.shapes import Array
from unrolled.core.tree import named_leaves, tree_map
from unrolled.widget.held import HELD
from unrolled.widget.player import replay, slots_at
from unrolled.widget.recorded import Recorded, recorded
from unrolled.widget.steps import Step, Steps

SHAKE = 1e-4  # how far the inputs are moved to see whether the tape follows


class Tape(NamedTuple):
    """What was recorded; `data` is small and goes into JSON."""

    data: dict


def record(f: Callable, *, chances: Collection[str] = (), **inputs: object) -> Tape:
    """The steps of f(**inputs), which returns a dict of named arrays; inputs are trees of arrays.

    `chances` names inputs whose last axis always adds up to 1, as one-hot rows do.
    A branch on recorded numbers is kept as a promise: a player stops where it would go the other
    way. What loses steps unseen, as float(), np.array or a write into a plain array, is found by
    running f again on inputs a little moved; a branch on a number that float() gave is not.
    Raises ValueError for what a tape cannot hold.
    """
    check_function("f", f)
    steps, known, leaves = Steps(), {}, {}
    for name, tree in inputs.items():
        plain = tree_map(lambda leaf, name=name: as_floats(name, leaf), tree)
        leaves |= dict(named_leaves(plain, name))
        known[name] = tree_map(lambda leaf, unit=name in chances: _given(steps, leaf, unit), plain)
    tape = Tape(_written(steps, leaves, _named(steps, f(**known))))
    _follows(tape, f, inputs, chances)
    return tape


def _given(steps: Steps, leaf: Array, unit: bool) -> Recorded:
    return recorded(steps, leaf, steps.given(leaf.shape, unit))


def _named(steps: Steps, found: object) -> dict[str, Array]:
    """The slots of every quantity that f returned."""
    words = isinstance(found, dict) and all(isinstance(n, str) and not n.isdigit() for n in found)
    if not words or not found:
        raise ValueError(f"f: got {short_repr(found)}, expected a dict of named arrays")
    return {
        name: value.slots if isinstance(value, Recorded) else steps.constants(np.asarray(value))
        for name, value in found.items()
    }


def _written(steps: Steps, leaves: dict[str, Array], named: dict[str, Array]) -> dict:
    """The data: inputs, constants and those steps that a name or a promise needs."""
    needed = {slot for slots in named.values() for slot in slots.ravel().tolist()}
    needed |= steps.promises.keys()
    kept: list[Step] = []
    for step in reversed(steps.done):
        if not needed.isdisjoint(range(step.first, step.first + step.count)):
            kept.insert(0, step)
            needed |= {slot for each in step.operands for slot in each.ravel().tolist()}
    given = list(range(sum(leaf.size for leaf in leaves.values())))
    constants = sorted((slot for slot in needed if slot < 0), reverse=True)
    made = [slot for step in kept for slot in range(step.first, step.first + step.count)]
    place = {slot: n for n, slot in enumerate(given + constants + made)}
    move = np.vectorize(place.get, otypes=[int])
    return {
        "inputs": {name: [list(a.shape), _numbers(a.ravel())] for name, a in leaves.items()},
        "constants": _numbers([steps.constant[slot] for slot in constants]),
        "steps": [_line(step.op, [move(each) for each in step.operands]) for step in kept],
        "names": {name: [list(a.shape), _place(move(a))] for name, a in named.items()},
        "promises": [[place[slot], value] for slot, value in steps.promises.items()],
    }


def _numbers(values: Collection) -> list:
    """Numbers for JSON: whole ones short, those that it has no word for as text."""
    floats = [float(value) for value in values]
    return [
        str(x).replace("inf", "Infinity").replace("nan", "NaN") if not isfinite(x)
        else int(x) if x.is_integer() and abs(x) < 1e15 else x
        for x in floats
    ]  # fmt: skip


def _line(op: str, operands: list[Array]) -> list:
    """A step as [op, axes, operand, ...]; axes of length one are left out."""
    axes = [n for n in operands[0].shape if n > 1] or [1]
    return [op, axes if len(axes) > 1 else axes[0], *(_place(o.reshape(axes)) for o in operands)]


def _place(slots: Array) -> int | list:
    """Where slots are: the first of a run; else [first, stride of each axis]; else [[each]]."""
    first = int(slots.flat[0])
    if np.array_equal(slots.ravel(), first + np.arange(slots.size)):
        return first
    strides = [int(slots.take(min(1, n - 1), axis).flat[0]) - first
               for axis, n in enumerate(slots.shape)]  # fmt: skip
    where = [first, *strides]
    return (
        where if np.array_equal(slots, slots_at(where, slots.shape)) else [slots.ravel().tolist()]
    )


def _follows(tape: Tape, f: Callable, inputs: dict, chances: Collection[str]) -> None:
    """Raise ValueError if the tape gives something else than f for inputs a little moved."""
    rng = np.random.default_rng(0)

    def moved(leaf: object) -> Array:
        leaf = as_floats("inputs", leaf)
        return leaf + SHAKE * (1 + np.abs(leaf)) * rng.random(leaf.shape)

    other = {
        name: tree_map((lambda a: np.roll(a, 1, axis=-1)) if name in chances else moved, tree)
        for name, tree in inputs.items()
    }
    found = replay(tape.data, **other)
    for name, value in f(**other).items():
        if not np.allclose(found[name], value, rtol=1e-9, atol=1e-9, equal_nan=True):
            ways = "by float(), np.array or a write into a plain array"
            raise ValueError(f"f: got {name}, whose steps were lost {ways}, expected {HELD}")
