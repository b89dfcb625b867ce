"""Say that an equation holds, show how well, and stop the build when it does not.

    witness("eq-rnn-state", by_hand=h_1, numpy=states[0], torch=twin_states[0])

stands after the equation of that label and shows one quiet line that opens to the numbers.
"""

from html import escape

import numpy as np
import sympy as sp
from sympy.core.function import AppliedUndef

from unrolled.core.door import real, short
from unrolled.core.gradcheck import largest_gap
from unrolled.core.shapes import Array
from unrolled.core.tree import named_leaves, tree_leaves, tree_map

NAMES = {"by_hand": "by hand", "torch": "PyTorch", "finite_difference": "finite differences"}
TOLERANCE = {"by_hand": 1e-12, "torch": 1e-12, "finite_difference": 1e-8}


class Witness:
    """The outcome of a check, for the notebook to show."""

    def __init__(self, label: str, lines: list[tuple[str, str]]):
        self.label, self.lines = label, lines

    def __repr__(self) -> str:
        return "checked: " + ", ".join(line for line, _ in self.lines)

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><th scope='row'>{escape(short)}</th><td>{escape(long)}</td></tr>"
            for short, long in self.lines
        )
        return (
            f'<details class="witness"><summary>{escape(repr(self))}</summary>'
            f"<table>{rows}</table></details>"
        )


def witness(label: str, *, sympy: object = None, tolerance: float | None = None, **of) -> Witness:
    """Assert that all witnesses of the equation `label` agree.

    `numpy` is the package's result, an array or a tree of arrays; `by_hand`, `torch` and
    `finite_difference` are held against it, within `tolerance` or 1e-12, 1e-12 and 1e-8.
    `sympy` is an expression, or several, that must reduce to zero.
    Raises AssertionError where they disagree, ValueError if there is nothing to compare.
    """
    tolerance = None if tolerance is None else real("tolerance", tolerance, 0)
    if sympy is not None and not _expressions(sympy):
        what = "expected an expression, the difference of both sides, or several"
        raise ValueError(f"witness of {label}: got sympy={short(sympy)}, {what}")
    unknown = set(of) - set(NAMES) - {"numpy"}
    if unknown or ("numpy" not in of and sympy is None) or (set(of) == {"numpy"} and sympy is None):
        raise ValueError(
            f"witness of {label}: got {sorted(of)}, expected `sympy`, or `numpy` "
            f"and at least one of {', '.join(NAMES)}"
        )
    lines = []
    ours = of.pop("numpy", None)
    for kind, theirs in of.items():
        theirs = _as_arrays(theirs)
        shapes = [[leaf.shape for leaf in tree_leaves(tree)] for tree in (_as_arrays(ours), theirs)]
        assert shapes[0] == shapes[1], f"{label}: shapes {shapes[0]} and {shapes[1]} differ"
        if not sum(np.prod(shape) for shape in shapes[0]):
            raise ValueError(f"witness of {label}: got shapes {shapes[0]}, expected some numbers")
        gap = largest_gap(_as_arrays(ours), theirs)
        limit = TOLERANCE[kind] if tolerance is None else tolerance
        assert gap <= limit, f"{label}: NumPy and {NAMES[kind]} differ by {gap:.2g} > {limit:.2g}"
        how = "exactly" if gap == 0 else f"to {gap:.1e}"
        lines.append((f"NumPy = {NAMES[kind]} {how}", _shown(theirs)))
    for number, expression in enumerate(_listed(sympy), 1):
        rest = _reduced(expression)
        assert rest == 0, f"{label}: SymPy leaves {str(rest)[:80]} of expression {number}"
    if sympy is not None:
        count = len(_listed(sympy))
        text = "the difference of both sides reduces to 0"
        lines.append(("SymPy agrees exactly", text if count == 1 else f"{text}, {count} times"))
    return Witness(label, lines)


def _reduced(expression: object) -> sp.Expr:
    """0 if the expression is; else what is left, without a long search where numbers decide."""
    rest = sp.expand(expression)
    if rest == 0 or rest.has(sp.Sum, sp.Indexed, AppliedUndef):
        return sp.simplify(rest)
    point = {s: sp.Rational(n, 7) for n, s in enumerate(sorted(rest.free_symbols, key=str), 1)}
    value = rest.subs(point).evalf()
    return rest if value.is_number and abs(value) > 1e-9 else sp.simplify(rest)


def _as_arrays(tree: object) -> object:
    return tree_map(_numbers, tree)


def _numbers(leaf: object) -> Array:
    try:
        if np.asarray(leaf).dtype.kind not in "biufO" or np.ma.is_masked(leaf):
            raise TypeError
        return np.asarray(leaf, dtype=float)
    except (TypeError, ValueError, RuntimeError):  # the last is a tensor's that wants a gradient
        raise ValueError(f"witness: got {short(leaf)}, expected real numbers") from None


def _expressions(sympy: object) -> bool:
    """Whether these are expressions, not the truth values that `==` and `Eq` make of them."""
    listed = _listed(sympy)
    return bool(listed) and all(isinstance(e, sp.Expr) or type(e) in (int, float) for e in listed)


def _listed(expression: object) -> list:
    if expression is None:
        return []
    if isinstance(expression, sp.MatrixBase):
        return list(expression)
    return list(expression) if isinstance(expression, list | tuple) else [expression]


def _shown(tree: object) -> str:
    numbers = [
        (f"{name}: " if name else "") + np.array2string(leaf, precision=6, threshold=12)
        for name, leaf in named_leaves(tree)
    ]
    return "; ".join(" ".join(text.split()) for text in numbers)
