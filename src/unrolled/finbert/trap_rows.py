"""What the traps look at: scaled prices, rows of days, and forecasts by the most similar statement.

Notebook: book/finbert.ipynb
"""

import numpy as np

from unrolled.core.shapes import Array, Float
from unrolled.finbert import protocol
from unrolled.finbert.tone import tuned_on_words
from unrolled.finbert.world import HORIZON, World, returns_after


def scaled_by_year(log_price: Float[Array, " T"], year: Array) -> Float[Array, " T"]:
    """(price - mean) / deviation of the calendar year, which is not over yet."""
    scaled = np.empty(len(log_price))
    for one in np.unique(year):
        part = log_price[year == one]
        scaled[year == one] = (part - part.mean()) / part.std()
    return scaled


def scaled_by_past(log_price: Float[Array, " T"], days: int = 250) -> Float[Array, " T"]:
    """(price - mean) / deviation of the last 250 fixings; 0 before there are as many."""
    windows = np.lib.stride_tricks.sliding_window_view(log_price, days)
    scaled = np.zeros(len(log_price))
    scaled[days - 1 :] = (log_price[days - 1 :] - windows.mean(axis=1)) / windows.std(axis=1)
    return scaled


def daily_rows(world: World, step: int = 1) -> tuple[Array, Array, Array]:
    """Rows every `step` fixings: the fixing, which statement was the last one known, the target."""
    last = len(world.log_price) - HORIZON - 1
    at = np.arange(world.released[0] + 1, last, step)
    newest = np.searchsorted(world.released + 1, at, side="right") - 1
    return at, newest, returns_after(world.log_price, at, HORIZON)


def quiet(world: World) -> Float[Array, " T"]:
    """The log price without the jumps after releases, which no forecast of this trap is about."""
    returns = np.diff(world.log_price, prepend=world.log_price[0])
    returns[world.released + 1] = np.median(returns)
    return np.cumsum(returns)


def word_vectors(world: World) -> Float[Array, "K d"]:
    """Counts of words, which know a statement from every other one."""
    return tuned_on_words().encode([found.text for found in world.statements])


def by_similar_text(
    splits: list[protocol.Split], documents: Array, newest: Array, y: Array
) -> protocol.Forecasts:
    """Forecasts a row by the mean target of the known rows whose statement is most like its own."""
    alike, parts = documents @ documents.T, []
    for learn, test in splits:
        count = np.bincount(newest[learn], minlength=len(documents))
        mean = np.bincount(newest[learn], y[learn], len(documents)) / np.maximum(count, 1)
        nearest = np.where(count > 0, alike, -np.inf).argmax(axis=1)
        past = np.full(len(test), y[learn].mean())
        parts.append((test, mean[nearest[newest[test]]], past, y[test]))
    return protocol.Forecasts(*(np.concatenate(part) for part in zip(*parts, strict=True)))
