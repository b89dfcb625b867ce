"""The four equations; and the source's printed forms (ERRATA A6 to A13), each shown to fail."""

from itertools import pairwise

import numpy as np
import pytest
import sympy as sp
import torch
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import batches, seeds
from unrolled.backprop import backward as backprop
from unrolled.backprop import demo as demo_step
from unrolled.backprop.backward import (
    backward,
    hidden_error,
    layer_gradient,
    loss_and_gradient,
    output_error,
)
from unrolled.backprop.on_paper import four_equations
from unrolled.core.activations import ACTIVATIONS, LOGISTIC, TANH, softmax, softmax_back
from unrolled.core.gradcheck import check_gradient, dot_product_gap, error_curve, largest_gap
from unrolled.core.losses import CROSS_ENTROPY, SQUARED_ERROR, cross_entropy, mean_loss
from unrolled.core.optim import global_norm, sgd
from unrolled.core.tree import ravel, tree_map
from unrolled.demo.weights import XS, YS
from unrolled.derivations import symbolic
from unrolled.mlp import torch_twin
from unrolled.mlp.network import Layer, forward, parameter_count, predict, random_network
from unrolled.mlp.on_paper import slopes

depths = st.lists(st.integers(1, 5), min_size=2, max_size=5)
phis = st.sampled_from(list(ACTIVATIONS.values()))


def drawn(rng, shape):
    """A random network, biases too."""
    return tree_map(lambda w: rng.normal(size=w.shape), random_network(rng, shape))


@given(shape=depths, B=batches, phi=phis, out=phis, seed=seeds)
def test_backward_is_the_transpose_of_the_forward_jacobian(shape, B, phi, out, seed):
    """⟨ȳ, J ṗ⟩ = ⟨Jᵀȳ, ṗ⟩ for a random direction ṗ in the weights, away from ReLU's kinks."""
    rng = np.random.default_rng(seed)
    p = drawn(rng, shape)
    x = rng.normal(size=(*B, shape[0]))
    kept = forward(p, x, phi, out)
    eps = 1e-6
    direction = drawn(rng, shape)
    dy = rng.normal(size=kept.h[-1].shape)
    ahead, behind = (
        forward(tree_map(lambda w, v, s=s: w + s * eps * v, p, direction), x, phi, out)
        for s in (1, -1)
    )
    crossed = any(np.any((f > 0) != (b > 0)) for f, b in zip(ahead.a, behind.a, strict=True))
    if crossed and ACTIVATIONS["ReLU"] in (phi, out):
        return
    moved = (ahead.h[-1] - behind.h[-1]) / (2 * eps)
    gradient, _ = backward(p, kept, dy, phi, out)
    assert dot_product_gap(dy, moved, gradient, direction) < 1e-6


@pytest.mark.parametrize("factor", [0.99, 1.01])
def test_the_dot_product_test_sees_a_gradient_too_small_and_one_too_large(factor):
    dy = np.array([1.0, 2.0])
    direction = (np.array([3.0]), np.array([-1.0]))
    moved = np.array([4.0, 0.5])  # dyᵀ moved = 5, and so is gradientᵀ direction for factor 1
    gradient = (factor * np.array([2.0]), factor * np.array([1.0]))
    wanted = 0.05 / (np.linalg.norm(dy) * np.linalg.norm(moved))
    assert dot_product_gap(dy, moved, gradient, direction) == pytest.approx(wanted)


@given(shape=depths, B=st.sampled_from([(1,), (4,)]), seed=seeds)
def test_the_gradient_of_a_batch_is_the_sum_over_its_examples(shape, B, seed):
    rng = np.random.default_rng(seed)
    p = drawn(rng, shape)
    x = rng.normal(size=(*B, shape[0]))
    dy = rng.normal(size=(*B, shape[-1]))
    together, deltas = backward(p, forward(p, x), dy)
    singles = [backward(p, forward(p, each), d)[0] for each, d in zip(x, dy, strict=True)]
    assert largest_gap(together, tree_map(lambda *g: sum(g), *singles)) < 1e-11
    assert [d.shape for d in deltas] == [(*B, n) for n in shape[1:]]


@pytest.mark.parametrize("loss", [CROSS_ENTROPY, SQUARED_ERROR])
@given(shape=depths, N=st.integers(1, 4), seed=seeds)
def test_the_gradient_is_pytorchs(loss, shape, N, seed):
    rng = np.random.default_rng(seed)
    p = drawn(rng, shape)
    xs = rng.normal(size=(N, shape[0]))
    ys = softmax(rng.normal(size=(N, shape[-1])))
    found, gradient = loss_and_gradient(p, xs, ys, TANH, loss)
    net = torch_twin.mlp(p)
    targets = torch.from_numpy(ys)
    zs = net(torch.from_numpy(xs))
    if loss is CROSS_ENTROPY:
        wanted = torch.nn.functional.cross_entropy(zs, targets)
    else:
        wanted = 0.5 * ((zs - targets) ** 2).sum(dim=1).mean()
    wanted.backward()
    grads = [w.grad.numpy() for w in net.parameters()]
    assert found == pytest.approx(wanted.item(), abs=1e-12)
    theirs = tuple(Layer(*grads[n : n + 2]) for n in range(0, len(grads), 2))
    assert largest_gap(gradient, theirs) < 1e-12 * (1 + np.abs(ravel(gradient)).max())


