"""The recurrent networks at find and copy with five times as many updates."""

import numpy as np
import pytest

from unrolled.stack import find_contest, find_longer

FOUND = find_longer.loaded()


@pytest.mark.parametrize("name", find_longer.STARTS)
def test_the_first_updates_come_out_as_they_are_in_the_file(name, unchecked):
    places = find_longer.PLACES[name][0]
    again = find_longer.learned(name, places, seed=2, updates=find_longer.EVERY)[1]
    assert again == pytest.approx(FOUND[name][str(places)]["curves"][2][:1], rel=1e-2)


def test_they_begin_as_in_the_shorter_contest():
    shorter = find_contest.loaded()["curves"]
    each = find_longer.EVERY // find_contest.EVERY
    for name, places in (("LSTM", "4"), ("LSTM", "16"), ("Elman", "4")):
        pairs = zip(shorter[places][name], FOUND[name][places]["curves"], strict=True)
        for run, longer in pairs:
            assert longer[0] == pytest.approx(sum(run[:each]) / each, abs=1e-3)


def test_the_file_holds_every_seed():
    for name, games in find_longer.PLACES.items():
        assert list(FOUND[name]) == [str(places) for places in games]
        for found in FOUND[name].values():
            assert len(found["accuracy"]) == 5
            wanted = find_longer.UPDATES[name] // find_longer.EVERY
            assert {len(run) for run in found["curves"]} == {wanted}
            assert len(found["curves"]) == 5


def test_the_wide_lstm_has_more_than_three_times_as_many_weights():
    assert find_longer.weights("LSTM") == find_contest.weights("LSTM")
    assert 3 < find_longer.weights("wide LSTM") / find_longer.weights("LSTM") < 4


def test_a_run_that_is_not_there_is_refused(unchecked):
    with pytest.raises(ValueError, match="updates: got 300"):
        find_longer.learned("LSTM", 4, 0, updates=300)
    with pytest.raises(ValueError, match="name: got 'encoder'"):
        find_longer.learned("encoder", 4, 0)


def test_more_updates_are_enough_for_three_pairs_and_not_for_fifteen():
    """Of an LSTM; more units learn fifteen pairs in half the updates as well as 19 units do."""
    narrow, wide = FOUND["LSTM"]["16"], FOUND["wide LSTM"]["16"]
    assert min(FOUND["LSTM"]["4"]["accuracy"]) > 0.95
    assert 0.5 < min(narrow["accuracy"]) < max(narrow["accuracy"]) < 0.6
    assert max(run[-1] for run in wide["curves"]) < min(run[-1] for run in narrow["curves"])
    half = len(wide["curves"][0]) - 1
    assert max(run[half] for run in wide["curves"]) < min(run[half] for run in narrow["curves"])


def test_accuracy_is_the_share_of_right_answers():
    who = find_longer.STARTS["LSTM"](np.random.default_rng(0))
    assert find_longer.accuracy(who, 16) == pytest.approx(0.25, abs=0.05)
