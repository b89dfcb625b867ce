"""The key–value cache: the numbers of the full pass, and what they cost."""

import numpy as np
import pytest
from hypothesis import given, settings

from tests.decoder.test_model import SIZES, drawn, letters
from tests.strategies import seeds
from unrolled.core import count
from unrolled.core.gradcheck import largest_gap
from unrolled.decoder import cache
from unrolled.decoder.cache import Kept, nothing_kept, read_letters, step
from unrolled.decoder.model import decode


@settings(max_examples=10)  # each reads nine letters one by one
@given(seed=seeds)
def test_one_letter_at_a_time_gives_the_numbers_of_the_full_pass(seed):
    p, codes = drawn(seed, tied=bool(seed % 2)), letters(seed, 9)
    Z, read = decode(p, codes)
    found, kept = read_letters(p, codes)
    assert largest_gap(found, Z) < 1e-12
    for pair, block in zip(kept, read.blocks, strict=True):
        assert largest_gap(pair.K, block.heads.K) < 1e-12
        assert largest_gap(pair.V, block.heads.V) < 1e-12


def test_the_attention_weights_are_those_of_the_full_pass():
    p, codes = drawn(1), letters(1, 9)
    read, kept = decode(p, codes)[1], nothing_kept(p)
    for n, code in enumerate(codes):
        _, kept, A = step(p, code, kept)
        for ours, block in zip(A, read.blocks, strict=True):
            assert largest_gap(ours, block.heads.A[:, n, : n + 1]) < 1e-13


def test_reading_may_be_interrupted_and_the_old_cache_stays_as_it_was():
    p, codes = drawn(2), letters(2, 9)
    whole, _ = read_letters(p, codes)
    first, kept = read_letters(p, codes[:4])
    before = kept[0].K.copy()
    second, _ = read_letters(p, codes[4:], kept)
    assert largest_gap(np.concatenate([first, second]), whole) == 0
    assert np.array_equal(kept[0].K, before)


@pytest.mark.parametrize("length", [1, 2, 5, 9])
def test_the_count_is_that_of_the_products_themselves(length, monkeypatch):
    monkeypatch.setattr(count, "UNCOUNTED", ())  # a norm's sum of squares is no matrix product
    p, codes = drawn(3), letters(3, length)
    again = count.multiply_adds(lambda q: decode(q, codes), p)
    kept = read_letters(p, codes[:-1])[1] if length > 1 else nothing_kept(p)
    newest = count.multiply_adds(lambda q: step(q, codes[-1], kept), p)
    assert again == cache.multiply_adds(p, length, "again")
    assert newest == cache.multiply_adds(p, length, "cache")


def test_reading_again_costs_as_often_as_there_are_letters():
    p = drawn(4)
    for n in range(1, 10):
        again, newest = (cache.multiply_adds(p, n, way) for way in ("again", "cache"))
        assert again == n * newest
    costs = [cache.multiply_adds(p, n, "cache") for n in (1, 2, 3)]
    d = SIZES["d"]
    assert np.diff(costs).tolist() == [2 * SIZES["blocks"] * d] * 2


def test_what_is_refused(unchecked):
    p = drawn()
    kept = read_letters(p, letters(0, 9))[1]
    with pytest.raises(ValueError, match="kept: got 9 letters, expected at most 8"):
        step(p, 0, kept)
    with pytest.raises(ValueError, match="code: got 7, expected a whole number from 0 to 6"):
        step(p, 7, nothing_kept(p))
    with pytest.raises(ValueError, match="codes: got 1 letters, expected 1 to 0"):
        read_letters(p, np.array([1]), kept)
    with pytest.raises(ValueError, match="codes: got 10 letters"):
        read_letters(p, np.zeros(10, int))
    with pytest.raises(ValueError, match="kept: expected a tuple of 2"):
        read_letters(p, np.array([1]), kept[:1])
    short = Kept(kept[1].K, kept[1].V[:, :-1])
    with pytest.raises(ValueError, match=r"kept\[1\].V: got shape \(3, 8, 2\)"):
        read_letters(p, np.array([1]), (kept[0], short))
    with pytest.raises(ValueError, match=r"kept\[0\]: got"):
        read_letters(p, np.array([1]), (p, p))
    with pytest.raises(ValueError, match="way: got 'guess', expected"):
        cache.multiply_adds(p, 3, "guess")
    with pytest.raises(ValueError, match="length: got 10, expected"):
        cache.multiply_adds(p, 10, "cache")
