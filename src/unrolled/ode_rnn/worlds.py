"""Worlds with a known truth, observed at Poisson times, and the best that one can say of them.

Oscillator:  y(t) = e^{-λt} (a cos ωt + b sin ωt), with a, b ~ N(0, 1)    eq-ode-rnn-oscillator
Switch:      y(t) is 1 or -1 and changes sign at rate q                      eq-ode-rnn-switch
Ward:        a switch that is observed more often while it is 1               eq-ode-rnn-ward
The best answer at an asked time is the mean of y there, given all that was observed before: nobody
has a smaller mean squared error.                                              eq-ode-rnn-best
Notebook: book/ode_rnn.ipynb
"""

from typing import NamedTuple

import numpy as np

from unrolled.core.door import (
    as_floats,
    check_array,
    check_choice,
    check_generator,
    check_real,
    check_whole,
)
from unrolled.core.records import check_fields
from unrolled.core.shapes import Array, Bool, Float
from unrolled.core.tasks import Task
from unrolled.ode_rnn.times import check_truths, rows

OMEGA, DAMPING, NOISE = np.pi, 0.1, 0.1
SWITCHES, SWITCH_NOISE = 0.5, 0.5
WARD_NOISE, WARD_RATES = 1.0, (0.5, 4.0)  # how often it is observed at -1 and at 1
END, ASKED = 8.0, 8
WORLDS = ("oscillator", "switch", "ward")
MOST = 1000.0  # observations a unit of time


class Sample(NamedTuple):
    """Sequences in rows of time: some are observations, some are questions, the last ones empty."""

    times: Float[Array, "K B"]
    values: Float[Array, "K B"]  # what was observed, with its noise
    observed: Bool[Array, "K B"]
    asked: Bool[Array, "K B"]
    truth: Float[Array, "K B"]  # y at that time


def sample(rng: np.random.Generator, world: str, n: int, rate: float | int = 1.0) -> Sample:
    """n sequences over the times 0 to 8, observed `rate` times a unit, asked 8 times each.

    The ward's rates are its own: there `rate` multiplies them.
    Raises ValueError for an unknown world, fewer than one sequence and a rate not above 0 or
    above 1000.
    """
    rng, n = check_generator("rng", rng), check_whole("n", n, 1)
    world, rate = check_choice("world", world, WORLDS), check_real("rate", rate, 0, MOST, above=0)
    drawn = [_one(rng, world, rate) for _ in range(n)]
    rows_ = max(len(times) for times, *_ in drawn)
    columns = [_padded(rows_, *one) for one in drawn]
    return Sample(*(np.stack(column, axis=1) for column in zip(*columns, strict=True)))


class Look(NamedTuple):
    """One sequence as a picture shows it: all the time, and what was observed of it."""

    time: Float[Array, " N"]
    truth: Float[Array, " N"]
    best: Float[Array, " N"]
    times: Float[Array, " K"]  # of the observations
    values: Float[Array, " K"]


def look(rng: np.random.Generator, world: str, rate: float | int = 1.0, n: int = 400) -> Look:
    """A sequence asked at n times in equal distances. Raises as `sample`."""
    rng, n = check_generator("rng", rng), check_whole("n", n, 1)
    world, rate = check_choice("world", world, WORLDS), check_real("rate", rate, 0, MOST, above=0)
    times, seen, truth, values = _one(rng, world, rate, np.linspace(0.0, END, n))
    found = Sample(*(a[:, None] for a in _padded(len(times), times, seen, truth, values)))
    hat = best(world, found, rate)[:, 0]
    return Look(times, truth, hat, times[seen], values[seen])


def _one(
    rng: np.random.Generator, world: str, rate: float, asked: Array | None = None
) -> tuple[Array, Array, Array, Array]:
    """Times in order, which of them are observations, the truth and what is observed of it."""
    if world == "oscillator":
        a, b = rng.normal(size=2)
        seen = _poisson(rng, rate)
        times, order = _with_questions(rng, seen, asked)
        truth, noise = _swing(a, b, times), NOISE
    else:
        first, changes = rng.choice([-1.0, 1.0]), _poisson(rng, SWITCHES)
        seen = _visits(rng, rate, first, changes) if world == "ward" else _poisson(rng, rate)
        times, order = _with_questions(rng, seen, asked)
        truth = _switched(first, changes, times)
        noise = WARD_NOISE if world == "ward" else SWITCH_NOISE
    return times, order < len(seen), truth, truth + rng.normal(0, noise, len(times))


def _with_questions(
    rng: np.random.Generator, seen: Array, asked: Array | None
) -> tuple[Array, Array]:
    """Observations and asked times in order, and where in the row of both each came from."""
    asked = rng.uniform(0, END, ASKED) if asked is None else asked
    times = np.concatenate([seen, asked])
    order = np.argsort(times)
    return times[order], order


def _visits(rng: np.random.Generator, rate: float, first: float, changes: Array) -> Array:
    """Observation times on the ward: all possible ones, thinned out while the switch is at -1."""
    rare, often = WARD_RATES
    times = _poisson(rng, rate * often)
    chance = np.where(_switched(first, changes, times) > 0, 1.0, rare / often)
    return times[rng.random(len(times)) < chance]


