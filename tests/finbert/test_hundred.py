"""A hundred worlds without signal and a hundred with: the intervals keep their word."""

import numpy as np
import pytest

from unrolled.finbert import hundred
from unrolled.finbert.hundred import covers, recover, recovered, world_of


@pytest.mark.parametrize("dial", hundred.FIRST_SEED)
def test_the_interval_covers_the_true_strength(dial):
    found = recovered(dial)
    assert len(found.value) == 100
    assert covers(found, dial) >= 90
    assert covers(found, dial, block=True) >= 90
    off = found.value.std() / 10
    assert found.value.mean() == pytest.approx(dial, abs=3 * off)


@pytest.mark.parametrize("dial", hundred.FIRST_SEED)
def test_further_worlds_settle_how_often_it_covers(dial):
    found = hundred.counted(dial)
    assert found.worlds == hundred.FURTHER
    assert 0.925 < found.covered / found.worlds < 0.975
    assert found.mean == pytest.approx(dial, abs=0.015)
    assert hundred.count(dial, 2).covered in (1, 2)


def test_with_signal_it_is_found_and_without_it_is_not():
    nothing, something = recovered(0.0), recovered(0.3)
    assert np.sum(nothing.low > 0) <= 5 < 70 < np.sum(something.low > 0)
    assert np.sum(nothing.cw < 0.05) <= 10 < 50 < np.sum(something.cw < 0.05)
    assert np.median(nothing.r2) < 0 < np.median(something.r2)


def test_the_dial_is_followed():
    means = [recovered(dial, few=True).value.mean() for dial in hundred.DIAL]
    assert means == pytest.approx(hundred.DIAL, abs=0.1)


@pytest.mark.parametrize("dial", hundred.FIRST_SEED)
def test_a_world_done_again_gives_what_the_file_says(dial):
    again, file = recover(world_of(2, dial), 2), recovered(dial)
    for name in hundred.Recovered._fields:
        assert getattr(again, name) == pytest.approx(getattr(file, name)[2], abs=1e-3)


def test_what_is_computed_has_the_form_that_is_read(monkeypatch):
    monkeypatch.setattr(hundred, "SEEDS", range(2))
    monkeypatch.setattr(hundred, "PER_DIAL", 1)
    monkeypatch.setattr(hundred, "FURTHER", 2)
    data = hundred.compute_data()
    monkeypatch.setattr(hundred, "read_data", lambda name: data)
    assert recovered(0.3).value.shape == (2,)
    assert recovered(0.5, few=True).dm.shape == (1,)
    with pytest.raises(ValueError, match=r"dial: got 0\.5"):
        recovered(0.5)
    assert hundred.counted(0.0).worlds == 2
    with pytest.raises(ValueError, match=r"dial: got 0\.1"):
        world_of(0, 0.1)
