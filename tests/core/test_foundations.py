"""Activations, losses, optimisers, trees, and the checker that checks them."""

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import seeds, sizes
from unrolled.bptt.cost import cost_of_a_step
from unrolled.core import activations as act
from unrolled.core import losses, optim
from unrolled.core.count import slope
from unrolled.core.door import check_array
from unrolled.core.gradcheck import check_gradient, finite_difference, largest_gap
from unrolled.core.shapes import outer, total
from unrolled.core.tree import named_leaves, ravel, tree_leaves, tree_map, tree_size, unravel
from unrolled.page.autograd import gradient_of, jacobian_of
from unrolled.rnn.cell import RNN

IN_PYTORCH = {
    "tanh": torch.tanh,
    "logistic": torch.sigmoid,
    "ReLU": torch.relu,
    "GELU": torch.nn.functional.gelu,
    "SiLU": torch.nn.functional.silu,
    "identity": lambda a: a,
}


@pytest.mark.parametrize("name", act.ACTIVATIONS)
@given(seed=seeds, n=sizes)
def test_activations_and_their_slopes_are_pytorchs(name, seed, n):
    phi, by_torch = act.ACTIVATIONS[name], IN_PYTORCH[name]
    a = 3 * np.random.default_rng(seed).normal(size=(3, n))
    h = phi.of(a)
    (wanted,) = gradient_of(lambda t: by_torch(t).sum(), a)
    assert np.allclose(h, by_torch(torch.from_numpy(a)), rtol=0, atol=1e-14)
    assert np.allclose(phi.slope(a, h), wanted, rtol=0, atol=1e-13)


@given(seed=seeds, n=sizes)
def test_the_softmax_read_backwards_is_its_jacobian_transposed(seed, n):
    z, d = np.random.default_rng(seed).normal(size=(2, 3, n))
    y_hat = act.softmax(z)
    wanted = np.matvec(act.softmax_jacobian(y_hat).swapaxes(-1, -2), d)
    assert np.allclose(act.softmax_back(y_hat, d), wanted, rtol=0, atol=1e-14)


@given(seed=seeds, n=sizes)
def test_the_softmax_jacobian_is_symmetric_and_its_rows_sum_to_zero(seed, n):
    z = np.random.default_rng(seed).normal(size=n)
    J = act.softmax_jacobian(act.softmax(z))
    assert np.allclose(J, J.T, rtol=0, atol=1e-12)
    assert np.allclose(J.sum(axis=1), 0, rtol=0, atol=1e-12)
    assert np.allclose(J, jacobian_of(lambda t: torch.softmax(t, 0), z), rtol=0, atol=1e-14)


def test_huge_numbers_neither_overflow_nor_lose_the_answer():
    z = np.array([1e4, 0.0, -1e4])
    assert act.softmax(z).tolist() == [1, 0, 0]
    assert act.log_softmax(z).tolist() == [0, -1e4, -2e4]
    assert act.logistic(z).tolist() == [1, 0.5, 0]
    assert losses.cross_entropy(z, np.array([0, 0, 1.0])) == 2e4


@given(seed=seeds, n=sizes)
def test_losses_and_their_gradients_are_pytorchs(seed, n):
    rng = np.random.default_rng(seed)
    zs, ys = rng.normal(size=(2, 4, 3, n))  # the mean runs over time and batch
    soft = act.softmax(ys)
    for loss, by_torch, y in (
        (
            losses.CROSS_ENTROPY,
            lambda z, y: torch.nn.functional.cross_entropy(z.flatten(0, 1), y.flatten(0, 1)),
            soft,
        ),
        (losses.SQUARED_ERROR, lambda z, y: 0.5 * ((z - y) ** 2).sum(-1).mean(), ys),
    ):
        target = torch.from_numpy(y)
        (wanted,) = gradient_of(lambda t, f=by_torch, y=target: f(t, y), zs)
        assert losses.mean_loss(loss, zs, y) == pytest.approx(
            by_torch(torch.from_numpy(zs), target)
        )
        assert np.allclose(losses.mean_loss_back(loss, zs, y), wanted, rtol=0, atol=1e-14)


