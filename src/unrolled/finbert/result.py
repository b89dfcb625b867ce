"""What the whole pipeline finds where there is something: which of its inputs matter, and how sure.

Twenty banks, each a world of twenty years; the return depends on the stance and on the rate. The
readers are trained on the first 60 % of the years of all banks, stopped on the next 15 %, and
tested on the last quarter, which they never saw; each seed has banks of its own.
Derived data: `make data NAME=finbert.result`, in some fifteen minutes.
Notebook: book/finbert.ipynb
"""

from typing import NamedTuple

import numpy as np

from unrolled.core.derived import read_data
from unrolled.core.door import check_choice, check_whole
from unrolled.core.shapes import Array, Float
from unrolled.finbert import pipeline, protocol
from unrolled.finbert.pipeline import USES, Sequences
from unrolled.finbert.statements import CALM, DOUBTFUL
from unrolled.finbert.tone import document_vectors, tones, tuned_on_words
from unrolled.finbert.world import World, last_known, make_world

SEEDS = range(5)
BANKS, FEW = 20, (1, 5)
TEXT, SERIES = 0.4, 0.3  # the two known strengths
UNTIL, CHECKED = 0.6, 0.75  # shares of the years
UPDATES = 300
CENTRAL = 1.2816  # standard deviations, within which 80 % of a normal variable lie


class Parts(NamedTuple):
    """What is learned from, what stops the training, and what is tested, in the order of time."""

    learn: Sequences
    check: Sequences
    test: Sequences


def banks(seed: int, n: int = BANKS) -> list[World]:
    """The worlds of a seed; fewer banks are the first of more."""
    check_whole("seed", seed, 0)
    many = range(check_whole("n", n, 1))
    return [make_world(np.random.default_rng([seed, 4000 + bank]), TEXT, SERIES) for bank in many]


def parts(worlds: list[World], use: str = "both") -> Parts:
    """The releases of all banks, cut twice along the years; targets that cross a cut are purged."""
    cut = [[], [], []]
    for world in worlds:
        vectors = document_vectors(tuned_on_words(), world.statements)
        whole, T = pipeline.sequences(world, vectors, use), len(world.days)
        for part, low, high in zip(cut, (0, UNTIL, CHECKED), (UNTIL, CHECKED, 1), strict=True):
            inside = (whole.known >= low * T) & (whole.ends < high * T)
            part.append(pipeline.part_of(whole, inside))
    return Parts(*(pipeline.joined(part) for part in cut))


def trained(seed: int, use: str = "both", n: int = BANKS, updates: int = UPDATES) -> tuple:
    """A reader tuned on n banks of a seed, and the seed's parts; the test is that of all banks."""
    use = check_choice("use", use, USES)
    found = parts(banks(seed), use)
    fewer = found if n == BANKS else parts(banks(seed, n), use)
    return pipeline.tune_reader(seed, fewer.learn, fewer.check, updates), found


def r2(forecast: Float[Array, " B"], found: Parts) -> float:
    """R² on the test against the mean of what was learned from.                    eq-finbert-r2"""
    mean = np.full(len(forecast), found.learn.target.mean())
    return protocol.r2_against(found.test.target, forecast, mean)


def line(seed: int) -> float:
    """R² of a regression on two numbers, the tone and the last rate: the pipeline to beat."""
    learn, test = [], []
    for world in banks(seed):
        vectors = document_vectors(tuned_on_words(), world.statements)
        X = np.column_stack([tones(vectors), last_known(world.rate, world.released)])
        y, T = world.target / (0.01 * np.sqrt(10)), len(world.days)
        learn.append((X, y, world.released + 11 < UNTIL * T))
        test.append((X, y, world.released >= CHECKED * T))
    X, y = (np.concatenate([row[n][row[2]] for row in learn]) for n in (0, 1))
    ask, outcome = (np.concatenate([row[n][row[2]] for row in test]) for n in (0, 1))
    said = protocol.fit_ridge(X, y, ask, 0.0)
    return protocol.r2_against(outcome, said, np.full(len(outcome), y.mean()))


def calibration(reader: pipeline.Reader, found: Parts) -> dict:
    """Forecast and outcome by fifths of the forecast; and how often 80 % intervals hold.

    The interval's width is the forecast's typical error on `check`, the same for all statements.
    """
    said, outcome = pipeline.forecast(reader, found.test), found.test.target
    order = np.array_split(np.argsort(said), 5)
    off = pipeline.forecast(reader, found.check) - found.check.target
    inside = np.abs(outcome - said) < CENTRAL * np.sqrt(np.mean(off**2))
    doubt = found.test.vectors[:, DOUBTFUL] - found.test.vectors[:, CALM]
    low, high = np.quantile(doubt, (1 / 3, 2 / 3))
    return {
        "forecast": [float(said[fifth].mean()) for fifth in order],
        "outcome": [float(outcome[fifth].mean()) for fifth in order],
        "slope": float(np.polyfit(said, outcome, 1)[0]),
        "inside": [
            float(part.mean()) for part in (inside, inside[doubt <= low], inside[doubt >= high])
        ],
    }


def compute_data() -> dict:
    """By use, R² of five seeds; of fewer banks; of a line; and the calibration of each seed."""
    by_use, calibrated = {use: [] for use in USES}, []
    for seed in SEEDS:
        for use in USES:
            reader, found = trained(seed, use)
            by_use[use].append(r2(pipeline.forecast(reader, found.test), found))
            if use == "both":
                calibrated.append(calibration(reader, found))
    fewer = {str(n): [] for n in FEW}
    for n in FEW:
        for seed in SEEDS:
            reader, found = trained(seed, "both", n)
            fewer[str(n)].append(r2(pipeline.forecast(reader, found.test), found))
    return _rounded(
        {
            "r2": by_use,
            "fewer": fewer,
            "line": [line(seed) for seed in SEEDS],
            "calibration": {
                name: [row[name] for row in calibrated]
                for name in ("forecast", "outcome", "slope", "inside")
            },
        }
    )


def _rounded(tree: object) -> object:
    if isinstance(tree, dict):
        return {name: _rounded(part) for name, part in tree.items()}
    return np.round(tree, 4).tolist()


def ablation(use: str) -> Float[Array, " seeds"]:
    """R² of each seed with these inputs, from the file."""
    return np.array(read_data(__name__)["r2"][check_choice("use", use, USES)])


def with_banks(n: int) -> Float[Array, " seeds"]:
    """R² of each seed, trained on the data of n banks, from the file."""
    if check_choice("n", n, (*FEW, BANKS)) == BANKS:
        return ablation("both")
    return np.array(read_data(__name__)["fewer"][str(n)])


def lines() -> Float[Array, " seeds"]:
    """R² of the regression on two numbers, from the file."""
    return np.array(read_data(__name__)["line"])


def calibrated(part: str) -> Array:
    """ "forecast" and "outcome" (seeds, fifths), "slope", "inside" (seeds, 3), from the file."""
    names = ("forecast", "outcome", "slope", "inside")
    return np.array(read_data(__name__)["calibration"][check_choice("part", part, names)])
