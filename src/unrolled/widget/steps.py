"""The steps of a tape while it is recorded: every number has a slot, and equal steps share one.

A slot below 0 is a constant. A step makes new slots of old ones; constants are folded.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from unrolled.core.count import PRODUCTS
from unrolled.core.shapes import Array
from unrolled.widget import held
from unrolled.widget.forms import Key, Made, known_form


class Step(NamedTuple):
    """One operation on many numbers; `first` is the slot of its first result."""

    op: str
    first: int
    operands: list[Array]  # slots, all of one shape; a fold is along the last axis

    @property
    def count(self) -> int:
        """How many slots it makes."""
        shape = self.operands[0].shape
        return int(np.prod(shape[:-1] if self.op in held.FOLDS else shape))

    def made(self) -> range:
        """The slots that it makes."""
        return range(self.first, self.first + self.count)


class Recording:
    """What was done so far."""

    def __init__(self) -> None:
        self.size = 0  # slots of inputs and steps
        self.done: list[Step] = []
        self.made: Made = {}
        self.constant: dict[int, float] = {}  # slot -> its value
        self.promises: dict[int, float] = {}  # slot -> the value on which the way depended
        self._known: dict = {}  # a key, or a constant -> its slot
        self._units: set[tuple] = set()  # rows of slots that add up to 1

    def given(self, shape: tuple, chances: bool) -> Array:
        """Slots for an input; those of chances add up to 1 along the last axis."""
        slots = self.size + np.arange(np.prod(shape, dtype=int)).reshape(shape)
        self.size += slots.size
        if chances:
            self._units |= set(map(tuple, slots.reshape(-1, shape[-1]).tolist()))
        return slots

    def constants(self, value: Array) -> Array:
        """Slots for numbers that never change; equal numbers share one."""
        if value.dtype.kind not in "biuf":
            held.refuse(f"an array of {value.dtype}")
        flat = [self._constant(float(number)) for number in value.ravel()]
        return np.array(flat, dtype=int).reshape(value.shape)

    def _constant(self, number: float) -> int:
        slot = self._known.setdefault(number, -1 - len(self.constant))
        self.constant[slot] = number
        return slot

    def of(self, ufunc: np.ufunc, given: list[Array], value: object) -> Array:
        """The slots of what a ufunc makes of these."""
        if ufunc in PRODUCTS:
            return self.fold("dot", held.factors(ufunc, *given), value)
        if ufunc in held.PAIRS:
            pair = np.stack(np.broadcast_arrays(*given), axis=-1)
            return self.fold(held.PAIRS[ufunc], [pair], value)
        if ufunc is np.square:
            return self.map("mul", given * 2, value)
        if ufunc is np.reciprocal:
            return self.map("div", [self.constants(np.ones(())), *given], value)
        if ufunc not in held.MAPS:
            held.refuse(f"np.{ufunc.__name__}")
        return self.map(held.MAPS[ufunc], given, value)

    def map(self, op: str, given: list[Array], value: object) -> Array:
        """The slots of a step number by number, the operands broadcast."""
        return self.fold(op, [each[..., None] for each in np.broadcast_arrays(*given)], value)

    def fold(self, op: str, rows: Sequence[Array], value: object) -> Array:
        """The slots of a step row by row: rows of slots along the last axis."""
        values = np.ravel(np.asarray(value, dtype=float)).tolist()
        flat = [each.reshape(len(values), -1).tolist() for each in rows]
        start = self.size
        slots = []
        for number, *operands in zip(values, *flat, strict=True):
            found = self._simplify(op, tuple(map(tuple, operands)))
            slots.append(found if isinstance(found, int) else self._slot(found, number))
        self._append_steps(start, rows[0].shape[:-1])
        return np.array(slots, dtype=int)

    def _slot(self, key: Key, value: float) -> int:
        """The slot of a key: of a constant, of the same step before, or a new one."""
        op, operands = key
        if all(slot < 0 for row in operands for slot in row):
            return self._constant(value)
        slot = self._known.setdefault(_canonical_key(op, operands), self.size)
        if slot == self.size:
            self.made[slot] = key
            self.size += 1
        return slot

    def _append_steps(self, start: int, shape: tuple) -> None:
        """Recording for the slots that are new, those made by one op together."""
        while start < self.size:
            op, _ = self.made[start]
            operands = self._operands_of_run(start)
            count = len(operands)
            whole = shape if count == np.prod(shape, dtype=int) else (count,)
            ends = operands.shape[2:] if op in held.FOLDS else ()
            each = [operands[:, n].reshape((*whole, *ends)) for n in range(operands.shape[1])]
            self.done.append(Step(op, start, each))
            start += count

    def _operands_of_run(self, start: int) -> Array:
        """The operands of the slots from here on that one op made, a row for each slot."""
        op, _ = self.made[start]
        found = []
        for slot in range(start, self.size):
            own, operands = self.made[slot]
            if own != op:
                break
            found.append(operands)
        return np.array(found)

    def promise(self, value: bool, slot: int) -> bool:
        """A truth value that decides the way: the tape holds as long as it stays what it is."""
        if slot not in self.constant:
            self.promises[slot] = float(value)
        return value

    def _simplify(self, op: str, operands: tuple) -> Key | int:
        """The same said more plainly: a slot that is there already, or a form with a name."""
        a = operands[0][0]
        b = operands[-1][0]
        left = self.constant.get(a)
        right = self.constant.get(b)
        if len(operands[0]) == 1 and op in held.FOLDS:  # the sum of one number is that number
            return a if len(operands) == 1 else self._simplify("mul", operands)
        if op == "sum" and operands[0] in self._units:
            self.promises[self._slot((op, operands), 1.0)] = 1.0
            return self._constant(1.0)
        if (op in ("mul", "div") and right == 1) or (op in ("add", "sub") and right == 0):
            return a
        if (op == "mul" and left == 1) or (op == "add" and left == 0):
            return b
        if op == "where" and left is not None:
            chosen = operands[1] if left else operands[2]
            return chosen[0]
        if op == "eq" and a == b:
            return self._constant(1.0)
        return known_form(self.made, self.constant, op, operands) or (op, operands)


def _canonical_key(op: str, operands: tuple) -> tuple:
    """The same for two steps that differ only in the order of operands that may be exchanged."""
    if op not in held.BOTH_WAYS:
        return op, operands
    pairs = zip(*operands, strict=True)
    return op, tuple(tuple(sorted(pair)) for pair in pairs)