def test_a_target_that_does_not_sum_to_one_scales_the_softmax():
    z, y = np.array([0.3, -0.2, 0.1]), np.array([1.0, 2.0, 0.5])
    wanted = finite_difference(lambda t: float(losses.cross_entropy(t, y)), z)
    assert np.allclose(losses.cross_entropy_back(z, y), wanted, rtol=0, atol=1e-9)


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (optim.sgd(0.1), lambda w: torch.optim.SGD([w], lr=0.1)),
        (optim.momentum(0.1, 0.8), lambda w: torch.optim.SGD([w], lr=0.1, momentum=0.8)),
        (optim.adam(0.1), lambda w: torch.optim.Adam([w], lr=0.1)),
        (optim.adam(0.1, 0.7, 0.8, 0.5), lambda w: torch.optim.Adam([w], 0.1, (0.7, 0.8), 0.5)),
    ],
)
def test_optimisers_walk_as_pytorchs_do(ours, theirs, rng):
    target, w = rng.normal(size=5), rng.normal(size=5)
    twin = torch.from_numpy(w.copy()).requires_grad_()
    other = theirs(twin)
    memory = ours.start((w,))
    for _ in range(20):
        (w,), memory = ours.step((w,), (w - target,), memory)
        other.zero_grad()
        (0.5 * ((twin - torch.from_numpy(target)) ** 2).sum()).backward()
        other.step()
    assert np.allclose(w, twin.detach().numpy(), rtol=0, atol=1e-12)


def test_clipping_shortens_and_keeps_the_direction():
    g = RNN(np.array([[3.0]]), np.array([[4.0]]), np.zeros(1))
    clipped = optim.clip_by_norm(g, 1.0)
    assert np.allclose(ravel(clipped), [0.6, 0.8, 0.0], rtol=0, atol=1e-12)
    assert optim.clip_by_norm(g, 10.0) is g


def test_the_checker_passes_the_right_gradient_and_names_the_wrong_leaf():
    p = RNN(np.ones((1, 2)), np.ones((1, 1)), np.ones(1))

    def f(p):
        return float(sum((leaf**2).sum() for leaf in p))

    right = tree_map(lambda leaf: 2 * leaf, p)
    assert check_gradient(f, p, right) < 1e-9
    with pytest.raises(ValueError, match="gradient: W_hh is off by"):
        check_gradient(f, p, right._replace(W_hh=right.W_hh * 1.001))
    with pytest.raises(ValueError, match="off by"):
        check_gradient(f, p, tree_map(np.zeros_like, p))
    with pytest.raises(ValueError, match="W_hx is off by inf"):
        check_gradient(f, p, right._replace(W_hx=right.W_hx * np.nan))
    assert np.isnan(largest_gap(right, right._replace(b_h=np.array([np.nan]))))


@given(seed=seeds)
def test_raveling_and_unraveling_are_inverse(seed):
    rng = np.random.default_rng(seed)
    tree = (
        RNN(rng.normal(size=(2, 3)), rng.normal(size=(2, 2)), rng.normal(size=2)),
        rng.normal(size=4),
    )
    assert largest_gap(unravel(ravel(tree), tree), tree) == 0
    assert tree_size(tree) == ravel(tree).size == 16
    assert [name for name, _ in named_leaves(tree)] == ["0.W_hx", "0.W_hh", "0.b_h", "1"]
    assert len(tree_leaves(tree)) == 4


@given(seed=seeds, batch=st.sampled_from([(), (3,), (2, 3)]))
def test_sums_over_a_batch_are_sums(seed, batch):
    rng = np.random.default_rng(seed)
    delta, x = rng.normal(size=(*batch, 2)), rng.normal(size=(*batch, 4))
    pairs = list(zip(delta.reshape(-1, 2), x.reshape(-1, 4), strict=True))
    assert np.allclose(
        outer(delta, x), sum(np.outer(d, row) for d, row in pairs), rtol=0, atol=1e-12
    )
    assert np.allclose(total(delta), sum(d for d, _ in pairs), rtol=0, atol=1e-12)


def test_shapes_at_the_door():
    assert check_array("x", [[1, 2]], "T n_x", n_x=2).dtype == float
    assert check_array("x", np.ones((5, 2, 3, 4)), "T *B n_x", n_x=4).shape == (5, 2, 3, 4)
    for bad in (np.ones((5, 3)), np.ones(4), [["a"]], 1j * np.ones((2, 4)), None):
        with pytest.raises(ValueError, match=r"x: got .*, expected"):
            check_array("x", bad, "T *B n_x", n_x=4)


def test_a_step_costs_what_the_formulas_say():
    """Multiply-adds of one step: 2 n_h (n_h + n_x) against order n_h⁴; slopes 2 and 4."""
    sizes = np.array([8, 16, 32, 64])
    counted = np.array([cost_of_a_step(n, n) for n in sizes.tolist()])
    P = sizes * (2 * sizes + 1)
    assert counted[:, 0].tolist() == (4 * sizes**2).tolist()
    assert (
        counted[:, 1].tolist() == ((sizes**2 + sizes) * P + (2 * sizes + 1) * 2 * sizes**2).tolist()
    )
    assert slope(sizes, counted[:, 0]) == pytest.approx(2)
    assert slope(sizes, counted[:, 1]) == pytest.approx(4, abs=0.1)
