"""Each trap gains something where there is nothing, and the right way doesn't."""

import numpy as np
import pytest

from unrolled.finbert import traps
from unrolled.finbert.traps import CATCHES, MEASURES, TRAPS, found, world_of

each_trap = pytest.mark.parametrize("name", TRAPS)
LEAST = {  # what the median world must seem to hold, and what the right way may at most
    "scaling with the future": (1.0, 0.1),
    "overlapping horizons": (1.5, 1.0),
    "shuffled cross-validation": (0.15, 0.0),
    "revised data": (0.05, 0.0),
    "stamped before its release": (0.05, 0.0),
    "best of forty models": (0.4, 0.0),
    "R² against the wrong mean": (0.9, 0.0),
    "ignored costs": (0.7, -2.0),
}


@each_trap
def test_a_trap_seems_to_gain_and_the_right_way_does_not(name):
    wrong, right, caught = found(name)
    least, most = LEAST[name]
    assert len(wrong) == len(right) == 40
    assert np.median(wrong) > least
    assert np.median(right) < most
    assert np.sum(wrong > right) >= 38
    assert caught.sum() >= 36


def test_honest_standard_errors_raise_false_alarms_about_as_often_as_they_say():
    wrong, right, _ = found("overlapping horizons")
    assert np.mean(wrong > 1.96) > 0.4
    assert np.mean(right > 1.96) <= 0.1


@each_trap
def test_a_world_done_again_gives_what_the_file_says(name):
    again = TRAPS[name](world_of(1))
    assert tuple(map(float, again)) == pytest.approx([part[1] for part in found(name)], abs=1e-3)


def test_every_trap_has_a_measure_and_a_test():
    assert MEASURES.keys() == CATCHES.keys() == TRAPS.keys()


def test_any_other_documents_do_as_well_in_shuffled_folds():
    assert traps.with_other_documents(world_of(0)) > 0.5


def test_the_price_scaled_by_the_past_does_not_look_ahead():
    world = world_of(0)
    rng = np.random.default_rng(0)
    year = world.days.astype("datetime64[Y]")
    assert not traps.protocol.looks_ahead(traps.scaled_by_past, world.log_price, rng)
    assert traps.protocol.looks_ahead(
        lambda series: traps.scaled_by_year(series, year), world.log_price, rng
    )


def test_the_most_similar_statement_is_one_that_was_known():
    documents = np.eye(3)
    documents[2] = (0.9, 0.1, 0)
    newest, y = np.array([0, 0, 1, 2]), np.array([1.0, 3.0, 5.0, 9.0])
    split = traps.protocol.Split(np.array([0, 1, 2]), np.array([3]))
    said = traps.by_similar_text([split], documents, newest, y)
    assert said.forecast.tolist() == [2.0]
    assert said.past_mean.tolist() == [3.0]


def test_what_is_computed_has_the_form_that_is_read(monkeypatch):
    monkeypatch.setattr(traps, "SEEDS", range(2))
    monkeypatch.setattr(traps, "MODELS", 3)
    data = traps.compute_data()
    monkeypatch.setattr(traps, "read_data", lambda name: data)
    for name in TRAPS:
        assert all(part.shape == (2,) for part in found(name))
    with pytest.raises(ValueError, match="name: got 'luck'"):
        found("luck")
