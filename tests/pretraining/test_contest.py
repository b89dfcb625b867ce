"""The contest of objectives: what is asked, and that the file says what is computed."""

import numpy as np
import pytest

from unrolled.bert.little_english import draw
from unrolled.pretraining import contest
from unrolled.pretraining.encoder import random_model, states, word_logits
from unrolled.pretraining.objectives import causal_lesson, spelled, tokens
from unrolled.pretraining.stories import WORDS, draw_stories

DATA = contest.measured()


def test_all_ask_for_the_same_word():
    sentences = contest.by_form(draw(np.random.default_rng(0), 40, True))["act"][:3]
    place = sentences[0].gaps["both"]
    for objective in contest.FILLERS:
        lesson = contest.gap_lesson(objective, sentences, place)
        for row, one in enumerate(sentences):
            said = [word for word in spelled(lesson, row)[1].split() if word != "·"]
            assert said[0] == one.words[place], objective


def test_log_probability_is_the_sum_of_what_each_token_says(rng):
    p, ids = random_model(rng), tokens(draw(rng, 3))
    zs = word_logits(p, states(p, causal_lesson(ids))[0])
    for row, z, found in zip(ids, zs, contest.log_probability(p, ids), strict=True):
        n = int((row != 0).sum())
        powers = np.exp(z)
        shares = powers / powers.sum(axis=1, keepdims=True)
        assert found == pytest.approx(sum(np.log(shares[k, row[k + 1]]) for k in range(n - 1)))


def test_who_tries_every_word_keeps_the_likeliest_text(rng):
    p, one = random_model(rng), draw(rng, 1)[0]
    best = contest.tried(p, one, 1)
    texts = [(*one.words[:1], word, *one.words[2:]) for word in (best, *WORDS[4:40])]
    found = contest.log_probability(p, tokens(texts))
    assert found[0] >= found[1:].max()
    words, shares = contest.given_the_rest(p, one, 1)
    assert shares.sum() == pytest.approx(1)
    assert words[int(shares.argmax())] == best


def test_a_wrong_word_is_put_where_a_gap_was(rng):
    for one, row in zip(sentences := draw(rng, 50), contest.with_mistake(sentences), strict=True):
        assert sum(a != b for a, b in zip(one.words, row, strict=True)) == 1


def test_the_file_has_five_seeds_of_each():
    for objective in contest.OBJECTIVES:
        assert len(DATA[objective]) == 5
        assert all(len(run["losses"]) == contest.UPDATES // 50 for run in DATA[objective])
    for objective in contest.FILLERS:
        assert all(len(run["curve"]) == contest.UPDATES // contest.EVERY for run in DATA[objective])
    assert contest.best_pairs() == DATA["best pairs"]


@pytest.mark.parametrize("objective", contest.OBJECTIVES)
def test_the_beginning_of_one_seed_comes_out_as_it_is_in_the_file(objective):
    _, losses, taught = contest.train_on(objective, 2, 50)
    assert losses.mean() == pytest.approx(DATA[objective][2]["losses"][0], rel=1e-2)
    assert taught == pytest.approx(DATA[objective][2]["predictions"], rel=0.05)


def test_what_does_not_fit_is_refused(unchecked):
    stories = draw_stories(np.random.default_rng(0), 2)
    for call, says in (
        (lambda: contest.lesson_of("ELMo", None, stories), "objective: got 'ELMo'"),
        (lambda: contest.train_on("causal", -1), "seed: got -1"),
        (lambda: contest.train_on("causal", 0, 0), "updates: got 0"),
        (lambda: contest.gap_lesson("next sentence", stories.firsts, 1), "objective: got 'next"),
    ):
        with pytest.raises(ValueError, match=says):
            call()
