"""A worked example as a small graph of named quantities.

Each quantity knows its symbol, its equation, its value and the earlier quantities it is computed
from; values come from the real functions of the package, and `rule` says how one follows from
its parents, so that a test can hold the two together and a table can try a slide's own numbers.
"""

import re
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from unrolled.core.door import short_repr
from unrolled.core.shapes import Array

COLOURS = {"input": "#00785a", "state": "#0068a8", "output": "#8f3f78", "gradient": "#b34a00"}

_PARENT = re.compile(r"<([^>]+)>")


class Quantity(NamedTuple):
    """One named quantity of a worked example."""

    name: str  # h_1
    symbol: str  # LaTeX
    kind: str  # weight, input, state, output, gradient
    value: Array
    formula: str = ""  # LaTeX, with <name> where an earlier quantity stands
    rule: Callable | None = None  # values of the parents -> value
    label: str = ""  # the equation of the book

    @property
    def parents(self) -> tuple[str, ...]:
        """The earlier quantities it is computed from, in the order of the formula."""
        return tuple(_PARENT.findall(self.formula))


Trace = dict[str, Quantity]


def latex_number(value: float, digits: int = 4) -> str:
    """A number with `digits` decimals; whole numbers stay whole."""
    return f"{value:.0f}" if float(value).is_integer() else f"{value:.{digits}f}"


def latex_array(value: Array, digits: int = 4) -> str:
    """A scalar, a column or a matrix in LaTeX."""
    value = np.asarray(value)
    if value.ndim == 0:
        return latex_number(float(value), digits)
    rows = value[:, None] if value.ndim == 1 else value
    body = r" \\ ".join(" & ".join(latex_number(v, digits) for v in row) for row in rows)
    return rf"\begin{{bmatrix}} {body} \end{{bmatrix}}"


def coloured(quantity: Quantity) -> str:
    """The symbol in the colour of its kind."""
    colour = COLOURS.get(quantity.kind)
    return rf"\textcolor{{{colour}}}{{{quantity.symbol}}}" if colour else quantity.symbol


def worked(trace: Trace, name: str) -> str:
    """Aligned rows of LaTeX: symbol = formula, then = numbers substituted = result.

    What was given has no formula, and one row: symbol = value.
    """
    q = trace[name]
    if not q.formula:
        return rf"{coloured(q)} &= {latex_array(q.value, digits_of(q))}"
    parents = [trace[parent] for parent in q.parents]
    symbols = _PARENT.sub(lambda m: coloured(trace[m[1]]), q.formula)
    numbers = _PARENT.sub(lambda m: _latex_value(trace[m[1]]), q.formula)
    columns = sum(_columns(each) for each in (*parents, q))
    gap = r" \\[0.4em] &" if columns > COLUMNS else " "
    return rf"{coloured(q)} &= {symbols} \\[0.4em] &= {numbers}{gap}= {latex_array(q.value)}"


def _latex_value(q: Quantity) -> str:
    return latex_array(q.value, digits_of(q))


COLUMNS = 28  # digits that fit a phone of 360 px


def digits_of(q: Quantity) -> int:
    """Weights are shown as they were given, everything else with four decimals."""
    return next((d for d in (1, 2) if np.array_equal(q.value, q.value.round(d))), 4)


def _columns(q: Quantity) -> int:
    """How wide the value is, in digits: the widest entry of every column, and the brackets."""
    rows = np.atleast_2d(q.value if q.value.ndim == 2 else q.value[..., None])
    widths = [max(len(latex_number(v, digits_of(q))) for v in column) for column in rows.T]
    return sum(widths) + len(widths) + 2


class Steps:
    """Worked steps for a notebook to show, one below the other, aligned at the equals signs."""

    def __init__(self, trace: Trace, *names: str):
        _check_names(trace, names)
        rows = r" \\[1.1em] ".join(worked(trace, name) for name in names)
        self.latex = rf"\begin{{aligned}} {rows} \end{{aligned}}"

    def __repr__(self) -> str:
        return self.latex

    def _repr_markdown_(self) -> str:
        return f"$$\n{self.latex}\n$$"


class Values(Steps):
    """The values of some quantities, side by side."""

    def __init__(self, trace: Trace, *names: str):
        _check_names(trace, names)
        pairs = (rf"{coloured(q)} = {latex_array(q.value, 2)}" for q in map(trace.get, names))
        self.latex = r" \qquad ".join(pairs)


def _check_names(trace: Trace, names: tuple) -> None:
    if not isinstance(trace, dict):
        raise ValueError(f"trace: got {short_repr(trace)}, expected a trace, a dict of quantities")
    missing = [name for name in names if not isinstance(name, str) or name not in trace]
    if missing or not names:
        raise ValueError(f"names: got {missing or 'none'}, expected some of {', '.join(trace)}")
