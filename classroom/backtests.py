"""Tests of a forecast: what a student's code is tried on, and the mistakes of such code."""

from collections.abc import Callable
from statistics import NormalDist

import numpy as np

from classroom.networks import hundredths
from classroom.questions import Drawn
from unrolled.finbert.slips import R2, ROWS, STRENGTH, TARGET, TONE, corrected, r2, target, tone
from unrolled.page.ask import Slip

FIXING = 15  # o'clock in London
YEAR = 252  # fixings
PERCENT = 100
NORMAL = NormalDist()


def last_before(day: int, hour: float) -> int:
    """The place, from 0, of the last fixing before that hour of London on a day, from 1."""
    return day - 1 if hour > FIXING else day - 2


def after_release(
    prices: np.ndarray, day: int, hour: int, ahead: int, horizon: int, gives: Callable = target
) -> list[float]:
    """The target and the jump before it, in percent; the bank's clock is so far ahead."""
    release = last_before(day, hour - ahead)
    jump = np.log(prices[release + 1] / prices[release])
    return [PERCENT * gives(prices, release, horizon), PERCENT * jump]


def _of_target(name: str) -> Callable:
    return lambda *args: after_release(*args, gives=TARGET[name].gives)


AFTER: dict[str, Slip] = {
    **{name: Slip(slip.says, _of_target(name)) for name, slip in TARGET.items()},
    "two clocks": Slip(
        "You compared times of two clocks. Put the release and the fixing into one time zone.",
        lambda prices, day, hour, ahead, horizon: after_release(prices, day, hour, 0, horizon),
    ),
}


def measured(
    hawkish: int, dovish: int, sentences: int, correlation: float, margin: float, reliability: float
) -> list[float]:
    """A tone; a strength from a correlation, and what the correlation's margin becomes."""
    return [
        tone(hawkish, dovish, sentences),
        corrected(correlation, reliability),
        corrected(margin, reliability),
    ]


def _of_tone(name: str) -> Callable:
    def gives(*args):
        return [TONE[name].gives(*args[:3]), *measured(*args)[1:]]

    return gives


def _of_strength(name: str) -> Callable:
    def gives(hawkish, dovish, sentences, correlation, margin, reliability):
        both = (STRENGTH[name].gives(x, reliability) for x in (correlation, margin))
        return [tone(hawkish, dovish, sentences), *both]

    return gives


def _margin_kept(*args):
    return [*measured(*args)[:2], args[4]]


MEASURED: dict[str, Slip] = {
    **{name: Slip(slip.says, _of_tone(name)) for name, slip in TONE.items()},
    **{name: Slip(slip.says, _of_strength(name)) for name, slip in STRENGTH.items()},
    "margin kept": Slip(
        "The interval is divided by the reliability, too: noise also costs certainty.", _margin_kept
    ),
}


def usable(known: np.ndarray, horizon: int, embargo: int, late: float) -> list[float]:
    """For forecasts on the last release day and on a later day: the last day and the rows.

    The last day is that on which a row must be known to be learned from.
    """
    days = [now - horizon - embargo for now in (known[-1], late)]
    return [x for day in days for x in (day, int(np.sum(known <= day)))]


USABLE: dict[str, Slip] = {
    "target not complete": Slip(
        ROWS["target not complete"].says,
        lambda known, horizon, embargo, late: usable(known, 0, embargo, late),
    ),
    "no embargo": Slip(
        ROWS["no embargo"].says,
        lambda known, horizon, embargo, late: usable(known, horizon, 0, late),
    ),
}


def against(outcome: np.ndarray, forecast: np.ndarray, mean: float) -> list[float]:
    """R² against a constant benchmark, and how much smaller the squared errors are on average."""
    return [
        r2(outcome, forecast, mean),
        np.mean((outcome - mean) ** 2 - (outcome - forecast) ** 2),
    ]


