"""Count multiply-adds by running the real code on arrays that count.

A count is the same on every machine, which a time is not.
"""

from collections.abc import Callable
from contextvars import ContextVar

import numpy as np

from unrolled.core.door import as_floats, check_array, check_function
from unrolled.core.shapes import Array
from unrolled.core.tree import tree_map

PRODUCTS = (np.matmul, np.matvec, np.vecmat, np.vecdot)
UNCOUNTED = (np.inner, np.outer, np.vdot, np.einsum, np.tensordot)

_tally: ContextVar[list[int]] = ContextVar("tally")  # of the count under way, in this thread


class _Counting(np.ndarray):
    """An array whose matrix products add to the tally."""

    __array_priority__ = 1.0  # so that stacking keeps the type

    def __array_ufunc__(self, ufunc, method, *inputs, out=(), **options):
        plain = [np.asarray(array) for array in inputs]
        into = {"out": tuple(np.asarray(array) for array in out)} if out else {}
        result = getattr(ufunc, method)(*plain, **into, **options)
        if ufunc in PRODUCTS:
            _tally.get().append(result.size * plain[0].shape[-1])
        return out[0] if out else np.asarray(result).view(_Counting)

    def __array_function__(self, func, types, args, kwargs):
        if func is np.dot and max(map(np.ndim, args[:2])) <= 2:
            return np.matmul(*args, **kwargs)
        if func in (np.dot, *UNCOUNTED):
            raise ValueError(f"f: got np.{func.__name__}, expected @, np.matvec or np.vecmat")
        return super().__array_function__(func, types, args, kwargs)

    def dot(self, other, out=None):
        return np.dot(self, other, out=out)


def multiply_adds(f: Callable, *trees: object) -> int:
    """Multiply-adds in the matrix products of f(*trees); element-wise work is not counted.

    Raises ValueError for products that it cannot see, such as np.einsum.
    """
    check_function("f", f)
    counted = [tree_map(lambda leaf: as_floats("trees", leaf).view(_Counting), t) for t in trees]
    tally: list[int] = []
    before = _tally.set(tally)
    try:
        f(*counted)
    finally:
        _tally.reset(before)
    return sum(tally)


def slope(sizes: Array, costs: Array) -> float:
    """The exponent k of cost ∝ size^k, from the two largest sizes."""
    sizes = check_array("sizes", sizes, "N")
    costs = check_array("costs", costs, "N", N=len(sizes))
    if len(sizes) < 2 or min(*sizes[-2:], *costs[-2:]) <= 0 or sizes[-1] == sizes[-2]:
        raise ValueError(f"sizes: got {sizes}, costs {costs}, expected two above 0 that differ")
    return float(np.log(costs[-1] / costs[-2]) / np.log(sizes[-1] / sizes[-2]))
