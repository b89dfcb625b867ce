"""Wrong lines that run are found; a reader's code is told that it is right, or what is wrong."""

import numpy as np
import pytest

from unrolled.backprop.backward import loss_and_gradient
from unrolled.backprop.checking import relative_error, right_gradients, wrong_ones
from unrolled.backprop.exercises import judged_input
from unrolled.backprop.mistakes import wrong_gradients
from unrolled.backprop.torch_twin import errors, gradients, third_derivatives
from unrolled.core.gradcheck import largest_gap
from unrolled.core.losses import cross_entropy
from unrolled.core.tree import tree_size
from unrolled.mlp.network import predict, random_network


def test_each_mistake_is_another_gradient_than_the_right_one():
    rng = np.random.default_rng(3)
    for _ in range(20):
        net = random_network(rng, (3, 3, 3))
        x = rng.normal(size=3)
        y = np.eye(3)[rng.integers(3)]
        right = loss_and_gradient(net, x[None], y[None])[1]
        assert largest_gap(right, gradients(net, x, y)) < 1e-15
        wrong = wrong_gradients(net, x, y)
        assert len(wrong) == 5
        assert min(largest_gap(right, given) for given in wrong.values()) > 1e-6
    with pytest.raises(ValueError, match="expected two layers of one size"):
        wrong_gradients(random_network(rng, (3, 2, 3)), x, y)


def test_the_twin_s_errors_and_third_derivatives_are_those_of_the_loss():
    rng = np.random.default_rng(5)
    net = random_network(rng, (3, 5, 2, 4))
    x = rng.normal(size=3)
    y = rng.dirichlet(np.ones(4))
    found = gradients(net, x, y)
    assert all(np.allclose(e, layer.b) for e, layer in zip(errors(net, x, y), found, strict=True))
    third = third_derivatives(net, x, y)
    assert len(third) == tree_size(net)

    def loss(step):
        W = net[0].W.copy()
        W[0, 0] += step
        return float(cross_entropy(predict((net[0]._replace(W=W), *net[1:]), x), y))

    h = 0.01
    bend = (loss(2 * h) - 2 * loss(h) + 2 * loss(-h) - loss(-2 * h)) / (2 * h**3)
    assert abs(bend) == pytest.approx(third[0], rel=1e-2)


@pytest.mark.parametrize(
    ("yours", "said"),
    [
        (lambda W, d: W.T @ d, "Right."),
        (lambda W, d: 0 * d, "All zeros"),
        (lambda W, d: W @ d, "the way forward"),
        (lambda W, d: d, "the error itself"),
        (lambda W, d: W.T @ d * (1 - np.array([0.3, -0.6, 0.9]) ** 2), "no activation"),
        (lambda W, d: 2 * d, "Not yet."),
        (lambda W, d: 1.0, "Got shape ()"),
        (lambda W, d: 1 / 0, "It stopped: division by zero"),
    ],
)
def test_the_gradient_of_the_input(yours, said):
    assert said in judged_input(yours)


def test_the_relative_error_is_measured_number_by_number():
    assert (
        relative_error((np.array([1.0, -2.0]), np.zeros(2)), (np.array([1.0, -1.0]), np.zeros(2)))
        == 0.5
    )
    assert relative_error(np.array([0.0]), np.array([1e-30])) == 1
    assert np.isnan(relative_error(np.array([np.nan, 1]), np.ones(2)))
    with pytest.raises(ValueError, match="found"):
        relative_error(np.ones(2), np.ones(3))


@pytest.mark.parametrize("seed", range(5, 10))
def test_right_and_wrong_gradients_lie_on_either_side_of_the_lines(seed):
    """On other networks than those of the page."""
    right = right_gradients(seed)
    assert right["right, ε = 10⁻⁵"] < 1e-7
    assert 1e-6 < right["right, ε = 0.01"] < 1e-2
    assert right["right, in float32"] > 1e-5
    assert min(right["right, at a kink"], right["right, dropout on"]) > 0.1
    wrong = wrong_ones(seed)
    assert len(wrong) == 5
    assert min(wrong.values()) > 1e-2
