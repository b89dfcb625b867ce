"""Eight ways to find something where there is nothing, each with the right way beside it.

Every function takes a world without signal and gives what the wrong way seems to find and what the
right way finds, in the same measure. What catches each is in `CATCHES` and in `caught`.
Derived data: `make data NAME=finbert.traps`, in some five minutes.
Notebook: book/finbert.ipynb
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from unrolled.core.derived import read_data
from unrolled.core.door import check_choice, check_whole
from unrolled.core.shapes import Array, Float
from unrolled.finbert import protocol
from unrolled.finbert.significance import (
    deflated_sharpe,
    diebold_mariano,
    permuted,
    slope,
)
from unrolled.finbert.tone import document_vectors, tones, tuned_on_words
from unrolled.finbert.world import (
    HALF_SPREAD,
    HORIZON,
    World,
    make_world,
    returns_after,
)

SEEDS = range(40)
FIRST_SEED = 5000  # no other experiment of the room has these worlds
STEP = 2  # fixings between two rows of the table that is shuffled
OVERLAP = 60  # lags: the horizon, and the life of a few statements
MODELS = 40
FIRST = 60  # releases before the first forecast


class Found(NamedTuple):
    """What the two ways find, and whether the test that catches the wrong way says so."""

    wrong: float
    right: float
    caught: float  # 1 or 0


def world_of(seed: int) -> World:
    """The world without signal of a seed."""
    return make_world(np.random.default_rng(FIRST_SEED + check_whole("seed", seed, 0)))


def vectors_of(world: World) -> Float[Array, "K d"]:
    return document_vectors(tuned_on_words(), world.statements)


# 1. Scaling with the future


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


def scaling(world: World) -> Found:
    """Buy what is cheap by its scaled price, sell what is dear: a yearly Sharpe ratio."""
    year = world.days.astype("datetime64[Y]")
    returns = np.diff(world.log_price)
    cheap = -scaled_by_year(world.log_price, year)[:-1]
    known = -scaled_by_past(world.log_price)[:-1]
    ahead = protocol.looks_ahead(
        lambda series: scaled_by_year(series, year), world.log_price, np.random.default_rng(0)
    )
    late = slice(250, None)
    return Found(
        protocol.sharpe((cheap * returns)[late]), protocol.sharpe((known * returns)[late]), ahead
    )


# 2. Overlapping horizons


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


def overlapping(world: World) -> Found:
    """|t| of the tone, a row a day with a return over ten: by 0 lags, and by 60."""
    tone = tones(vectors_of(world))
    at, newest, _ = daily_rows(world)
    y = returns_after(quiet(world), at, HORIZON)
    _, naive = slope(y, tone[newest], 0)  # every row counts as news
    _, honest = slope(y, tone[newest], OVERLAP)
    return Found(abs(naive.statistic), abs(honest.statistic), honest.p > 0.05)


# 3. Shuffled cross-validation


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


def shuffled(world: World) -> Found:
    """R² of what followed the most similar statement, by shuffled folds and by walking forward."""
    at, newest, y = daily_rows(world, STEP)
    documents, ends = word_vectors(world), at + HORIZON
    folds = list(protocol.shuffled_folds(np.random.default_rng(1), len(y)))
    splits = list(protocol.walk_forward(at, ends, len(at) // 3))
    pairs = [sum(protocol.shared_days(one, at, ends) for one in way) for way in (folds, splits)]
    return Found(
        _r2(by_similar_text(folds, documents, newest, y)),
        _r2(by_similar_text(splits, documents, newest, y)),
        pairs[0] > 0 and pairs[1] == 0,
    )


def _r2(said: protocol.Forecasts) -> float:
    return protocol.r2_against(said.outcome, said.forecast, said.past_mean)


# 4. Revised data


def indicator_known(world: World) -> Array:
    """The last month whose figure was printed, for each release; -1 before the first."""
    return np.searchsorted(world.indicator.printed, world.released, side="right") - 1


def revised(world: World) -> Found:
    """R² out of sample of the month's figure: as revised later, and as printed first."""
    newest = indicator_known(world)
    fits = newest >= 0
    found = []
    for figure in (world.indicator.revised, world.indicator.first):
        X = figure[newest[fits]][:, None]
        known = world.released[fits] + 1
        y = world.target[fits]
        found.append(_r2(protocol.forecast_forward(X, y, known, known + HORIZON, FIRST)))
    changed = world.indicator.revised[newest[fits]] != world.indicator.first[newest[fits]]
    return Found(*found, changed.all())


# 5. A statement stamped before its release


def stamped(world: World) -> Found:
    """R² out of sample of the tone: the return from the day's fixing, or from the next one on."""
    tone = tones(vectors_of(world))[:, None]
    found = []
    for start in (world.released, world.released + 1):
        y = returns_after(world.log_price, start, HORIZON)
        found.append(_r2(protocol.forecast_forward(tone, y, start, start + HORIZON, FIRST)))
    known = world.days[world.released] + np.timedelta64(19, "h")  # the release
    bought = world.days[world.released] + np.timedelta64(15, "h")  # the day's fixing
    return Found(*found, (bought < known).all())


