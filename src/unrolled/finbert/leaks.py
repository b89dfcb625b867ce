"""One small leak makes a triumph: a forecaster that bets on gold, tested in five wrong ways.

A row is a statement: its tone, how dear gold is, its date, and the return of the following H
fixings in typical moves, y = (log P(t + H) - log P(t)) / (σ√H). The forecast is a ridge regression
on tone and price, plus what its errors were at dates nearby. It is a bet that y will be above or
below the mean of the rows learned from, and earns

g_k = sign(ŷ_k - ȳ_k) (y_k - ȳ_k)

Derived data: `make data NAME=finbert.leaks`, in about a minute.
Notebook: book/finbert.ipynb
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from unrolled.bert.basic import words
from unrolled.core.derived import read_data
from unrolled.core.door import check_choice, check_whole
from unrolled.core.shapes import Array, Float, Int
from unrolled.finbert.protocol import Split, fit_ridge, shuffled_folds, walk_forward
from unrolled.finbert.tone import document_vectors, tones, tuned_on_words
from unrolled.finbert.traps import scaled_by_past, scaled_by_year
from unrolled.finbert.world import DAILY, FIRST_YEAR, World, make_world, returns_after

YEARS, ROWS, FIRST = 12, 90, 30  # statements, and which is the first that is bet on
BETS = ROWS - FIRST
STRENGTHS = (0.0, 0.4, 0.8)
WINDOWS = (5, 21, 63, 126)  # fixings: one week, one month, three months, six months
PAST = 250  # fixings that a price is compared with
EMBARGO = 21  # fixings
RIDGE, NEARBY, DOUBT = 10.0, 40.0, 2.0  # fixings that count as near, and how many rows 0 counts for
FOLDS, MODELS = 5, 40
FIRST_SEED, WORLDS = 7000, (22, 7, 17)  # nearest to the mean of forty worlds in what leaks earn
CHANCE, OUTSIDE = 200, 0.05  # worlds for the band of luck, and the share left out on each side
LEAKS = ("shuffled", "unpurged", "stamped", "scaled", "best")


class Rows(NamedTuple):
    """The statements of a world, as a forecaster has them; x is [from the past, from the year]."""

    released: Int[Array, " N"]  # the last fixing before the release
    tone: Float[Array, " N"]
    price: Float[Array, "2 N"]  # scaled by its past, and by its calendar year
    returns: Float[Array, "2 W N"]  # from the release's own fixing, and from the next one on
    has: Int[Array, "40 N"]  # whether a word is in a statement
    fold: Int[Array, " N"]  # of the shuffled folds
    years: Int[Array, " Y"]  # the first fixing of each calendar year


class Bets(NamedTuple):
    """What was said of the rows bet on, the mean learned, what came, and the model of the forty."""

    forecast: Float[Array, " M"]
    past_mean: Float[Array, " M"]
    outcome: Float[Array, " M"]
    model: int  # the place of its word; -1 where it reads the tone

    def earned(self) -> Float[Array, " M"]:
        """What each bet earned: sign(ŷ - ȳ) (y - ȳ)."""
        return np.sign(self.forecast - self.past_mean) * (self.outcome - self.past_mean)


def simulate(seed: int, strength: float | int) -> World:
    """The world of a seed and a strength: the same luck at every strength."""
    rng = np.random.default_rng(FIRST_SEED + check_whole("seed", seed, 0))
    return make_world(rng, strength, years=YEARS)


@cache
def forty_words() -> tuple[str, ...]:
    """The forty words that divide the statements of the first world most evenly."""
    statements = simulate(WORLDS[0], 0.0).statements
    found = [set(words(one.text)) for one in statements]
    every = sorted({word for one in found for word in one if word.isalpha()})
    share = {word: np.mean([word in one for one in found]) for word in every}
    return tuple(sorted(sorted(every, key=lambda word: abs(share[word] - 0.5))[:MODELS]))


def rows_of(world: World, seed: int) -> Rows:
    """The rows of a world: the first 90 statements with a year of prices before them.

    Raises ValueError for a world that has fewer.
    """
    last = len(world.days) - 1 - max(WINDOWS)
    kept = np.flatnonzero((world.released >= PAST) & (world.released < last))[:ROWS]
    if len(kept) < ROWS:
        expected = f"{ROWS} with {PAST} fixings before and {max(WINDOWS)} after: more years"
        raise ValueError(f"world: got {len(kept)} statements, expected {expected}")
    released = world.released[kept]
    texts = [world.statements[k] for k in kept]
    found = [set(words(one.text)) for one in texts]
    year = world.days.astype("datetime64[Y]")
    prices = [scaled_by_past(world.log_price, PAST), scaled_by_year(world.log_price, year)]
    fold = np.empty(ROWS, int)
    for n, (_, test) in enumerate(shuffled_folds(np.random.default_rng([seed, 5]), ROWS, FOLDS)):
        fold[test] = n
    return Rows(
        released=released,
        tone=tones(document_vectors(tuned_on_words(), tuple(texts))),
        price=np.array([scaled[released] for scaled in prices]),
        returns=np.array([_returns(world, released + later) for later in (0, 1)]),
        has=np.array([[word in one for one in found] for word in forty_words()], dtype=int),
        fold=fold,
        years=np.flatnonzero(np.diff(year.astype(int), prepend=FIRST_YEAR - 1971)),
    )


def _returns(world: World, start: Array) -> Array:
    """In typical moves, for each window."""
    return np.array(
        [returns_after(world.log_price, start, H) / (DAILY * np.sqrt(H)) for H in WINDOWS]
    )


def splits(rows: Rows, window: int, leaks: tuple[str, ...] = ()) -> list[Split]:
    """What each bet learns from: all that is complete, all earlier ones, or all other folds."""
    released = rows.released
    if "shuffled" in leaks:
        held = [np.flatnonzero(rows.fold != rows.fold[k]) for k in range(FIRST, ROWS)]
    elif "unpurged" in leaks:
        held = [np.arange(k) for k in range(FIRST, ROWS)]
    else:
        known = released + 1
        moves = walk_forward(known, known + window, FIRST, 1, EMBARGO)
        held = [learn for learn, _ in moves]
    return [Split(learn, np.array([FIRST + n])) for n, learn in enumerate(held)]


def forecast(
    X: Float[Array, "N d"], y: Float[Array, " N"], released: Int[Array, " N"], split: Split
) -> tuple[float, float]:
    """What is said of the row to test, and the mean of the returns learned from.

    A ridge regression, plus the mean of its errors, weighted by how near their dates are:
    Σ w_j e_j / (2 + Σ w_j) with w_j = exp(-(t - t_j)² / (2 · 40²)).
    """
    learn, test = split
    asked = np.concatenate([X[test], X[learn]])
    said = fit_ridge(X[learn], y[learn], asked, RIDGE)
    near = np.exp(-(((released[test] - released[learn]) / NEARBY) ** 2) / 2)
    errors = y[learn] - said[1:]
    return float(said[0] + near @ errors / (DOUBT + near.sum())), float(y[learn].mean())


def features(rows: Rows, leaks: tuple[str, ...] = (), model: int = -1) -> Float[Array, "N 2"]:
    """Tone and price; of one of the forty models its word and price."""
    read = rows.tone if model < 0 else rows.has[model]
    return np.stack([read, rows.price[int("scaled" in leaks)]], axis=-1)


def bet(rows: Rows, window: int, leaks: tuple[str, ...] = ()) -> Bets:
    """All bets of a test with these leaks, in order."""
    for leak in leaks:
        check_choice("leaks", leak, LEAKS)
    check_choice("window", window, WINDOWS)
    models = range(MODELS) if "best" in leaks else [-1]
    found = [_bet_with(rows, window, leaks, model) for model in models]
    return max(found, key=lambda one: one.earned().sum())


def _bet_with(rows: Rows, window: int, leaks: tuple[str, ...], model: int) -> Bets:
    y = rows.returns[int("stamped" not in leaks), WINDOWS.index(window)]
    X = features(rows, leaks, model)
    said = [forecast(X, y, rows.released, one) for one in splits(rows, window, leaks)]
    forecasts, means = np.array(said).T
    return Bets(forecasts, means, y[FIRST:], model)


def shared(rows: Rows, window: int, leaks: tuple[str, ...], k: int) -> list[int]:
    """The rows that the bet on row k learns from although their returns share days with its own."""
    learn, _ = splits(rows, window, leaks)[check_whole("k", k, FIRST, ROWS - 1) - FIRST]
    apart = np.abs(rows.released[learn] - rows.released[k])
    return learn[apart < window].tolist()


def luck() -> Float[Array, "W 2 M"]:
    """Between which sums nine of ten honest curves run in worlds without signal, bet by bet."""
    found = [rows_of(simulate(1000 + seed, 0.0), seed) for seed in range(CHANCE)]
    sums = [[np.cumsum(bet(rows, H).earned()) for rows in found] for H in WINDOWS]
    return np.quantile(sums, [OUTSIDE, 1 - OUTSIDE], axis=1).transpose(1, 0, 2)


def written(x: Array) -> str | list:
    """Hundredths as whole numbers, each row of them as a text: "12 -7 140"."""
    if x.ndim > 1:
        return [written(row) for row in x]
    return " ".join(map(str, np.round(100 * x).astype(int)))


def read(held: str | list) -> Array:
    """What was written so."""
    if isinstance(held, str):
        return np.array(held.split(), dtype=float) / 100
    return np.array([read(row) for row in held])


def recorded(seed: int) -> dict:
    """A world as the page has it, at every strength."""
    each = [rows_of(simulate(seed, strength), seed) for strength in STRENGTHS]
    rows = each[0]
    return {
        "released": rows.released.tolist(),
        "years": rows.years.tolist(),
        "tone": written(rows.tone),
        "price": [written(one.price) for one in each],
        "returns": [written(one.returns) for one in each],
        "has": ["".join(map(str, one)) for one in rows.has],
        "fold": "".join(map(str, rows.fold)),
    }


def compute_data() -> dict:
    """The worlds of the page, the words of the forty models, and the band of luck."""
    return {
        "words": list(forty_words()),
        "band": np.round(luck(), 1).tolist(),
        "worlds": [recorded(seed) for seed in WORLDS],
    }


@cache
def loaded(world: int, strength: int) -> Rows:
    """The rows of one of the recorded worlds at one of the strengths, by their places."""
    data = read_data(__name__)["worlds"]
    held = data[check_whole("world", world, 0, len(WORLDS) - 1)]
    strength = check_whole("strength", strength, 0, len(STRENGTHS) - 1)
    return Rows(
        released=np.array(held["released"]),
        tone=read(held["tone"]),
        price=read(held["price"][strength]),
        returns=read(held["returns"][strength]),
        has=np.array([list(map(int, one)) for one in held["has"]]),
        fold=np.array(list(map(int, held["fold"]))),
        years=np.array(held["years"]),
    )


def band(window: int) -> Float[Array, "2 M"]:
    """The band of luck for a window, from the file."""
    return np.array(read_data(__name__)["band"][WINDOWS.index(window)])