def test_the_numbers_of_the_worked_step():
    """The d-e-m-o network: loss, errors, norm of the gradient; six weights get exactly nothing."""
    trace = demo_step.trace()
    assert trace["L"].value.round(6) == 1.641434
    assert trace["delta2"].value.round(6).tolist() == [0.276314, -0.806298, 0.275349, 0.254635]
    assert trace["delta1"].value.round(6).tolist() == [0.241794, -0.311256]
    assert not trace["dW1"].value[:, 1:].any()
    assert trace["dW1"].value[:, 0].all()
    loss, gradient = loss_and_gradient(demo_step.NETWORK, XS[:1], YS[:1])
    for n, layer in enumerate(gradient, start=1):
        assert np.allclose(layer.W, trace[f"dW{n}"].value, rtol=0, atol=1e-15)
        assert np.allclose(layer.b, trace[f"db{n}"].value, rtol=0, atol=1e-15)
    rate = 0.01
    after, _ = sgd(rate).step(demo_step.NETWORK, gradient, ())
    fallen = loss - cross_entropy(predict(after, demo_step.X), demo_step.Y)
    assert fallen == pytest.approx(rate * global_norm(gradient) ** 2, rel=0.02)


def test_centred_differences_have_a_best_step_between_two_slopes():
    """The error falls like ε² until rounding, which grows like 1/ε, takes over."""
    xs, ys = XS[:1], YS[:1]

    def f(p):
        return mean_loss(CROSS_ENTROPY, predict(p, xs), ys)

    _, gradient = loss_and_gradient(demo_step.NETWORK, xs, ys)
    steps = 10.0 ** np.arange(-12, 0)
    errors = error_curve(f, demo_step.NETWORK, gradient, steps)
    best = steps[errors.argmin()]
    assert 1e-7 < best < 1e-3
    assert np.log10(errors[-1] / errors[-2]) == pytest.approx(2, abs=0.2)
    assert errors[0] > 1e3 * errors.min()


PLANTED = {
    "W for its transpose": ("hidden_error", lambda W, d, s: np.matvec(W, d) * s),
    "no slope": ("hidden_error", lambda W, d, s: np.vecmat(d, W)),
    "activation after, not before": ("layer_gradient", None),
    "bias forgotten": ("layer_gradient", lambda d, h: layer_gradient(d, h)._replace(b=0 * d[0])),
}


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_error_is_found(name, monkeypatch, rng):
    p = drawn(rng, (3, 3, 3))
    xs = rng.normal(size=(4, 3))
    ys = softmax(rng.normal(size=(4, 3)))
    kept = forward(p, xs)
    where, wrong = PLANTED[name]
    if wrong is None:
        after = {id(h): kept.h[n + 1] for n, h in enumerate(kept.h[:-1])}
        wrong = lambda d, h: layer_gradient(d, after[id(h)])  # noqa: E731
        monkeypatch.setattr(backprop, "forward", lambda *_: kept)
    monkeypatch.setattr(backprop, where, wrong)
    _, gradient = loss_and_gradient(p, xs, ys)

    def f(p):
        return mean_loss(CROSS_ENTROPY, predict(p, xs), ys)

    with pytest.raises(ValueError, match=r"gradient: .* is off by"):
        check_gradient(f, p, gradient)


@pytest.mark.parametrize(
    ("dy", "message"),
    [
        (np.zeros(3), r"dy: got shape \(3,\), expected \(\*B, n_y=4\)"),
        (np.zeros((2, 4)), r"dy: got shape \(2, 4\), expected \(4,\)"),
        (np.full(4, np.inf), "dy: got inf at index"),
    ],
)
def test_an_output_gradient_that_does_not_fit_is_turned_away(dy, message, unchecked):
    with pytest.raises(ValueError, match=message):
        backward(demo_step.NETWORK, forward(demo_step.NETWORK, demo_step.X), dy)


def test_sympy_derives_the_four_equations_and_the_slopes():
    equations = four_equations((2, 3, 2))
    assert len(equations) == parameter_count((2, 3, 2)) == 17
    assert all(sp.expand(e) == 0 for e in (*equations, *slopes()))


def test_a_sum_over_a_delta_picks_its_term_whatever_surrounds_it():
    j, k, p, q = sp.symbols("j k p q", integer=True)
    n = sp.Symbol("n", integer=True, positive=True)
    x, w = symbolic.vector("x"), symbolic.vector("w")
    delta = sp.KroneckerDelta
    mixed = symbolic.total(x[k] * (delta(k, q) - x[q]), k, n)
    collapsed = symbolic.collapse(mixed)
    assert sp.expand((collapsed - mixed).subs({n: 3, q: 2}).doit()) == 0
    nested = symbolic.total(w[j] * symbolic.total(delta(j, p) * delta(k, q) * x[k], k, n), j, n)
    assert symbolic.collapse(nested) == w[p] * x[q]


