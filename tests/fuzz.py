"""Near-valid calls: from a right one, one thing is changed, and nothing may go wrong silently.

A call is fine if it answers in the house's voice (`name: got …, expected …`, or where it
exploded), or if it returns what the change means: the same numbers where the change keeps them,
finite numbers otherwise. All else is a finding.

    python -m tests.fuzz [room]        every call, and a table by function
"""

import importlib
import inspect
import re
import sys
import traceback
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
import torch

from tests.calls import DSTATES, H0, MODEL, NETWORK, OUT, XS, Call, P, caches
from tests.right_calls import CALLS
from unrolled.core.activations import TANH, Activation
from unrolled.core.cell import Caches, Cell
from unrolled.core.losses import CROSS_ENTROPY, Loss
from unrolled.core.unroll import unroll
from unrolled.remedies.shortcuts import leaky
from unrolled.rnn.cell import CELL

VOICE = re.compile(r"^.+?: .*(expected|exploded)", re.DOTALL)
KEEPS, OTHER, NEVER = "the same", "another input", "no input"


class Change(NamedTuple):
    """One thing that is different, and what it may lead to."""

    name: str
    value: object
    means: str  # KEEPS: as if it were an array of floats; OTHER: anything finite; NEVER: refused


def changes(value: object) -> Iterator[Change]:
    """What a right argument may be mistaken for."""
    for kind, make in (
        (np.ndarray, of_array),
        (bool, of_flag),
        (int, of_count),
        (float, of_number),
        (str, of_text),
        (tuple, of_tuple),
        (list, of_tuple),
        (np.random.Generator, of_generator),
    ):
        if isinstance(value, kind):
            yield from make(value)
            break
    for name, other in WRONG.items():
        if not isinstance(other, str if isinstance(value, str) else FUNCTION * callable(value)):
            yield Change(name, other, NEVER)


FUNCTION = (type(abs),)
WRONG = {
    "None": None, "an object": object(), "a string": "abc", "a dict": {"a": 1},
    "a function": abs, "ragged": [[1.0], [1.0, 2.0]],
}  # fmt: skip


def of_array(v: np.ndarray) -> Iterator[Change]:
    yield Change("list", v.tolist(), KEEPS)
    yield Change("tuple", tuple(v.tolist()), KEEPS)
    yield Change("nested tuple", nested(v.tolist()), KEEPS)
    yield Change("tensor", torch.tensor(v), KEEPS)
    yield Change("tensor with gradient", tensor_with_gradient(v), KEEPS)
    for dtype in (np.float32, np.float16, np.longdouble, int, np.int8, bool, object):
        known = not (v.dtype.kind == "f" and np.isnan(v).any() and dtype in (int, np.int8))
        if known:
            yield Change(np.dtype(dtype).name, v.astype(dtype), KEEPS)
    yield Change("complex", v.astype(complex), KEEPS)
    yield Change("strings", v.astype(str), NEVER)
    yield Change("dates", np.zeros(v.shape, "M8[D]"), NEVER)
    yield Change("Fortran order", np.asfortranarray(v), KEEPS)
    yield Change("not contiguous", np.repeat(v, 2, axis=-1)[..., ::2], KEEPS)
    yield Change("big-endian", v.astype(v.dtype.newbyteorder(">")), KEEPS)
    yield Change("masked, none", np.ma.masked_array(v, False), KEEPS)
    yield Change("masked", np.ma.masked_array(v, np.arange(v.size).reshape(v.shape) == 0), NEVER)
    if v.ndim == 2:
        yield Change("matrix", v.view(np.matrix), KEEPS)
    yield Change("transposed", v.T, OTHER)
    yield Change("reversed", v[::-1], OTHER)
    yield Change("axis in front", v[None], OTHER)
    yield Change("axis behind", v[..., None], OTHER)
    yield Change("axis less", v[0], OTHER)
    yield Change("empty", v[:0], OTHER)
    yield Change("empty behind", v[..., :0], OTHER)
    yield Change("one less", v[:-1], OTHER)
    yield Change("one more", np.concatenate([v, v[:1]]), OTHER)
    yield Change("only one", v[:1], OTHER)
    yield Change("scalar", v.flat[0], OTHER)
    yield Change("zeros", np.zeros_like(v), OTHER)
    if v.dtype.kind == "f":
        yield Change("negative", -v, OTHER)
        yield Change("large", 1e150 * v, OTHER)
        yield Change("too large", 1e300 * np.nan_to_num(v, nan=1.0), OTHER)
        yield Change("small", 1e-300 * v, OTHER)
        for bad in (np.nan, np.inf, -np.inf):
            spoilt = v.copy()
            spoilt.flat[0] = bad
            yield Change(str(bad), spoilt, OTHER)


