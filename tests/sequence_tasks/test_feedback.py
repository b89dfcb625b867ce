"""What is fed back decides whether letters depend on each other, in numbers and on paper."""

from itertools import product

import numpy as np
import pytest
import sympy as sp

from unrolled.core.activations import softmax
from unrolled.rnn.cell import preactivation
from unrolled.rnn.demo import MODEL
from unrolled.rnn.readout import random_model, readout
from unrolled.sequence_tasks import on_paper
from unrolled.sequence_tasks.feedback import FED, joint, mutual_information


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("fed", FED)
def test_all_sequences_together_have_probability_1(seed, fed):
    model = random_model(np.random.default_rng(seed), 3, 4, 3)
    assert np.isclose(joint(model, np.ones(4) / 2, 4, fed).sum(), 1)


@pytest.mark.parametrize("seed", range(5))
def test_only_a_letter_that_is_fed_back_carries_information(seed):
    model = random_model(np.random.default_rng(seed), 3, 4, 3)
    carried = {fed: mutual_information(joint(model, np.ones(4), 2, fed)) for fed in FED}
    assert carried.pop("letter") > 1e-4
    assert max(map(abs, carried.values())) < 1e-14


def test_a_sequence_has_the_product_of_its_steps():
    found = joint(MODEL, np.zeros(2), 3)
    for word in product(range(4), repeat=3):
        h, y, p = np.zeros(2), np.zeros(4), 1.0
        for letter in word:
            h = np.tanh(preactivation(MODEL.cell, y, h))
            p *= softmax(readout(MODEL.readout, h))[letter]
            y = np.eye(4)[letter]
        assert np.isclose(found[word], p, rtol=1e-12, atol=0)


def test_on_paper_logits_leave_nothing_and_letters_one_determinant():
    assert not any(on_paper.dependence("logits"))
    assert not any(on_paper.dependence("nothing"))
    assert any(on_paper.dependence("letter"))
    assert on_paper.letters_are_linked() == 0


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("fed", FED)
def test_every_step_reads_the_vector_and_what_is_fed_back(seed, fed):
    rng = np.random.default_rng(seed)
    model, x = random_model(rng, 5, 4, 3), rng.normal(size=2)
    found = joint(model, np.zeros(4), 2, fed, x)
    h = np.tanh(preactivation(model.cell, np.append(x, np.zeros(3)), np.zeros(4)))
    z = readout(model.readout, h)
    for k, y in enumerate(np.eye(3)):
        u = {"letter": y, "logits": z, "probabilities": softmax(z), "nothing": 0 * z}[fed]
        after = np.tanh(preactivation(model.cell, np.concatenate([x, u]), h))
        assert np.allclose(
            found[k], softmax(z)[k] * softmax(readout(model.readout, after)), rtol=1e-12, atol=0
        )
    assert not np.allclose(found, joint(model, np.zeros(4), 2, fed, x + 1))


def test_a_vector_of_the_wrong_size_is_told():
    model = random_model(np.random.default_rng(0), 5, 4, 3)
    with pytest.raises(ValueError, match="x: got shape"):
        joint(model, np.zeros(4), 2, "letter", np.zeros(3))


def test_the_chapters_other_algebra_leaves_nothing():
    for found, some in (
        (on_paper.substituted_states(), 27),
        (on_paper.unseen_inputs(), 6),
        (on_paper.reading_slopes(), 3),
        (on_paper.path_products(), 20),
    ):
        assert len(found) == some
        assert not any(map(sp.simplify, found))


def test_information_of_what_is_known():
    assert mutual_information(np.eye(2) / 2) == pytest.approx(np.log(2))
    assert mutual_information(np.full((2, 3), 1 / 6)) == pytest.approx(0, abs=1e-15)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: joint(MODEL, np.zeros(2), 9), "steps: got 9"),
        (lambda: joint(MODEL, np.zeros(2), 2, "words"), "fed: got 'words'"),
        (lambda: joint(MODEL, np.zeros(3), 2), "h0: got shape"),
        (lambda: joint(random_model(np.random.default_rng(0), 3, 4, 2), np.zeros(4), 2), "reads 3"),
        (lambda: mutual_information(np.ones((2, 2))), "p: got a sum of 4.0"),
    ],
)
def test_what_cannot_be_is_told(call, said):
    with pytest.raises(ValueError, match=said):
        call()
