"""Known mistakes of this chapter, as functions of what the right one takes, each with its answer.

Notebook: book/finbert.ipynb
"""

import numpy as np

from unrolled.core.shapes import Array
from unrolled.finbert.protocol import r2_against
from unrolled.page.ask import Slip

Numbers = Array | list
Number = float | int


def target(prices: Numbers, release: int, horizon: int) -> float:
    """The log-return from the first fixing after the release, over so many fixings.

    `release` is the place of the last fixing before it.                      eq-finbert-target
    """
    return float(np.log(prices[release + 1 + horizon] / prices[release + 1]))


def tone(hawkish: Number, dovish: Number, all_sentences: Number) -> float:
    """Hawkish minus dovish, as a share of the sentences.                        eq-finbert-tone"""
    return (hawkish - dovish) / all_sentences


def corrected(correlation: Number, reliability: Number) -> float:
    """The strength, from the correlation of a noisy tone.                   eq-finbert-strength"""
    return correlation / reliability


def known_rows(known: Numbers, horizon: Number, now: Number, embargo: Number = 0) -> int:
    """How many rows may be learned from by a forecast made at `now`.           eq-finbert-purge"""
    return int(np.sum(np.asarray(known) + horizon + embargo <= now))


def r2(outcome: Numbers, forecast: Numbers, past_mean: Number) -> float:
    """R² against the mean of the past.                                            eq-finbert-r2"""
    outcome = np.asarray(outcome, dtype=float)
    return r2_against(outcome, np.asarray(forecast, dtype=float), np.full(len(outcome), past_mean))


SLIPS: dict[str, Slip] = {
    # of a target
    "before the release": Slip(
        "You started at the last fixing before the release, when nobody could know the statement.",
        lambda prices, release, horizon: target(prices, release - 1, horizon),
    ),
    "starts too early": Slip(
        "The return starts at the first fixing after the release. The horizon counts from there.",
        lambda prices, release, horizon: (
            float(np.log(prices[release + horizon] / prices[release + 1]))
            if horizon > 1
            else float(np.log(prices[release + 2] / prices[release]))
        ),
    ),
    "simple return": Slip(
        "That is the simple return. Take the logarithm of the ratio.",
        lambda prices, release, horizon: prices[release + 1 + horizon] / prices[release + 1] - 1,
    ),
    # of a tone
    "neutral left out": Slip(
        "Divide by the number of all sentences, neutral ones too: the tone is a mean over all.",
        lambda hawkish, dovish, n: (hawkish - dovish) / (hawkish + dovish),
    ),
    "other sign": Slip(
        "Hawkish counts as positive here, so subtract the dovish sentences.",
        lambda hawkish, dovish, n: (dovish - hawkish) / n,
    ),
    # of a strength
    "multiplied": Slip(
        "You multiplied. Noise in the tone makes the correlation smaller; to undo this, divide.",
        lambda correlation, reliability: correlation * reliability,
    ),
    "squared": Slip(
        "Divide by the reliability itself, once.",
        lambda correlation, reliability: correlation / reliability**2,
    ),
    # of rows to learn from
    "target not complete": Slip(
        "You counted rows that are known, but the targets of some of them are not complete yet.",
        lambda known, horizon, now, embargo=0: known_rows(known, 0, now, embargo),
    ),
    "no embargo": Slip(
        "You forgot the embargo. It comes on top of the horizon.",
        lambda known, horizon, now, embargo=0: known_rows(known, horizon, now),
    ),
    # of R²
    "mean of the test": Slip(
        "You compared with the mean of the outcomes themselves, which nobody knew beforehand.",
        lambda outcome, forecast, past_mean: r2(outcome, forecast, float(np.mean(outcome))),
    ),
    "against zero": Slip(
        "You compared with a forecast of 0. The benchmark is the mean of the past.",
        lambda outcome, forecast, past_mean: r2(outcome, forecast, 0.0),
    ),
    "not subtracted": Slip(
        "That is the ratio of the squared errors. R² is 1 minus it.",
        lambda outcome, forecast, past_mean: 1 - r2(outcome, forecast, past_mean),
    ),
}
TARGET = {n: SLIPS[n] for n in ("before the release", "starts too early", "simple return")}
TONE = {n: SLIPS[n] for n in ("neutral left out", "other sign")}
STRENGTH = {n: SLIPS[n] for n in ("multiplied", "squared")}
ROWS = {n: SLIPS[n] for n in ("target not complete", "no embargo")}
R2 = {n: SLIPS[n] for n in ("mean of the test", "against zero", "not subtracted")}
