"""A classifier on frozen vectors: its gradient descent, its data, and that they are the model's."""

import numpy as np
import pytest

from unrolled.bert import fine_tune as tune
from unrolled.bert.basic import words
from unrolled.bert.minilm import minilm
from unrolled.bert.model import sentences
from unrolled.core.activations import logistic


@pytest.fixture(scope="module")
def model():
    return minilm()


@pytest.mark.parametrize("task", tune.TASKS)
def test_the_vectors_are_those_of_the_encoder_to_eight_bits(model, task):
    U = tune.features(task)
    assert U.shape == (80, 384)
    whole = sentences(model, tune.texts(task))
    assert np.abs(U - whole).max() < np.abs(whole).max() / 127
    assert np.abs(np.linalg.norm(U, axis=1) - 1).max() < 0.01


def test_the_classifier_walks_down_the_gradient(rng):
    U, y = rng.normal(size=(12, 3)), rng.integers(2, size=12).astype(float)
    w, b = tune.fit(U, y, rate=0.5, steps=1)
    assert w == pytest.approx(-0.5 * (0.5 - y) @ U / 12)
    assert b == pytest.approx(-0.5 * (0.5 - y).mean())
    gradients = []
    for steps in (1, 1000):
        w, b = tune.fit(U, y, rate=0.5, steps=steps)
        gradients.append(np.linalg.norm((logistic(U @ w + b) - y) @ U))
    assert gradients[1] < 0.1 * gradients[0]


def test_a_bag_of_words_counts_them():
    found = tune.bag_of_words(["the dog saw the cat", "dog"])
    assert found == pytest.approx(np.array([[1, 1, 1, 2], [0, 7**0.5, 0, 0]]) / 7**0.5)


def test_no_sentence_is_learned_from_and_tested_on_and_a_pair_is_on_one_side():
    for seed in tune.SEEDS:
        _, test = tune.split(seed, 32)
        for n in tune.COUNTS:
            learn, same = tune.split(seed, n)
            assert len(learn) == n
            assert np.array_equal(test, same)
            assert not set(learn // 2) & set(test // 2)
            assert tune.LABELS[learn].mean() == tune.LABELS[test].mean() == 0.5
        assert len(test) == 48


@pytest.mark.parametrize("task", tune.TASKS)
def test_all_sentences_are_different_and_short(task):
    texts = tune.texts(task)
    assert len(set(texts)) == len(texts) == 2 * tune.N_PAIRS == 80
    assert max(len(words(text)) for text in texts) <= 13


def test_what_does_not_fit_is_refused(unchecked):
    for call, says in (
        (lambda: tune.fit(np.ones((3, 2)), np.ones(2)), "y: got shape"),
        (lambda: tune.fit(np.ones((3, 2)), np.ones(3), rate=0.0), "rate: got 0.0"),
        (lambda: tune.fit(np.ones((3, 2)), np.ones(3), steps=0), "steps: got 0"),
        (lambda: tune.texts("taste"), "task: got 'taste'"),
        (lambda: tune.features("taste"), "task: got 'taste'"),
        (lambda: tune.split(0, 40), "labelled: got 40"),
    ):
        with pytest.raises(ValueError, match=says):
            call()
