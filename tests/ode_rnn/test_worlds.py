"""Worlds with a known truth: their times, their noise, and that the best answer is the best."""

import numpy as np
import pytest
from scipy.linalg import expm

from unrolled.ode_rnn import worlds
from unrolled.ode_rnn.race import error, last_value
from unrolled.ode_rnn.worlds import Sample, best, sample, task

each_world = pytest.mark.parametrize("world", worlds.WORLDS)
MANY = {world: sample(np.random.default_rng(7), world, 3000, 1.0) for world in worlds.WORLDS}
ANSWER = {world: best(world, found, 1.0) for world, found in MANY.items()}


def far(numbers, wanted):
    """How many standard errors the mean of independent numbers is from what is wanted."""
    return abs(np.mean(numbers) - wanted) / (np.std(numbers) / np.sqrt(len(numbers)))


def alone(found, b):
    return Sample(*(column[:, b : b + 1] for column in found))


@each_world
def test_rows_are_in_order_and_every_sequence_is_asked_eight_times(world):
    found = MANY[world]
    assert (np.diff(found.times, axis=0) > 0).all()
    assert (found.asked.sum(axis=0) == 8).all()
    assert not (found.asked & found.observed).any()
    assert (found.times[found.asked | found.observed] < worlds.END).all()
    behind = ~(found.asked | found.observed)
    assert (np.diff(behind.astype(int), axis=0) >= 0).all()
    made = task(found)
    assert np.allclose(np.cumsum(made.xs[..., 0], axis=0), found.times)
    assert np.array_equal(made.xs[..., 2] > 0, found.observed)
    assert np.array_equal(made.ys[..., 0], found.truth)


@pytest.mark.parametrize("rate", [0.5, 2.0])
@pytest.mark.parametrize("world", ["oscillator", "switch"])
def test_observations_come_at_poisson_times(world, rate):
    """The number has mean and variance rate × 8, and its place is any with equal chance."""
    found = sample(np.random.default_rng(3), world, 2000, rate)
    count = found.observed.sum(axis=0)
    assert far(count, 8 * rate) < 4
    assert abs(count.var() / (8 * rate) - 1) < 4 * np.sqrt(2.5 / 2000)
    times = np.sort(found.times[found.observed]) / 8
    steps = np.arange(1, len(times) + 1) / len(times)
    assert np.abs(times - steps).max() < 1.95 / np.sqrt(len(times))  # Kolmogorov and Smirnov


def test_the_ward_is_looked_at_more_often_while_the_switch_is_at_one():
    found = MANY["ward"]
    assert far(found.observed.sum(axis=0), 8 * (0.5 + 4) / 2) < 4
    share = (found.truth[found.observed] > 0).mean()
    assert abs(share - 4 / 4.5) < 0.02


def test_an_oscillation_keeps_its_size_but_for_the_damping():
    found = MANY["oscillator"]
    seen, whole = found.observed, np.exp(worlds.DAMPING * found.times)
    assert abs(np.std((found.truth * whole)[found.asked]) - 1) < 0.05
    assert abs(np.std((found.values - found.truth)[seen]) / worlds.NOISE - 1) < 0.02


@pytest.mark.parametrize("world", ["switch", "ward"])
def test_a_switch_forgets_at_twice_its_rate(world):
    found = MANY[world]
    noise = worlds.WARD_NOISE if world == "ward" else worlds.SWITCH_NOISE
    assert np.isin(found.truth[found.asked], [-1, 1]).all()
    assert abs(np.std((found.values - found.truth)[found.observed]) / noise - 1) < 0.02
    times, truth = (a.T[found.asked.T].reshape(-1, 8) for a in (found.times, found.truth))
    expected = np.exp(-2 * worlds.SWITCHES * np.diff(times, axis=1))
    off = truth[:, 1:] * truth[:, :-1] - expected
    assert far(off.mean(axis=1), 0) < 4


@each_world
def test_nobody_beats_the_best_answer(world):
    found, answer = MANY[world], ANSWER[world]
    least, last = error(answer, found), last_value(found)
    others = [last, 0 * last, 0.9 * answer, 1.1 * answer, answer + 0.05, 0.9 * answer + 0.1 * last]
    assert all(error(other, found) > least for other in others)


@each_world
def test_what_is_left_over_has_nothing_to_do_with_what_was_seen(world):
    """Of the mean of y given the past no function of the past tells the error."""
    found, answer = MANY[world], ANSWER[world]
    left = np.where(found.asked, found.truth - answer, 0)
    count, last = np.cumsum(found.observed, axis=0), last_value(found)
    newest = np.maximum.accumulate(np.where(found.observed, found.times, 0), axis=0)
    features = (1, answer, answer**3, last, found.times, count, found.times - newest)
    for feature in features:
        assert far((left * feature).sum(axis=0), 0) < 4


