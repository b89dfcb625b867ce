"""A world with a known answer: statements, a gold price, and how the one depends on the other.

A statement is released after the day's fixing. Until the next fixing the price jumps with the
surprise in the stance; nobody can trade that. Over the H fixings after that one the log-return is

y_k = Hμ + σ√H (ρ s_k + β z_k + √(1 - ρ² - β²) ω_k ε_k)                         eq-finbert-world

with stance s, an interest rate z that is observed at times of its own, and a volatility
ω = exp(c u - c²) that grows with the doubt u. All of s, z, u, ε are N(0, 1) and E ω² = 1, so
ρ is exactly the correlation of stance and return. At ρ = β = 0 there is nothing to find.
Notebook: book/finbert.ipynb
"""

from typing import NamedTuple

import numpy as np

from unrolled.core.door import as_floats, check_generator, check_real, check_whole, short_repr
from unrolled.core.shapes import Array, Float, Int
from unrolled.finbert.statements import FIRST_YEAR, Statement, write

HORIZON = 10  # fixings
DAILY, DRIFT = 0.01, 0.0003  # standard deviation and mean of a day's log-return
JUMP = 3.0  # of the price after a surprise, in daily standard deviations
STANCE_KEEPS = 0.7  # from one statement to the next
RATE_KEEPS = float(np.exp(-1 / 60))  # from one day to the next
RATE_NOISE = 0.3  # of an observed rate
DOUBT = 0.4  # c
MISSING = 0.02  # share of business days without a fixing
HALF_SPREAD = 0.003  # between the fixing and a dealer's bid or ask
MONTH = 21  # fixings
HOLIDAYS = ("01-01", "05-01", "12-25", "12-26")
BETWEEN = (25, 36)  # fixings from one scheduled statement to the next: about six weeks
UNSCHEDULED = 0.1  # share of those intervals with a statement more


class Indicator(NamedTuple):
    """A monthly figure: what was printed first, what it says after its revision, and when."""

    first: Float[Array, " M"]
    revised: Float[Array, " M"]
    printed: Int[Array, " M"]  # the fixing on whose day the first print came out


class World(NamedTuple):
    """Everything that can be observed, and the hidden numbers that it was made of."""

    days: Array  # datetime64 of each fixing
    log_price: Float[Array, " T"]
    dealt: Float[Array, " T"]  # log price of the day's last deal, at a dealer's bid or ask
    rate: Float[Array, " T"]  # NaN where it was not observed
    indicator: Indicator
    statements: tuple[Statement, ...]
    released: Int[Array, " K"]  # the last fixing before each release
    stance: Float[Array, " K"]
    doubt: Float[Array, " K"]
    target: Float[Array, " K"]  # y_k
    true_rate: Float[Array, " K"]  # z_k


def make_world(
    rng: np.random.Generator,
    strength: float | int = 0.0,
    series: float | int = 0.0,
    years: int = 20,
) -> World:
    """A world in which stance and return have the correlation `strength`, rate and return `series`.

    y_k = Hμ + σ√H (ρ s_k + β z_k + √(1 - ρ² - β²) ω_k ε_k)                     eq-finbert-world
    Raises ValueError where their squares sum to 1 or more, and for fewer than 2 years.
    """
    rng = check_generator("rng", rng)
    strength = check_real("strength", strength, above=-1, below=1)
    series = check_real("series", series, above=-1, below=1)
    if strength**2 + series**2 >= 1:
        raise ValueError(f"series: got {series}, expected squares that sum to less than 1")
    days = fixing_days(rng, check_whole("years", years, 2, 400))
    released = release_days(rng, len(days))
    K = len(released)
    stance, surprise = _stances(rng, K)
    doubt = rng.normal(size=K)
    z = _rates(rng, len(days))
    true_rate = z[released]
    returns = DAILY * rng.normal(size=len(days))
    returns[0] = 0.0
    after = released[:, None] + 2 + np.arange(HORIZON)
    returns[released + 1] += DAILY * JUMP * surprise
    left = np.sqrt(1 - strength**2 - series**2) * np.exp(DOUBT * doubt - DOUBT**2)
    pull = (strength * stance + series * true_rate) / np.sqrt(HORIZON)
    returns[after] = left[:, None] * returns[after] + DAILY * pull[:, None]
    log_price = np.log(300) + np.cumsum(returns + DRIFT)
    side = rng.choice([-1, 1], len(days))
    on = (np.arange(len(days)) % 5 == 2) & (rng.random(len(days)) < 0.9)
    seen = z + RATE_NOISE * rng.normal(size=len(days))
    year = FIRST_YEAR + released / len(days) * years
    texts = tuple(write(rng, *of) for of in zip(stance, doubt, year, strict=True))
    return World(
        days=days,
        log_price=log_price,
        dealt=log_price + HALF_SPREAD * side,
        rate=np.where(on, seen, np.nan),
        indicator=_indicator(rng, returns),
        statements=texts,
        released=released,
        stance=stance,
        doubt=doubt,
        target=returns_after(log_price, released + 1, HORIZON),
        true_rate=true_rate,
    )


