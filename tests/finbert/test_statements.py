"""Statements: their hidden numbers decide what they say, and nothing else does."""

import numpy as np
import pytest

from unrolled.finbert import statements
from unrolled.finbert.statements import (
    CALM,
    DOUBTFUL,
    DOVISH,
    FIRST_YEAR,
    HAWKISH,
    NEITHER,
    TONED,
    YEARS,
    balance,
    labelled,
    reliability,
    write,
)


def many(n, stance=0.0, doubt=0.0, year=FIRST_YEAR, seed=0):
    rng = np.random.default_rng(seed)
    return [write(rng, stance, doubt, year) for _ in range(n)]


def share(found, kind):
    return np.mean([np.sum(np.array(one.kinds) == kind) for one in found])


def test_a_stance_far_from_0_leaves_no_doubt_about_the_tone():
    assert all(balance(found) == 1 for found in many(20, stance=9.0))
    assert all(balance(found) == -1 for found in many(20, stance=-9.0))


def test_doubt_decides_the_sentences_about_the_outlook_alone():
    sure, unsure = many(50, doubt=-9.0), many(50, doubt=9.0)
    assert share(sure, DOUBTFUL) == 0 == share(unsure, CALM)
    assert share(sure, CALM) == share(unsure, DOUBTFUL) == statements.DOUBTING
    assert abs(share(sure, HAWKISH) - share(unsure, HAWKISH)) < 1


def test_every_statement_has_its_sentences_each_once():
    for found in many(50, stance=0.3, year=FIRST_YEAR + 11):
        kinds = np.array(found.kinds)
        assert len(found.sentences) == len(set(found.sentences)) == len(kinds)
        assert np.sum((kinds == HAWKISH) | (kinds == DOVISH)) == TONED
        assert np.sum(kinds == NEITHER) == statements.EMPTY + 2
        assert found.text == " ".join(found.sentences)


def test_words_go_out_of_fashion_and_the_chair_dates_a_text():
    old, new = many(200), many(200, year=FIRST_YEAR + YEARS)
    said = [" ".join(found.text for found in each) for each in (old, new)]
    assert "has climbed" in said[0]
    assert "has climbed" not in said[1]
    assert "has edged up" in said[1]
    assert "has edged up" not in said[0]
    chairs = {many(1, year=FIRST_YEAR + y)[0].sentences[-1] for y in range(YEARS)}
    assert len(chairs) == YEARS // statements.TERM


def test_what_a_sentence_says_does_not_depend_on_the_year():
    """A rise of unemployment is dovish, one of inflation hawkish, in old words and in new."""
    rng = np.random.default_rng(0)
    for sentence, kind in zip(*labelled(rng, 2000), strict=True):
        for sign, names in statements.TOPICS:
            if any(sentence.startswith(name) for name in names):
                rises = any(way in sentence for way in statements.ROSE)
                assert kind == (HAWKISH if rises == (sign > 0) else DOVISH)


@pytest.mark.parametrize(("n", "tau"), [(6, 1.0), (3, 0.5), (12, 2.0)])
def test_the_reliability_is_that_of_many_draws(n, tau):
    rng = np.random.default_rng(1)
    s = rng.normal(size=200_000)
    signs = np.sign(s[:, None] + tau * rng.normal(size=(len(s), n)))
    assert reliability(n, tau) == pytest.approx(np.corrcoef(s, signs.mean(axis=1))[0, 1], abs=4e-3)


def test_a_sentence_alone_that_follows_the_stance_exactly():
    assert reliability(1, 0.0) == pytest.approx(np.sqrt(2 / np.pi))


def test_the_reliability_is_that_of_the_statements():
    rng = np.random.default_rng(2)
    s = rng.normal(size=4000)
    found = [balance(write(rng, one, 0.0)) for one in s]
    assert np.corrcoef(s, found)[0, 1] == pytest.approx(reliability(), abs=0.02)


@pytest.mark.usefixtures("unchecked")
@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda: write(0, 0.0, 0.0), "rng: got 0, expected a generator"),
        (lambda: write(np.random.default_rng(0), np.nan, 0.0), "stance: got nan"),
        (lambda: write(np.random.default_rng(0), 0.0, "much"), "doubt: got 'much'"),
        (lambda: write(np.random.default_rng(0), 0.0, 0.0, np.inf), "year: got inf"),
        (lambda: labelled(np.random.default_rng(0), 0), "n: got 0"),
        (lambda: reliability(0), "n: got 0"),
        (lambda: reliability(3, -1.0), "kappa: got -1.0"),
    ],
)
def test_doors(wrong, says):
    with pytest.raises(ValueError, match=says):
        wrong()
