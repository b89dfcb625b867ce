"""Lessons and the model that learns from them: what is read, seen and said, and the gradient."""

from itertools import pairwise

import numpy as np
import pytest

from unrolled.bert import little_english as english
from unrolled.bert.masked import CLS, MASK, PAD, SEP
from unrolled.core.gradcheck import largest_gap
from unrolled.core.tree import tree_leaves, tree_map
from unrolled.pretraining import contest, encoder, stories, torch_twin
from unrolled.pretraining import objectives as o

each_objective = pytest.mark.parametrize("objective", contest.OBJECTIVES)


TEXT = o.tokens([("the", "dogs", "bark", ".")])[0]


def lesson(objective, n=5, seed=0):
    rng = np.random.default_rng(seed)
    return contest.lesson_of(objective, rng, stories.draw_stories(rng, n))


def moved(p, rng):
    """The model with other biases and another w, which are 0 at first."""
    bias, w = rng.normal(size=p.bias.shape), rng.normal(size=p.w.shape)
    return p._replace(bias=bias, w=w, c=np.asarray(rng.normal()))


@each_objective
def test_the_gradient_is_the_slope_of_the_loss(objective, rng):
    p, asked = moved(encoder.random_model(rng), rng), lesson(objective)
    _, g = encoder.loss_and_gradient(p, asked)
    way = tree_map(lambda leaf: rng.normal(size=leaf.shape), p)
    ahead, behind = (
        encoder.loss_and_gradient(tree_map(lambda w, v, e=e: w + e * v, p, way), asked)[0]
        for e in (1e-7, -1e-7)  # so near that no ReLU changes its side
    )
    pairs = zip(tree_leaves(g), tree_leaves(way), strict=True)
    inner = sum(float((a * b).sum()) for a, b in pairs)
    assert (ahead - behind) / 2e-7 == pytest.approx(inner, rel=1e-4, abs=1e-6)


@each_objective
def test_pytorch_has_the_same_loss_and_gradients(objective, rng):
    p, asked = moved(encoder.random_model(rng), rng), lesson(objective, seed=3)
    loss, g = encoder.loss_and_gradient(p, asked)
    theirs, gradients = torch_twin.loss_and_gradients(p, asked)
    assert loss == pytest.approx(theirs, abs=1e-10)
    for name, found in gradients.items():
        assert largest_gap(getattr(g, name), found) < 1e-10, name


@each_objective
def test_a_text_in_a_batch_is_the_text_alone(objective, rng):
    p, asked = encoder.random_model(rng), lesson(objective)
    X, _ = encoder.states(p, asked)
    for b in range(len(asked.read)):
        n = int((asked.read[b] != PAD).sum())
        single = o.Lesson(
            *(part[b : b + 1, :n] for part in asked[:2]),
            asked.sees[b : b + 1, :n, :n],
            asked.says[b : b + 1, :n],
            asked.counts[b : b + 1, :n],
        )
        assert largest_gap(X[b, :n], encoder.states(p, single)[0][0]) < 1e-12


def test_a_causal_model_says_every_token_and_never_looks_ahead(rng):
    ids = o.tokens(english.draw(rng, 4))
    asked = o.causal_lesson(ids)
    for row, says, counts in zip(ids, asked.says, asked.counts, strict=True):
        n = int((row != PAD).sum())
        assert says[: n - 1].tolist() == row[1:n].tolist()
        assert counts.sum() == n - 1
    p, other = encoder.random_model(rng), ids.copy()
    other[:, 4] = MASK
    one, two = (encoder.states(p, o.causal_lesson(x))[0] for x in (ids, other))
    assert np.array_equal(one[:, :4], two[:, :4])
    assert largest_gap(one[:, 4:], two[:, 4:]) > 1e-3


def test_a_span_comes_back_after_its_sentinel_and_the_two_parts_make_the_text(rng):
    for row in o.tokens(english.draw(rng, 200)):
        spans = o.draw_spans(rng, row)
        assert 1 <= len(spans) <= 2
        kept, cut = o.cut_spans(row, spans)
        text, parts, names = [], {}, [o.INDEX[name] for name in o.SENTINELS]
        for k in cut:
            if k in names:
                parts[last := k] = []
            else:
                parts[last].append(k)
        assert list(parts) == names[: len(spans) + 1]
        assert parts[cut[-1]] == []
        for k in kept:
            text += parts.get(k, [k])
        assert text == [k for k in row if k != PAD]


def test_a_word_stands_between_two_spans_and_one_is_enough(rng):
    between = []
    for row in o.tokens(english.draw(rng, 300)):
        spans = o.draw_spans(rng, row)
        assert all((row[start:end] >= len(english.SPECIAL)).all() for start, end in spans)
        between += [start - end for (_, end), (start, _) in pairwise(spans)]
    assert min(between) == 1


def test_the_example_of_the_docstring():
    ids = o.tokens([("the", "dogs", "bark", ".")])
    asked = o.span_questions([o.cut_spans(ids[0], [(2, 4)])])
    assert o.spelled(asked) == (
        "[CLS] the <x> . [SEP] <x> dogs bark",
        "· · · · · dogs bark <y>",
    )
    assert asked.sees[0].sum(axis=1).tolist() == [5] * 5 + [6, 7, 8]
    assert o.predictions(asked) == 3


