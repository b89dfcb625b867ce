"""What conditionals define: sums over all texts, and texts drawn from them."""

from itertools import product

import numpy as np
import pytest

from unrolled.errata import chances
from unrolled.pretraining import agreeing_pairs as pairs
from unrolled.pretraining import conditionals as c
from unrolled.pretraining import on_paper


def tables(rng):
    for shape in ((2, 2), (3, 2), (2, 3, 2), (2, 2, 2, 2), (4,)):
        joint = rng.gamma(0.7, size=shape)
        yield joint / joint.sum()


def test_the_chain_rule_gives_the_table_back(rng):
    for joint in tables(rng):
        assert c.chain_rule(joint) == pytest.approx(joint, abs=1e-14)
        turned = joint.transpose()
        assert c.chain_rule(turned) == pytest.approx(turned, abs=1e-14)


def test_full_conditionals_are_what_their_name_says(rng):
    for joint in tables(rng):
        found = c.full_conditionals(joint)
        for text in product(*map(range, joint.shape)):
            product_of = 1.0
            for t in range(joint.ndim):
                line = joint[tuple(slice(None) if k == t else at for k, at in enumerate(text))]
                product_of *= joint[text] / line.sum()
            assert found[text] == pytest.approx(product_of)
            assert c.pseudo_log_likelihood(joint, text) == pytest.approx(np.log(product_of))


def test_the_sums_are_those_of_the_errata_on_their_own_texts():
    joint, theirs = chances.joint(), chances.full_conditionals()
    assert c.full_conditionals(joint).sum() == pytest.approx(theirs[0], abs=1e-12)
    assert c.chain_rule(joint).sum() == pytest.approx(theirs[1], abs=1e-12)


def test_two_words_sum_to_1498_which_is_one_more_than_their_contingency(rng):
    assert round(c.full_conditionals(c.TWO_WORDS).sum(), 3) == 1.498
    assert round(c.chain_rule(c.TWO_WORDS).sum(), 3) == 1.0
    for joint in [c.TWO_WORDS, *(t for t in tables(rng) if t.ndim == 2)]:
        found = c.full_conditionals(joint).sum()
        assert found == pytest.approx(1 + c.mean_square_contingency(joint), abs=1e-12)
    alone = np.outer([0.3, 0.7], [0.2, 0.5, 0.3])
    assert c.full_conditionals(alone).sum() == pytest.approx(1, abs=1e-14)
    assert on_paper.excess() == 0
    assert on_paper.chain_sums_to_one() == 0


def test_words_drawn_in_turn_come_from_the_table():
    shares = c.gibbs(np.random.default_rng(0), c.TWO_WORDS, 6000)
    assert shares == pytest.approx(c.TWO_WORDS, abs=0.03)
    assert shares.sum() == pytest.approx(1)


def test_the_small_models_conditionals_sum_to_nearly_twenty():
    found = pairs.products()
    assert found.shape == (20, 20)
    assert found[pairs.agrees()].min() > 0.9
    assert 19 < found.sum() < 20
    assert pairs.at_once() == ("cows", "moos")
    drawn = pairs.in_turn(np.random.default_rng(0), 5)
    assert all(pairs.NOUNS.index(noun) == pairs.VERBS.index(verb) for noun, verb in drawn)


def test_products_of_logits_are_those_of_a_table(rng):
    joint = np.log(c.TWO_WORDS)
    assert c.pair_products(joint, joint) == pytest.approx(c.full_conditionals(c.TWO_WORDS))


def test_what_does_not_fit_is_refused(unchecked):
    for call, says in (
        (lambda: c.chain_rule(np.ones((2, 2))), "joint: got a sum of 4"),
        (lambda: c.chain_rule(np.array([[1.5, -0.5]])), "joint: got a sum of 1"),
        (lambda: c.full_conditional(c.TWO_WORDS, 2), "axis: got 2"),
        (lambda: c.mean_square_contingency(np.array([0.5, 0.5])), "joint: got shape"),
        (lambda: c.pseudo_log_likelihood(c.TWO_WORDS, (0,)), "text: expected 2"),
        (lambda: c.pseudo_log_likelihood(c.TWO_WORDS, (0, 2)), r"text\[1\]: got 2"),
        (lambda: c.gibbs(3, c.TWO_WORDS, 2), "rng: got 3"),
        (lambda: c.gibbs(np.random.default_rng(0), c.TWO_WORDS, 0), "sweeps: got 0"),
        (lambda: pairs.in_turn(3, 1), "rng: got 3"),
    ):
        with pytest.raises(ValueError, match=says):
            call()
