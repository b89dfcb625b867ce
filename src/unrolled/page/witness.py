"""Say that an equation holds, show how well, and stop the build when it does not.

    witness("eq-rnn-state", spelled_out=h_1, numpy=states[0], torch=twin_states[0])

belongs after the equation of that label, in a cell tagged `check`, and shows a quiet ✓ that opens
to the code and the numbers. `claim` does the same for a sentence of the text.
"""

import numpy as np
import sympy as sp
from sympy.core.function import AppliedUndef

from unrolled.core.door import check_real, short_repr
from unrolled.core.gradcheck import largest_gap
from unrolled.core.shapes import Array
from unrolled.core.tree import tree_leaves, tree_map
from unrolled.page.checked import Checked

NAMES = {
    "spelled_out": "spelled out, it agrees",
    "torch": "PyTorch agrees",
    "finite_difference": "finite differences agree",
}
TOLERANCE = {"spelled_out": 1e-12, "torch": 1e-12, "finite_difference": 1e-8, "at_most": 1e-12}


def witness(label: str, *, sympy: object = None, tolerance: float | None = None, **of) -> Checked:
    """Assert that all witnesses of the equation `label` agree.

    `numpy` is the package's result, an array or a tree of arrays; `spelled_out`, `torch` and
    `finite_difference` are held against it, within `tolerance` or 1e-12, 1e-12 and 1e-8.
    `at_most` is a pair of arrays: no number of the left one exceeds its partner in the right one.
    `sympy` is an expression, or several, that must reduce to zero.
    Raises AssertionError where they disagree, ValueError if there is nothing to compare.
    """
    tolerance = None if tolerance is None else check_real("tolerance", tolerance, 0)
    if sympy is not None and not _expressions(sympy):
        what = "expected an expression, the difference of both sides, or several"
        raise ValueError(f"witness of {label}: got sympy={short_repr(sympy)}, {what}")
    unknown = set(of) - set(TOLERANCE) - {"numpy"}
    alone = sympy is not None or "at_most" in of
    if unknown or ("numpy" in of) != bool(set(of) & set(NAMES)) or not (of or alone):
        raise ValueError(
            f"witness of {label}: got {sorted(of)}, expected `sympy`, `at_most`, or `numpy` "
            f"and at least one of {', '.join(NAMES)}"
        )
    ours = of.pop("numpy", None)
    lines = []
    for kind, theirs in of.items():
        limit = TOLERANCE[kind] if tolerance is None else tolerance
        if kind == "at_most":
            lines.append(_bounded(label, theirs, limit))
        else:
            lines.append(_agreeing(label, kind, ours, theirs, limit))
    for number, expression in enumerate(_listed(sympy), 1):
        rest = _reduced(expression)
        assert rest == 0, f"{label}: SymPy leaves {str(rest)[:80]} of expression {number}"
    if sympy is not None:
        count = len(_listed(sympy))
        text = "the difference of both sides reduces to 0"
        lines.append(("SymPy agrees exactly", text if count == 1 else f"{text}, {count} times"))
    return Checked(lines)


def claim(sentence: str, holds: object, **shown: object) -> Checked:
    """Assert what a sentence of the text says: `holds` is true, or all that is in it.

    `shown` are numbers, arrays or trees, by name, that stand in the fold.
    Raises AssertionError where it does not hold, ValueError for what is neither true nor false.
    """
    found = np.asarray(holds)
    if found.dtype != bool or not found.size:
        raise ValueError(f"holds: got {short_repr(holds)}, expected true or false, one or several")
    assert found.all(), f"claim: {sentence} ({np.sum(~found)} of {found.size} times it is not so)"
    numbers = {name: tree_map(_numbers, tree) for name, tree in shown.items()}
    return Checked([(sentence.rstrip("."), numbers)])


def _agreeing(label: str, kind: str, ours: object, theirs: object, limit: float) -> tuple:
    """The line of a witness that says the same as the package."""
    ours, theirs = tree_map(_numbers, ours), tree_map(_numbers, theirs)
    shapes = [[leaf.shape for leaf in tree_leaves(tree)] for tree in (ours, theirs)]
    assert shapes[0] == shapes[1], f"{label}: shapes {shapes[0]} and {shapes[1]} differ"
    if not sum(np.prod(shape) for shape in shapes[0]):
        raise ValueError(f"witness of {label}: got shapes {shapes[0]}, expected some numbers")
    gap = largest_gap(ours, theirs)
    what = kind.replace("_", " ")
    assert gap <= limit, f"{label}: NumPy and {what} differ by {gap:.2g} > {limit:.2g}"
    return f"{NAMES[kind]} {'exactly' if gap == 0 else f'to {gap:.1e}'}", theirs


def _bounded(label: str, pair: tuple, limit: float) -> tuple:
    """The line of an inequality: how many cases, and how near one comes to the bound."""
    if not isinstance(pair, tuple | list) or len(pair) != 2:
        raise ValueError(
            f"witness of {label}: got at_most={short_repr(pair)}, expected (left, right)"
        )
    left, right = np.broadcast_arrays(*map(_numbers, pair))
    if not left.size:
        raise ValueError(f"witness of {label}: got shape {left.shape}, expected some numbers")
    slack = right - left
    over = ~(slack >= -limit * np.maximum(1, abs(right)))  # so that NaN is one
    assert not over.any(), f"{label}: {left[over][0]:.6g} > {right[over][0]:.6g}"
    cases = f"in all {left.size} cases" if left.size > 1 else "here"
    least = max(0.0, float(slack.min()))
    return f"it holds {cases}, with {least:.2g} to spare", {"left": left, "right": right}


def _reduced(expression: object) -> sp.Expr:
    """0 if the expression is; else what is left, without a long search where numbers decide."""
    rest = sp.expand(expression)
    if rest == 0 or rest.has(sp.Sum, sp.Indexed, AppliedUndef):
        return sp.simplify(rest)
    point = {s: sp.Rational(n, 7) for n, s in enumerate(sorted(rest.free_symbols, key=str), 1)}
    value = rest.subs(point).evalf()
    return rest if value.is_comparable and abs(value) > 1e-9 else sp.simplify(rest)


def _numbers(leaf: object) -> Array:
    try:
        if np.asarray(leaf).dtype.kind not in "biufO" or np.ma.is_masked(leaf):
            raise TypeError
        return np.asarray(leaf, dtype=float)
    except (TypeError, ValueError, RuntimeError):  # the last is a tensor's that wants a gradient
        raise ValueError(f"witness: got {short_repr(leaf)}, expected real numbers") from None


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
