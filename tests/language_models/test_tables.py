"""Languages of few sentences: the chain rule, what n-grams lose, what a summary keeps."""

import numpy as np
import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st

from tests.strategies import seeds
from unrolled.language_models.tables import KEYS, WORDS, chain, given, latent, lost, ngram

SHAPE = (2, 3, 4, 5)


def language(seed, shape=SHAPE):
    return np.random.default_rng(seed).dirichlet(np.ones(np.prod(shape))).reshape(shape)


def marks(joint, upto):
    """Summaries that remember which second word was read, until element `upto` is predicted."""
    found = [np.zeros(joint.shape[:t]) for t in range(1, joint.ndim)]
    for t in range(2, min(upto, joint.ndim)):
        found[t - 1] += np.arange(joint.shape[1]).reshape(1, -1, *[1] * (t - 2))
    return tuple(found)


@drawn(seed=seeds)
def test_the_chain_rule_is_exact_for_every_language(seed):
    joint = language(seed)
    assert np.allclose(chain(joint), joint, rtol=0, atol=1e-14)
    assert np.array_equal(ngram(joint, 4), chain(joint))


@drawn(seed=seeds, n=st.integers(1, 3))
def test_an_ngram_model_is_a_language_and_loses_something(seed, n):
    joint = language(seed)
    assert ngram(joint, n).sum() == pytest.approx(1)
    assert lost(joint, n) > 1e-3
    assert abs(lost(joint, 4)) < 1e-12


@drawn(seed=seeds)
def test_a_longer_past_never_loses_more(seed):
    joint = language(seed)
    losses = [lost(joint, n) for n in (1, 2, 3, 4)]
    assert losses == sorted(losses, reverse=True)


@drawn(seed=seeds, n=st.integers(1, 4))
def test_what_an_ngram_model_loses_is_what_the_cut_off_past_had_to_say(seed, n):
    """Step by step: the mean surprise after the short past, minus that after the long."""
    joint = language(seed)

    def entropy(first, last):
        table = joint.sum(axis=tuple(a for a in range(4) if not first - 1 <= a < last))
        return -(table * np.log(table)).sum()

    starts = [max(1, t - n + 1) for t in (1, 2, 3, 4)]
    short = sum(entropy(s, t) - entropy(s, t - 1) for t, s in enumerate(starts, 1))
    assert lost(joint, n) == pytest.approx(short - entropy(1, 4), abs=1e-12)


def test_four_sentences_have_the_probabilities_of_the_table():
    found = {
        " ".join(w[i] for w, i in zip(WORDS, x, strict=True)): KEYS[x]
        for x in np.ndindex(KEYS.shape)
        if KEYS[x]
    }
    assert found == {
        "the key to the cabinet is": 0.4,
        "the key to the cabinets is": 0.2,
        "the keys to the cabinet are": 0.2,
        "the keys to the cabinets are": 0.2,
    }


def test_the_bigram_model_prefers_the_wrong_sentence():
    wrong, right = ngram(KEYS, 2)[0, 1, 0, 0, 0]
    assert (wrong, right) == (pytest.approx(0.16), pytest.approx(0.08))
    assert KEYS[0, 1, 0, 0, 0, 0] == 0


@pytest.mark.parametrize("extra", range(5))
def test_no_fixed_n_is_enough(extra):
    """Every word in between asks for one more; one fewer guesses the verb."""
    between = KEYS.reshape((1, 2) + (1,) * (2 + extra) + (2, 2))
    assert lost(between, 4 + extra) > 0.6
    assert abs(lost(between, 5 + extra)) < 1e-12


@pytest.mark.parametrize("extra", range(5))
def test_one_mark_is_enough_however_much_stands_in_between(extra):
    between = KEYS.reshape((1, 2) + (1,) * (2 + extra) + (2, 2))
    assert np.allclose(latent(between, marks(between, 99)), between)
    dropped = marks(between, between.ndim - 1)
    assert np.abs(latent(between, dropped) - between).max() > 0.05


@drawn(seed=seeds, n=st.integers(1, 4))
def test_an_ngram_model_is_a_latent_model_that_keeps_the_last_elements(seed, n):
    joint = language(seed)
    last = []
    for t in range(1, 4):
        kept = np.zeros(joint.shape[:t])
        for axis in range(max(0, t - n + 1), t):
            kept = kept * SHAPE[axis] + np.arange(SHAPE[axis]).reshape(-1, *[1] * (t - axis - 1))
        last.append(kept)
    assert np.allclose(latent(joint, last), ngram(joint, n), rtol=0, atol=1e-14)


def test_a_past_that_never_happens_has_no_prediction():
    assert given(np.array([[1.0, 0.0], [0.0, 0.0]]), 2)[1].tolist() == [0, 0]


def test_what_is_no_language_is_refused():
    for f, args in ((chain, ()), (ngram, (2,)), (lost, (2,)), (latent, ((),))):
        with pytest.raises(ValueError, match="joint: got numbers that are no probabilities"):
            f(np.ones(3), *args)
    with pytest.raises(ValueError, match=r"summaries: got shape \(3,\), expected \(2,\) before"):
        latent(np.full((2, 2), 0.25), (np.ones(3),))
