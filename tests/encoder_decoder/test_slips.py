"""Known mistakes are recognised, and what is right is never taken for one."""

import numpy as np
import pytest

from tests.page.slips import families, recognised
from unrolled.core.tree import ravel
from unrolled.encoder_decoder import additive, bleu, slips, translator

LOOKS = ("without tanh", "exchanged", "without bias", "scores as weights")
LOSSES = ("padding counted", "divided by all", "mean of means")
BLEUS = ("no brevity", "arithmetic mean", "no root", "as many runs as words")
COUNTS = ("biases forgotten", "average not read", "score forgotten", "one gate")


def drawn_score(rng):
    return additive.Additive(
        *(rng.uniform(-1, 1, shape) for shape in ((2, 2), (2, 2))),
        *(rng.uniform(0.3, 1, 2) for _ in range(2)),
    )


def draws(rng):
    """What each family of questions asks about, right and with its arguments, at random."""
    yield slips.looked, (drawn_score(rng), rng.normal(size=2), rng.normal(size=(3, 2))), LOOKS
    lengths = rng.permutation(np.array([5, int(rng.integers(2, 5))]))
    yield slips.loss_of_due, (rng.uniform(0.1, 0.9, (2, 5)), lengths), LOSSES
    said, sentences = int(rng.integers(40, 70)), int(rng.integers(3, 7))
    matched = np.floor((said - sentences * np.arange(4)) * np.cumprod(rng.uniform(0.6, 0.9, 4)))
    yield slips.bleu_of_counts, (matched, said, said + int(rng.integers(3, 9)), sentences), BLEUS
    yield slips.count_of, tuple(rng.permutation(np.arange(5, 60))[:4].tolist()), COUNTS


def test_slips_are_recognised_on_1000_random_draws_without_a_false_alarm():
    names = [names for *_, names in draws(np.random.default_rng(0))]
    known = families(slips.SLIPS, names)
    recognised(known, lambda rng: [(args, right(*args)) for right, args, _ in draws(rng)], 0.02)


def test_a_look_is_that_of_the_package():
    rng = np.random.default_rng(0)
    p, query, keys = drawn_score(rng), rng.normal(size=2), rng.normal(size=(3, 2))
    wanted, _ = additive.additive(p, query[None], keys)
    assert np.allclose(slips.scores_of(p, query, keys), wanted[0])
    alpha = slips.looked(p, query, keys)[:3]
    assert np.allclose(slips.looked(p, query, keys)[3:], alpha @ keys)
    assert alpha.sum() == pytest.approx(1)


def test_bleu_of_counts_is_that_of_the_sentences_counted():
    said = [text.split() for text in ("a b c d e", "a b d c e b")]
    due = [text.split() for text in ("a b c d f g", "a b d c e b f")]
    matched = np.zeros(4)
    for one, other in zip(said, due, strict=True):
        matched += [(bleu.runs(one, n) & bleu.runs(other, n)).total() for n in (1, 2, 3, 4)]
    assert slips.bleu_of_counts(matched, 11, 13, 2) == pytest.approx(bleu.bleu(said, due))


def test_a_count_is_that_of_a_translator():
    p = translator.random_translator(np.random.default_rng(0), 7, 5, 3, True)
    assert slips.count_of(7, 5, 3, len(p.score.w)) == len(ravel(p))


# worked by hand
@pytest.mark.parametrize(
    ("args", "wanted"),
    [
        ((np.exp([[-1.0, -2, -6], [-3, -7, -5]]), np.array([2, 1])),
         {"padding counted": 4, "divided by all": 1, "mean of means": 2.25}),
        ((np.array([8.0, 4, 2, 1]), 16, 16, 4),
         {"no brevity": (1 / 2 * 1 / 3 * 1 / 4 * 1 / 4) ** 0.25, "arithmetic mean": 1 / 3,
          "no root": 1 / 96, "as many runs as words": (8 * 4 * 2 * 1) ** 0.25 / 16}),
        ((2, 3, 4, 5), {"biases forgotten": 329, "average not read": 305,
                        "score forgotten": 319, "one gate": 141}),
    ],
    ids=["loss", "bleu", "count"],
)  # fmt: skip
def test_each_slip_gives_what_it_says_in_a_case_worked_by_hand(args, wanted):
    for name, value in wanted.items():
        assert slips.SLIPS[name].gives(*args) == pytest.approx(value), name


def test_the_right_answers_of_the_same_cases():
    p = np.exp([[-1.0, -2, -6], [-3, -7, -5]])
    assert slips.loss_of_due(p, np.array([2, 1])) == pytest.approx(2)
    right = slips.bleu_of_counts(np.array([8.0, 4, 2, 1]), 16, 16, 4)
    assert right == pytest.approx((1 / 96) ** 0.25)
    assert slips.count_of(2, 3, 4, 5) == 4 * 4 * 7 + 4 * 4 * 12 + 5 * 10 + 3 * 5
