"""A small masked language model: its sentences, its gaps, its gradient, what was measured of it."""

import numpy as np
import pytest

from unrolled.bert import little_english as english
from unrolled.bert import masked
from unrolled.bert import masked_contest as contest
from unrolled.core.optim import global_norm
from unrolled.core.tree import tree_leaves, tree_map

DATA = contest.measured()


def test_no_pair_of_held_out_words_is_in_a_sentence_to_learn_from():
    def pairs(held_out):
        places = {"sound": (1, 4), "act": (1, 6), "cross": (1, 6), "fed": (1, 4)}
        found = english.draw(np.random.default_rng(0), 4000, held_out)
        return {(one.form, *(one.words[k] for k in places[one.form])) for one in found}

    learned, held_out = pairs(False), pairs(True)
    assert len(learned) > 300
    assert len(held_out) > 150
    assert not learned & held_out


@pytest.mark.parametrize("held_out", [False, True])
def test_who_reads_the_left_alone_cannot_surpass_what_is_said(held_out):
    counts = {}
    for one in english.draw(np.random.default_rng(1), 12_000, held_out):
        for side, place in one.gaps.items():
            known = "any" if place == 1 else (one.form, one.words[1])
            of = counts.setdefault(f"{one.form}, {side}", {}).setdefault(known, {})
            of[one.words[place]] = of.get(one.words[place], 0) + 1
    assert counts.keys() == contest.BEST_OF_LEFT.keys()
    for name, found in counts.items():
        best = sum(max(of.values()) for of in found.values())
        share = best / sum(sum(of.values()) for of in found.values())
        assert share == pytest.approx(contest.BEST_OF_LEFT[name], abs=0.07), name


def test_every_word_is_in_the_vocabulary_once():
    words = english.vocabulary()
    assert len(set(words)) == len(words) == len(masked.WORDS)
    for one in english.draw(np.random.default_rng(2), 500):
        assert {*one.words, one.wrong} <= set(words)
        assert one.wrong not in [one.words[place] for place in one.gaps.values()]


def test_15_of_100_words_are_chosen_and_become_what_the_shares_say():
    rng = np.random.default_rng(3)
    ids = masked.indices(english.draw(rng, 4000))
    read, chosen = masked.mask_tokens(rng, ids)
    words = ids >= len(english.SPECIAL)
    assert not chosen[~words].any()
    assert chosen[words].mean() == pytest.approx(0.15, abs=0.01)
    assert np.array_equal(read[~chosen], ids[~chosen])
    hidden, same = read[chosen] == masked.MASK, read[chosen] == ids[chosen]
    assert hidden.mean() == pytest.approx(0.8, abs=0.02)
    assert same.mean() == pytest.approx(0.1, abs=0.02)
    assert (read[chosen] >= masked.MASK).all()
    read, chosen = masked.mask_tokens(rng, ids, (1.0, 0.0, 0.0))
    assert (read[chosen] == masked.MASK).all()
    few = masked.indices([("the",)])
    assert all(masked.mask_tokens(rng, few)[1].sum() == 1 for _ in range(20))


@pytest.mark.parametrize("left_only", [False, True])
def test_the_gradient_is_the_slope_of_the_loss(rng, left_only):
    ids = masked.indices(english.draw(rng, 5))
    read, chosen = masked.mask_tokens(rng, ids)
    p = masked.random_model(rng)
    _, g = masked.loss_and_gradient(p, read, chosen, ids, left_only)
    way = tree_map(lambda w: rng.normal(size=w.shape), p)
    ahead, behind = (
        masked.loss_and_gradient(
            tree_map(lambda w, v, e=e: w + e * v, p, way), read, chosen, ids, left_only
        )[0]
        for e in (1e-6, -1e-6)
    )
    pairs = zip(tree_leaves(g), tree_leaves(way), strict=True)
    inner = sum(float((a * b).sum()) for a, b in pairs)
    assert (ahead - behind) / 2e-6 == pytest.approx(inner, rel=1e-4, abs=1e-7 * global_norm(g))