def of_count(v: int) -> Iterator[Change]:
    for kind in (np.int64, np.int8, np.uint16):
        yield Change(kind.__name__, kind(v), KEEPS)
    for name, other in (("float", float(v)), ("0-d array", np.array(v)), ("in an array", [v])):
        yield Change(name, other, KEEPS if name != "in an array" else NEVER)
    yield Change("fraction", v + 0.5, NEVER)
    yield Change("NaN", np.nan, NEVER)
    yield Change("infinite", np.inf, NEVER)
    yield Change("True", True, NEVER)
    yield Change("np.True_", np.True_, NEVER)
    yield Change("text", str(v), NEVER)
    yield Change("complex", complex(v), NEVER)
    for name, other in (("zero", 0), ("negative", -v), ("one", 1), ("one more", v + 1)):
        yield Change(name, other, OTHER)


def of_number(v: float) -> Iterator[Change]:
    for kind in (np.float64, np.float32, np.float16):
        yield Change(kind.__name__, kind(v), KEEPS)
    yield Change("0-d array", np.array(v), KEEPS)
    yield Change("tensor", torch.tensor(v, dtype=torch.float64), KEEPS)
    for name, other in (("zero", 0), ("one", 1), ("negative", -v), ("large", 1e6)):
        yield Change(name, other, OTHER)
    for bad in (np.nan, np.inf, -np.inf, np.float32("nan")):
        yield Change(f"{type(bad).__name__} {bad}", bad, NEVER)
    yield Change("True", True, NEVER)
    yield Change("np.True_", np.True_, NEVER)
    yield Change("text", str(v), NEVER)
    yield Change("complex", complex(v, 1), NEVER)
    yield Change("in a list", [v], NEVER)


def of_flag(v: bool) -> Iterator[Change]:
    yield Change("np.bool", np.bool(v), KEEPS)
    for name, other in (("1", 1), ("0.0", 0.0), ("yes", "yes"), ("array", np.array([v, v]))):
        yield Change(name, other, NEVER)


def of_text(v: str) -> Iterator[Change]:
    for name, other in (("empty", ""), ("upper", v.upper()), ("twice", v + v), ("digit", "7")):
        yield Change(name, other, OTHER)
    yield Change("np.str_", np.str_(v), KEEPS)
    for name, other in (("bytes", v.encode()), ("letters", list(v)), ("number", 3)):
        yield Change(name, other, OTHER if name == "letters" else NEVER)


def of_generator(v: np.random.Generator) -> Iterator[Change]:
    for name, other in (("seed", 0), ("module", np.random), ("bits", v.bit_generator)):
        yield Change(name, other, NEVER)
    yield Change("RandomState", np.random.RandomState(0), NEVER)