# 6. The best of forty models


def forty_models(world: World) -> Float[Array, "N M"]:
    """The returns of forty strategies, release by release, walking forward.

    Each is a ridge on three random mixtures of the statements' word counts.
    """
    rng = np.random.default_rng(2)
    X = _word_mixtures(world, rng, 3 * MODELS)
    known, ends = world.released + 1, world.released + 1 + HORIZON
    found = []
    for n in range(MODELS):
        part, ridge = X[:, 3 * n : 3 * n + 3], float(rng.choice([0.1, 1.0, 10.0]))
        said = protocol.forecast_forward(part, world.target, known, ends, FIRST, ridge)
        found.append(np.sign(said.forecast - said.past_mean) * said.outcome)
    return np.array(found)


def _word_mixtures(world: World, rng: np.random.Generator, n: int) -> Array:
    counts = word_vectors(world)
    return counts @ rng.normal(size=(counts.shape[1], n))


def best_of_forty(world: World) -> Found:
    """A yearly Sharpe ratio: of the best of forty, and of the one chosen on the years before."""
    returns = forty_models(world)
    per_year = 365.25 / np.diff(world.days[world.released]).astype(float).mean()
    half = returns.shape[1] // 2
    whole = returns.mean(axis=1) / returns.std(axis=1)
    best, chosen = int(np.argmax(whole)), int(np.argmax(_ratio(returns[:, :half])))
    luck = deflated_sharpe(returns[best], MODELS, float(whole.std()))
    return Found(
        protocol.sharpe(returns[best], per_year),
        protocol.sharpe(returns[chosen, half:], per_year),
        luck < 0.95,
    )


def _ratio(returns: Array) -> Array:
    return returns.mean(axis=1) / returns.std(axis=1)


# 7. R² against the wrong mean


def wrong_mean(world: World) -> Found:
    """R² of a forecast of the price: against the mean price, and against the last price."""
    tone = tones(vectors_of(world))[:, None]
    start = world.released + 1
    said = protocol.forecast_forward(tone, world.target, start, start + HORIZON, FIRST)
    level = world.log_price[start[said.rows]]
    price, guess = level + said.outcome, level + said.forecast
    against_mean = protocol.r2_against(price, guess, np.full(len(price), price.mean()))
    # the benchmark that costs nothing: today's price, moved by the mean of past returns
    caught = diebold_mariano(price, guess, level + said.past_mean).p > 0.05
    return Found(against_mean, _r2(said), caught)


# 8. Ignored costs


def costs(world: World) -> Found:
    """A yearly Sharpe ratio of buying what fell and selling what rose, every day."""
    returns = np.diff(world.dealt)
    side = -np.sign(returns[:-1])
    gross = side * returns[1:]
    turned = np.abs(np.diff(side, prepend=0.0))
    net = gross - HALF_SPREAD * turned
    breaks_even = gross.sum() / turned.sum()
    return Found(protocol.sharpe(gross), protocol.sharpe(net), breaks_even < HALF_SPREAD)


TRAPS: dict[str, Callable[[World], Found]] = {
    "scaling with the future": scaling,
    "overlapping horizons": overlapping,
    "shuffled cross-validation": shuffled,
    "revised data": revised,
    "stamped before its release": stamped,
    "best of forty models": best_of_forty,
    "R² against the wrong mean": wrong_mean,
    "ignored costs": costs,
}
MEASURES = dict(
    zip(TRAPS, ("Sharpe", "|t|", "R²", "R²", "R²", "Sharpe", "R²", "Sharpe"), strict=True)
)
CATCHES = dict(
    zip(
        TRAPS,
        (
            "change the future: no feature of today may move",
            "standard errors that know the overlap, or rows that do not overlap",
            "count the pairs of rows whose targets share days",
            "read the figure as it was printed on that day",
            "compare the hour of the release with that of the trade",
            "the deflated Sharpe ratio, with all forty counted",
            "Diebold and Mariano's test against the last price",
            "the cost at which the gain is gone",
        ),
        strict=True,
    )
)


def with_other_documents(world: World, tries: int = 19) -> float:
    """The p-value of the shuffled folds' R² when statements and dates are paired at random.

    It is large: any other texts would do as well.
    """
    _, newest, y = daily_rows(world, STEP)
    folds = list(protocol.shuffled_folds(np.random.default_rng(1), len(y)))

    def measure(documents: Array) -> float:
        return _r2(by_similar_text(folds, documents, newest, y))

    return permuted(np.random.default_rng(3), measure, word_vectors(world), tries)


def compute_data() -> dict:
    """By trap, what 40 worlds without signal seem to hold."""
    worlds = [world_of(seed) for seed in SEEDS]
    found = {name: [trap(world) for world in worlds] for name, trap in TRAPS.items()}
    return {
        name: {
            part: np.round([float(getattr(f, part)) for f in each], 4).tolist()
            for part in Found._fields
        }
        for name, each in found.items()
    }


def found(name: str) -> Found:
    """What a trap gave in 40 worlds, from the file: three arrays."""
    data = read_data(__name__)[check_choice("name", name, TRAPS)]
    return Found(*(np.array(data[part]) for part in Found._fields))
