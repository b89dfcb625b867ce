"""A tape played in Python: what kit/tape.js does in the browser, array by array."""

from collections.abc import Collection
from math import prod

import numpy as np

from unrolled.core.door import as_floats
from unrolled.core.shapes import Array
from unrolled.core.tree import named_leaves
from unrolled.widget.held import PLAYED


def slots_at(where: int | list, axes: Collection[int]) -> Array:
    """The slots of a place."""
    if isinstance(where, int):
        return np.arange(where, where + prod(axes)).reshape(axes)
    if isinstance(where[0], list):
        return np.array(where[0]).reshape(axes)
    first, *strides = where
    moved = sum(n * s for n, s in zip(np.indices(axes), strides, strict=True))
    return first + np.asarray(moved)


def replay(data: dict, **inputs: object) -> dict[str, Array]:
    """The named quantities for other inputs; one that is not given is as it was recorded.

    Raises ValueError for inputs of other shapes, and where a promise does not hold.
    """
    memory = np.concatenate([*_read_inputs(data, inputs), np.array(data["constants"], dtype=float)])
    for op, axes, *operands in data["steps"]:
        shape = axes if isinstance(axes, list) else [axes]
        values = [memory[slots_at(where, shape)] for where in operands]
        memory = np.concatenate([memory, np.ravel(PLAYED[op](*values))])
    _check_promises(data, memory)
    places = {name: slots_at(where, shape) for name, (shape, where) in data["names"].items()}
    return {name: np.asarray(memory[place]) for name, place in places.items()}


def _read_inputs(data: dict, inputs: dict) -> list[Array]:
    """The numbers of all inputs, in the order of the tape."""
    given = {}
    for name, tree in inputs.items():
        given |= dict(named_leaves(tree, name))
    parts = []
    for name, (shape, values) in data["inputs"].items():
        leaf = as_floats(name, given.pop(name, np.array(values, dtype=float).reshape(shape)))
        if list(leaf.shape) != shape:
            raise ValueError(f"{name}: got shape {leaf.shape}, expected {tuple(shape)}")
        parts.append(leaf.ravel())
    if given:
        expected = f"some of {', '.join(data['inputs'])}"
        raise ValueError(f"inputs: got {', '.join(given)}, expected {expected}")
    return parts


def _check_promises(data: dict, memory: Array) -> None:
    for slot, value in data["promises"]:
        if not abs(memory[slot] - value) < 1e-9:
            got = f"got {memory[slot]} where {value} was recorded"
            raise ValueError(f"inputs: {got}, expected some for which f takes the same way")
