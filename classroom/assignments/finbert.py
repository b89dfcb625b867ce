"""A forecast and its tests: what is known when, R², overlap, the best of many, code, a leak."""

import numpy as np

from classroom.backtests import (
    AFTER,
    AGAINST,
    BEST,
    MEASURED,
    OVERLAPPING,
    USABLE,
    after_release,
    against,
    all_others,
    best_of,
    fixings_and_release,
    may_learn,
    measured,
    overlapping,
    releases_and_ends,
    scaled,
    series,
    strategies,
    until_today,
    usable,
)
from classroom.networks import hundredths
from classroom.questions import Code, Explain, Version, by_hand, find_error
from unrolled.finbert.slips import ROWS
from unrolled.page.ask import Slip

TITLE = "The road to FinBERT"
CHAPTER = "finbert"
MINUTES = 60
INTRO = (
    "You find the first price after a release, correct a correlation for noise, and say which rows"
    " a forecast may learn from. You measure a forecast against the mean of the past, find out what"
    " overlapping rows are worth, and ask what luck gives the best of many models. You write the"
    " code of an honest split and of an honest scale. Then you explain what a good backtest shows."
)
MEANS = {
    "prices": "gold at eight fixings, one a day, for question 1",
    "day": "the day of the release, counted from 1",
    "hour": "its hour on the bank's clock",
    "ahead": "hours that this clock is ahead of London's; negative: behind",
    "horizon": "how many fixings a target covers",
    "hawkish": "hawkish sentences of a statement, for question 2",
    "dovish": "dovish sentences",
    "sentences": "all its sentences",
    "correlation": "the correlation of tone and return, in another world",
    "margin": "half the width of its 95 % interval",
    "reliability": "the reliability of the tone there",
    "known": "the days of nine releases, for question 3",
    "days": "how many days a target covers",
    "embargo": "the embargo, in days",
    "late": "the day of a further forecast",
    "outcome": "log-returns in percent, for question 4",
    "forecast": "what a model forecast of them",
    "past_mean": "what the mean of the past would have said each time",
    "rows": "rows of a table, for question 5",
    "covers": "how many fixings a target covers there",
    "apart": "how many fixings two rows are apart",
    "t": "the t-statistic of a regression that takes every row for new",
    "tried": "how many models were tried, for question 6",
    "spread": "the standard deviation of their yearly Sharpe ratios",
    "best": "the yearly Sharpe ratio of the best one",
    "years": "years of the test",
}
BOOK = {
    "prices": np.array([1812, 1839, 1828, 1861, 1847, 1885, 1902, 1876]),
    "day": np.array(3),
    "hour": np.array(13),
    "ahead": np.array(-6),
    "horizon": np.array(2),
    "hawkish": np.array(6),
    "dovish": np.array(2),
    "sentences": np.array(11),
    "correlation": np.array(0.15),
    "margin": np.array(0.12),
    "reliability": np.array(0.7),
    "known": np.array([4, 39, 81, 96, 130, 171, 214, 222, 259]),
    "days": np.array(14),
    "embargo": np.array(5),
    "late": np.array(274),
    "outcome": np.array([1.4, -2.1, 0.8, 2.6, -0.5]),
    "forecast": np.array([0.9, -0.6, -0.3, 1.2, 0.4]),
    "past_mean": np.array(0.3),
    "rows": np.array(420),
    "covers": np.array(12),
    "apart": np.array(5),
    "t": np.array(4.3),
    "tried": np.array(35),
    "spread": np.array(0.24),
    "best": np.array(0.74),
    "years": np.array(14),
}


def draw(rng):
    hawkish, dovish = rng.integers(3, 9), rng.integers(1, 4)
    outcome = hundredths(rng, 5, most=3)
    covers = rng.integers(5, 21)
    known = np.cumsum(np.r_[rng.integers(2, 9), rng.integers(8, 46, 8)])
    return {
        **fixings_and_release(rng),
        "hawkish": np.array(hawkish),
        "dovish": np.array(dovish),
        "sentences": np.array(hawkish + dovish + rng.integers(2, 8)),
        "correlation": np.array(rng.integers(6, 26) / 100),
        "margin": np.array(rng.integers(7, 19) / 100),
        "reliability": np.array(rng.integers(50, 91) / 100),
        "known": known,
        "days": np.array(rng.integers(9, 25)),
        "embargo": np.array(rng.integers(2, 9)),
        "late": np.array(known[-1] + rng.integers(3, 22)),
        "outcome": outcome,
        "forecast": np.round(0.4 * outcome + hundredths(rng, 5), 2),
        "past_mean": np.array(rng.integers(15, 61) / 100),
        "rows": np.array(rng.integers(150, 601)),
        "covers": np.array(covers),
        "apart": np.array(rng.integers(1, covers)),
        "t": np.array(rng.integers(25, 71) / 10),
        **strategies(rng),
    }