def test_its_error_is_the_spread_that_it_states():
    """Of a switch that is 1 or -1 the variance is 1 - mean², and the mean is a chance, too."""
    for world in ("switch", "ward"):
        found, answer = MANY[world], ANSWER[world]
        off = np.where(found.asked, (found.truth - answer) ** 2 - (1 - answer**2), 0)
        assert far(off.mean(axis=0), 0) < 4
        for low in np.arange(-1, 1, 0.25):
            bin_ = found.asked & (answer >= low) & (answer < low + 0.25)
            up = (found.truth[bin_] + 1) / 2
            assert abs(up.mean() - (answer[bin_].mean() + 1) / 2) < 5 / np.sqrt(4 * len(up))


def test_the_oscillator_s_answer_is_that_of_a_fine_grid(rng):
    """Bayes' rule for every pair a, b of a grid; and its spread is the error of many."""
    found = sample(rng, "oscillator", 4, 0.4)
    axis = np.arange(-5, 5, 0.02)
    a, b = np.meshgrid(axis, axis)
    for i in range(4):
        one = alone(found, i)
        answer, log_chance = best("oscillator", one), -(a**2 + b**2) / 2
        for k, t in enumerate(one.times[:, 0]):
            turn = worlds.OMEGA * t
            swing = np.exp(-worlds.DAMPING * t) * (a * np.cos(turn) + b * np.sin(turn))
            if one.observed[k, 0]:
                log_chance = log_chance - (one.values[k, 0] - swing) ** 2 / (2 * worlds.NOISE**2)
            chance = np.exp(log_chance - log_chance.max())
            assert abs((chance * swing).sum() / chance.sum() - answer[k, 0]) < 1e-5


def filtered(world, one, rate, dt):
    """The chances of -1 and 1, step by small step: it switches, and it is seen or it is not."""
    q = worlds.SWITCHES
    moves = np.array([[1 - q * dt, q * dt], [q * dt, 1 - q * dt]])
    noise = worlds.WARD_NOISE if world == "ward" else worlds.SWITCH_NOISE
    seen_at = rate * np.array(worlds.WARD_RATES) if world == "ward" else np.array([rate, rate])
    chance, now, said = np.array([0.5, 0.5]), 0.0, []
    for k, t in enumerate(one.times[:, 0]):
        while now < t:
            step = min(dt, t - now)
            part = np.eye(2) + (moves - np.eye(2)) * step / dt
            chance = (chance @ part) * (1 - seen_at * step)
            now += step
        if one.observed[k, 0]:
            off = one.values[k, 0] - np.array([-1.0, 1.0])
            chance = chance * seen_at * np.exp(-(off**2) / (2 * noise**2))
        chance = chance / chance.sum()
        said.append(chance[1] - chance[0])
    return np.array(said)


@pytest.mark.parametrize(("world", "rate"), [("switch", 1.0), ("ward", 1.0), ("ward", 0.5)])
def test_the_switch_s_answer_is_that_of_small_steps(world, rate):
    """Also where nothing is seen: each small step in silence is an observation of its own."""
    found = sample(np.random.default_rng(2), world, 3, rate)
    for i in range(3):
        one = alone(found, i)
        answer = best(world, one, rate)[:, 0]
        known = (one.asked | one.observed)[:, 0]
        short, long = (filtered(world, one, rate, dt) for dt in (1e-3, 2e-3))
        assert np.abs(answer - long)[known].max() < 0.02
        assert np.abs(answer - (2 * short - long))[known].max() < 2e-4


def test_silence_on_the_ward_says_that_all_is_quiet():
    times = np.linspace(0.5, 6, 12)[:, None]
    nothing = np.zeros((12, 1))
    quiet = Sample(times, nothing, nothing > 0, nothing == 0, nothing)
    assert np.abs(best("switch", quiet)).max() < 1e-15
    answer = best("ward", quiet)[:, 0]
    assert (np.diff(answer) < 0).all()
    q, rare, often = worlds.SWITCHES, *worlds.WARD_RATES
    for t, said in zip(times[:, 0], answer, strict=True):
        chance = np.array([0.5, 0.5]) @ expm(t * np.array([[-q - rare, q], [q, -q - often]]))
        assert abs(said - (chance[1] - chance[0]) / chance.sum()) < 1e-12
    assert answer[-1] < -0.7
