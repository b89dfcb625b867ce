"""Models that count: rows are predictions, and what the chapter says of them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import seeds
from unrolled.core.losses import perplexity
from unrolled.core.text import LETTERS, encode, prose
from unrolled.language_models.counting import (
    bigram,
    bigram_loss,
    mean_surprise,
    ngram_loss,
    ngram_probabilities,
)

CODES = encode(prose(), LETTERS)
COUNTED, HELD_OUT = CODES[: len(CODES) * 9 // 10], CODES[len(CODES) * 9 // 10 :]


def refused(match, f, *args):
    with pytest.raises(ValueError, match=match):
        f(*args)


@given(seed=seeds, size=st.integers(1, 6), plus=st.sampled_from([0.01, 0.5, 1, 3]))
def test_every_row_is_a_prediction(seed, size, plus):
    table = bigram(np.random.default_rng(seed).integers(0, size, 40), size, plus)
    assert table.min() > 0
    assert np.allclose(table.sum(axis=1), 1)


def test_a_bigram_model_knows_a_cycle():
    cycle = np.tile([0, 1, 2], 400)
    assert bigram_loss(cycle, cycle, 3) < 0.01
    assert bigram_loss(np.array([0, 0]), np.array([1, 2]), 3) == pytest.approx(np.log(3))


def test_a_bigram_model_counts_every_pair_once_and_adds_one():
    """0 was followed by 1 twice and by 0 never: with one more each, 3 of 4."""
    counted = bigram_loss(np.array([0, 1, 0, 1]), np.array([0, 1]), 2)
    assert counted == pytest.approx(-np.log(3 / 4))


@given(seed=seeds, plus=st.sampled_from([0.1, 1, 2]))
def test_a_bigram_is_an_ngram_of_two(seed, plus):
    a, b = np.random.default_rng(seed).integers(0, 5, (2, 30))
    assert ngram_loss(a, b, 5, 2, plus)[0] == pytest.approx(bigram_loss(a, b, 5, plus))


@given(seed=seeds, n=st.integers(1, 5))
def test_ngrams_are_counted_as_one_would(seed, n):
    a, b = np.random.default_rng(seed).integers(0, 3, (2, 40))
    pieces = [tuple(a[i : i + n]) for i in range(len(a) - n + 1)]
    wanted = [tuple(b[i : i + n]) for i in range(len(b) - n + 1)]
    found = [
        (pieces.count(w) + 0.5) / (sum(p[:-1] == w[:-1] for p in pieces) + 1.5) for w in wanted
    ]
    loss, new = ngram_loss(a, b, 3, n, 0.5)
    assert loss == pytest.approx(-np.log(found).mean())
    assert new == pytest.approx(np.mean([w not in pieces for w in wanted]))
    assert np.allclose(ngram_probabilities(a, b, 3, n, 0.5), found)


@given(seed=seeds)
def test_the_shares_surprise_least_on_the_text_they_were_counted_on(seed):
    """Of all tables: the gradient at the shares is 0, and any other table pays more."""
    rng = np.random.default_rng(seed)
    codes = rng.integers(0, 4, 30)
    first, then = codes[:-1], codes[1:]
    counts = np.zeros((4, 4))
    np.add.at(counts, (first, then), 1)
    plain = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
    least = -np.log(plain[first, then]).mean()
    others = np.concatenate(
        [
            rng.dirichlet(np.ones(4), size=(200, 4)),
            0.99 * np.where(counts.any(axis=1)[:, None], plain, 0.25)
            + 0.01 * rng.dirichlet(np.ones(4), size=(200, 4)),
        ]
    )
    assert (-np.log(others[:, first, then]).mean(axis=1) >= least).all()


def test_what_the_chapter_says_of_the_books_text():
    assert len(CODES) == 78_627
    assert len(set(prose())) == 34
    assert round(perplexity(bigram_loss(COUNTED, HELD_OUT, 34)), 2) == 10.35
    unseen = [np.exp(ngram_loss(COUNTED, HELD_OUT, 34, n, 0.1)[0]) for n in range(1, 7)]
    assert np.argmin(unseen) + 1 == 4
    by_plus = [np.exp(ngram_loss(COUNTED, HELD_OUT, 34, 4, a)[0]) for a in (0.001, 0.01, 0.1, 1)]
    assert np.argmin(by_plus) == 2


@pytest.mark.usefixtures("unchecked")
def test_the_mean_surprise_is_refused_what_is_no_probability():
    assert mean_surprise([1, 1]) == 0
    for bad in ([0.5, 0], [1.5], [-0.1]):
        refused("probabilities: got .*, expected above 0 to 1", mean_surprise, bad)


@pytest.mark.usefixtures("unchecked")
def test_codes_lie_in_the_alphabet():
    assert bigram_loss([0, 1], [0, 1], 2) == bigram_loss(np.array([0, 1]), np.array([0, 1]), 2)
    refused("train: got -1 at index 1, expected codes 0 to 1", bigram_loss, [0, -1], [0, 1], 2)
    refused("held_out: got 2 at index 0", bigram_loss, [0, 1], [2, 1], 2)
    refused("held_out: got one character", bigram_loss, [0, 1], [0], 2)
    refused("plus: got 0", bigram, [0, 1], 2, 0)
    refused("n: got 3, expected at most 2", ngram_loss, [0, 1], [0, 1], 2, 3)
