"""The whole path on real data that the reader supplies: monthly gold and policy statements.

Derived data: `UNROLLED_DATA=folder make data NAME=finbert.real`, in ten minutes. The folder holds
gold_monthly.csv (date, price_usd) and fomc_statements.jsonl (date, title, text). The file beside
this module holds errors of forecasts, neither prices nor texts; without UNROLLED_DATA it stays.
It was computed from: World Bank, Commodity Markets (Pink Sheet), CC BY 4.0, compiled by
datasets/gold-prices, ODC-PDDL; and statements of the Federal Open Market Committee, credited to the
Board of Governors, in the public domain.
Notebook: book/finbert.ipynb
"""

import os
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import numpy as np
from scipy.stats import pearsonr

from unrolled.core.derived import read_data
from unrolled.core.door import check_array, check_choice, check_whole, short_repr
from unrolled.core.records import check_fields
from unrolled.core.shapes import Array, Float
from unrolled.finbert.documents import Statements, load_statements
from unrolled.finbert.encoders import Encoder, encoder, hashed
from unrolled.finbert.loaders import Prices, load_prices
from unrolled.finbert.protocol import Forecasts, r2_against
from unrolled.finbert.ridge import in_sample, tfidf_ridge, vector_ridge
from unrolled.finbert.significance import Estimate, Tested, block_bootstrap, clark_west
from unrolled.finbert.walk import (
    FIRST,
    TARGETS,
    Aligned,
    align,
    autoregression,
    forecast_each,
    shuffle_texts,
)

FOLDER = "UNROLLED_DATA"  # the environment variable that names the folder
FILES = ("gold_monthly.csv", "fomc_statements.jsonl")
LONDON, NEW_YORK = "Europe/London", "America/New_York"
RELEASE = "14:00"  # in New York; the files give days alone
SHUFFLES = 60
BLOCK, DRAWS = 8, 2000  # of the bootstrap: eight statements are about a year
DATED = ("Voting", "In taking the discount", "In a related action")  # paragraphs with names


class Score(NamedTuple):
    """A model's forecasts against the mean of the past."""

    r2: Estimate
    clark_west: Tested
    correlation: Tested  # of outcome and forecast, the mean of the past taken from both
    hits: float  # share of signs that were right
    always_up: float  # share of outcomes above 0
    n: int


def load(folder: str | Path, now: datetime | None = None) -> tuple[Prices, Statements]:
    """The two files of a folder. Raises ValueError as the loaders do."""
    if not isinstance(folder, str | Path):
        raise ValueError(f"folder: got {short_repr(folder)}, expected a path")
    gold, fomc = (Path(folder) / name for name in FILES)
    prices = load_prices(gold, LONDON, every="month", now=now)
    return prices, load_statements(fomc, NEW_YORK, at=RELEASE, now=now)


def without_names(text: str) -> str:
    """A statement without its vote: names of members date a text, whatever it says."""
    if not isinstance(text, str):
        raise ValueError(f"text: got {short_repr(text)}, expected a str")
    kept = [part for part in text.split("\n\n") if not part.strip().startswith(DATED)]
    return "\n\n".join(kept) if kept else text


def measure(
    prices: Prices,
    statements: Statements,
    reader: Encoder,
    first: int = FIRST,
    shuffles: int = SHUFFLES,
) -> dict:
    """Every model walked forward: the numbers of the derived data.

    `reader` makes the vectors of the statements; `first` statements are learned from before the
    first forecast.
    """
    check_fields("reader", reader, Encoder)
    check_whole("shuffles", shuffles, 0)
    check_fields("statements", statements, Statements)
    texts = tuple(map(without_names, statements.texts))
    aligned = align(prices, statements._replace(texts=texts))
    found = _walks(aligned, reader, first)
    found["T2 words and names"] = with_names(prices, statements, first)
    return {
        **_sizes(prices, aligned, reader, first),
        "models": {name: _stored(one) for name, one in found.items()},
        "in sample": {
            name: round(in_sample(aligned.texts, y), 4)
            for name, y in zip(TARGETS, aligned.targets, strict=True)
        },
        "shuffled": [_shuffled_r2(aligned, seed, first) for seed in range(shuffles)],
    }


def _sizes(prices: Prices, aligned: Aligned, reader: Encoder, first: int) -> dict:
    """How much data there are, who read the texts, and two facts about monthly averages."""
    cuts = reader.cuts(aligned.texts)
    year = aligned.released.astype("M8[s]").astype("M8[Y]").astype(int) + 1970
    month = np.searchsorted(prices.begins, aligned.released, side="right") - 1
    passed = aligned.released - prices.begins[month]
    since = prices.values[prices.known > aligned.released[0]]
    return {
        "n": len(aligned.texts),
        "left out": aligned.left_out,
        "first": first,
        "years": [int(year[k]) for k in (0, first, -1)],
        "encoder": reader.name,
        "longest": max(cut.tokens for cut in cuts),
        "cut": sum(cut.parts > 1 for cut in cuts),
        "before release": round(
            float(np.median(passed / (prices.known - prices.begins)[month])), 4
        ),
        "autocorrelation": round(autocorrelation(np.diff(np.log(since))), 4),
    }