def some(n, *names):
    return tuple(n[name].item() for name in names)


LISTING = """\
first = np.searchsorted(fixed, released, side="right")
y = np.log(P[first + 10] / {start})
for k in range(100, len(y)):
    past = {past}
    centre, scale = {known}.mean(axis=0), {known}.std(axis=0)
    model.fit((X[past] - centre) / scale, y[past])
    said.append(model.predict((X[[k]] - centre) / scale)[0])
    mean.append({mean})
errors = (y[100:] - said) ** 2, (y[100:] - mean) ** 2
r2 = 1 - errors[0].sum() / errors[1].sum()"""
RIGHT = {
    "start": "P[first]",
    "past": "fixed[first + 10] <= released[k]",
    "known": "X[past]",
    "mean": "y[past].mean()",
}
QUESTIONS = (
    by_hand(
        "first_price",
        2,
        "Gold is fixed in London every day at 15:00, and `prices` are eight fixings. A central"
        " bank releases a statement on day number `day`, at `hour` o'clock on its own clock, which"
        " is `ahead` hours ahead of London's, or behind if the number is negative. The target"
        " covers `horizon` fixings. What is the target, a log-return in percent? And how large is"
        " the jump that nobody could have earned, the log-return in percent from the last fixing"
        " before the release to the first one after it?",
        "finbert.html#one-way-from-a-statement-to-a-return",
        ("target", "jump"),
        after_release,
        lambda n: (n["prices"].astype(float), *some(n, "day", "hour", "ahead", "horizon")),
        AFTER,
        tuple(AFTER),
    ),
    by_hand(
        "tone_and_strength",
        1,
        "Of a statement's `sentences` sentences, a perfect head finds `hawkish` hawkish, `dovish`"
        " dovish, and the others neither. What is the statement's tone? In another world, tone and"
        " return have the correlation `correlation`, with a 95 % interval of plus or minus"
        " `margin`, and the reliability of the tone is `reliability`. How strong is the dependence"
        " on the stance, and plus or minus how much is its interval?",
        "finbert.html#a-world-with-a-known-answer",
        ("tone", "strength", "plus or minus"),
        measured,
        lambda n: some(n, "hawkish", "dovish", "sentences", "correlation", "margin", "reliability"),
        MEASURED,
        tuple(MEASURED),
    ),
    by_hand(
        "rows_to_learn_from",
        2,
        "A table has a row for each of nine releases. The rows are known on the days in `known`,"
        " each target covers the `days` days after that, and the embargo is `embargo` days. A"
        " forecast is made on the day of the last release. On which day at the latest must a row be"
        " known if the forecast may learn from it, and how many such rows are there? Answer both"
        " questions for a forecast on the day `late`, too.",
        "finbert.html#walk-forward",
        ("last day", "rows", "last day, for late", "rows, for late"),
        usable,
        lambda n: (n["known"], *some(n, "days", "embargo", "late")),
        USABLE,
        tuple(USABLE),
    ),
    by_hand(
        "against_the_past",
        2,
        "A model forecast the five log-returns `outcome` as `forecast`. The mean of the past was"
        " `past_mean` each time. What is R² against the mean of the past? And what is the mean of"
        " $d_k$, the differences of squared errors that Diebold and Mariano's test looks at?",
        "finbert.html#walk-forward",
        ("R²", "mean of d"),
        against,
        lambda n: (n["outcome"], n["forecast"], float(n["past_mean"])),
        AGAINST,
        tuple(AGAINST),
    ),
    by_hand(
        "overlap",
        2,
        "A table has a row for each of `rows` fixings in turn, and each target is the return over"
        " `covers` fixings. The returns of single fixings are independent. What is the correlation"
        " of the targets of two rows that are `apart` fixings apart? The mean of all $N$ targets"
        " varies as much as the mean of $N^2 / (N H - (H^2 - 1)/3)$ independent ones, if $H$ is the"
        " number of fixings that each of them covers. How many independent rows is that here? A"
        " regression took every row for new and found the t-statistic `t`. What is left of it if"
        " the standard error is corrected for this number of rows?",
        "finbert.html#eight-traps",
        ("correlation", "independent rows", "corrected t-statistic"),
        overlapping,
        lambda n: some(n, "rows", "covers", "apart", "t"),
        OVERLAPPING,
        tuple(OVERLAPPING),
    ),
    by_hand(
        "best_of_many",
        2,
        "Somebody tried `tried` models and reports the best one, whose yearly Sharpe ratio is"
        " `best`. Among the models, yearly Sharpe ratios have the standard deviation `spread`. The"
        " test lasted `years` years of 252 fixings, and returns have skewness 0 and kurtosis 3."
        " What yearly Sharpe ratio $S_0$ would the best of so many worthless models be expected to"
        " have? In the formula of the deflated Sharpe ratio, $M$ is the number of fixings in the"
        " test. What would the formula give if this were the only model, so that $S_0 = 0$? And"
        " what does it give for the best of `tried`? In Python, `statistics.NormalDist()` has"
        " $\\Phi$ as `cdf` and its inverse as `inv_cdf`.",
        "finbert.html#eight-traps",
        ("best of worthless models", "one model alone", "deflated"),
        best_of,
        lambda n: some(n, "tried", "spread", "best", "years"),
        BEST,
        tuple(BEST),
    ),
    Code(
        "may_learn",
        2,
        "Write the rule of walking forward. Row number j is known at the time `known[j]`, and its"
        " target is complete at `ends[j]`. The rows from number `first` on, counted from 0, are"
        " forecast, each at the time when it is known. Return a table with a row for each forecast"
        " and a column for each row of the data: 1 where the forecast may learn from it, with this"
        " `embargo`, and 0 elsewhere.",
        "finbert.html#walk-forward",
        """
def may_learn(known, ends, first, embargo):
    return np.zeros((len(known) - first, len(known)))
""",
        """
def may_learn(known, ends, first, embargo):
    complete = ends + embargo <= known[first:, None]
    return complete.astype(float)
""",
        releases_and_ends,
        {
            "target not complete": Slip(
                ROWS["target not complete"].says, may_learn(lambda known, ends: known)
            ),
            "no embargo": Slip(ROWS["no embargo"].says, may_learn(embargo_counts=0)),
            "embargo subtracted": Slip(
                "The embargo makes you wait longer. You made the wait shorter.",
                may_learn(embargo_counts=-1),
            ),
            "neither": Slip(
                "A row that is known may have a target that isn't complete, and there is an"
                " embargo.",
                may_learn(lambda known, ends: known, embargo_counts=0),
            ),
            "just in time": Slip(
                "A target that is complete just now, embargo included, may be used.",
                may_learn(strict=True),
            ),
            "never again": Slip(
                "Each forecast is made at a time of its own, and may learn from more rows than the"
                " one before.",
                may_learn(once=True),
            ),
            "all others": Slip(
                "These are all rows but one. Many of them come after the forecast.", all_others
            ),
        },
    ),
    Code(
        "scale_by_past",
        2,
        "Write a scale that doesn't look ahead. From each value of the series `x` subtract the mean"
        " of the last `days` values, its own included, and divide by their standard deviation, that"
        " of `np.std`. Where there are not yet as many values, the result is 0.",
        "finbert.html#eight-traps",
        """
def scale_by_past(x, days):
    return x
""",
        """
def scale_by_past(x, days):
    z = np.zeros(len(x))
    for t in range(days - 1, len(x)):
        window = x[t + 1 - days : t + 1]
        z[t] = (x[t] - window.mean()) / window.std()
    return z
""",
        series,
        {
            "whole series": Slip(
                "You used the mean and the deviation of the whole series, which nobody knows before"
                " its end.",
                scaled(lambda x, t, days: x, early=True),
            ),
            "whole series late": Slip(
                "The first values are 0 now, but the others are still scaled by the whole series.",
                scaled(lambda x, t, days: x),
            ),
            "looks ahead": Slip(
                "Your window begins with today's value. It must end with it.",
                scaled(lambda x, t, days: x[t : t + days], early=True),
            ),
            "today left out": Slip(
                "Today's value is known today, so the window includes it.",
                scaled(lambda x, t, days: x[t - days : t], wait=1),
            ),
            "all the past": Slip(
                "You used the whole past. Only the last days count.",
                scaled(lambda x, t, days: x[: t + 1]),
            ),
            "too early": Slip(
                "Where there are not yet enough values, the result is 0.",
                scaled(until_today, early=True),
            ),
            "other deviation": Slip(
                "This is the deviation with one less in the denominator. Take that of np.std.",
                scaled(until_today, spread=lambda part: part.std(ddof=1)),
            ),
            "variance": Slip(
                "You divided by the variance. Divide by its root.",
                scaled(until_today, spread=np.var),
            ),
            "not divided": Slip(
                "Divide by the standard deviation, too.",
                scaled(until_today, spread=lambda part: 1),
            ),
        },
    ),
    find_error(
        "wrong_line",
        2,
        "Here a model learns to forecast the return over ten fixings after each statement. Row k of"
        " `X` describes statement k and was computed from this statement alone; `released` are the"
        " times of all releases. `fixed` are the times of the fixings and `P` their prices. All"
        " times are in UTC. Something here is known only later than it is used.",
        "finbert.html#what-goes-wrong",
        (
            Version(
                LISTING.format(**RIGHT | {"start": "P[first - 1]"}),
                2,
                "Nobody who had read the statement could buy at a price from before its release.",
            ),
            Version(
                LISTING.format(**RIGHT | {"past": "released < released[k]"}),
                4,
                "The targets of the latest of these statements aren't complete yet.",
            ),
            Version(
                LISTING.format(**RIGHT | {"known": "X"}),
                5,
                "The mean and the deviation of all statements are known only at the end.",
            ),
            Version(
                LISTING.format(**RIGHT | {"mean": "y.mean()"}),
                8,
                "The benchmark may know no more than the model: the mean of the past.",
            ),
        ),
    ),
    Explain(
        "what_it_shows",
        3,
        "A report says: “On 160 statements of a central bank, our model forecasts the return of"
        " gold over the next ten fixings. Walking forward, its R² against the past mean is 0.03,"
        " and Clark and West's test gives p = 0.04. After costs, the Sharpe ratio is 0.6. This is"
        " the best of the twelve variants that we tried. The encoder was trained on texts from the"
        " internet up to last year.” Explain in five to seven sentences what this result shows and"
        " what it doesn't. How certain can it be with 160 statements? What do the twelve variants"
        " change? And name two checks that you would ask for, each with the leak that it would"
        " find.",
        (
            "1 point: 160 releases are few: a correlation has a standard error of about"
            " 1/√160 = 0.08, and an R² of 0.03 is a correlation of about 0.17, so hardly any"
            " effect and one twice as large both fit; an interval is missing",
            "1 point: p = 0.04 and the Sharpe ratio belong to the best of twelve, which is likely"
            " to look good by luck alone; all twelve must be counted (deflated Sharpe ratio), or"
            " the choice must be made on earlier years than the test",
            "1 point: two checks with their leaks, for example statements from after the encoder's"
            " training texts end (it may have read what gold did), times of release and fixing in"
            " one zone (the jump), everything computed again after the future was changed"
            " (scaling), permuted documents or the clock alone (the text isn't what helps); and"
            " even a true association in these years promises nothing about later ones",
        ),
        "The result is a hint that the words of this bank went along with later returns in these"
        " years, and no more. With 160 statements a correlation has a standard error of about"
        " 0.08, and an R² of 0.03 is a correlation of about 0.17, so the truth may be next to"
        " nothing or twice as much; the report should give an interval. If twelve worthless"
        " variants were independent, at least one of them would reach p = 0.04 with a probability"
        " of almost 40 %, so the p-value and the Sharpe ratio have to be deflated with all twelve"
        " counted, or the variant chosen on earlier years. I would ask for the result on"
        " statements from after the encoder's training texts end, because an encoder that has read"
        " articles on what gold did knows the future. I would also put releases and fixings into"
        " one time zone, to see whether the target contains the jump. Permuted documents would"
        " show whether the text matters at all, or only its date. Even if all this is passed, what"
        " held in these years need not hold in the next.",
    ),
)
