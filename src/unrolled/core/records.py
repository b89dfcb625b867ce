"""Doors for records: NamedTuples of arrays, as weights, states and caches are.

What is handed in is looked at as a whole: its fields, and whether its arrays fit each other.
"""

from collections.abc import Callable
from functools import cache
from typing import get_origin

import numpy as np

from unrolled.core.door import as_floats, check_function, short_repr
from unrolled.core.tree import rebuild


def check_fields(name: str, value: object, kind: type, hint: str = "") -> tuple:
    """`value`, if it is a NamedTuple with the fields of `kind`; `hint` ends the sentence else.

    What `kind` says is a Callable must be one.
    """
    if getattr(value, "_fields", None) != kind._fields or not isinstance(value, tuple):
        expected = f"{kind.__name__}({', '.join(kind._fields)})"
        raise ValueError(f"{name}: got {signature(value)}, expected {expected}{hint}")
    for field in _functions(kind):
        check_function(f"{name}.{field}", getattr(value, field))
    return value


@cache
def _functions(kind: type) -> list[str]:
    types = kind.__annotations__.items()
    return [field for field, t in types if Callable in (t, get_origin(t))]


def check_like(name: str, found: object, like: object, leaf: Callable = as_floats) -> object:
    """`found` in the types of `like`, if it has its structure and its shapes, or ValueError.

    `leaf(name, value)` makes an array of every leaf.
    """
    if isinstance(like, tuple):
        fields = getattr(like, "_fields", None)
        fits = isinstance(found, tuple) and len(found) == len(like)
        if not fits or getattr(found, "_fields", fields) != fields:
            raise ValueError(f"{name}: got {signature(found)}, expected {signature(like)}")
        names = fields or range(len(like))
        triples = zip(names, found, like, strict=True)
        return rebuild(like, [check_like(f"{name}.{at}", *pair, leaf) for at, *pair in triples])
    array = leaf(name, found)
    if array.shape != np.shape(like):
        raise ValueError(f"{name}: got shape {array.shape}, expected {np.shape(like)}")
    return array


def signature(value: object) -> str:
    """What a tree is, in a few words: type and fields, how many parts, or the shape."""
    if isinstance(value, tuple):
        fields = ", ".join(getattr(value, "_fields", ()))
        return f"{type(value).__name__}({fields})" if fields else f"a tuple of {len(value)}"
    return (
        f"an array of shape {value.shape}" if isinstance(value, np.ndarray) else short_repr(value)
    )
