"""Flows that learn: derived data, one seed computed again, and what the chapter says of them."""

import numpy as np
import pytest
import torch

from unrolled.core.gradcheck import check_gradient, largest_gap
from unrolled.neural_ode import learned, torch_twin
from unrolled.neural_ode.fields import NET_FIELD, random_net
from unrolled.neural_ode.gradients import flow


@pytest.mark.parametrize("name", learned.CONTESTS)
def test_the_first_updates_of_one_seed_are_those_of_the_file(name):
    again = learned.learned(*learned.CONTESTS[name], 2, updates=40)[1]
    assert largest_gap(again, learned.curves(name)[2, :2]) < 1e-4


def test_the_first_updates_of_one_density_are_those_of_the_file():
    again = learned.learned_density(3, updates=40)[1]
    assert largest_gap(again, learned.curves("density")[3, :2]) < 1e-4


def test_the_gradient_of_the_classifier_is_that_of_centred_differences(rng):
    p, (xs, ys) = learned.start(1, 0), learned.circles(3)
    xs = learned.augmented(xs + rng.normal(0, 0.1, xs.shape), 1)
    found = learned.loss_and_gradient(p, xs, ys, 3)[1]
    assert check_gradient(lambda q: learned.loss_and_gradient(q, xs, ys, 3)[0], p, found) < 1e-7


def test_the_density_and_its_gradient_are_pytorchs(rng):
    p, xs = random_net(rng, 2, 4), rng.normal(size=(6, 2))
    weights = [torch.tensor(leaf, requires_grad=True) for leaf in p]
    theirs = torch_twin.log_density(tuple(weights), torch.from_numpy(xs), 4)
    (-theirs.mean()).backward()
    loss, gradient = learned.density_loss(p, xs, 4)
    assert largest_gap(learned.log_density(p, xs, 4), theirs.detach().numpy()) < 1e-12
    assert abs(loss + theirs.mean().item()) < 1e-12
    for ours, weight in zip(gradient, weights, strict=True):
        assert largest_gap(ours, weight.grad.numpy()) < 1e-10


def test_a_density_sums_to_one():
    axis = np.linspace(-4.5, 4.5, 181)
    grid = np.stack(np.meshgrid(axis, axis), axis=-1)
    for seed in learned.SEEDS:
        mass = np.exp(learned.log_density(learned.kept_density(seed), grid, 20)).sum() * 0.05**2
        assert abs(mass - 1) < 1e-3


def test_flows_are_between_the_normal_distribution_and_the_truth():
    new = learned.held_out()
    found = [-learned.log_density(learned.kept_density(s), new).mean() for s in learned.SEEDS]
    assert learned.true_loss(new) < min(found)
    assert max(found) < 1.4 < learned.gaussian_loss(new)


def test_all_flows_are_right_on_what_they_were_trained_on():
    for name, (task, zeros) in learned.CONTESTS.items():
        xs, ys = learned.problem(task)
        for seed in learned.SEEDS:
            p = learned.kept_classifier(name, seed)
            assert learned.wrong(p, learned.augmented(xs, zeros), ys, 100) == 0


def test_the_plane_tears_the_ring_and_one_more_dimension_does_not():
    xs, ys = learned.circles(2000)
    for seed in learned.SEEDS:
        plane = learned.kept_classifier("circles", seed)
        assert learned.wrong(plane, xs, ys, 40) > 0
        lifted = learned.kept_classifier("circles, one zero", seed)
        assert learned.wrong(lifted, learned.augmented(xs, 1), ys, 40) == 0
        outer = flow(NET_FIELD, plane.field, xs[2000:], 0.0, 1.0, 40)[0]
        gaps = np.linalg.norm(np.roll(outer, 1, axis=0) - outer, axis=1)
        assert gaps.max() > 500 * 1.5 * 2 * np.pi / 2000


def test_what_is_refused():
    with pytest.raises(ValueError, match="name: got 'rings', expected one of 'moons'"):
        learned.curves("rings")
    with pytest.raises(ValueError, match="points: got 0, expected"):
        learned.circles(0)
    with pytest.raises(ValueError, match="seed: got 5, expected"):
        learned.kept_density(5)
    with pytest.raises(ValueError, match="updates: got 3, expected"):
        learned.learned("moons", 0, 0, updates=3)


def test_in_the_plane_the_ring_still_runs_around_the_disc():
    for seed in learned.SEEDS:
        p = learned.kept_classifier("circles", seed)
        inner, outer = (learned.outline(p, radius) for radius in (0.5, 1.5))
        assert np.linalg.norm(np.diff(outer, axis=0), axis=1).max() <= 0.1
        assert {abs(learned.turns(outer, point)) for point in inner[:-1:10]} == {1}
        assert learned.turns(outer, np.array([100.0, 0.0])) == 0