def of_tuple(v: tuple | list) -> Iterator[Change]:
    fields = getattr(v, "_fields", None)
    if fields:
        yield Change("plain tuple", tuple(v), KEEPS)
        yield Change("fields as a dict", v._asdict(), NEVER)
    if fields and not any(map(callable, v)):
        yield Change("turned round", type(v)(*v[::-1]), OTHER)
    yield Change(
        "list for tuple" if isinstance(v, tuple) else "tuple for list",
        list(v) if isinstance(v, tuple) else tuple(v),
        KEEPS,
    )
    yield Change("shorter", tuple(v)[:-1], OTHER)
    yield Change("longer", (*v, *tuple(v)[:1]), OTHER)
    yield Change("wrapped", (v,), OTHER)
    for name, other in NEIGHBOURS.items():
        if type(other) is not type(v) or name.endswith("'s"):
            yield Change(name, other, OTHER)
    if fields and not any(map(callable, v)) and not isinstance(v, Caches):
        for name, other in (("None inside", None), ("text inside", "abc")):
            yield Change(name, type(v)(other, *v[1:]), NEVER)


def nested(value: object) -> object:
    return tuple(map(nested, value)) if isinstance(value, list) else value


def tensor_with_gradient(v: np.ndarray) -> object:
    return torch.tensor(v, requires_grad=v.dtype.kind == "f")


NEIGHBOURS = {
    "model": MODEL, "weights": P, "readout": OUT, "layers": NETWORK, "layer": NETWORK[0],
    "caches": caches(), "another cell's": unroll(leaky(0.5), P, XS, H0)[1],
    "a longer run's": unroll(CELL, P, np.vstack([XS, XS]), H0)[1],
    "a batch's": unroll(CELL, P, np.stack([XS, XS], 1), np.stack([H0, H0]))[1],
    "states": DSTATES, "cell": CELL,
    "activation": TANH,
    "loss": CROSS_ENTROPY,
}  # fmt: skip


def places(arguments: dict) -> Iterator[tuple[tuple, object]]:
    """Every argument, and every part of a tuple of arrays, with the way to it."""

    def walk(path: tuple, value: object) -> Iterator[tuple[tuple, object]]:
        yield path, value
        if isinstance(value, tuple) and not isinstance(value, Caches | Cell | Loss | Activation):
            for n, part in enumerate(value):
                yield from walk((*path, n), part)

    for name, value in arguments.items():
        yield from walk((name,), value)


def put(value: object, path: tuple, new: object) -> object:
    """`value` with `new` at the end of the path."""
    if not path:
        return new
    if isinstance(value, dict):
        return {**value, path[0]: put(value[path[0]], path[1:], new)}
    parts = [put(part, path[1:], new) if n == path[0] else part for n, part in enumerate(value)]
    return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)


def trials(call: Call) -> Iterator[tuple[str, Change, dict, dict | None]]:
    """Where, what, the arguments, and those whose result it must equal, if any must."""
    given = call.arguments()
    for path, value in places(given):
        where = ".".join(map(str, path))
        for change in changes(value):
            changed = f"{where}.0." if change.name.endswith(" inside") else f"{where}."
            if changed.startswith(tuple(f"{part}." for part in call.ours)):
                continue
            welcome = {"None": call.free, "in a list": call.many}.get(change.name, ())
            change = change._replace(means=OTHER) if where in welcome else change
            new = put(call.arguments(), path, change.value)
            same = plain(value, change.value) if change.means == KEEPS else None
            wanted = None if same is None else put(call.arguments(), path, same)
            yield where, change, new, wanted
    for one, two in zip(given, list(given)[1:], strict=False):
        new = call.arguments()
        if not (new[one] is new[two] or np.array_equal(*map(repr, (new[one], new[two])))):
            new[one], new[two] = new[two], new[one]
            yield f"{one} and {two}", Change("swapped", None, OTHER), new, None


def plain(before: object, after: object) -> object:
    """What a change that keeps the meaning means: an array as float64, or the value before."""
    if not isinstance(before, np.ndarray):
        return before
    if isinstance(after, np.ndarray) and after.dtype.kind not in "cO":
        return np.array(after).astype(before.dtype)
    return before


def numbers(result: object) -> Iterator[np.ndarray | str]:
    """Everything in a result that can be compared."""
    if isinstance(result, dict):
        result = tuple(result.values())
    if isinstance(result, tuple | list):
        for part in result:
            yield from numbers(part)
    elif isinstance(result, np.ndarray | np.generic | int | float):
        yield np.asarray(result)
    elif isinstance(result, str):
        yield result