# Source 000 as printed. Each test holds the mended form to the truth and shows the printed one off.


@pytest.fixture
def square(rng):
    """A 3-3-3-3 network with logistic units: shapes alone cannot catch a wrong index."""
    p = drawn(rng, (3, 3, 3, 3))
    x = rng.normal(size=3)
    y = rng.normal(size=3)
    kept = forward(p, x, LOGISTIC, LOGISTIC)
    gradient, deltas = backward(p, kept, kept.h[-1] - y, LOGISTIC, LOGISTIC)

    def f(p):
        return float(SQUARED_ERROR.of(predict(p, x, LOGISTIC, LOGISTIC), y))

    assert check_gradient(f, p, gradient) < 1e-8
    return p, y, kept, gradient, deltas


def off(found, wanted):
    return np.linalg.norm(found - wanted) / np.linalg.norm(wanted)


def test_a6_the_sum_runs_over_the_index_of_the_input(square):
    """Printed Σ_k w_jk x_j + b_j (l.91, 93); the mended index is k, as in the source's (41)."""
    (layer, *_), _, kept, _, _ = square
    x = kept.h[0]
    mended = [sum(layer.W[j, k] * x[k] for k in range(3)) + layer.b[j] for j in range(3)]
    printed = [sum(layer.W[j, k] * x[j] for k in range(3)) + layer.b[j] for j in range(3)]
    assert off(mended, kept.a[0]) < 1e-15
    assert off(printed, kept.a[0]) > 0.1


def test_a8_equation_1_starts_at_the_last_layer_only(square):
    """Printed with ℓ. With L it gives δ^(L); with the same ∇ at another layer it is not δ^(ℓ)."""
    _, y, kept, _, deltas = square
    at_the_end = kept.h[-1] - y
    assert off(output_error(at_the_end, LOGISTIC.slope(kept.a[2], kept.h[3])), deltas[2]) < 1e-15
    for n in (0, 1):
        printed = output_error(at_the_end, LOGISTIC.slope(kept.a[n], kept.h[n + 1]))
        assert off(printed, deltas[n]) > 0.1


def test_a9_equation_1_does_not_hold_for_a_softmax_output():
    """∇_ŷ 𝓛 ⊙ softmax's diagonal gives (0, -.8063, 0, 0); the full Jacobian gives ŷ - y."""
    trace = demo_step.trace()
    y_hat, y = trace["y_hat"].value, trace["y"].value
    slope_of_loss = -y / y_hat
    printed = slope_of_loss * y_hat * (1 - y_hat)
    assert printed.round(4).tolist() == [0, -0.8063, 0, 0]
    assert np.abs(softmax_back(y_hat, slope_of_loss) - (y_hat - y)).max() < 1e-16
    assert off(printed, y_hat - y) > 0.4


def test_a11_a_weights_gradient_takes_the_activation_before_it(square):
    """The text (l.113) names x^ℓ as what the weight connects from; it is x^(ℓ-1)."""
    _, _, kept, gradient, deltas = square
    for n in range(3):
        assert off(layer_gradient(deltas[n], kept.h[n]).W, gradient[n].W) < 1e-15
        assert off(layer_gradient(deltas[n], kept.h[n + 1]).W, gradient[n].W) > 0.1


def test_a13_the_printed_algorithm_forgets_the_last_layer(square):
    """Its loop runs ℓ = L-1 … 1 and computes gradients inside it only: ∂𝓛/∂W^L never appears."""
    p, y, kept, gradient, _ = square
    delta = output_error(kept.h[-1] - y, LOGISTIC.slope(kept.a[-1], kept.h[-1]))
    printed = {}
    for n in (1, 0):
        delta = hidden_error(p[n + 1].W, delta, LOGISTIC.slope(kept.a[n], kept.h[n + 1]))
        printed[n] = layer_gradient(delta, kept.h[n])
    assert set(printed) == {0, 1} < set(range(len(p)))
    assert largest_gap((printed[0], printed[1]), gradient[:2]) < 1e-15
    assert np.linalg.norm(gradient[2].W) > 0.01


def test_every_layer_of_the_package_gets_its_gradient(square):
    """What A13 omits, for every depth."""
    rng = np.random.default_rng(1)
    for depth in range(1, 5):
        shape = [2] * (depth + 1)
        p = drawn(rng, shape)
        kept = forward(p, rng.normal(size=2))
        gradient, deltas = backward(p, kept, np.ones(2))
        assert len(gradient) == len(deltas) == depth
        assert [g.W.shape for g in gradient] == [(n, m) for m, n in pairwise(shape)]
