"""What the pipeline finds: text and series each help, both help most, the clock alone doesn't."""

import numpy as np
import pytest

from unrolled.finbert import pipeline, result
from unrolled.finbert.result import ablation, calibrated, lines, with_banks
from unrolled.finbert.world import HORIZON


def test_both_beat_each_and_the_clock_knows_nothing():
    both, text, series, clock = (ablation(use) for use in pipeline.USES)
    assert (both > text).all()
    assert (both > series).all()
    assert text.min() > 0.03
    assert series.min() > 0.03
    assert np.abs(clock).max() < 0.02


def test_more_banks_help():
    few, some, many = (np.median(with_banks(n)) for n in (1, 5, 20))
    assert few < some < many


def test_the_parts_follow_each_other_and_share_no_target():
    found = result.parts(result.banks(0, 2))
    T = result.banks(0, 1)[0].days.size
    for before, after in ((found.learn, found.check), (found.check, found.test)):
        assert before.ends.max() < after.known.min() + 0.01 * T
    world = result.banks(0, 1)[0]
    one = result.parts([world])
    assert one.learn.ends.max() < one.check.known.min()
    assert one.check.ends.max() < one.test.known.min()


def test_no_target_ends_after_the_cut_though_its_release_came_before_it():
    crossed = 0
    for world in result.banks(1, 8):
        found, T = result.parts([world]), len(world.days)
        ends = world.released + 1 + HORIZON
        for part, cut in ((found.learn, result.UNTIL * T), (found.check, result.CHECKED * T)):
            assert part.ends.max() < cut
            crossed += np.sum((world.released < cut) & (ends >= cut))
        assert len(found.learn.ends) == np.sum(ends < result.UNTIL * T)
    assert crossed > 3


def test_calibration_counts_what_it_says():
    assert calibrated("forecast").shape == calibrated("outcome").shape == (5, 5)
    assert (np.diff(calibrated("forecast"), axis=1) > 0).all()
    assert 0.7 < np.median(calibrated("slope")) < 1.4
    whole, sure, unsure = calibrated("inside").mean(axis=0)
    assert whole == pytest.approx(0.8, abs=0.04)
    assert sure > whole > unsure


def test_a_regression_done_again_gives_what_the_file_says():
    assert result.line(3) == pytest.approx(lines()[3], abs=1e-3)


def test_a_training_done_again_gives_what_the_file_says():
    reader, found = result.trained(0, "text", 1, 20)
    same, _ = result.trained(0, "text", 1, 20)
    said = result.r2(pipeline.forecast(reader, found.test), found)
    assert said == result.r2(pipeline.forecast(same, found.test), found)
    assert said < np.median(ablation("text")) + 0.05


def test_what_is_computed_has_the_form_that_is_read(monkeypatch):
    monkeypatch.setattr(result, "SEEDS", range(1))
    monkeypatch.setattr(result, "FEW", (1,))
    monkeypatch.setattr(result, "BANKS", 2)
    banks, tune = result.banks, pipeline.tune_reader
    monkeypatch.setattr(result, "banks", lambda seed, n=2: banks(seed, n))
    monkeypatch.setattr(pipeline, "tune_reader", lambda seed, *of: tune(seed, *of[:2], 2, 8))
    data = result.compute_data()
    monkeypatch.setattr(result, "read_data", lambda name: data)
    assert ablation("series").shape == lines().shape == with_banks(1).shape == (1,)
    assert calibrated("inside").shape == (1, 3)
    with pytest.raises(ValueError, match="use: got 'all'"):
        ablation("all")
