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
from unrolled.widget.recorded import recorded, slots_of
from unrolled.widget.steps import Recording, Step

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
    steps = Recording()
    known = {}
    leaves = {}
    for name, tree in inputs.items():
        plain = _as_float_leaves(name, tree)
        leaves |= dict(named_leaves(plain, name))
        known[name] = _record_input(steps, plain, name in chances)
    tape = Tape(_write(steps, leaves, _slots_by_name(steps, f(**known))))
    _check_follows(tape, f, inputs, chances)
    return tape


def _as_float_leaves(name: str, tree: object) -> object:
    return tree_map(lambda leaf: as_floats(name, leaf), tree)


def _record_input(steps: Recording, tree: object, unit: bool) -> object:
    return tree_map(lambda leaf: recorded(steps, leaf, steps.given(leaf.shape, unit)), tree)


def _slots_by_name(steps: Recording, found: object) -> dict[str, Array]:
    """The slots of every quantity that f returned."""
    if not isinstance(found, dict) or not found or not all(map(_is_name, found)):
        raise ValueError(f"f: got {short_repr(found)}, expected a dict of named arrays")
    return {name: slots_of(steps, value) for name, value in found.items()}


def _is_name(key: object) -> bool:
    return isinstance(key, str) and not key.isdigit()


def _write(steps: Recording, leaves: dict[str, Array], named: dict[str, Array]) -> dict:
    """The data: inputs, constants and those steps that a name or a promise needs."""
    kept, needed = _steps_needed(steps, named)
    given = list(range(sum(leaf.size for leaf in leaves.values())))
    constants = sorted((slot for slot in needed if slot < 0), reverse=True)
    made = [slot for step in kept for slot in step.made()]
    place = {slot: n for n, slot in enumerate(given + constants + made)}
    move = np.vectorize(place.get, otypes=[int])
    return {
        "inputs": {name: [list(a.shape), _write_numbers(a.ravel())] for name, a in leaves.items()},
        "constants": _write_numbers([steps.constant[slot] for slot in constants]),
        "steps": [_write_step(step.op, [move(each) for each in step.operands]) for step in kept],
        "names": {name: [list(a.shape), _write_place(move(a))] for name, a in named.items()},
        "promises": [[place[slot], value] for slot, value in steps.promises.items()],
    }


def _steps_needed(steps: Recording, named: dict[str, Array]) -> tuple[list[Step], set[int]]:
    """The steps that a name or a promise needs, in their order, and all slots that these need."""
    needed = set(steps.promises)
    for slots in named.values():
        needed.update(slots.ravel().tolist())
    kept: list[Step] = []
    for step in reversed(steps.done):
        if needed.isdisjoint(step.made()):
            continue
        kept.append(step)
        for slots in step.operands:
            needed.update(slots.ravel().tolist())
    return kept[::-1], needed


def _write_numbers(values: Collection) -> list:
    return [_write_number(float(value)) for value in values]


def _write_number(x: float) -> float | int | str:
    """A number for JSON: a whole one short, one that it has no word for as text."""
    if not isfinite(x):
        return str(x).replace("inf", "Infinity").replace("nan", "NaN")
    if x.is_integer() and abs(x) < 1e15:
        return int(x)
    return x


def _write_step(op: str, operands: list[Array]) -> list:
    """A step as [op, axes, operand, ...]; axes of length one are left out."""
    axes = [n for n in operands[0].shape if n > 1] or [1]
    places = [_write_place(slots.reshape(axes)) for slots in operands]
    return [op, axes if len(axes) > 1 else axes[0], *places]


def _write_place(slots: Array) -> int | list:
    """Where slots are: the first of a run; else [first, stride of each axis]; else [[each]]."""
    first = int(slots.flat[0])
    if np.array_equal(slots.ravel(), first + np.arange(slots.size)):
        return first
    where = [first]
    for axis, length in enumerate(slots.shape):
        second = slots.take(min(1, length - 1), axis)
        where.append(int(second.flat[0]) - first)
    if np.array_equal(slots, slots_at(where, slots.shape)):
        return where
    return [slots.ravel().tolist()]


def _check_follows(tape: Tape, f: Callable, inputs: dict, chances: Collection[str]) -> None:
    """Raise ValueError if the tape gives something else than f for inputs a little moved."""
    rng = np.random.default_rng(0)

    def shake(leaf: object) -> Array:
        leaf = as_floats("inputs", leaf)
        return leaf + SHAKE * (1 + np.abs(leaf)) * rng.random(leaf.shape)

    def roll(leaf: object) -> Array:
        return np.roll(leaf, 1, axis=-1)

    other = {
        name: tree_map(roll if name in chances else shake, tree) for name, tree in inputs.items()
    }
    found = replay(tape.data, **other)
    for name, value in f(**other).items():
        if not np.allclose(found[name], value, rtol=1e-9, atol=1e-9, equal_nan=True):
            ways = "by float(), np.array or a write into a plain array"
            raise ValueError(f"f: got {name}, whose steps were lost {ways}, expected {HELD}")