def with_names(prices: Prices, statements: Statements, first: int = FIRST) -> Forecasts:
    """T2 from words, with the names that `without_names` takes out."""
    aligned = align(prices, statements)
    return forecast_each(aligned, "T2", tfidf_ridge(aligned.texts), first)


def _walks(aligned: Aligned, reader: Encoder, first: int) -> dict[str, Forecasts]:
    """The forecasts by name: target and what they are made from."""
    bag, V = hashed()(aligned.texts), reader(aligned.texts)
    models = {
        "words": tfidf_ridge(aligned.texts),
        "encoder": vector_ridge(V),
        "hashed": vector_ridge(bag),
        "last return": autoregression(aligned.before),
    }
    found = {
        f"{target} {name}": forecast_each(aligned, target, model, first)
        for target in TARGETS
        for name, model in models.items()
    }
    month, next_month, _ = aligned.targets
    found["T1 leak"] = forecast_each(aligned, "T1", autoregression(month), first)
    found["T2 leak"] = forecast_each(aligned, "T2", autoregression(next_month), first)
    return found


def _stored(found: Forecasts) -> dict:
    """Errors in per cent, and how many signs were right, which errors alone do not tell."""
    _, forecast, mean, outcome = found
    return {
        "error": [float(f"{100 * e:.4g}") for e in outcome - forecast],
        "of mean": [float(f"{100 * e:.4g}") for e in outcome - mean],
        "hits": int(np.sum((forecast > 0) == (outcome > 0))),
        "up": int(np.sum(outcome > 0)),
    }


def _shuffled_r2(aligned: Aligned, seed: int, first: int) -> float:
    """R² for T2 with the texts in another order."""
    other = shuffle_texts(aligned, np.random.default_rng(seed))
    found = forecast_each(other, "T2", tfidf_ridge(other.texts), first)
    return round(r2_against(found.outcome, found.forecast, found.past_mean), 5)


def autocorrelation(returns: Float[Array, " n"]) -> float:
    """The correlation of each return with the one before it."""
    returns = check_array("returns", returns, "n")
    if len(returns) < 3:
        raise ValueError(f"returns: got {len(returns)}, expected at least 3")
    if np.ptp(returns[1:]) == 0 or np.ptp(returns[:-1]) == 0:
        raise ValueError("returns: got ones that do not vary, expected at least two values")
    return float(np.corrcoef(returns[1:], returns[:-1])[0, 1])


def names() -> list[str]:
    """The models, as "T2 words": a target and what its forecast is made from."""
    return list(loaded()["models"])


def score(name: str) -> Score:
    """How good the forecasts of a model were, from their errors."""
    held = loaded()["models"]
    return scored(held[check_choice("name", name, held)])


def scored(held: dict) -> Score:
    """The same, of any model in the form of the derived data.

    R² has the interval of a circular block bootstrap. Clark and West's test is one-sided.
    """
    error, of_mean = (check_array(key, held[key], "n") for key in ("error", "of mean"))
    rows = np.stack([of_mean, error], axis=-1) ** 2
    block = min(BLOCK, len(rows))
    interval = block_bootstrap(np.random.default_rng(0), r2_of_squares, rows, block, DRAWS)
    tested = clark_west(of_mean, of_mean - error, np.zeros(len(error)))
    n = len(error)
    if np.ptp(of_mean - error) == 0:
        raise ValueError("error: got that of one number each time, expected forecasts that vary")
    together = Tested(*map(float, pearsonr(of_mean, of_mean - error)))
    return Score(interval, tested, together, held["hits"] / n, held["up"] / n, n)


def r2_of_squares(rows: Float[Array, "*B N 2"]) -> Float[Array, "*B"] | float:
    """R² of forecasts, from squared errors of the mean and of the forecast, a pair in each row."""
    of_mean, error = np.moveaxis(rows.sum(axis=-2), -1, 0)
    return 1 - error / of_mean


def loaded() -> dict:
    """The derived data."""
    return read_data(__name__)


def compute_data() -> dict:
    """The derived data of the files in UNROLLED_DATA; without it, those that are there already."""
    if FOLDER not in os.environ:
        print(f"{FOLDER} names no folder: the numbers of finbert.real stay as they are")
        return loaded()
    prices, statements = load(os.environ[FOLDER])
    return measure(prices, statements, encoder())
