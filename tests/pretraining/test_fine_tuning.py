"""Fine-tuning: what is trained, its gradient, its tasks, and what was measured."""

import numpy as np
import pytest

from unrolled.bert.masked import indices, random_model
from unrolled.core.gradcheck import check_gradient, largest_gap
from unrolled.core.tree import tree_leaves, tree_map, tree_size
from unrolled.pretraining import fine_tuning as tune


def drawn_model(rng):
    return tune.Tuned(random_model(rng), rng.normal(size=32), np.asarray(rng.normal()))


def test_the_gradient_is_the_slope_of_the_loss(rng):
    found = tune.labelled(rng, "agreement", 6)
    p, ids = drawn_model(rng), indices(found.rows)
    _, g = tune.loss_and_gradient(p, ids, found.y)
    way = tree_map(lambda leaf: rng.normal(size=leaf.shape), p)
    along = [
        tune.loss_and_gradient(tree_map(lambda w, v, e=e: w + e * v, p, way), ids, found.y)[0]
        for e in (1e-7, -1e-7)
    ]
    inner = sum(float((a * b).sum()) for a, b in zip(tree_leaves(g), tree_leaves(way), strict=True))
    assert (along[0] - along[1]) / 2e-7 == pytest.approx(inner, rel=1e-4, abs=1e-7)

    def head(part):
        return tune.loss_and_gradient(p._replace(w=part[0], b=part[1]), ids, found.y)[0]

    assert check_gradient(head, (p.w, p.b), (g.w, g.b)) < 1e-6


@pytest.mark.parametrize("depth", tune.KEPT)
def test_what_is_frozen_stays_and_what_is_not_moves(depth):
    found = tune.examples("agreement", 0, 8)
    before, after = tune.start(depth, 0), tune.fine_tune(depth, 0, found, updates=3)
    blocks = [
        largest_gap(a, b) > 0
        for a, b in zip(before.encoder.blocks, after.encoder.blocks, strict=True)
    ]
    table = largest_gap(before.encoder.token, after.encoder.token) > 0
    assert (blocks, table) == {
        "head only": ([False, False], False),
        "last block": ([False, True], False),
        "all": ([True, True], True),
        tune.REHEARSED: ([True, True], True),
    }[depth]
    assert largest_gap(before.w, after.w) > 0


def test_trained_weights_are_counted():
    p = tune.start("all", 0)
    head, last, everything = (tune.trained_weights(p, depth) for depth in tune.DEPTHS)
    assert head == 33
    assert last == head + tree_size(p.encoder.blocks[1])
    assert everything == tree_size(p) - len(p.encoder.bias)


@pytest.mark.parametrize("task", tune.TASKS)
def test_a_task_has_both_classes_and_held_out_sentences_are_new(task):
    rng = np.random.default_rng(5)
    learn, test = tune.labelled(rng, task, 300), tune.held_out(task)
    assert learn.y.mean() == test.y.mean() == 0.5
    assert not set(learn.rows) & set(test.rows)
    few, many = (tune.examples(task, 3, n) for n in (8, 32))
    assert set(few.rows) <= set(many.rows)
    assert few.y.mean() == 0.5


def test_words_decide_one_task_and_not_the_other():
    found, test = tune.examples("food", 0, 128), tune.held_out("food")
    assert tune.bag_of_words(found, test) == 1
    found, test = tune.examples("agreement", 0, 128), tune.held_out("agreement")
    assert tune.bag_of_words(found, test) < 0.65


def test_the_file_has_five_seeds_and_one_comes_out_again():
    data = tune.measured()
    for task in tune.TASKS:
        assert len(data[task]) == 5
        for told in data[task]:
            assert told["accuracy"].keys() == set(tune.WAYS)
            assert told["gaps"].keys() == set(tune.KEPT)
            assert told["gaps"]["head only"] == data["before"]
            assert told["rates"]["0.002"][0] == told["accuracy"]["all"][-1]
    found, test = tune.examples("agreement", 1, 32), tune.held_out("agreement")
    again = tune.accuracy(tune.fine_tune("last block", 1, found), test)
    kept = data["agreement"][1]["accuracy"]
    assert again == pytest.approx(kept["last block"][1], abs=0.02)
    assert tune.bag_of_words(found, test) == kept["bag of words"][1]


def test_what_does_not_fit_is_refused(unchecked):
    rng = np.random.default_rng(0)
    for call, says in (
        (lambda: tune.labelled(rng, "taste", 4), "task: got 'taste'"),
        (lambda: tune.labelled(rng, "food", 1), "n: got 1"),
        (lambda: tune.start("none", 0), "way: got 'none'"),
        (lambda: tune.examples("food", 0, 129), "n: got 129"),
        (lambda: tune.trained_weights(tune.start("all", 0), "half"), "depth: got 'half'"),
        (lambda: tune.scores((), np.zeros((1, 2), int)), "p: got"),
    ):
        with pytest.raises(ValueError, match=says):
            call()
