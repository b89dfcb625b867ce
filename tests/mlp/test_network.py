"""Feed-forward networks: composition, orientation, losses at observed times, initial weights."""

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import batches, seeds, sizes
from unrolled.backprop.backward import loss_and_gradient
from unrolled.core.activations import ACTIVATIONS, IDENTITY, RELU, TANH
from unrolled.core.losses import (
    CROSS_ENTROPY,
    SQUARED_ERROR,
    mean_loss,
    observed_loss,
    observed_loss_back,
)
from unrolled.core.optim import adam, descend, momentum, sgd
from unrolled.core.tasks import irregular_prices, log_returns, spirals
from unrolled.core.tree import tree_size
from unrolled.mlp import demo as demo_step
from unrolled.mlp import torch_twin
from unrolled.mlp.network import Layer, forward, neuron, parameter_count, predict, random_network
from unrolled.rnn import demo
from unrolled.training import predict as rnn_predict

depths = st.lists(st.integers(1, 5), min_size=2, max_size=5)


@given(shape=depths, B=batches, seed=seeds)
def test_a_batch_is_a_stack_of_singles(shape, B, seed):
    rng = np.random.default_rng(seed)
    network = random_network(rng, shape)
    x = rng.normal(size=(*B, shape[0]))
    together = predict(network, x)
    assert together.shape == (*B, shape[-1])
    for index in np.ndindex(B):
        assert np.allclose(together[index], predict(network, x[index]), rtol=0, atol=1e-14)


@given(shape=depths, seed=seeds)
def test_a_stack_of_linear_layers_is_one_linear_layer(shape, seed):
    rng = np.random.default_rng(seed)
    network = random_network(rng, shape)
    x = rng.normal(size=(3, shape[0]))
    network = tuple(layer._replace(b=rng.normal(size=layer.b.shape)) for layer in network)
    W = np.eye(shape[0])
    b = np.zeros(shape[0])
    for layer in network:
        W = layer.W @ W
        b = layer.W @ b + layer.b
    assert np.allclose(predict(network, x, IDENTITY), x @ W.T + b, rtol=0, atol=1e-12)


@given(n=sizes, seed=seeds)
def test_a_layer_is_its_neurons(n, seed):
    rng = np.random.default_rng(seed)
    (layer,) = random_network(rng, (n, 3))
    x = rng.normal(size=(2, n))
    alone = [neuron(w, float(b), x) for w, b in zip(*layer, strict=True)]
    assert np.allclose(forward((layer,), x, out=TANH).h[-1].T, alone, rtol=0, atol=1e-14)


def test_the_sources_rows_and_our_columns_are_one_network(rng):
    """H = φ(X W_xh + b), O = H W_hq + b_q (source 001) with W_xh = Wᵀ."""
    network = random_network(rng, (3, 5, 2))
    X = rng.normal(size=(7, 3))
    (W1, b1), (W2, b2) = network
    assert np.allclose(np.tanh(X @ W1.T + b1) @ W2.T + b2, predict(network, X), rtol=0, atol=1e-14)


def test_the_first_step_of_demo_is_the_4_2_4_network():
    zs, _ = rnn_predict(demo.MODEL, demo.XS[:1], demo.H0)
    assert np.abs(predict(demo_step.NETWORK, demo_step.X) - zs[0]).max() < 1e-16
    assert tree_size(demo_step.NETWORK) == parameter_count((4, 2, 4)) == 22
    assert parameter_count((2, 5, 3)) == 5 * 2 + 5 + 3 * 5 + 3


def test_the_steepest_slopes():
    """sup|φ′|: tanh 1 and logistic 1/4 at 0, GELU 1.128904 at √2, SiLU 1.099839 at 2.3994."""
    a = np.linspace(-20, 20, 400_001)
    steepest = {}
    for name, phi in ACTIVATIONS.items():
        slopes = np.abs(phi.slope(a, phi.of(a)))
        steepest[name] = round(float(slopes.max()), 6), round(float(a[slopes.argmax()]), 4)
    assert steepest["tanh"] == (1, 0)
    assert steepest["logistic"] == (0.25, 0)
    assert steepest["ReLU"][0] == steepest["identity"][0] == 1
    assert steepest["GELU"] == (1.128904, round(2**0.5, 4))
    assert steepest["SiLU"] == (1.099839, 2.3994)