def _switched(first: float, changes: Array, t: Array) -> Array:
    return first * (-1.0) ** np.searchsorted(changes, t)


def _poisson(rng: np.random.Generator, rate: float) -> Array:
    """Times of a Poisson process: so many as its distribution says, anywhere with equal chance."""
    return np.sort(rng.uniform(0, END, rng.poisson(rate * END)))


def _swing(a: float, b: float, t: Array) -> Array:
    """e^{-λt} (a cos ωt + b sin ωt).                                      eq-ode-rnn-oscillator"""
    return np.exp(-DAMPING * t) * (a * np.cos(OMEGA * t) + b * np.sin(OMEGA * t))


def _padded(length: int, times: Array, seen: Array, truth: Array, values: Array) -> tuple:
    """The columns of a Sample; behind the last time some empty rows, each a little later."""
    more = length - len(times)
    later = times[-1] + 1e-3 * np.arange(1, more + 1)
    behind = np.zeros(more)
    asked = np.concatenate([~seen, behind > 0])
    return (
        np.concatenate([times, later]),
        np.concatenate([np.where(seen, values, 0.0), behind]),
        np.concatenate([seen, behind > 0]),
        asked,
        np.concatenate([truth, behind]),
    )


def task(found: Sample) -> Task:
    """The sample as rows for `unroll`, with y wanted where it is asked. The clock starts at 0.

    Raises ValueError for what is no Sample, and as `rows` does.
    """
    found = _checked(found)
    xs = rows(found.times, found.values[..., None], found.observed[..., None], start=0.0)
    return Task(xs, found.truth[..., None], found.asked)


def _checked(found: Sample) -> Sample:
    """A Sample whose arrays fit each other, 0 where nothing was observed, or ValueError."""
    found = check_fields("found", found, Sample)
    times = check_array("times", found.times, "K B")
    observed = check_truths("observed", found.observed, times.shape)
    xs = rows(times, as_floats("values", found.values)[..., None], observed[..., None], start=0.0)
    return Sample(
        times=times,
        values=xs[..., 1],
        observed=observed,
        asked=check_truths("asked", found.asked, times.shape),
        truth=check_array("truth", found.truth, "K B", K=len(times), B=times.shape[1]),
    )


def best(world: str, found: Sample, rate: float | int = 1.0) -> Float[Array, "K B"]:
    """E[y(t) | what was observed up to t] in every row.                          eq-ode-rnn-best

    Between observations that of a switch falls as e^{-2qt}.                    eq-ode-rnn-switch
    Raises ValueError as `sample` and `task` do.
    """
    world, rate = check_choice("world", world, WORLDS), check_real("rate", rate, 0, MOST, above=0)
    found = _checked(found)
    if world == "oscillator":
        return _best_swing(found)
    return _best_switch(found, world, rate)


def _best_swing(found: Sample) -> Array:
    """Bayes' rule for a and b, a Gaussian that observations make narrower.     eq-ode-rnn-best"""
    t = found.times
    waves = np.exp(-DAMPING * t)[..., None] * np.stack(
        [np.cos(OMEGA * t), np.sin(OMEGA * t)], axis=-1
    )
    precision = np.broadcast_to(np.eye(2), (t.shape[1], 2, 2)).copy()
    weighted = np.zeros((t.shape[1], 2))
    means = np.empty(t.shape)
    for k in range(len(t)):
        seen = found.observed[k][:, None] / NOISE**2
        precision += (seen * waves[k])[..., None] * waves[k][:, None]
        weighted += seen * waves[k] * found.values[k][:, None]
        ab = np.linalg.solve(precision, weighted[..., None])[..., 0]
        means[k] = np.sum(waves[k] * ab, axis=-1)
    return means


def _best_switch(found: Sample, world: str, rate: float) -> Array:
    """Bayes' rule for a chain with two states; on the ward, silence says something, too.

    eq-ode-rnn-best, eq-ode-rnn-switch
    """
    silent = rate * np.array(WARD_RATES) if world == "ward" else np.zeros(2)
    noise = WARD_NOISE if world == "ward" else SWITCH_NOISE
    moves = SWITCHES * np.array([[-1.0, 1.0], [1.0, -1.0]]) - np.diag(silent)
    powers, vectors = np.linalg.eigh(moves)
    powers -= powers.max()  # a common factor, which is divided out again
    chance = np.full((found.times.shape[1], 2), 1 / 2)  # of -1 and of 1
    means = np.empty(found.times.shape)
    gaps = np.diff(found.times, axis=0, prepend=0.0)
    for k in range(len(gaps)):
        over_gap = (vectors * np.exp(powers * gaps[k][:, None, None])) @ vectors.T
        chance = np.vecmat(chance, over_gap)
        value = found.values[k][:, None] / noise**2
        says = np.exp(value * np.array([-1.0, 1.0]) - np.abs(value))  # of both, up to a factor
        seen = found.observed[k][:, None]
        chance *= np.where(seen, says * np.where(silent.any(), silent, 1.0), 1.0)
        chance /= chance.sum(axis=1, keepdims=True)
        means[k] = chance[:, 1] - chance[:, 0]
    return means