def invoke(f: Callable, call: Call, arguments: dict) -> list:
    """The numbers of f(arguments); a warning is an error, but where NaN may be passed on."""
    kinds = {p.kind for p in inspect.signature(f).parameters.values()}
    unnamed = kinds & {inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.POSITIONAL_ONLY}
    rest, named = (arguments.values(), {}) if unnamed else ((), arguments)
    floats = {"over": "ignore", "invalid": "ignore"} if call.loose else {}
    with warnings.catch_warnings(), np.errstate(**floats):
        warnings.simplefilter("error")
        return list(numbers(call.then(f(*rest, **named))))


def judged(f: Callable, call: Call, change: Change, arguments: dict, wanted: dict | None) -> str:
    """ "answers", "refused", or what is wrong."""
    try:
        found = invoke(f, call, arguments)
    except (ValueError, OverflowError) as error:
        fine = VOICE.match(str(error)) or by_the_student(error)
        return "refused" if fine else f"{type(error).__name__}: {error}"
    except Exception as error:
        return "refused" if by_the_student(error) else f"{type(error).__name__}: {error}"
    if change.means == NEVER:
        return "accepted"
    if not call.loose and any(
        a.dtype.kind == "f" and not np.isfinite(a).all() for a in arrays(found)
    ):
        return "returns NaN or infinity"
    if any(a.dtype.kind not in "fiub" for a in arrays(found)):
        return f"returns {[a.dtype.name for a in arrays(found)]}"
    return "answers" if wanted is None or equal(found, invoke(f, call, wanted)) else "other numbers"


def by_the_student(error: Exception) -> bool:
    """Whether it was raised in a cell or function of one's own, which has a voice of its own.

    An array that counts raises what the product in that function does.
    """
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame.filename for frame in frames if frame.name != "__array_ufunc__"]
    return own[-1].endswith("calls.py")


def arrays(found: list) -> list[np.ndarray]:
    return [value for value in found if isinstance(value, np.ndarray)]


def equal(found: list, wanted: list) -> bool:
    """Whether two results agree to rounding."""
    if len(found) != len(wanted):
        return False
    return all(
        a == b
        if isinstance(a, str)
        else a.shape == np.shape(b) and np.allclose(a, b, 1e-9, 1e-12, True)
        for a, b in zip(found, wanted, strict=True)
    )


def function(name: str) -> Callable:
    module, _, f = name.rpartition(".")
    return getattr(importlib.import_module(f"unrolled.{module}"), f)


def judge(
    name: str, keep: Callable[[int], bool] = lambda n: True
) -> Iterator[tuple[str, str, str]]:
    """Place, change and verdict of the trials of a function, those whose number is kept."""
    n = 0
    for call in CALLS[name]:
        for where, change, arguments, wanted in trials(call):
            n += 1
            if keep(n):
                yield where, change.name, judged(function(name), call, change, arguments, wanted)


def main(room: str = "") -> None:
    total = Counter()
    kinds = {}
    print(f"{'':42}{'answers':>9}{'refused':>9}{'findings':>9}")
    for name in (n for n in CALLS if n.startswith(room)):
        tally = Counter()
        told = []
        for where, change, verdict in judge(name):
            kind = verdict if verdict in ("answers", "refused") else "findings"
            tally[kind] += 1
            kinds.setdefault(change, Counter())[kind] += 1
            if kind == "findings":
                told.append(f"      {where}, {change}: {' '.join(verdict.split())[:150]}")
        total += tally
        print(row(name, tally), *told, sep="\n")
    print(row("all", total), "", sep="\n")
    for change, tally in sorted(kinds.items()):
        print(row(change, tally))


def row(name: str, tally: Counter) -> str:
    return f"{name:42}" + "".join(f"{tally[k]:9}" for k in ("answers", "refused", "findings"))


if __name__ == "__main__":
    main(*sys.argv[1:])
