"""Five ways to live with gaps, trained in the same worlds, and how far each stays from the best.

Derived data: `make data NAME=ode_rnn.race`, in some forty minutes.
Notebook: book/ode_rnn.ipynb
"""

from typing import NamedTuple

import numpy as np

from unrolled.core.derived import read_data
from unrolled.core.door import check_array, check_choice, check_real, check_whole
from unrolled.core.losses import SQUARED_ERROR
from unrolled.core.optim import adam
from unrolled.core.records import check_fields
from unrolled.core.shapes import Array, Float
from unrolled.core.tree import ravel, tree_at, tree_map, unravel
from unrolled.core.unroll import unroll
from unrolled.gru.cell import CELL as GRU_CELL
from unrolled.ode_rnn.cells import decaying, evolving, ignoring, imputing
from unrolled.ode_rnn.times import rows
from unrolled.ode_rnn.worlds import Sample, best, sample, task
from unrolled.training import Learner, learner, predict, train

SEEDS = range(5)
UNITS, BATCH, UPDATES, RATE = 8, 64, 600, 0.01
HELD_OUT = 2000
TICK = 0.25
WAYS = {
    "ignore": ignoring(),
    "impute": imputing(TICK, 1),
    "gap as input": GRU_CELL,  # a row is its input as it is
    "decay": decaying(),
    "evolve": evolving(),
}
SMOOTH = evolving(longest=0.25)  # for pictures; the errors are the same, the curves have no kinks
RATES = (0.5, 1.0, 2.0)
CONTESTS = {
    **{f"oscillator, {rate:g} a unit": ("oscillator", rate) for rate in RATES},
    **{f"switch, {rate:g} a unit": ("switch", rate) for rate in RATES},
    "ward": ("ward", 1.0),
}
SHOWN, SHOWN_UPDATES = "oscillator, 2 a unit", 2000  # of seed 0, whose weights are kept


def start(way: str, seed: int) -> Learner:
    """The learner that a seed starts from: a GRU of 8 units and a way to live with gaps."""
    cell = WAYS[check_choice("way", way, WAYS)]
    return learner(np.random.default_rng(check_whole("seed", seed, 0)), cell, 3, UNITS, 1)


def learned(way: str, contest: str, seed: int, updates: int = UPDATES) -> Learner:
    """The learner after so many updates of Adam, each on 64 new sequences."""
    world, rate = CONTESTS[check_choice("contest", contest, CONTESTS)]
    rng = np.random.default_rng([check_whole("seed", seed, 0), 1])
    return train(
        start(way, seed),
        lambda: task(sample(rng, world, BATCH, rate)),
        SQUARED_ERROR,
        adam(RATE),
        check_whole("updates", updates, 1),
    )[0]


def held_out(contest: str, n: int = HELD_OUT) -> Sample:
    """Sequences that nobody was trained on."""
    world, rate = CONTESTS[check_choice("contest", contest, CONTESTS)]
    return sample(np.random.default_rng(1000), world, n, rate)


def answers(who: Learner, found: Sample) -> Float[Array, "K B"]:
    """What a learner says of y in every row."""
    return predict(who.p, task(found).xs, cell=who.cell)[0][..., 0]


def error(said: Float[Array, "K B"], found: Sample) -> float:
    """The root of the mean squared error over the asked times.

    Raises ValueError for answers of another shape and where nothing is asked.
    """
    check_fields("found", found, Sample)
    said = check_array("said", said, "K B", K=len(found.truth), B=found.truth.shape[1])
    if not found.asked.any():
        raise ValueError("found: got no asked time, expected at least one")
    return float(np.sqrt(np.mean((said - found.truth)[found.asked] ** 2)))


def asked(
    who: Learner, times: Float[Array, " K"], values: Float[Array, " K"], at: Float[Array, " N"]
) -> Float[Array, " N"]:
    """What a learner says of y at each of some times, asked on its own.

    It has seen the observations before that time, and one at that time. Raises as `rows`, and
    ValueError for a time before 0, where the clock starts.
    """
    at = check_array("at", at, "N")
    check_real("at", float(at.min()), 0.0)
    before = np.searchsorted(check_array("times", times, "K"), at, side="right")
    states = states_after(who, times, values)
    xs = np.zeros((1, len(at), 3))
    xs[0, :, 0] = at - np.concatenate([[0.0], times])[before]
    return predict(who.p, xs, tree_at(states, before), who.cell)[0][0, :, 0]


def states_after(who: Learner, times: Float[Array, " K"], values: Float[Array, " K"]) -> object:
    """The state at the start, and after each observation. Raises as `rows`."""
    xs = rows(times, np.reshape(values, (-1, 1)), start=0.0)
    states = unroll(who.cell, who.p.cell, xs, who.h0)[0]
    return tree_map(lambda first, rest: np.concatenate([first[None], rest]), who.h0, states)


def last_value(found: Sample) -> Float[Array, "K B"]:
    """The value observed last, in every row; 0 before the first."""
    said, last = np.empty(found.truth.shape), np.zeros(found.truth.shape[1])
    for k in range(len(said)):
        last = np.where(found.observed[k], found.values[k], last)
        said[k] = last
    return said


def compute_data() -> dict:
    """By contest the errors of each way's seeds and their bounds; and weights of one seed."""
    return {name: _contest(name) for name in CONTESTS} | {
        "weights": {way: _row(learned(way, SHOWN, 0, SHOWN_UPDATES)) for way in WAYS}
    }


def _contest(name: str) -> dict:
    found = held_out(name)
    said = {
        way: [error(answers(learned(way, name, seed), found), found) for seed in SEEDS]
        for way in WAYS
    }
    least = error(best(CONTESTS[name][0], found, CONTESTS[name][1]), found)
    return {
        "best": round(least, 4),
        "last": round(error(last_value(found), found), 4),
        "nothing": round(error(np.zeros_like(found.truth), found), 4),
        "errors": {way: np.round(errors, 4).tolist() for way, errors in said.items()},
    }


def _row(who: Learner) -> list:
    return ravel(who.p).round(5).tolist()


def errors(contest: str, way: str) -> Float[Array, " seeds"]:
    """The error of each seed, from the file."""
    contest, way = check_choice("contest", contest, CONTESTS), check_choice("way", way, WAYS)
    return np.array(read_data(__name__)[contest]["errors"][way])


class Bounds(NamedTuple):
    """Errors of those who learn nothing, and of the one who knows the world."""

    best: float  # the mean of y given all that was observed before
    last: float  # the value observed last
    nothing: float  # always 0


def bounds(contest: str) -> Bounds:
    """What the errors of a contest are to be compared with, from the file."""
    contest = check_choice("contest", contest, CONTESTS)
    row = read_data(__name__)[contest]
    return Bounds(row["best"], row["last"], row["nothing"])


def kept(way: str) -> Learner:
    """What a way learned of the oscillator, observed twice a unit, in 2000 updates.

    It is seed 0, from the file. The evolving one crosses gaps in steps half as long as in training.
    """
    who = start(way, 0)
    who = who._replace(cell=SMOOTH if way == "evolve" else who.cell)
    return who._replace(p=unravel(np.array(read_data(__name__)["weights"][way]), who.p))