@given(seed=seeds, T=st.integers(1, 8), n=sizes)
def test_unobserved_times_contribute_nothing(seed, T, n):
    rng = np.random.default_rng(seed)
    zs, ys = rng.normal(size=(2, T, n))
    seen = rng.random(T) < 0.5
    seen[rng.integers(T)] = True
    ys[~seen] = np.nan
    wanted = np.mean([SQUARED_ERROR.of(z, y) for z, y in zip(zs[seen], ys[seen], strict=True)])
    assert observed_loss(SQUARED_ERROR, zs, ys, seen) == pytest.approx(wanted, rel=1e-12)
    dzs = observed_loss_back(SQUARED_ERROR, zs, ys, seen)
    assert not dzs[~seen].any()
    twin = torch.from_numpy(zs.copy()).requires_grad_()
    gaps = twin[torch.from_numpy(seen)] - torch.from_numpy(ys[seen])
    (0.5 * (gaps**2).sum(dim=1)).mean().backward()
    assert np.allclose(dzs, twin.grad.numpy(), rtol=0, atol=1e-15)


@pytest.mark.parametrize(
    ("observed", "message"),
    [
        ([True, False], r"observed: got bool of shape \(2,\), expected \(3,\)"),
        ([False] * 3, "at least one of them true"),
        ([0, 1, 1], "observed: got int64"),
    ],
)
def test_a_mask_that_does_not_fit_is_turned_away(observed, message, unchecked):
    zs = np.zeros((3, 1))
    for f in (observed_loss, observed_loss_back):
        with pytest.raises(ValueError, match=message):
            f(SQUARED_ERROR, zs, zs, observed)


def test_log_returns_add_up_over_the_gaps(rng):
    prices, observed = irregular_prices(rng, 60)
    returns = log_returns(prices, observed)
    seen = np.flatnonzero(observed)
    assert np.isnan(returns[~observed]).all()
    assert np.isnan(prices[~observed]).all()
    assert np.nansum(returns) == pytest.approx(np.log(prices[seen[-1]] / prices[seen[0]]))


@pytest.mark.parametrize("bad", [0.0, -3.0, np.nan])
def test_a_price_has_a_logarithm_where_it_was_observed(bad):
    prices, observed = np.array([1.0, bad, 2.0]), np.array([True, True, True])
    with pytest.raises(ValueError, match=r"prices: got .*, expected numbers above 0"):
        log_returns(prices, observed)
    assert log_returns(prices, np.array([True, False, True]))[2] == np.log(2)


def test_a_neuron_says_what_does_not_fit(unchecked):
    for arguments in (([1.0], 0.0, [[1.0, 2.0]]), ([np.nan], 0.0, [1.0]), ([1.0], "b", [1.0])):
        with pytest.raises(ValueError, match=r"(w|b|x): got .*, expected"):
            neuron(*arguments)


def test_a_chance_is_a_chance(rng, unchecked):
    for bad in (-0.1, 1.5, np.nan):
        with pytest.raises(ValueError, match="chance: got"):
            irregular_prices(rng, 10, bad)


def test_two_spirals_are_the_same_up_to_half_a_turn(rng):
    xs, ys = spirals(rng, 50, noise=0)
    assert xs.shape == (100, 2)
    assert ys.sum(axis=0).tolist() == [50, 50]
    assert np.allclose(xs[ys[:, 0] == 1], -xs[ys[:, 1] == 1], rtol=0, atol=1e-12)


def test_a_spiral_winds_outwards_to_a_distance_of_two(rng):
    x, y = spirals(rng, 400, turns=2, noise=0)[0][:400].T
    distance = np.hypot(x, y)
    angle = np.unwrap(np.arctan2(y, x))
    assert np.all(np.diff(distance) > 0)
    assert (distance[0] ** 2, distance[-1]) == pytest.approx((0.08, 2))
    assert np.ptp(angle) == pytest.approx(4 * np.pi * (1 - np.sqrt(0.02)))


