"""The probe: its sentences, its frames, its vectors and what padding without a mask does."""

import numpy as np
import pytest

from unrolled.bert.minilm import minilm
from unrolled.bert.mistakes import vectors
from unrolled.pretraining import probe
from unrolled.pretraining import probe_texts as texts


def test_a_frame_has_every_mixture_once_and_words_of_its_own():
    assert len(set(texts.TEXTS)) == 80
    assert texts.sentence(texts.FRAMES[0], 0, 0, 0) == "The nurse called the doctor."
    assert texts.sentence(texts.FRAMES[4], 1, 1, 1) == (
        "The children will not kick a ball over the fence."
    )
    own = [{*frame.subject, *frame.verb} for frame in texts.FRAMES]
    assert len(set().union(*own)) == sum(map(len, own))
    for name in texts.PROPERTIES:
        assert probe.answers(name).mean() == 0.5


@pytest.fixture(scope="module")
def model():
    return minilm()


@pytest.mark.parametrize("kind", probe.KINDS)
def test_the_vectors_are_those_of_the_encoder_to_eight_bits(model, kind):
    whole = vectors(model, texts.TEXTS, first=kind == "first")
    assert np.abs(probe.features(kind) - whole).max() < np.abs(whole).max() / 127


def test_padding_without_a_mask_turns_the_vectors_as_the_file_says(model):
    few = texts.TEXTS[:4]
    found = probe.cosines(vectors(model, few), vectors(model, few, filled=16))
    assert found == pytest.approx(probe.padded(16)["cosines"][:4], abs=2e-3)
    assert [np.median(probe.padded(n)["cosines"]) for n in probe.FILLED] == sorted(
        (np.median(probe.padded(n)["cosines"]) for n in probe.FILLED), reverse=True
    )
    assert max(probe.lengths()) < probe.FILLED[0]


def test_a_probe_finds_what_is_there_and_nothing_where_nothing_is(rng):
    y = probe.answers("time")
    U = rng.normal(size=(80, 20))
    U[:, 0] += 6 * y
    assert probe.probed(U, y) > 0.9
    assert probe.probed(rng.normal(size=(80, 20)), y) < 0.75


def test_counts_of_words_know_will_and_not_but_no_new_plural():
    assert probe.bag_of_words("time") == probe.bag_of_words("negation") == 1
    assert probe.bag_of_words("number") < 0.6


def test_what_does_not_fit_is_refused(unchecked):
    for call, says in (
        (lambda: probe.answers("mood"), "name: got 'mood'"),
        (lambda: probe.features("last"), "kind: got 'last'"),
        (lambda: probe.padded(20), "n: got 20"),
        (lambda: probe.probed(np.ones((3, 2)), np.ones(3)), "U: got shape"),
        (lambda: probe.cosines(np.ones((3, 2)), np.ones((2, 2))), "V: got shape"),
        (lambda: texts.sentence(texts.FRAMES[0], 2, 0, 0), "number: got 2"),
    ):
        with pytest.raises(ValueError, match=says):
            call()
