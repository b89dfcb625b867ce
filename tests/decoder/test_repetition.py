"""Loops, and how often texts repeat themselves."""

import numpy as np
import pytest

from tests.decoder.test_model import drawn
from unrolled.core.text import LETTERS
from unrolled.decoder import export, repetition
from unrolled.decoder.repetition import found_loop, natural_shares, written
from unrolled.decoder.sampling import repeated_share, write
from unrolled.decoder.writers import counting_writer


def test_a_loop_is_found_where_it_begins():
    assert found_loop(np.array([5, 6, 1, 2, 3, 1, 2, 3, 1, 2, 3])) == (2, 3)
    assert found_loop(np.array([5, 6, 1, 2, 3, 1, 2, 3, 1, 2])) is None
    assert found_loop(np.zeros(9, int)) == (0, 1)
    assert found_loop(np.arange(9)) is None
    assert found_loop(np.array([1])) is None


def test_the_text_of_the_book_hardly_repeats_itself():
    shares = natural_shares()
    assert len(shares) == 7
    assert 0 < max(shares) < 0.12


def test_counts_must_loop_at_temperature_0():
    """No more than as many letters as there are pasts can be written before a past returns."""
    of = counting_writer(export.counting_model())
    for seed in repetition.SEEDS:
        assert found_loop(written(of, 0, seed)) is not None


def test_starts_are_letters_and_differ():
    assert len(set(repetition.STARTS)) == len(repetition.SEEDS)
    assert all(set(start) <= set(LETTERS) for start in repetition.STARTS)


def test_what_is_refused(unchecked):
    with pytest.raises(ValueError, match="kind: got 'GRU', expected one of 'n-gram'"):
        repetition.writer("GRU")
    with pytest.raises(ValueError, match="seed: got 5, expected"):
        written(counting_writer(export.counting_model()), 0, 5)
    with pytest.raises(ValueError, match="writer: got Decoder"):
        write(drawn(), np.array([1]), 1, np.random.default_rng(0))


def test_at_low_temperatures_every_model_repeats_itself_far_more_than_the_book_does():
    natural = max(natural_shares())
    for kind in repetition.KINDS:
        shares = repetition.shares(kind)
        assert shares.shape == (len(repetition.TEMPERATURES), len(repetition.SEEDS))
        assert (shares[0] > 0.8).all()
        assert (np.diff(np.median(shares, axis=1)) < 0).all()
        assert (shares[-2:] <= natural).all()
        assert all(loop is not None for loop in repetition.loaded()[kind]["loops"])


@pytest.mark.parametrize("kind", repetition.KINDS)
def test_a_text_of_the_file_comes_out_again(kind):
    at = repetition.TEMPERATURES.index(0.4)
    again = repeated_share(written(repetition.writer(kind), 0.4, 2))
    assert again == pytest.approx(repetition.shares(kind)[at, 2], abs=1e-4)