AGAINST: dict[str, Slip] = {
    "mean of the test": Slip(
        R2["mean of the test"].says,
        lambda outcome, forecast, mean: against(outcome, forecast, float(outcome.mean())),
    ),
    "against zero": Slip(
        R2["against zero"].says,
        lambda outcome, forecast, mean: against(outcome, forecast, 0.0),
    ),
    "not subtracted": Slip(
        R2["not subtracted"].says,
        lambda outcome, forecast, mean: [
            R2["not subtracted"].gives(outcome, forecast, mean),
            against(outcome, forecast, mean)[1],
        ],
    ),
}


def overlapping(rows: int, horizon: int, apart: int, t: float) -> list[float]:
    """The correlation of two targets, what the rows are worth, and the t that is left."""
    worth = rows**2 / (rows * horizon - (horizon**2 - 1) / 3)
    return [1 - apart / horizon, worth, t * np.sqrt(worth / rows)]


OVERLAPPING: dict[str, Slip] = {
    "share of its own": Slip(
        "That is the share of fixings that only one of the two targets has. The correlation is the"
        " share of those that they have in common.",
        lambda rows, horizon, apart, t: [
            apart / horizon,
            *overlapping(rows, horizon, apart, t)[1:],
        ],
    ),
    "rows over horizon": Slip(
        "That is the number of rows divided by the horizon, which is only nearly right.",
        lambda rows, horizon, apart, t: [
            1 - apart / horizon,
            rows / horizon,
            t / np.sqrt(horizon),
        ],
    ),
    "no root": Slip(
        "A standard error shrinks with the root of the number of rows. Take the root.",
        lambda rows, horizon, apart, t: [
            *(right := overlapping(rows, horizon, apart, t))[:2],
            t * right[1] / rows,
        ],
    ),
    "made larger": Slip(
        "Fewer independent rows make <i>t</i> smaller, not larger.",
        lambda rows, horizon, apart, t: [
            *(right := overlapping(rows, horizon, apart, t))[:2],
            t * np.sqrt(rows / right[1]),
        ],
    ),
}


def best_of(
    tried: int,
    spread: float,
    best: float,
    years: int,
    gamma: float = np.euler_gamma,
    tail: Callable = lambda share: 1 - share,
    scaled: bool = True,
    fixings: int = YEAR,
    deflated: bool = True,
) -> list[float]:
    """The yearly Sharpe ratio of the best of so many worthless models, and the deflated one.

    In between is what would be found if only one model had been tried. Skewness is 0, kurtosis 3.
    """
    ends = [NORMAL.inv_cdf(tail(share)) for share in (1 / tried, 1 / (tried * np.e))]
    luck = (spread if scaled else 1) * ((1 - gamma) * ends[0] + gamma * ends[1])
    alone, against_luck = (
        NORMAL.cdf(
            (best - benchmark)
            / np.sqrt(fixings)
            * np.sqrt(years * YEAR - 1)
            / np.sqrt(1 + best**2 / fixings / 2)
        )
        for benchmark in (0, luck)
    )
    return [luck, alone, against_luck if deflated else alone]


def _best(**mistake: object) -> Callable:
    return lambda *args: best_of(*args, **mistake)


BEST: dict[str, Slip] = {
    "weights exchanged": Slip(
        "You swapped the weights <i>γ</i> and 1 − <i>γ</i>.", _best(gamma=1 - np.euler_gamma)
    ),
    "other tail": Slip(
        "You looked up the worst of them. The shares are 1 − 1/<i>N</i> and 1 − 1/(<i>N</i>e).",
        _best(tail=lambda share: share),
    ),
    "not scaled": Slip(
        "Multiply by the deviation of the Sharpe ratios among the models.", _best(scaled=False)
    ),
    "yearly in the formula": Slip(
        "The formula for <i>M</i> fixings takes Sharpe ratios of one fixing. Divide yearly ones by"
        " √252.",
        _best(fixings=1),
    ),
    "not deflated": Slip(
        "Subtract what luck gives the best of all models before you ask how certain it is.",
        _best(deflated=False),
    ),
}


