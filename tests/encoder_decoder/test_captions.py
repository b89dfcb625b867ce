"""The captioner: PyTorch's word, padding, what it says, and what the derived data claim."""

import numpy as np
import pytest

from tests.gated import like, size
from unrolled.core.gradcheck import dot_product_gap, largest_gap
from unrolled.core.tree import ravel, tree_map
from unrolled.encoder_decoder import captions, torch_twin
from unrolled.encoder_decoder.captioner import (
    PIXELS,
    STOP,
    WORDS,
    Eye,
    caption_gradient,
    caption_task,
    caption_writer,
    random_captioner,
    say_all,
    see,
)
from unrolled.encoder_decoder.captions import (
    GROUPS,
    MISTAKES,
    as_scene,
    bleu_of,
    draw_examples,
    draw_group,
    guess,
    is_held_out,
    loaded,
    mistake,
    score,
    train_captioner,
    words_of,
)
from unrolled.encoder_decoder.letters import spelt
from unrolled.encoder_decoder.scenes import draw_scene, is_new
from unrolled.sequence_tasks.decode import beam

RIGHT = "a small red circle left of a large blue square"
EXAMPLES = draw_examples(np.random.default_rng(0), 6)
TASK = caption_task(EXAMPLES.captions)


def drawn(seed=0, n_h=3):
    rng = np.random.default_rng(seed)
    p = like(rng, random_captioner(rng, n_h))
    return p._replace(eye=tree_map(lambda w: w / 4, p.eye))


def test_loss_and_every_gradient_are_pytorchs():
    p = drawn()
    loss, gradient = caption_gradient(p, EXAMPLES.pictures, TASK)
    theirs, wanted = torch_twin.caption_gradient(p, EXAMPLES.pictures, TASK)
    assert abs(loss - theirs) < 1e-12
    assert largest_gap(gradient, wanted) < 1e-12 * size(wanted)


def test_the_gradient_is_that_of_finite_differences():
    p = drawn(1)
    to = like(np.random.default_rng(2), p)

    def loss(by):
        moved = tree_map(lambda w, d: w + by * d, p, to)
        return caption_gradient(moved, EXAMPLES.pictures, TASK)[0]

    rate = np.array([(loss(1e-5) - loss(-1e-5)) / 2e-5])
    gradient = caption_gradient(p, EXAMPLES.pictures, TASK)[1]
    assert dot_product_gap(np.ones(1), rate, gradient, to) < 1e-6


def test_padding_may_hold_anything():
    p, rng = drawn(), np.random.default_rng(3)
    known = TASK.observed[..., None]
    wanted = caption_gradient(p, EXAMPLES.pictures, TASK)
    assert not TASK.observed.all()
    for filling in (rng.permuted(TASK.xs, axis=1), rng.normal(size=TASK.xs.shape)):
        task = TASK._replace(
            xs=np.where(known, TASK.xs, filling), ys=np.where(known, TASK.ys, filling)
        )
        found = caption_gradient(p, EXAMPLES.pictures, task)
        assert found[0] == wanted[0]
        assert np.array_equal(ravel(found[1]), ravel(wanted[1]))


def test_a_task_has_the_word_before_and_the_word_that_is_due():
    task = caption_task(["a red", "blue"])
    codes = [WORDS.index(word) for word in ("a", "red", STOP)]
    assert task.ys[:, 0].argmax(axis=-1).tolist() == codes
    assert task.xs[1:, 0].argmax(axis=-1).tolist() == codes[:2]
    assert not task.xs[0].any()
    assert task.observed.T.tolist() == [[True, True, True], [True, True, False]]


