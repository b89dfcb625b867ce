"""The 216 numbers that the slides print, and what became of each.

A printed number is, in this order,
    rounded      the exact value, correctly rounded to the digits printed;
    wrong        a genuine error: it follows from nothing on the slides;
    inherited    right arithmetic on an operand that is wrong;
    accumulated  what the slide's own rounded operands give: only rounding piled up;
    truncated    the exact value with its tail cut off.
"""

import json
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal
from importlib.resources import files
from itertools import product
from typing import NamedTuple

import numpy as np

from unrolled.core.shapes import Array
from unrolled.page.trace import Trace


class Printed(NamedTuple):
    """One number of the slides, beside ours."""

    quantity: str
    line: int  # of the slides' text
    index: tuple[int, ...]  # 0-based
    text: str  # as printed
    exact: float
    verdict: str


VERDICTS = ("rounded", "accumulated", "truncated", "inherited", "wrong")
BLOCKS = json.loads(files("unrolled.errata").joinpath("printed.json").read_text("utf-8"))


def verdicts(trace: Trace) -> list[Printed]:
    """The verdict on every printed number, recomputed from the exact values and the operands."""
    numbers: list[Printed] = []
    tainted: dict[str, np.ndarray] = {}  # entries computed from a wrong number, by quantity
    for block in BLOCKS:
        name = block["quantity"]
        q = trace[name]
        text = np.array(block["values"], dtype=object)
        wrong = np.zeros(text.shape, bool)
        if slip := block.get("mistyped"):
            wrong[:, slip["column"] - 1] = True
        inherited = _reached(trace, name, tainted)
        via = block.get("via", {})
        follows = [q.rule(*operands) for operands in _operands(trace, name, block["line"], via)]
        for index in np.ndindex(text.shape):
            exact = float(q.value[index])
            printed = Decimal(text[index])
            if printed == _to(exact, printed, ROUND_HALF_UP):
                verdict = "rounded"
            elif wrong[index]:
                verdict = "wrong"
            elif inherited[index]:
                verdict = "inherited"
            elif any(printed == _to(float(f[index]), printed, ROUND_HALF_UP) for f in follows):
                verdict = "accumulated"
            elif printed == _to(exact, printed, ROUND_DOWN):
                verdict = "truncated"
            else:
                verdict = "wrong"
            numbers.append(Printed(name, block["line"], index, text[index], exact, verdict))
        tainted[name] = wrong | inherited
    return numbers


def _to(value: float, like: Decimal, rounding: str) -> Decimal:
    return Decimal(value).quantize(like, rounding=rounding)


def _reached(trace: Trace, name: str, tainted: dict[str, Array]) -> Array:
    """Which entries of a sum or a quotient were computed from a wrong number."""
    q = trace[name]
    parents = [tainted[p] for p in q.parents if p in tainted and tainted[p].shape == q.value.shape]
    return np.any([np.zeros(q.value.shape, bool), *parents], axis=0)


def _operands(trace: Trace, name: str, line: int, via: dict) -> list[tuple[Array, ...]]:
    """Every choice of printed versions of the operands of `name`, up to a line of the slides."""
    choices = []
    for parent in trace[name].parents:
        q = trace[parent]
        earlier = [b for b in BLOCKS if b["quantity"] == parent and b["line"] <= line]
        versions = [np.array(b["values"], dtype=float) for b in earlier]
        if parent in via:  # the slide started again from a coarser display of an earlier number
            shown = {k: np.array(text, dtype=float) for k, text in via[parent].items()}
            versions = [q.rule(*(shown.get(p, trace[p].value) for p in q.parents))]
        elif not versions and q.rule:  # a step the slides skip
            versions = [q.rule(*operands) for operands in _operands(trace, parent, line, via)]
        choices.append(versions or [q.value])
    return list(product(*choices))


SYMBOLS = {  # the slides' own
    "a": "net<sub>{t}</sub>",
    "h": "H<sub>{t}</sub>",
    "z": "o<sub>{t}</sub>",
    "y_hat": "ŷ<sub>{t}</sub>",
    "dz": "∂L<sub>{t}</sub>/∂o<sub>{t}</sub>",
    "dW_yh": "∂L<sub>{t}</sub>/∂o<sub>{t}</sub> h<sub>{t}</sub><sup>⊤</sup>",
    "back": "W<sub>qh</sub><sup>⊤</sup> ∂L<sub>{t}</sub>/∂o<sub>{t}</sub>",
    "slope": "1 − tanh(a<sub>{t}</sub>)²",
    "carry": "W<sub>hh</sub><sup>⊤</sup> Tδ<sub>{n}</sub>",
    "dh": "the bracket at t = {t}",
    "delta": "δ<sup>{t}</sup>",
    "dW_hh": "δ<sup>{t}</sup>h<sub>{p}</sub><sup>⊤</sup>",
    "dW_hx": "δ<sup>{t}</sup>x<sub>{t}</sub><sup>⊤</sup>",
}
TOTALS = {
    "W_yh": "W<sub>qh</sub>",
    "b_y": "b<sub>q</sub>",
    "W_hx": "W<sub>hx</sub>",
    "W_hh": "W<sub>hh</sub>",
    "b_h": "b<sub>h</sub>",
}


def symbol(name: str) -> str:
    """The slides' symbol for a quantity, in HTML."""
    base, _, step = name.rpartition("_")
    if step.isdigit():
        t = int(step)
        return SYMBOLS[base].format(t=t, p=t - 1, n=t + 1)
    factor = "3 " if name.startswith("sum_") else ""
    return f"{factor}∂L/∂{TOTALS[name.removeprefix('sum_').removeprefix('d')]}"


def counts(numbers: list[Printed]) -> dict[str, int]:
    """How many numbers got each verdict."""
    return {verdict: sum(n.verdict == verdict for n in numbers) for verdict in VERDICTS}