def fixing_days(rng: np.random.Generator, years: int) -> Array:
    """The days with a fixing: no weekends, no holidays, and some are missing."""
    start = np.datetime64(f"{FIRST_YEAR}-01-01")
    days = np.arange(start, np.datetime64(f"{FIRST_YEAR + years}-01-01"))
    month_day = np.char.array(np.datetime_as_string(days))
    holiday = np.isin([text[5:] for text in month_day], HOLIDAYS)
    days = days[np.is_busday(days) & ~holiday]
    return days[rng.random(len(days)) >= MISSING]


def release_days(rng: np.random.Generator, n: int) -> Int[Array, " K"]:
    """The last fixing before each release, of n fixings: some six weeks apart, a few in between.

    Two releases are so far apart that no return is counted for both.
    """
    found, now = [], 2 * MONTH
    while now < n - BETWEEN[1] - HORIZON:
        found.append(now)
        gap = int(rng.integers(*BETWEEN))
        if rng.random() < UNSCHEDULED:
            found.append(now + int(rng.integers(HORIZON + 2, gap - HORIZON - 2)))
        now += gap
    return np.array(found)


def _stances(rng: np.random.Generator, K: int) -> tuple[Array, Array]:
    """Stances that keep some of the one before, each N(0, 1), and what is new in each."""
    surprise = np.sqrt(1 - STANCE_KEEPS**2) * rng.normal(size=K)
    stance = np.empty(K)
    stance[0] = rng.normal()
    for k in range(1, K):
        stance[k] = STANCE_KEEPS * stance[k - 1] + surprise[k]
    return stance, surprise


def _rates(rng: np.random.Generator, T: int) -> Array:
    """An interest rate that forgets slowly, N(0, 1) on each day."""
    new = np.sqrt(1 - RATE_KEEPS**2) * rng.normal(size=T)
    z = np.empty(T)
    z[0] = rng.normal()
    for t in range(1, T):
        z[t] = RATE_KEEPS * z[t - 1] + new[t]
    return z


def _indicator(rng: np.random.Generator, returns: Array) -> Indicator:
    """A month's business, which moves with that month's gold price.

    The revision is smoothed over two months: it uses the one that had not begun at the first print.
    """
    months = len(returns) // MONTH
    whole = returns[: months * MONTH].reshape(months, MONTH).sum(axis=1) / (DAILY * np.sqrt(MONTH))
    first = whole[:-1] + 0.5 * rng.normal(size=months - 1)
    printed = MONTH * np.arange(1, months)
    return Indicator(first, (whole[:-1] + whole[1:]) / 2, printed)


def returns_after(
    log_price: Float[Array, " T"], start: Int[Array, " K"], horizon: int
) -> Float[Array, " K"]:
    """y_k = log P(t_k + H) - log P(t_k), counted in fixings.                    eq-finbert-target

    Raises ValueError where a return would end after the last price, and for a start that is no
    place of a price.
    """
    horizon = check_whole("horizon", horizon, 1)
    log_price = as_floats("log_price", log_price, " of shape (T)")
    places = as_floats("start", start, " of shape (K)")
    if log_price.ndim != 1:
        raise ValueError(f"log_price: got shape {log_price.shape}, expected (T)")
    if (np.floor(places) != places).any() or not np.isfinite(places).all():
        raise ValueError(f"start: got {short_repr(start)}, expected whole numbers")
    start = places.astype(int)
    if start.size and (start.min() < 0 or start.max() + horizon >= len(log_price)):
        expected = f"from 0 to {len(log_price) - horizon - 1}"
        raise ValueError(f"start: got {start.min()} to {start.max()}, expected {expected}")
    return log_price[start + horizon] - log_price[start]


def last_known(values: Float[Array, " T"], at: Int[Array, " K"]) -> Float[Array, " K"]:
    """The last value that is not NaN up to each place, 0 where there is none."""
    seen = np.flatnonzero(~np.isnan(values))
    place = np.searchsorted(seen, at, side="right") - 1
    return np.where(place >= 0, values[seen[np.maximum(place, 0)]], 0.0)