def test_the_eye_is_a_projection_of_the_pixels():
    eye = Eye(np.zeros((4, PIXELS)), np.arange(4.0))
    eye.W[0, 0] = eye.W[3, PIXELS - 1] = 2  # the first pixel's red, the last one's blue
    h, c = see(eye, EXAMPLES.pictures)
    corner, last = EXAMPLES.pictures[:, 0, 0, 0], EXAMPLES.pictures[:, 15, 15, 2]
    assert np.array_equal(h, np.stack([2 * corner, np.ones(6)], axis=-1))
    assert np.array_equal(c, np.stack([np.full(6, 2.0), 3 + 2 * last], axis=-1))


def test_what_is_said_is_the_likeliest_word_at_each_step():
    p = drawn(4)
    said = say_all(p, EXAMPLES.pictures)
    for picture, text in zip(EXAMPLES.pictures, said, strict=True):
        best = beam(caption_writer(p, picture), 1, 16)[0]
        assert text == spelt(best, WORDS)


def test_a_caption_that_never_stops_is_cut_off_and_says_so():
    p = tree_map(np.zeros_like, random_captioner(np.random.default_rng(0), 2))
    p.readout.b_y[1] = 1
    (said,) = say_all(p, EXAMPLES.pictures[:1])
    assert said == " ".join(["a"] * 16) + " …"
    assert mistake(said, RIGHT) == "not a caption"
    assert words_of(said) == ["a"] * 16
    assert bleu_of([f"{RIGHT} …"], [RIGHT]) == 1


@pytest.mark.usefixtures("unchecked")  # thousands of calls
def test_one_thing_is_mostly_right_within_seconds():
    p, losses = train_captioner(0, 300, most=1)
    examples = draw_group(np.random.default_rng(1), 100, 1, False)
    assert score(say_all(p, examples.pictures), examples.captions)["exact"] > 0.5
    assert losses[0] == pytest.approx(np.log(len(WORDS)), rel=0.2)
    assert losses[-1] < 0.05


@pytest.mark.parametrize(
    ("said", "what"),
    [
        (RIGHT, None),
        ("a small red cross left of a large blue square", "one wrong word"),
        ("a large blue square left of a small red circle", "right words, wrong order"),
        ("a small blue circle left of a large red square", "right words, wrong order"),
        ("a small red circle above a large blue square", "more"),
        ("a large red cross left of a large blue square", "more"),
        ("a small red circle", "more"),
        ("a small red circle left a large blue square", "not a caption"),
        ("", "not a caption"),
    ],
)
def test_mistakes_are_told_apart(said, what):
    assert mistake(said, RIGHT) == what


def test_a_caption_is_read_as_it_is_written():
    told = as_scene("a small red circle below a large blue square left of a small green cross")
    assert told.things == (
        ("small", "red", "circle"),
        ("large", "blue", "square"),
        ("small", "green", "cross"),
    )
    assert told.relations == ("below", "left of")
    for things, new in GROUPS.values():
        scenes, _, texts = draw_group(np.random.default_rng(5), 50, things, new)
        for scene, text in zip(scenes, texts, strict=True):
            assert as_scene(text).things == tuple(thing[:3] for thing in scene)
    for text in ("a small red", f"{RIGHT} above", " above ".join(["a small red circle"] * 4)):
        assert as_scene(text) is None


def test_a_guess_is_one_of_the_captions_and_scores_best():
    texts = EXAMPLES.captions
    scores = {one: bleu_of([one] * len(texts), texts) for one in texts}
    assert scores[guess(texts)] == max(scores.values())


def test_training_pictures_hold_back_what_is_new():
    examples = draw_examples(np.random.default_rng(0), 500)
    assert not any(is_new(scene) for scene in examples.scenes)
    counts = np.bincount([len(scene) for scene in examples.scenes])
    assert counts[1:].min() > 130


@pytest.mark.usefixtures("unchecked")  # thousands of calls
def test_no_picture_of_the_test_is_seen_in_training():
    seen = {picture.tobytes() for picture in draw_examples(np.random.default_rng(0), 6000).pictures}
    assert len(seen) < 6000  # of one thing there are few
    for group in GROUPS.values():
        tested = draw_group(np.random.default_rng(1), 200, *group)
        assert not seen & {picture.tobytes() for picture in tested.pictures}
        assert all(is_held_out(scene) for scene in tested.scenes)


