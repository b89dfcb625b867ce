"""How many hidden units the spirals need: the stored counts, and what the chapter says of them."""

import numpy as np
import pytest

from unrolled.backprop.backward import loss_and_gradient
from unrolled.core.optim import adam, sgd
from unrolled.core.tree import tree_leaves
from unrolled.mlp import how_many
from unrolled.mlp.fold_pictures import seen_by_output
from unrolled.mlp.network import predict, random_network


@pytest.mark.parametrize("hidden", [(), (3,), (4, 5)])
def test_its_slopes_are_those_of_backprop(rng, hidden):
    network = random_network(rng, (2, *hidden, 2))
    ours = how_many.slopes(network, *how_many.problem())
    theirs = loss_and_gradient(network, *how_many.problem())[1]
    for g, wanted in zip(tree_leaves(ours), tree_leaves(theirs), strict=True):
        assert np.abs(g - wanted).max() < 1e-15


def test_one_start_ends_where_the_file_says():
    """Seven units are right everywhere; two are stuck, near enough on any machine."""
    stored = how_many.loaded()
    assert how_many.right(how_many.fit(7, seed=0)) == stored[7][0] == 200
    for units in how_many.SHOWN:
        assert how_many.right(how_many.trained(units)) == stored[units][0]
    assert abs(how_many.right(how_many.fit(2, seed=0)) - stored[2][0]) <= 4


def test_seven_units_tell_the_spirals_apart_from_every_start_and_fewer_do_not():
    stored = how_many.loaded()
    assert all(len(counts) == how_many.SEEDS == 5 for counts in stored.values())
    assert all(min(stored[n]) == 200 for n in stored if n >= 7)
    assert all(min(stored[n]) < 200 for n in stored if n < 7)
    assert [n for n in stored if n < 7 and max(stored[n]) == 200] == [5]  # one lucky start
    assert stored[5].count(200) == 1


def test_the_scale_of_the_start_counts():
    by_scale = how_many.loaded_scales()
    assert tuple(by_scale) == how_many.SCALES
    assert all(len(counts) == how_many.SEEDS for counts in by_scale.values())
    assert by_scale[1.0] == how_many.loaded()[7]
    assert max(by_scale[10.0]) < 200 == min(by_scale[0.1])
    assert abs(how_many.right(how_many.fit(7, seed=1, scale=10.0)) - by_scale[10.0][1]) <= 4
    assert how_many.loaded_fast().count(200) == 2


def test_the_drawn_line_is_the_best_one():
    xs, ys = how_many.problem()
    w, b = how_many.best_line()
    assert np.sum((xs @ w + b > 0) == (ys[:, 0] == 1)) == best_line(xs, ys)


def test_seen_from_the_side_the_first_number_is_the_difference_of_the_logits():
    xs, _ = how_many.problem()
    network = how_many.trained(7)
    logits = predict(network, xs)
    seen = seen_by_output(network, xs)
    assert np.allclose(seen[:, 0], logits[:, 0] - logits[:, 1], rtol=0, atol=1e-10)
    assert abs(np.corrcoef(seen.T)[0, 1]) < 0.9  # the other direction tells something else


def best_line(xs, ys):
    """The most points that a straight line puts on their right side, over all lines.

    A best line can be turned and shifted until it touches two points; those two can be had on
    either side of it by a turn too small for any other point to notice.
    """
    sign = np.where(ys[:, 0] == 1, 1, -1)
    i, j = np.triu_indices(len(xs), 1)
    across = np.stack([xs[i, 1] - xs[j, 1], xs[j, 0] - xs[i, 0]], axis=1)
    sides = across @ xs.T - np.sum(across * xs[i], axis=1)[:, None]
    sides[np.arange(len(i)), i] = sides[np.arange(len(i)), j] = 0
    return int(((len(xs) - 2 + np.abs(np.sign(sides) @ sign)) / 2).max()) + 2


def test_no_straight_line_puts_more_than_135_of_200_points_on_their_right_side():
    assert best_line(*how_many.problem()) == 135
    assert max(how_many.loaded()[1]) == 135


def test_a_best_line_is_found_where_it_is_known():
    xs = np.array([[0.0, 0.1], [1.0, 0.9], [0.1, 1.0], [0.9, 0.0]])  # exclusive or: 3 of 4
    assert best_line(xs, np.eye(2)[[0, 0, 1, 1]]) == 3
    assert best_line(xs, np.eye(2)[[0, 1, 1, 0]]) == 4


def test_adam_moves_by_its_rate_only_while_the_gradient_keeps_its_sign():
    def walk(gradients):
        optimiser = adam(0.2)
        p = np.zeros(1)
        memory = optimiser.start(p)
        path = [p]
        for g in gradients:
            p, memory = optimiser.step(p, np.array([g]), memory)
            path.append(p)
        return np.abs(np.diff(np.array(path)[:, 0]))

    for size in (1e-3, 1.0, 1e3):
        assert np.abs(walk([size] * 200) - 0.2).max() < 1e-5
        assert walk([size, -size] * 100)[-1] == pytest.approx(0.2 * 0.0526, rel=0.02)


def test_adam_does_not_feel_the_scale_of_the_loss_and_plain_descent_does():
    steep, start = np.array([1.0, 20.0]), np.array([-2.3, 1.0])

    def walk(optimiser, scale):
        p = start
        memory = optimiser.start(start)
        for _ in range(40):
            p, memory = optimiser.step(p, scale * steep * p, memory)
        return p

    assert np.abs(walk(adam(0.2), 1000) - walk(adam(0.2), 1)).max() < 1e-6
    assert np.abs(walk(sgd(0.09), 1)).max() < 0.1
    assert np.abs(walk(sgd(0.09), 1000)).max() > 1e9
