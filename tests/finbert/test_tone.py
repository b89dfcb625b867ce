"""The head tells sentences apart that it never saw, and its reliability is the measured one."""

import numpy as np
import pytest

from unrolled.core.activations import log_softmax
from unrolled.core.gradcheck import check_gradient
from unrolled.finbert import hundred, statements, tone
from unrolled.finbert.statements import labelled, write
from unrolled.finbert.tone import (
    Head,
    count_words,
    document_vectors,
    kinds_of,
    tones,
    tune,
    tuned_on_words,
)


def test_the_head_tells_new_sentences_apart():
    sentences, kinds = labelled(np.random.default_rng(9), 1500)
    found = kinds_of(tuned_on_words(), sentences)
    assert found.sum(axis=1) == pytest.approx(np.ones(1500))
    assert np.mean(found.argmax(axis=1) == kinds) > 0.9


def test_a_documents_vector_is_the_mean_of_its_sentences():
    rng = np.random.default_rng(4)
    found = tuple(write(rng, s, 0.0) for s in [-9.0] * 10 + [9.0] * 10)
    vectors = document_vectors(tuned_on_words(), found)
    for vector, one in zip(vectors, found, strict=True):
        assert vector == pytest.approx(kinds_of(tuned_on_words(), list(one.sentences)).mean(axis=0))
    assert tones(vectors[:10]).mean() < -0.1 < 0.1 < tones(vectors[10:]).mean()


def test_counts_of_words_have_length_1_and_know_every_word():
    sentences, _ = labelled(np.random.default_rng(1), 300)
    counts = count_words(sentences)
    assert np.linalg.norm(counts, axis=1) == pytest.approx(np.ones(300))
    for text in sentences:
        assert all(word in tone.vocabulary() for word in tone.words(text) if word.isalpha())


def test_tuning_walks_down_the_gradient_of_the_cross_entropy():
    sentences, kinds = labelled(np.random.default_rng(2), 40)
    one = tune(count_words, sentences, kinds, 1).head
    U, wanted = count_words(sentences), np.eye(5)[kinds]

    def loss(head):
        return -float((wanted * log_softmax(U @ head.W.T + head.b)).sum(axis=1).mean())

    start = Head(0 * one.W, 0 * one.b)
    dz = (np.full(wanted.shape, 1 / 5) - wanted) / len(wanted)
    assert check_gradient(loss, start, Head(dz.T @ U, dz.sum(axis=0))) < 1e-6
    assert (
        np.sign(-one.b[np.abs(dz.sum(axis=0)) > 1e-9])
        == np.sign(dz.sum(axis=0)[np.abs(dz.sum(axis=0)) > 1e-9])
    ).all()
    losses = [loss(tune(count_words, sentences, kinds, n).head) for n in (1, 5, 50)]
    assert losses == sorted(losses, reverse=True)


def test_the_measured_reliability_is_below_that_of_a_perfect_reader():
    assert hundred.reliability() == pytest.approx(tone.measured_reliability(), abs=1e-6)
    assert 0.6 < hundred.reliability() < statements.reliability()


@pytest.mark.usefixtures("unchecked")
@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda: count_words("one text"), "texts: got 'one text', expected a list of texts"),
        (lambda: count_words(["Quux"]), "texts: got 'Quux', expected words of the grammar"),
        (lambda: tune(count_words, ["Demand has risen of late."], [5]), "kinds: got 5"),
        (lambda: tune(count_words, ["Demand has risen of late."], [1, 1]), "kinds: got 2 of them"),
        (lambda: tune("words", ["Demand has risen of late."], [1]), "encode: got 'words'"),
        (lambda: kinds_of(count_words, ["Demand has risen of late."]), "reader: got"),
        (lambda: tones(np.zeros((3, 4))), "vectors: got shape"),
    ],
)
def test_doors(wrong, says):
    with pytest.raises(ValueError, match=says):
        wrong()
