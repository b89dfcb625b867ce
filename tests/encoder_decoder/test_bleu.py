"""BLEU against a count spelled out run by run, and what is known of it."""

import numpy as np
import pytest

from unrolled.encoder_decoder.bleu import bleu, brevity, precision, runs
from unrolled.encoder_decoder.captions import bleu_of

WORDS = ["a", "b", "c", "d"]


def spelled_out(said, due):
    """The same from lists alone: each run that was said is crossed off in its reference, once."""
    logs = []
    for n in range(1, 5):
        matched = possible = 0
        for one, other in zip(said, due, strict=True):
            left = [other[i : i + n] for i in range(len(other) - n + 1)]
            for i in range(len(one) - n + 1):
                possible += 1
                if one[i : i + n] in left:
                    left.remove(one[i : i + n])
                    matched += 1
        if not matched:
            return 0.0
        logs.append(np.log(matched) - np.log(possible))
    s, r = sum(map(len, said)), sum(map(len, due))
    return np.exp(sum(logs) / 4) * (np.exp(1 - r / s) if s < r else 1)


def sentences(rng, n):
    return [[str(w) for w in rng.choice(WORDS, int(rng.integers(1, 12)))] for _ in range(n)]


@pytest.mark.parametrize("seed", range(50))
def test_it_is_what_counting_gives(seed):
    rng = np.random.default_rng(seed)
    said, due = sentences(rng, 8), sentences(rng, 8)
    assert bleu(said, due) == pytest.approx(spelled_out(said, due), abs=1e-12)


def test_a_case_worked_by_hand():
    said, due = [list("abcde")], [list("abcdf")]
    shares = [precision(said, due, n) for n in (1, 2, 3, 4)]
    assert shares == [4 / 5, 3 / 4, 2 / 3, 1 / 2]
    assert bleu(said, due) == pytest.approx((1 / 5) ** 0.25)


def test_a_repeated_word_counts_as_often_as_the_reference_has_it():
    """The example of Papineni et al. 2002: "the the the the the the the", of which two are due."""
    said, due = ["the"] * 7, ["the", "cat", "is", "on", "the", "mat"]
    assert precision([said], [due], 1) == 2 / 7
    assert runs(due, 1)["the",] == 2


def test_what_is_short_is_punished_and_what_is_long_only_in_its_precisions():
    due = [list("abcdefgh")]
    assert brevity([list("abcd")], due) == pytest.approx(np.exp(-1))
    assert bleu([list("abcd")], due) == pytest.approx(np.exp(-1))
    assert brevity([list("abcdefghij")], due) == 1
    assert brevity([[]], due) == bleu([[]], due) == 0


def test_it_is_1_for_the_same_and_0_without_a_run_of_four():
    rng = np.random.default_rng(0)
    due = [[*words, *"abcd"] for words in sentences(rng, 5)]
    assert bleu(due, due) == pytest.approx(1)
    assert bleu([list("abc")], [list("abc")]) == 0


def test_the_order_of_the_sentences_does_not_matter_but_it_is_no_mean_over_them():
    rng = np.random.default_rng(1)
    said, due = sentences(rng, 20), sentences(rng, 20)
    order = rng.permutation(20)
    turned = [said[n] for n in order], [due[n] for n in order]
    assert bleu(*turned) == pytest.approx(bleu(said, due))
    each = [bleu([one], [other]) for one, other in zip(said, due, strict=True)]
    assert abs(np.mean(each) - bleu(said, due)) > 0.01


def test_what_bleu_misses():
    """A true caption in words of its own scores below two false ones."""
    due = "a small red circle left of a large blue square"
    exchanged = "a large blue square left of a small red circle"
    cross = "a small red cross left of a large blue square"
    true = "a large blue square right of a small red circle"
    found = {text: round(bleu_of([text], [due]), 3) for text in (exchanged, cross, true)}
    assert found == {exchanged: 0.631, cross: 0.658, true: 0.562}


@pytest.mark.parametrize(
    ("said", "due", "told"),
    [
        ([], [], "said: got"),
        ([["a"]], [], "due: got"),
        ([["a"]], [["a"], ["b"]], "said: got 1 sentences, expected 2"),
        ([["a"]], [[]], r"due\[0\]: got no words"),
        (["a b"], [["a"]], r"said\[0\]: got 'a b', expected a list of words"),
        ([[1]], [["a"]], r"said\[0\]: got"),
        ("ab", [["a"]], "said: got 'ab'"),
    ],
)
def test_what_is_no_collection_of_sentences_is_told(said, due, told):
    with pytest.raises(ValueError, match=told):
        bleu(said, due)
