"""A decoder without the mask copies, and its loss is that of PyTorch under the mask."""

import numpy as np
import pytest

from unrolled.attention.mask import causal
from unrolled.core.gradcheck import largest_gap
from unrolled.decoder import cache, contest, peeking, speed, table_pictures
from unrolled.decoder.model import decode, loss_and_gradient

LETTERS_READ = np.ones((peeking.LENGTH, peeking.LENGTH), bool)


def test_under_the_causal_mask_it_is_the_decoder():
    p = speed.model()
    codes = np.random.default_rng(0).integers(0, contest.SIZE, (3, 12))
    assert largest_gap(peeking.read_under(p, codes, causal(12))[0], decode(p, codes)[0]) == 0
    loss = peeking.loss_under(p, codes, causal(11))
    assert loss == pytest.approx(loss_and_gradient(p, codes)[0], abs=1e-14)


def test_without_a_mask_the_training_loss_falls_far_below_any_honest_one():
    _, honest = peeking.trained(causal(peeking.LENGTH), 200)
    p, cheating = peeking.trained(LETTERS_READ, 200)
    assert np.mean(cheating[-10:]) < 0.5 < 2 < np.mean(honest[-10:])
    windows = contest.held_out()[: 33 * 20].reshape(20, 33)
    assert peeking.loss_under(p, windows, LETTERS_READ) < 0.5
    assert peeking.loss_under(p, windows, causal(peeking.LENGTH)) > np.log(contest.SIZE)


def test_updates_that_are_none_are_refused():
    with pytest.raises(ValueError, match="updates"):
        peeking.trained(LETTERS_READ, 0)


def test_the_clock_tells_the_same_story_as_the_count():
    found, p = speed.loaded(), speed.model()
    assert {len(times) for times in found.values()} == {len(speed.LENGTHS)}
    ratios = np.divide(found["again"], found["cache"])
    assert (np.diff(ratios) > 0).all()
    counted = [
        cache.multiply_adds(p, n, "again") / cache.multiply_adds(p, n, "cache")
        for n in speed.LENGTHS
    ]
    assert (ratios < counted).all()
    assert ratios[-1] > 20


def test_the_table_of_a_contest_shows_medians_and_seeds():
    lines = [
        contest.Line("a table", 1156, 0, [10.0]),
        contest.Line("a network", 20, 3 * 10**9, [4.0, 8.0, 5.0]),
    ]
    html = table_pictures.one_table(lines)._repr_html_()
    for cell in ("1,156", "10.00", "3", "5.00<br>(4.00–8.00)", "2.32"):
        assert f">{cell}</td>" in html
    quotes = table_pictures.Quotes({"A": "be it", "B": "what"}, "so ")
    assert repr(quotes) == "A: so be it\nB: so what"
    assert quotes._repr_markdown_() == "> **A:** so be it …\n\n> **B:** so what …\n"