def test_what_is_said_of_a_span_sees_the_text_and_what_was_said(rng):
    p, asked = encoder.random_model(rng), lesson("span", 6)
    said = (asked.segments == 1).sum(axis=1)
    X, _ = encoder.states(p, asked)
    for b, n in enumerate(said):
        end = int((asked.read[b] != PAD).sum())
        read = asked.read.copy()
        read[b, end - 1] = MASK
        Y, _ = encoder.states(p, asked._replace(read=read))
        assert np.array_equal(X[b, : end - 1], Y[b, : end - 1]), n
        assert largest_gap(X[b, end - 1], Y[b, end - 1]) > 1e-3


def test_a_pair_has_two_segments_and_half_of_the_pairs_are_random():
    found = stories.draw_stories(np.random.default_rng(0), 2000)
    asked = o.next_sentence_lesson(found)
    assert asked.follows.mean() == pytest.approx(0.5, abs=0.03)
    assert ((asked.read == SEP).sum(axis=1) == 2).all()
    assert (asked.read[:, 0] == CLS).all()
    first = np.argmax(asked.read == SEP, axis=1)
    for row, end, n in zip(asked.segments, first, map(len, found.seconds), strict=True):
        assert row[: end + 1].sum() == 0
        assert row[end + 1 :].sum() == n + 1
    assert o.predictions(asked) == 2000


def test_a_second_sentence_agrees_with_an_animal_of_the_first():
    found = stories.draw_stories(np.random.default_rng(1), 4000)
    own = [
        stories.fits_second(first, words)
        for first, words, follows in zip(*found, strict=True)
        if follows
    ]
    assert all(own)
    assert {stories.kind_of(words) for words in found.seconds} == set(stories.KINDS)
    assert stories.second(np.random.default_rng(0), "dogs", "pronoun")[:2] == ("they", "were")
    assert stories.second(np.random.default_rng(0), "dog", "pronoun")[:2] == ("it", "was")


def test_bert_reads_pairs_and_hides_words_in_them(rng):
    found = stories.draw_stories(rng, 400)
    asked, pairs = o.bert_lesson(rng, found), o.next_sentence_lesson(found)
    assert np.array_equal(asked.says, pairs.read)
    assert np.array_equal(asked.read[~asked.counts], pairs.read[~asked.counts])
    words = (pairs.read >= len(english.SPECIAL)).sum()
    assert asked.counts.sum() / words == pytest.approx(0.15, abs=0.02)
    assert o.predictions(asked) == asked.counts.sum() + 400


def test_what_does_not_fit_is_refused(unchecked):
    rng = np.random.default_rng(0)
    for call, says in (
        (lambda: o.tokens([("the", "unicorn")]), "sentence: got 'unicorn'"),
        (lambda: o.tokens([("the",) * 40]), "text: got 42 tokens"),
        (lambda: o.causal_lesson(np.zeros(3, int)), "ids: got"),
        (lambda: o.causal_lesson(np.full((1, 2), 999)), "ids: expected"),
        (lambda: o.span_lesson(3, np.zeros((1, 2), int)), "rng: got 3"),
        (lambda: o.tokens([]), "rows: got none"),
        (lambda: o.span_questions([]), "rows: got none"),
        (
            lambda: o.cut_spans(TEXT, [(2, 4), (3, 5)]),
            r"spans: got \[\(2, 4\), \(3, 5\)\], expected",
        ),
        (lambda: o.cut_spans(TEXT, [(3, 4), (1, 2)]), "spans: got .* expected rising"),
        (lambda: o.cut_spans(TEXT, [(4, 2)]), "spans: got .* expected rising"),
        (lambda: o.cut_spans(TEXT, [(2, 2)]), "spans: got .* expected rising"),
        (lambda: o.cut_spans(TEXT, [(5, 7)]), "spans: got .* from 0 to 6"),
        (lambda: o.cut_spans(TEXT, [(-1, 2)]), "spans: got .* from 0 to 6"),
        (lambda: o.cut_spans(TEXT, [(1, 2), (3, 4), (5, 6)]), "spans: got 3, expected 2 at most"),
        (lambda: o.cut_spans(TEXT, [1, 2]), "spans: got .* expected pairs"),
        (lambda: o.cut_spans(TEXT, [(1, 2), (3,)]), "spans: got .* expected pairs"),
        (lambda: o.cut_spans(TEXT, [(1.5, 2)]), "spans: got .* expected pairs"),
        (lambda: o.masked_lesson(rng, TEXT[None], (0.8, 0.2, 0.1)), "shares: got .* sum to 1"),
        (lambda: o.masked_lesson(rng, TEXT[None], (1.2, -0.2, 0)), "shares: got .* sum to 1"),
        (lambda: o.masked_lesson(rng, TEXT[None], (0.5, 0.5)), "shares: got shape"),
        (lambda: o.spelled(lesson("causal"), 5), "row: got 5"),
        (lambda: o.predictions(3), "lesson: got 3"),
        (lambda: o.next_sentence_lesson(3), "stories: got 3"),
        (lambda: stories.second(rng, "cheese", "name"), "noun: got 'cheese'"),
        (lambda: stories.second(rng, "dog", "verb"), "kind: got 'verb'"),
        (lambda: stories.draw_stories(rng, 0), "n: got 0"),
        (lambda: encoder.states((), lesson("causal")), "p: got"),
        (lambda: encoder.random_model(3), "rng: got 3"),
    ):
        with pytest.raises(ValueError, match=says):
            call()
