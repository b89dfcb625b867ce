"""Arrays that remember their steps: what a tape (`unrolled.widget.tape`) is recorded with.

Every number has a slot. A step makes new slots; what only moves numbers (a view, a transpose,
a stack) moves their slots and is no step.
"""

from collections.abc import Callable

import numpy as np

from unrolled.core.shapes import Array
from unrolled.widget import held
from unrolled.widget.held import refuse
from unrolled.widget.steps import Recording


class Recorded(np.ndarray):
    """An array whose numbers have slots; where it has lost them, its next step is refused."""

    __array_priority__ = 1.0  # so that stacking keeps the type
    steps: Recording | None = None
    slots: Array | None = None

    def __array_ufunc__(self, ufunc, method, *inputs, out=(), **options):
        called = method == "__call__"
        name = f"np.{ufunc.__name__}" if called else f"np.{ufunc.__name__}.{method}"
        if out:
            refuse(f"{name} into an array (out=, += and the like)")
        plain = [np.asarray(each) for each in inputs]
        reduced = held.REDUCED.get(ufunc) if method == "reduce" else None
        if not reduced and (options or not called):
            refuse(f"{name} with {', '.join(options)}" if options else name)
        value = getattr(ufunc, method)(*plain, **options)
        if ufunc in held.CHECKS:
            return value
        if reduced:
            return _reduced(reduced, self, value, options)
        steps = _steps(*inputs)
        return recorded(steps, value, steps.of(ufunc, _slots(steps, inputs), value))

    def __array_function__(self, func, types, args, kwargs):
        if func in held.MOVES:
            return _moved(func, args, kwargs)
        if func in held.BY_METHOD:
            return super().__array_function__(func, types, args, kwargs)
        if func in held.SHAPES:
            return func(np.asarray(args[0]), *args[1:], **kwargs)
        if func is np.dot and max(map(np.ndim, args)) <= 2 and not kwargs:
            return np.multiply(*args) if 0 in map(np.ndim, args) else np.matmul(*args)
        if func is np.outer and len(args) == 2:
            return np.ravel(args[0])[:, None] * np.ravel(args[1])
        if func is np.where and len(args) == 3:
            steps = _steps(*args)
            value = np.where(*map(np.asarray, args))
            return recorded(steps, value, steps.map("where", _slots(steps, args), value))
        return refuse(f"np.{func.__name__}")

    def __getitem__(self, key):
        return _moved(np.ndarray.__getitem__, (self, key), {})

    def __setitem__(self, key, value):
        refuse("a[...] = b")

    def __bool__(self):
        return _steps(self).promise(bool(np.asarray(self)), self.slots.item())

    def __repr__(self):
        return repr(np.asarray(self))

    __str__ = __repr__

    def astype(self, dtype, **options):
        """The same numbers: truth values become 0 and 1; other types are refused."""
        if np.dtype(dtype) not in (np.dtype(float), self.dtype):
            refuse(f"astype({np.dtype(dtype)})")
        return recorded(_steps(self), np.asarray(self).astype(dtype), self.slots)

    def dot(self, other):
        """The product, as np.dot."""
        return np.dot(self, other)

    def mean(self, axis=None, dtype=None, out=None, keepdims=False):
        """The sum over how many there are."""
        total = self.sum(axis=axis, dtype=dtype, out=out, keepdims=keepdims)
        return total / (self.size / total.size)

    def var(self, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
        """The squared deviations from the mean, summed, over how many there are less ddof."""
        apart = self - self.mean(axis, keepdims=True)
        total = (apart * apart).sum(axis=axis, dtype=dtype, out=out, keepdims=keepdims)
        return total / (self.size / total.size - ddof)

    @property
    def T(self):
        """The transpose: the same slots in another order."""
        return self.transpose()


def _method(name: str) -> Callable:
    move = getattr(np.ndarray, name)
    return lambda self, *args, **options: _moved(move, (self, *args), options)


def _refused(name: str) -> Callable:
    return lambda self, *args, **options: refuse(f"a.{name}()")


for _name in held.MOVING:
    setattr(Recorded, _name, _method(_name))
for _name in held.UNHELD:
    setattr(Recorded, _name, _refused(_name))


def recorded(steps: Recording, value: object, slots: Array) -> Recorded:
    """The numbers with their slots, closed to writing."""
    array = np.array(value).view(Recorded)
    array.steps = steps
    array.slots = slots.reshape(array.shape)
    array.flags.writeable = False
    return array


def _steps(*arrays: object) -> Recording:
    """The steps that the recorded ones among these belong to; each must know its slots."""
    found = [each for each in arrays if isinstance(each, Recorded)]
    if any(each.slots is None for each in found):
        refuse("an array that lost its steps, as by np.vectorize or np.array(..., dtype=...)")
    return found[0].steps


def slots_of(steps: Recording, value: object) -> Array:
    """The slots of an array; a number that is not recorded is a constant of the tape."""
    if isinstance(value, Recorded):
        return value.slots
    return steps.constants(np.asarray(value))


def _slots(steps: Recording, values: tuple | list) -> list[Array]:
    return [slots_of(steps, value) for value in values]


def _reduced(op: str, array: Recorded, value: object, options: dict) -> Recorded:
    """One number out of all along the axes."""
    if options.get("where", True) is not True or "initial" in options:
        refuse(f"{op} with where= or initial=")
    steps = _steps(array)
    axes = _axes_of(options.get("axis", 0), array.ndim)
    kept = [n for n in range(array.ndim) if n not in axes]
    rows = array.slots.transpose(*kept, *axes).reshape(*np.shape(value), -1)
    return recorded(steps, value, steps.fold(op, [rows], value))


def _axes_of(axis: int | tuple | None, ndim: int) -> tuple[int, ...]:
    """The axes that are folded, counted from the first."""
    if axis is None:
        return tuple(range(ndim))
    counted = np.atleast_1d(axis) % max(ndim, 1)
    return tuple(counted.tolist())


def _holds_recorded(argument: object) -> bool:
    """Whether an index, or a part of one, is recorded."""
    parts = argument if type(argument) is tuple else [argument]
    return any(isinstance(part, Recorded) for part in parts)


def _moved(move: Callable, args: tuple, options: dict) -> object:
    """The same move of the numbers and of their slots; what moves comes first, one or several."""
    what, *how = args
    if any(map(_holds_recorded, how)):
        refuse("an index that depends on recorded numbers")
    if isinstance(what, list | tuple):
        steps = _steps(*what)
        values = [np.asarray(each) for each in what]
        slots = _slots(steps, what)
    else:
        steps = _steps(what)
        values = np.asarray(what)
        slots = slots_of(steps, what)
    new_values = move(values, *how, **options)
    new_slots = move(slots, *how, **options)
    if isinstance(new_values, list | tuple):
        return [recorded(steps, *pair) for pair in zip(new_values, new_slots, strict=True)]
    return recorded(steps, new_values, np.asarray(new_slots))