def test_padding_changes_nothing_and_the_left_does_not_see_the_right():
    p = masked.trained()
    one, longer = english.draw(np.random.default_rng(0), 2)
    longer = ("the", "dog", "did", "not", "cross", "the", "road", "because", "the", "road", "was")
    alone = masked.states(p, masked.indices([one]))[0][0]
    padded = masked.states(p, masked.indices([one, longer]))[0][0]
    assert np.abs(padded[: len(alone)] - alone).max() < 1e-12
    ids = masked.indices([longer])
    other = ids.copy()
    other[0, 8] = masked.MASK
    left, moved = (masked.states(p, x, left_only=True)[0][0] for x in (ids, other))
    assert np.array_equal(left[:8], moved[:8])
    both, moved = (masked.states(p, x)[0][0] for x in (ids, other))
    assert np.abs(both[:8] - moved[:8]).max() > 1e-3


@pytest.mark.parametrize(
    ("sentence", "word"),
    [
        ("the dog did not cross the river because the [MASK] was too tired .", "dog"),
        ("the dog did not cross the river because the [MASK] was too wide .", "river"),
        ("the dogs with the cow [MASK] bread .", "eat"),
        ("the dog with the cows [MASK] bread .", "eats"),
        ("the dog with the cows [MASK] milk .", "drinks"),
        ("the girl fed the dogs because [MASK] were hungry .", "they"),
        ("the girl fed the dogs because [MASK] was kind .", "she"),
        ("the boy fed the dog because [MASK] was kind .", "he"),
        ("the [MASK] near the cows barks .", "dog"),
    ],
)
def test_the_model_in_the_file_fills_gaps(sentence, word):
    ((best, probability), *rest) = masked.top_words(sentence)[0]
    assert best == word
    assert probability > 0.5
    assert len(rest) == 4
    assert probability >= rest[0][1] >= rest[-1][1]


def test_eight_bits_are_enough():
    found = contest.gaps(masked.trained(), contest.asked())
    kept = DATA["both sides"][0]["gaps"]
    assert found.keys() == kept.keys() == contest.BEST_OF_LEFT.keys()
    for name, share in found.items():
        assert share == pytest.approx(kept[name], abs=0.03), name


def test_attention_weights_are_those_of_every_token(rng):
    tokens, A = masked.attention_weights("the [MASK] near the cows barks .")
    assert tokens == ["[CLS]", "the", "[MASK]", "near", "the", "cows", "barks", ".", "[SEP]"]
    assert A.shape == (masked.BLOCKS, masked.N_HEADS, 9, 9)
    assert np.abs(A.sum(axis=-1) - 1).max() < 1e-12


@pytest.mark.parametrize("way", contest.WAYS)
def test_the_beginning_of_one_seed_comes_out_as_it_is_in_the_file(way):
    shares, left_only = contest.WAYS[way]
    _, losses = masked.train_masked(2, contest.EVERY, shares, left_only)
    assert losses.mean() == pytest.approx(DATA[way][2]["losses"][0], rel=1e-2)
    assert [len(run["losses"]) for run in DATA[way]] == [masked.UPDATES // contest.EVERY] * 5


def test_what_does_not_fit_is_refused(unchecked):
    for call, says in (
        (lambda: masked.top_words("the dog barks ."), r"sentence: got 'the dog"),
        (lambda: masked.top_words("the unicorn [MASK] ."), "sentence: got 'unicorn'"),
        (lambda: masked.top_words("the " * 15 + "[MASK]"), "sentence: got 16 words"),
        (lambda: masked.top_words("the [MASK] barks .", n=0), "n: got 0"),
        (lambda: masked.attention_weights(""), "sentence: got ''"),
        (lambda: masked.states(masked.trained().blocks, np.zeros((1, 2), int)), "p: got"),
        (lambda: masked.train_masked(0, 0), "updates: got 0"),
        (lambda: english.draw(3, 4), "rng: got 3"),
        (lambda: english.draw(np.random.default_rng(0), 0), "n: got 0"),
        (lambda: contest.learned("GPT", 0), "way: got 'GPT'"),
    ):
        with pytest.raises(ValueError, match=says):
            call()