def may_learn(
    complete: Callable = lambda known, ends: ends,
    embargo_counts: float = 1,
    strict: bool = False,
    once: bool = False,
) -> Callable:
    """The table of which rows each forecast may learn from, with mistakes."""

    def table(known, ends, first, embargo):
        now = known[first:]
        now = np.full(len(now), now[0]) if once else now
        until = complete(known, ends) + embargo_counts * embargo
        return 1.0 * (until < now[:, None] if strict else until <= now[:, None])

    return table


def all_others(known, ends, first, embargo):
    """Leaving one out: every row but the one that is forecast."""
    return 1.0 - np.eye(len(known))[first:]


def releases_and_ends(rng: np.random.Generator, n: Drawn) -> list[tuple]:
    """Cases for walking forward: when rows are known and complete, the first forecast, an embargo.

    In every second case all times are multiples of five, so that some targets end just in time.
    """
    found = []
    for count, unit in ((6, 5), (8, 1), (9, 5), (7, 1), (10, 5), (12, 1)):
        gaps = rng.integers(1, 4, count) * unit + (unit == 1) * rng.integers(0, 6, count)
        gaps[-2] = unit  # a statement out of schedule, soon after the one before
        gaps[2:5] = 2 * unit
        known = np.cumsum(gaps)
        ends = known + unit * (2 if unit == 5 else rng.integers(3, 8))
        ends[1::3] += unit  # some targets take longer
        first, embargo = int(count // 2), unit * (1 if unit == 5 else int(rng.integers(1, 4)))
        found.append((known, ends, first, embargo))
    return found


def scaled(
    window: Callable,
    spread: Callable = np.std,
    early: bool = False,
    wait: int = 0,
) -> Callable:
    """A series scaled by a window of each day, with mistakes."""

    def scale(x, days):
        z = np.zeros(len(x))
        for t in range(0 if early else days - 1 + wait, len(x)):
            part = window(x, t, days)
            deviation = spread(part) if len(part) > 1 else 1
            z[t] = (x[t] - part.mean()) / deviation
        return z

    return scale


def until_today(x: np.ndarray, t: int, days: int) -> np.ndarray:
    """The last so many values, today's included."""
    return x[max(t + 1 - days, 0) : t + 1]


def series(rng: np.random.Generator, n: Drawn) -> list[tuple]:
    """Cases for scaling: a series, and how many days its window has."""
    return [
        (np.round(20 + np.cumsum(hundredths(rng, length, most=1.5)), 2), days)
        for length, days in ((8, 3), (9, 4), (12, 5), (7, 3), (14, 6), (10, 4))
    ]


def fixings_and_release(rng: np.random.Generator) -> Drawn:
    """Eight fixings, and a release on the day of one of them, at an hour of the bank's clock.

    As the bank's clock has it, the release is on the other side of the fixing.
    """
    ahead = int(rng.choice([-8, -7, -6, -5, 7, 8, 9, 10]))
    least, most = (
        (FIXING + ahead + 1, FIXING - 1) if ahead < 0 else (FIXING + 1, FIXING + ahead - 1)
    )
    moves = rng.integers(80, 260, 8) * rng.choice([-1, 1], 8) / 10_000
    return {
        "prices": np.round(rng.integers(1500, 2400) * np.exp(np.cumsum(moves))),
        "day": np.array(rng.integers(3, 5)),
        "hour": np.array(rng.integers(least, most + 1)),
        "ahead": np.array(ahead),
        "horizon": np.array(rng.integers(2, 4)),
    }


def strategies(rng: np.random.Generator) -> Drawn:
    """How many models were tried, and what the best one reached; luck could explain it or not."""
    while True:
        tried, years = int(rng.integers(12, 81)), int(rng.integers(5, 21))
        spread, best = rng.integers(15, 36) / 100, rng.integers(60, 121) / 100
        _, alone, honest = best_of(tried, spread, best, years)
        if alone < 0.998 and 0.06 < honest < 0.94:
            return {
                "tried": np.array(tried),
                "spread": np.array(spread),
                "best": np.array(best),
                "years": np.array(years),
            }
