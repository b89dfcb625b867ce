"""A hundred worlds without signal and a hundred with: does the honest interval keep its word?

In each world the head reads the tone of every statement. It was tuned on labelled sentences and
never saw a price, so every release is a test of it. The correlation of tone and return, divided by
the tone's reliability, estimates the strength.                              eq-finbert-strength
Derived data: `make data NAME=finbert.hundred`, in some five minutes.
Notebook: book/finbert.ipynb
"""

from typing import NamedTuple

import numpy as np

from unrolled.core.derived import read_data
from unrolled.core.door import check_choice, check_real, check_whole
from unrolled.core.shapes import Array
from unrolled.finbert import protocol
from unrolled.finbert.significance import (
    block_bootstrap,
    clark_west,
    correlation,
    diebold_mariano,
    strength,
)
from unrolled.finbert.tone import document_vectors, measured_reliability, tones, tuned_on_words
from unrolled.finbert.world import HORIZON, World, make_world

SEEDS = range(100)
FIRST_SEED = {0.0: 1000, 0.3: 2000}  # of the worlds of each strength
DIAL, PER_DIAL = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5), 12
FURTHER = 2400  # worlds of each strength that are only counted
FIRST = 60  # releases before the first forecast
BLOCK, DRAWS = 4, 500


class Recovered(NamedTuple):
    """Of each world: the estimated strength and two intervals, and how well tone forecasts."""

    value: Array
    low: Array  # by HAC standard errors
    high: Array
    block_low: Array  # by a circular block bootstrap
    block_high: Array
    r2: Array  # out of sample, against the past mean
    dm: Array  # p-value of Diebold and Mariano's test
    cw: Array  # p-value of Clark and West's


def recover(world: World, seed: int = 0) -> Recovered:
    """The honest protocol in one world; `seed` is that of the bootstrap's draws."""
    tone = tones(document_vectors(tuned_on_words(), world.statements))
    known = measured_reliability()
    found = strength(world.target, tone, known)
    pairs = np.column_stack([tone, world.target])
    rng = np.random.default_rng(check_whole("seed", seed, 0))
    block = block_bootstrap(rng, correlation, pairs, BLOCK, DRAWS)
    start = world.released + 1
    said = protocol.forecast_forward(tone[:, None], world.target, start, start + HORIZON, FIRST)
    three = said.outcome, said.forecast, said.past_mean
    return Recovered(
        *found,
        block.low / known,
        block.high / known,
        protocol.r2_against(*three),
        diebold_mariano(*three).p,
        clark_west(*three).p,
    )


def world_of(seed: int, dial: float | int) -> World:
    """The world of a seed and a strength: one of the hundred."""
    dial = check_choice("dial", check_real("dial", dial), FIRST_SEED)
    rng = np.random.default_rng(FIRST_SEED[dial] + check_whole("seed", seed, 0))
    return make_world(rng, dial)


def dialled(seed: int, dial: float) -> World:
    """A world of any strength, none of the hundred."""
    return make_world(np.random.default_rng([round(1000 * dial), 3000 + seed]), dial)


class Counted(NamedTuple):
    """Of further worlds, none of the hundred: how often the HAC interval holds the strength."""

    worlds: int
    covered: int
    mean: float  # of the estimates


def count(dial: float | int, n: int = FURTHER) -> Counted:
    """The estimates of n further worlds of a strength."""
    dial, n = check_choice("dial", check_real("dial", dial), FIRST_SEED), check_whole("n", n, 1)
    known, found = measured_reliability(), []
    for seed in range(n):
        world = make_world(np.random.default_rng([round(1000 * dial), 20_000 + seed]), dial)
        tone = tones(document_vectors(tuned_on_words(), world.statements))
        found.append(strength(world.target, tone, known))
    covered = sum(one.low <= dial <= one.high for one in found)
    return Counted(n, covered, float(np.mean([one.value for one in found])))


def _columns(each: list[Recovered]) -> dict:
    named = zip(Recovered._fields, zip(*each, strict=True), strict=True)
    return {name: np.round(column, 4).tolist() for name, column in named}


def compute_data() -> dict:
    """What the protocol recovers: of a hundred worlds at 0 and at 0.3, of a few at other dials."""
    hundred = {
        str(dial): _columns([recover(world_of(seed, dial), seed) for seed in SEEDS])
        for dial in FIRST_SEED
    }
    few = {
        str(dial): _columns([recover(dialled(seed, dial), seed) for seed in range(PER_DIAL)])
        for dial in DIAL
    }
    further = {str(dial): count(dial, FURTHER)._asdict() for dial in FIRST_SEED}
    for row in further.values():
        row["mean"] = round(row["mean"], 4)
    return {
        "reliability": round(measured_reliability(), 6),
        "hundred": hundred,
        "few": few,
        "further": further,
    }


def recovered(dial: float | int, few: bool = False) -> Recovered:
    """What the file says of the hundred worlds of a strength, or of the few of the dial."""
    data = read_data(__name__)["few" if few else "hundred"]
    row = data[str(check_choice("dial", dial, DIAL if few else FIRST_SEED))]
    return Recovered(*(np.array(row[name]) for name in Recovered._fields))


def counted(dial: float | int) -> Counted:
    """What the file says of the further worlds of a strength."""
    return Counted(**read_data(__name__)["further"][str(check_choice("dial", dial, FIRST_SEED))])


def reliability() -> float:
    """The reliability of the tone, from the file."""
    return read_data(__name__)["reliability"]


def covers(found: Recovered, dial: float | int, block: bool = False) -> int:
    """In how many worlds the interval holds the true strength."""
    low, high = (found.block_low, found.block_high) if block else (found.low, found.high)
    return int(np.sum((low <= dial) & (dial <= high)))
