"""The race of five ways: the same seed learns the same, and the file holds what it says."""

import numpy as np
import pytest

from unrolled.core.derived import data_file
from unrolled.core.gradcheck import check_gradient, largest_gap
from unrolled.core.tree import ravel
from unrolled.ode_rnn import race
from unrolled.training import loss_and_gradient

SMALL = {
    "ward": {
        "best": 0.5,
        "last": 0.9,
        "nothing": 1.0,
        "errors": {way: [0.6, 0.7, 0.65, 0.61, 0.62] for way in race.WAYS},
    },
    "weights": {way: np.round(ravel(race.start(way, 3).p), 5).tolist() for way in race.WAYS},
}
each_way = pytest.mark.parametrize("way", race.WAYS)
with_file = pytest.mark.skipif(
    not data_file(race.__name__).exists(), reason="`make data NAME=ode_rnn.race` has not run"
)


@each_way
def test_a_seed_learns_the_same_again_and_gets_better(way):
    one, other = (race.learned(way, "switch, 1 a unit", 2, updates=4) for _ in range(2))
    assert np.array_equal(ravel(one.p), ravel(other.p))
    found = race.held_out("switch, 1 a unit", 200)
    later = race.learned(way, "switch, 1 a unit", 2, updates=25)
    before, after = (
        race.error(race.answers(who, found), found) for who in (race.start(way, 2), later)
    )
    assert after < before


def test_every_way_starts_a_seed_with_a_cell_of_its_own():
    sizes = {way: ravel(race.start(way, 0).p).size for way in race.WAYS}
    assert sizes["ignore"] == sizes["impute"]
    assert sizes["decay"] == sizes["ignore"] + race.UNITS
    assert sizes["gap as input"] == sizes["ignore"] + 3 * race.UNITS
    assert sizes["evolve"] == sizes["ignore"] + 2 * race.UNITS * (race.UNITS + 1) + race.UNITS
    assert largest_gap(race.start("decay", 0).p, race.start("decay", 1).p) > 0.01


def test_the_value_seen_last_is_0_before_the_first():
    found = race.held_out("ward", 50)
    said = race.last_value(found)
    for b in range(50):
        last = 0.0
        for k in range(len(said)):
            last = found.values[k, b] if found.observed[k, b] else last
            assert said[k, b] == last


def test_the_error_counts_asked_times_alone():
    found = race.held_out("ward", 50)
    assert race.error(found.truth, found) == 0
    assert race.error(np.where(found.asked, found.truth, 1e9), found) == 0
    assert race.error(found.truth + 0.5, found) == pytest.approx(0.5)


def test_what_the_file_says_is_read(monkeypatch):
    monkeypatch.setattr(race, "read_data", lambda name: SMALL)
    assert race.bounds("ward") == (0.5, 0.9, 1.0)
    with pytest.raises(ValueError, match="contest: got 'sea', expected one of"):
        race.bounds("sea")
    assert race.errors("ward", "decay").tolist() == [0.6, 0.7, 0.65, 0.61, 0.62]
    for way in race.WAYS:
        assert largest_gap(race.kept(way).p, race.start(way, 3).p) < 1e-5


def test_what_is_computed_has_the_form_that_is_read(monkeypatch):
    """Two contests, one update each, few sequences."""
    few = {name: race.CONTESTS[name] for name in ("ward", race.SHOWN)}
    held_out = race.held_out
    monkeypatch.setattr(race, "CONTESTS", few)
    monkeypatch.setattr(race, "SEEDS", range(2))
    monkeypatch.setattr(race, "held_out", lambda name: held_out(name, 200))
    learned = race.learned

    def once(way, name, seed, updates=1):
        return learned(way, name, seed, 1)

    monkeypatch.setattr(race, "learned", once)
    data = race.compute_data()
    monkeypatch.setattr(race, "read_data", lambda name: data)
    for name in few:
        for way in race.WAYS:
            assert race.errors(name, way).shape == (2,)
        assert race.bounds(name).best < race.bounds(name).nothing
    again = learned("evolve", race.SHOWN, 0, 1)
    assert largest_gap(race.kept("evolve").p, again.p) < 1e-5


@with_file
@pytest.mark.parametrize("contest", race.CONTESTS)
def test_the_bounds_are_those_of_the_file(contest):
    found = race.held_out(contest)
    world, rate = race.CONTESTS[contest]
    bounds = race.bounds(contest)
    assert race.error(race.best(world, found, rate), found) == pytest.approx(bounds.best, abs=1e-4)
    assert race.error(race.last_value(found), found) == pytest.approx(bounds.last, abs=1e-4)
    assert race.error(0 * found.truth, found) == pytest.approx(bounds.nothing, abs=1e-4)
    for way in race.WAYS:
        assert (race.errors(contest, way) > bounds.best).all()


@with_file
@each_way
def test_the_kept_weights_trained_longer_are_a_little_better_than_the_race(way):
    found = race.held_out(race.SHOWN)
    kept = race.error(race.answers(race.kept(way), found), found)
    assert race.bounds(race.SHOWN).best < kept < race.errors(race.SHOWN, way)[0] + 2e-3


@with_file
def test_a_seed_trained_again_has_the_error_of_the_file():
    contest, way = "oscillator, 0.5 a unit", "gap as input"
    found = race.held_out(contest)
    again = race.error(race.answers(race.learned(way, contest, 0), found), found)
    assert again == pytest.approx(race.errors(contest, way)[0], abs=1e-3)


@each_way
def test_the_gradient_of_a_learner_is_that_of_its_loss(way, rng):
    who = race.start(way, 1)
    made = race.task(race.held_out("oscillator, 0.5 a unit", 3))
    given = {"cell": who.cell, "observed": made.observed, "loss": race.SQUARED_ERROR}
    _, gradient, _ = loss_and_gradient(who.p, made.xs, made.ys, **given)

    def loss(p):
        return loss_and_gradient(p, made.xs, made.ys, **given)[0]

    assert check_gradient(loss, who.p, gradient) < 1e-6