def test_one_scene_in_eleven_is_held_out():
    rng = np.random.default_rng(6)
    for things in (1, 2, 3):
        drawn = [draw_scene(rng, things) for _ in range(2000)]
        assert np.mean([is_held_out(scene) for scene in drawn]) == pytest.approx(1 / 11, abs=0.02)


def measured(updates, group, measure):
    """One number for each seed."""
    return np.array([one[group][measure] for one in loaded()["trained"][str(updates)]])


def gaps(things, updates):
    """For each seed, how many captions fewer are right where a pair is new."""
    new = measured(updates, f"{things}, new pair", "exact")
    return measured(updates, things, "exact") - new


def test_on_every_seed_a_new_pair_is_harder():
    for updates in captions.UPDATES:
        for things in ("two things", "three things"):
            assert gaps(things, updates).min() > 0


def test_of_two_things_training_narrows_the_gap_of_every_seed():
    assert gaps("two things", 500).min() > 0.15
    assert gaps("two things", 4000).max() < 0.11


def test_bleu_stays_high_where_every_fifth_caption_is_wrong():
    exact = measured(4000, "three things, new pair", "exact")
    alike = measured(4000, "three things, new pair", "bleu")
    assert np.median(exact) < 0.8
    assert alike.min() > 0.94
    for updates in captions.UPDATES:
        for group in GROUPS:
            exact, alike = (measured(updates, group, name) for name in ("exact", "bleu"))
            assert all((alike > exact) | (exact == 1) | (group == "one thing"))


def test_most_mistakes_of_a_long_training_are_one_wrong_word():
    for group in ("two things, new pair", "three things, new pair"):
        kinds = dict(zip(MISTAKES, measured(4000, group, "mistakes").sum(axis=0), strict=True))
        assert kinds["one wrong word"] > 0.65 * sum(kinds.values())
        assert kinds["not a caption"] <= 3


def test_every_seed_beats_the_guess():
    blind = loaded()["guess"]
    assert max(one["exact"] for one in blind) < 0.001
    assert 0.26 < min(one["bleu"] for one in blind) < max(one["bleu"] for one in blind) < 0.29
    for updates in captions.UPDATES:
        for group in GROUPS:
            assert measured(updates, group, "exact").min() > 0.05
            assert measured(updates, group, "bleu").min() > 0.65


@pytest.mark.usefixtures("unchecked")  # thousands of calls
def test_one_seed_of_the_experiment_is_what_the_file_says():
    assert captions.compare(0, captions.UPDATES[0]) == loaded()["trained"]["500"][0]
    assert captions.compare_guess(0) == loaded()["guess"][0]


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: train_captioner(-1, 1), "seed: got -1"),
        (lambda: train_captioner(0, 1, 4), "most: got 4"),
        (lambda: draw_group(np.random.default_rng(0), 3, 1, True), "things: got 1"),
        (lambda: draw_examples(np.random.default_rng(0), 0), "n: got 0"),
        (lambda: caption_task([]), "captions: got"),
        (lambda: caption_task(["a pink circle"]), "caption: got the word 'pink'"),
        (lambda: caption_gradient(drawn(), EXAMPLES.pictures[:2], TASK), "pictures: got shape"),
        (lambda: say_all(drawn(), EXAMPLES.pictures[0]), "pictures: got shape"),
        (lambda: say_all(drawn()._replace(eye=drawn(0, 2).eye), EXAMPLES.pictures), "eye.W: got"),
        (lambda: guess([]), "captions: got"),
        (lambda: score(["a"], []), "due: got"),
    ],
)
@pytest.mark.usefixtures("unchecked")
def test_what_cannot_be_is_told(call, told):
    with pytest.raises(ValueError, match=told):
        call()