def test_weights_that_start_at_zero_only_ever_move_the_last_bias(rng):
    xs, ys = spirals(rng, 20)
    network = random_network(rng, (2, 8, 2), scale=0)
    p = descend(sgd(1.0), lambda p: loss_and_gradient(p, xs, ys)[1], network, 5)[-1]
    assert not p[0].W.any()
    assert not p[0].b.any()
    assert not p[1].W.any()


def test_units_that_start_equal_stay_equal(rng):
    xs, ys = spirals(rng, 20)
    ((W, b), out) = random_network(rng, (2, 4, 2))
    network = (Layer(np.tile(W[:1], (4, 1)), b), out._replace(W=np.tile(out.W[:, :1], (1, 4))))
    p = descend(sgd(1.0), lambda p: loss_and_gradient(p, xs, ys)[1], network, 20)[-1]
    assert np.abs(p[0].W - network[0].W).max() > 0.01
    assert np.ptp(p[0].W, axis=0).max() < 1e-15


@pytest.mark.parametrize(("phi", "scale"), [(IDENTITY, 1), (RELU, 2**0.5)])
def test_the_initial_scale_keeps_the_size_of_the_signal(rng, phi, scale):
    x = rng.normal(size=512)
    sizes = [
        np.mean(predict(random_network(rng, (512, 512), scale), x, out=phi) ** 2) for _ in range(40)
    ]
    assert np.mean(sizes) == pytest.approx(np.mean(x**2), rel=0.05)


def test_optimisers_reach_the_bottom_of_a_bowl():
    for optimiser in (sgd(0.1), momentum(0.02), adam(0.1)):
        path = descend(optimiser, lambda p: 2 * p, np.array([1.0, -2.0]), 400)
        assert len(path) == 401
        assert np.abs(path[-1]).max() < 1e-3


def test_a_network_learns_the_spirals_as_pytorchs_twin_does(rng):
    xs, ys = spirals(rng, 60)
    network = random_network(rng, (2, 32, 32, 2))
    net = torch_twin.mlp(network)
    optimiser = momentum(0.05)
    theirs = torch.optim.SGD(net.parameters(), lr=0.05, momentum=0.9)
    memory = optimiser.start(network)
    inputs = torch.from_numpy(xs)
    labels = torch.from_numpy(ys.argmax(axis=1))
    for _ in range(100):
        loss, gradient = loss_and_gradient(network, xs, ys)
        network, memory = optimiser.step(network, gradient, memory)
        theirs.zero_grad()
        their_loss = torch.nn.functional.cross_entropy(net(inputs), labels)
        their_loss.backward()
        theirs.step()
        assert abs(loss - their_loss.item()) < 1e-12
    assert mean_loss(CROSS_ENTROPY, predict(network, xs), ys) < 0.69


@pytest.mark.parametrize(
    ("network", "x", "message"),
    [
        ((), np.zeros(2), "network: got"),
        ([Layer(np.eye(2), np.zeros(2))], np.zeros(2), "expected a tuple"),
        ((Layer(np.eye(2), np.zeros(3)),), np.zeros(2), r"network\[0\]\.b: got shape \(3,\)"),
        ((Layer(np.eye(2), np.zeros(2)),), np.zeros(3), r"x: got shape \(3,\)"),
        (
            (Layer(np.eye(2), np.zeros(2)), Layer(np.ones((1, 3)), np.zeros(1))),
            np.zeros(2),
            r"network\[1\]\.W: got shape \(1, 3\), expected \(n_to, n_from=2\)",
        ),
        ((Layer(np.full((1, 1), np.nan), np.zeros(1)),), np.zeros(1), "expected finite numbers"),
    ],
)
def test_networks_that_do_not_fit_are_turned_away(network, x, message, unchecked):
    with pytest.raises(ValueError, match=message):
        forward(network, x)


def test_sizes_and_scales_that_make_no_sense_are_turned_away(rng, unchecked):
    for bad in ((2,), (2, 0), (2, 1.5), "ab"):
        with pytest.raises(ValueError, match="sizes: got"):
            random_network(rng, bad)
    for bad in (-1.0, np.nan):
        with pytest.raises(ValueError, match="scale: got"):
            random_network(rng, (2, 2), bad)
    for bad in (-1, 2.5):
        with pytest.raises(ValueError, match="steps: got"):
            descend(sgd(1.0), lambda p: p, np.zeros(1), bad)
