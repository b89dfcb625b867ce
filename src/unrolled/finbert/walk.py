"""Statements and monthly prices side by side, and a walk forward that learns from the past alone.

Month m is the month of a statement's release, P(m) the average of its prices.

    T0 = ln P(m)/P(m-1)     half of month m lies before the release
    T1 = ln P(m+1)/P(m)     the average that it starts from is half known
    T2 = ln P(m+2)/P(m+1)   both averages begin after the release: clean
Notebook: book/finbert.ipynb
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from unrolled.core.door import (
    check_array,
    check_choice,
    check_function,
    check_generator,
)
from unrolled.core.records import check_fields
from unrolled.core.shapes import Array, Float, Int
from unrolled.finbert.documents import Statements
from unrolled.finbert.loaders import Prices, first_after
from unrolled.finbert.protocol import Forecasts, walk_forward

TARGETS = ("T0", "T1", "T2")
FIRST = 80  # statements to learn from before the first forecast


class Aligned(NamedTuple):
    """The statements that have all three targets, and when each target is known."""

    texts: tuple[str, ...]
    released: Int[Array, " n"]
    targets: Float[Array, "3 n"]  # T0, T1, T2
    known: Int[Array, "3 n"]  # in seconds of UTC, as `released`
    before: Float[Array, " n"]  # the last return that was known at the release
    left_out: int  # statements without prices on both sides


def align(prices: Prices, statements: Statements) -> Aligned:
    """Every statement with the log-returns of its month and of the two months after it.

    The first average that begins after a release is that of month m + 1.
    Raises ValueError where a month is missing, where prices are no averages of months, and where
    fewer than two statements have prices on both sides.
    """
    check_fields("prices", prices, Prices)
    check_fields("statements", statements, Statements)
    gaps = np.flatnonzero(prices.known[:-1] != prices.begins[1:])
    if len(gaps):
        until = np.datetime64(int(prices.known[gaps[0]]), "s").astype("M8[D]")
        got = f"nothing between {until} and the price after it"
        raise ValueError(f"prices: got {got}, expected averages of all months in a row")
    check_fields("statements", statements, Statements)
    logs = np.log(check_array("prices.values", prices.values, "n"))
    after = first_after(prices, statements.released)
    usable = np.flatnonzero((after >= 3) & (after + 1 < len(logs)))
    if len(usable) < 2:
        got = f"{len(usable)} of {len(after)} with prices on both sides"
        raise ValueError(f"statements: got {got}, expected at least 2")
    first = after[usable]  # of month m + 1
    ends = np.stack([first - 1, first, first + 1])
    return Aligned(
        tuple(statements.texts[k] for k in usable),
        statements.released[usable],
        logs[ends] - logs[ends - 1],
        prices.known[ends],
        logs[first - 2] - logs[first - 3],
        len(after) - len(usable),
    )


def forecast_each(
    aligned: Aligned,
    target: str,
    model: Callable[[Array, Array, int], float],
    first: int = FIRST,
) -> Forecasts:
    """A forecast for every statement from number `first` on, learned from its past alone.

    The past of a statement are those before it whose target was known at its release.
    `model(past, y, i)` is given their indices, their targets, and the index of the statement to
    forecast.
    Raises ValueError where a statement has fewer than two others in its past.
    """
    check_fields("aligned", aligned, Aligned)
    check_function("model", model)
    row = TARGETS.index(check_choice("target", target, TARGETS))
    y = aligned.targets[row]
    rows = []
    for past, (i,) in walk_forward(aligned.released, aligned.known[row], first):
        if len(past) < 2:
            raise ValueError(f"first: got {first}, expected two known targets before statement {i}")
        rows.append((i, model(past, y[past], int(i)), y[past].mean(), y[i]))
    found = check_array("forecasts", np.array(rows, dtype=float).T, "4 n")
    return Forecasts(found[0].astype(int), *found[1:])


def autoregression(x: Float[Array, " n"]) -> Callable[[Array, Array, int], float]:
    """A model for `forecast_each`: least squares of the target on one number a statement."""
    x = check_array("x", x, "n")

    def model(past: Array, y: Array, i: int) -> float:
        slope, constant = np.polyfit(x[past], y, 1)
        return slope * x[i] + constant

    return model


def shuffle_texts(aligned: Aligned, rng: np.random.Generator) -> Aligned:
    """The same returns with the texts in another order, so that no text can know of its return."""
    check_fields("aligned", aligned, Aligned)
    order = check_generator("rng", rng).permutation(len(aligned.texts))
    return aligned._replace(texts=tuple(aligned.texts[k] for k in order))
