"""Every theorem of the chapter on 1,000 random matrices, and every false neighbour broken.

Numbers named here are those of ERRATA's box to A20; those that need a seed have ours.
"""

import numpy as np
import pytest
import torch

from unrolled.bptt.jacobians import jacobians
from unrolled.bptt.paths import paths
from unrolled.core.activations import ACTIVATIONS, IDENTITY, RELU
from unrolled.core.gradcheck import relative_gap
from unrolled.core.initial import orthogonal, with_radius
from unrolled.core.unroll import bptt, unroll
from unrolled.gradients.norms import gelfand, slope_bound, spectral_norm, spectral_radius
from unrolled.gradients.power import power_iteration
from unrolled.gradients.products import lag_spectrum, lags, products
from unrolled.gradients.verdict import verdict
from unrolled.remedies.shortcuts import Skip, elman, leaky, residual, skip
from unrolled.rnn import demo
from unrolled.rnn.cell import CELL, RNN

N = 1000
LINEAR = elman(IDENTITY)
SLOPED = {"tanh": 1.0, "logistic": 0.25, "ReLU": 1.0, "GELU": 1.128904, "SiLU": 1.099839}


def cell_of(W, b=None):
    """Weights of a cell that sees a single input of 0."""
    W = np.atleast_2d(np.asarray(W, dtype=float))
    return RNN(np.zeros((len(W), 1)), W, np.zeros(len(W)) if b is None else np.asarray(b, float))


def norms(W, T, cell=CELL, b=None, h0=None):
    """‖∂h_k/∂h_0‖₂ at k = 1..T without input."""
    p = cell_of(W, b)
    return lags(cell, p, np.zeros((T, 1)), np.zeros(len(p.b_h)) if h0 is None else h0).norm


def random_chains(rng, gamma=1.0):
    """By size: random W, chains of twelve Jacobians D_j W with 0 ≤ D_j ≤ γ, and their products."""
    for n in range(1, 7):
        W = rng.normal(size=(N // 6 + 1, n, n)) * rng.uniform(0.1, 2, (N // 6 + 1, 1, 1))
        J = gamma * rng.random((12, len(W), n))[..., None] * W
        product = np.empty_like(J)
        for t, factor in enumerate(J):
            product[t] = factor @ (product[t - 1] if t else np.eye(n))
        assert np.allclose(products(J[:, 0]), product[:, 0], rtol=1e-12, atol=0)
        yield W, J, product


def autograd_norm(W, b, h0, k):
    """‖∂h_k/∂h_0‖₂ by PyTorch's own Jacobian."""
    W, b, h0 = map(torch.from_numpy, (W, b, h0))

    def last(h):
        for _ in range(k):
            h = torch.tanh(W @ h + b)
        return h

    return torch.linalg.matrix_norm(torch.autograd.functional.jacobian(last, h0), 2).item()


# The product


def test_the_product_is_the_derivative_of_the_last_state_with_respect_to_the_first(rng):
    for _ in range(20):
        W, b, h0 = rng.normal(size=(3, 3)), rng.normal(size=3), rng.normal(size=3)
        ours = norms(W, 6, b=b, h0=h0)
        assert ours[-1] == pytest.approx(autograd_norm(W, b, h0, 6), rel=1e-12)


def test_the_latest_factor_stands_on_the_left(rng):
    J = rng.normal(size=(3, 4, 4))
    assert np.allclose(products(J)[2], J[2] @ J[1] @ J[0], rtol=1e-13, atol=1e-13)
    assert not np.allclose(products(J)[2], J[0] @ J[1] @ J[2], rtol=0, atol=1e-12)


@pytest.fixture
def demo_chains():
    """The d-e-m-o network's Jacobians of h and of a, earliest first."""
    _, caches = unroll(CELL, demo.MODEL.cell, demo.XS, demo.H0)
    W = demo.MODEL.cell.W_hh
    slopes = 1 - caches.states**2
    return jacobians(CELL, demo.MODEL.cell, caches), np.array([W * slopes[0], W * slopes[1]])


def test_the_norms_of_the_demo_network_are_those_of_the_chapter(demo_chains):
    of_h, of_a = demo_chains
    assert spectral_norm(of_a) == pytest.approx([0.3462, 0.3314], abs=5e-5)
    assert spectral_norm(of_a[1] @ of_a[0]) == pytest.approx(0.1047, abs=5e-5)
    assert spectral_norm(of_h[1:]) == pytest.approx([0.3356, 0.3309], abs=5e-5)
    assert spectral_norm(of_h[2] @ of_h[1]) == pytest.approx(0.1007, abs=5e-5)


def test_the_wrong_order_changes_the_demo_product_by_four_percent(demo_chains):
    _, (first, second) = demo_chains
    gap = np.linalg.norm(second @ first - first @ second) / np.linalg.norm(second @ first)
    assert gap == pytest.approx(0.042, abs=5e-4)


def test_weights_and_slopes_pulled_apart_are_another_vector():
    """001, line 746: W^(i-t) times the product of slopes is not the interleaved product."""
    _, caches = unroll(CELL, demo.MODEL.cell, demo.XS, demo.H0)
    W = demo.MODEL.cell.W_hh
    slopes = 1 - caches.states**2
    delta3 = np.array([-0.09446314, -0.07475265])
    true = slopes[0] * (W.T @ (slopes[1] * (W.T @ delta3)))
    printed = W.T @ W.T @ (slopes[0] * slopes[1] * delta3)
    assert true == pytest.approx([-0.000668, -0.012413], abs=5e-7)
    assert printed == pytest.approx([-0.000668, -0.011157], abs=5e-7)
    assert relative_gap((printed,), (true,)) == pytest.approx(0.101, abs=5e-4)


# Bounds


@pytest.mark.parametrize(("name", "gamma"), SLOPED.items())
def test_gamma_is_the_largest_slope(name, gamma, rng):
    phi = ACTIVATIONS[name]
    found = slope_bound(phi)
    assert found == pytest.approx(gamma, abs=5e-7)
    a = rng.normal(0, 3, 10_000)
    assert np.abs(phi.slope(a, phi.of(a))).max() <= found + 1e-12


def test_the_norm_of_a_product_is_at_most_the_product_of_the_norms_and_the_bound(rng):
    for gamma in (0.25, 1.0, 1.128904):
        for W, J, product in random_chains(rng, gamma):
            chain = np.cumprod(spectral_norm(J), axis=0)
            assert np.all(spectral_norm(product) <= chain * (1 + 1e-12))
            bound = (gamma * spectral_norm(W)) ** np.arange(1, len(J) + 1)[:, None]
            assert np.all(chain <= bound * (1 + 1e-12))


def test_the_product_of_smallest_singular_values_is_a_lower_bound(rng):
    for _, J, product in random_chains(rng):
        smallest = np.linalg.svd(J, compute_uv=False)[..., -1]
        assert np.all(spectral_norm(product) >= np.cumprod(smallest, axis=0) * (1 - 1e-9))


def test_the_bounds_hold_for_a_state_with_several_parts(rng, unchecked):
    """Of which h is the first: the smallest singular value of all of them is no bound for it."""
    for _ in range(50):
        W = RNN(rng.normal(size=(2, 2)), 0.7 * rng.normal(size=(2, 2)), rng.normal(size=2))
        p = Skip(W, 0.7 * rng.normal(size=(2, 2)))
        h0 = rng.normal(size=(3, 2))
        found = lags(skip(3), p, rng.normal(size=(8, 2)), tuple(h0))
        assert np.all(found.lower <= found.norm)
        assert np.all(found.norm <= found.upper * (1 + 1e-9))


def test_theorem_1_gamma_times_the_norm_below_1_is_sufficient_for_vanishing(rng):
    for n in range(1, 7):
        W, b, h0 = (rng.normal(size=(N // 6 + 1, *rest)) for rest in ((n, n), (n,), (n,)))
        W *= 0.95 / spectral_norm(W)[:, None, None]
        h = h0
        product = np.eye(n)
        for _ in range(40):
            h = np.tanh(np.matvec(W, h) + b)
            product = (1 - h**2)[..., None] * W @ product
        found = spectral_norm(product)
        assert np.all(found <= 0.95**40)
        assert 0.95**40 < 0.13
        for k in range(3):
            ours = norms(W[k], 40, b=b[k], h0=h0[k])[-1]
            assert ours == pytest.approx(found[k], rel=1e-9)


def test_it_is_not_necessary_a_scalar_with_weight_3_vanishes():
    found = norms([[3.0]], 50, h0=np.array([0.5]))
    assert found[[0, 4, 9, 49]] == pytest.approx([0.542, 8.2e-7, 2.2e-14, 5.2e-75], rel=0.02)


def test_theorem_2_gamma_times_the_norm_above_1_is_necessary_for_exploding(rng):
    exploded = 0
    for W, _, product in random_chains(rng):
        grown = spectral_norm(product[-1]) > 1
        exploded += grown.sum()
        assert np.all(spectral_norm(W)[grown] > 1)
    assert exploded > 100


def test_it_is_not_sufficient_the_fixed_point_saturates():
    h = 0.5
    for _ in range(200):
        h = np.tanh(3 * h)
    assert (h, 3 * (1 - h * h)) == pytest.approx((0.994902, 0.030513), abs=5e-7)
    assert spectral_norm(np.array([[3.0]])) > 1


def test_a_radius_below_1_is_not_sufficient_a_transient_grows_first():
    W = np.array([[0.9, 10], [0, 0.9]])
    found = norms(W, 100, cell=LINEAR)
    assert spectral_radius(W) == pytest.approx(0.9)
    assert (found.max(), found.argmax() + 1) == (pytest.approx(38.7, abs=0.05), 9)
    assert np.flatnonzero(found > 1).max() + 1 == 62
    assert found[-1] == pytest.approx(0.0295, abs=5e-5)


def test_gaussian_matrices_of_radius_below_1_have_transients_too(rng):
    peaks = []
    for _ in range(200):
        W = with_radius(rng, 5, 0.95)
        peaks.append(spectral_norm(products(np.stack([W] * 60))).max())
    assert np.mean(np.array(peaks) > 1) > 0.9
    assert max(peaks) > 5


def test_a_radius_of_0_is_not_sufficient_even_in_the_long_run():
    W, h = np.array([[2.0, -2], [2, -2]]), np.array([0, np.sqrt(0.9)])
    b = np.arctanh(h) - W @ h
    assert b == pytest.approx([1.897367, 3.715813], abs=5e-7)
    assert np.all(W @ W == 0)
    found = norms(W, 30, b=b, h0=h)
    assert found[[0, 9, 19, 29]] == pytest.approx([2.84, 564, 2.01e5, 7.19e7], rel=0.005)
    assert found[1:] / found[:-1] == pytest.approx(1.8, rel=1e-6)
    assert found[29] == pytest.approx(autograd_norm(W, b, h, 30), rel=1e-7)


def test_a_radius_above_1_is_not_sufficient_for_exploding(rng):
    """The same W of 64 units explodes undriven and vanishes when its input saturates it."""
    W = with_radius(rng, 64, 1.5)
    p = RNN(np.eye(64), W, np.zeros(64))
    xs = rng.normal(size=(100, 64))
    h0 = 0.1 * rng.normal(size=64)
    at = {drive: lags(CELL, p, drive * xs, h0).norm for drive in (0, 1, 5)}
    assert spectral_norm(W) > 2.5
    assert np.all(at[0][[9, 49, 99]] > [10, 50, 100])
    assert at[1][-1] < 1e-6
    assert np.all(at[5][[9, 49, 99]] < [1e-2, 1e-17, 1e-34])


# Where the radius is right


def test_gelfand_the_kth_root_of_the_norm_of_the_kth_power_tends_to_the_radius(unchecked, rng):
    W = np.array([[0.9, 10], [0, 0.9]])
    found = gelfand(W, np.array([10, 100, 399]))
    assert found == pytest.approx([1.4415, 0.9654, 0.9191], abs=6e-5)
    for _ in range(N // 5):
        W = rng.normal(size=(2, 2))
        radius = spectral_radius(W)
        assert np.all(gelfand(W, np.array([1, 5, 15])) >= radius * (1 - 1e-9))
    for _ in range(3):
        W = rng.normal(size=(4, 4))
        assert gelfand(W, np.array([1000]))[0] == pytest.approx(spectral_radius(W), rel=0.01)


def test_gelfand_survives_powers_that_overflow_and_that_are_zero():
    assert gelfand(np.diag([1e200, 1.0]), np.array([10])) == pytest.approx([1e200])
    assert gelfand(np.array([[0.0, 1], [0, 0]]), np.array([1, 2, 50])) == pytest.approx([1, 0, 0])


def test_for_a_normal_matrix_the_radius_is_the_norm(rng):
    for n in range(1, 6):
        S = rng.normal(size=(N // 5, n, n))
        Q = np.array([rng.uniform(0.1, 2) * orthogonal(rng, n) for _ in range(N // 25)])
        turned = S.transpose(0, 2, 1)
        for W in (S + turned, S - turned, Q):
            assert spectral_radius(W) == pytest.approx(spectral_norm(W), rel=1e-9)


def test_for_a_nonnegative_matrix_the_powers_bound_the_product(rng):
    for n in range(1, 6):
        W, D = rng.random((N // 5, n, n)), rng.random((10, N // 5, n))
        product = power = np.eye(n)
        for slopes in D:
            product, power = slopes[..., None] * W @ product, W @ power
            assert np.all(product <= power * (1 + 1e-12))
            assert np.all(spectral_norm(product) <= spectral_norm(power) * (1 + 1e-12))
        ours = products(D[:, 0, :, None] * W[0])[-1]
        assert np.allclose(ours, product[0], rtol=1e-12, atol=0)


def test_with_mixed_signs_it_need_not():
    W = np.array([[2.0, -2], [2, -2]])
    D = np.diag([1, 0.1])
    assert spectral_norm(products(np.stack([D @ W] * 10)))[-1] > 100
    assert spectral_norm(products(np.stack([W] * 10)))[-1] == 0


def test_an_orthogonal_matrix_keeps_the_norm_and_tanh_only_shrinks_it(unchecked, rng):
    for _ in range(N):
        n = int(rng.integers(1, 6))
        Q = orthogonal(rng, n)
        assert norms(Q, 20, cell=LINEAR)[-1] == pytest.approx(1, rel=1e-12)
        assert np.all(norms(Q, 10, h0=rng.normal(size=n)) <= 1 + 1e-12)


def test_a_defective_matrix_of_radius_1_grows_linearly():
    """002, after (28): |λ| = 1 may still grow; the printed sign of λ does not matter."""
    found = norms([[1.0, 1], [0, 1]], 1000, cell=LINEAR)
    assert found[[9, 99, 999]] == pytest.approx([10.1, 100.0, 1000.0], rel=1e-3)
    assert norms([[-2.0]], 20, cell=LINEAR)[-1] == 2**20
    turning = [[0.6, -0.9], [0.9, 0.6]]
    assert norms(turning, 50, cell=LINEAR)[-1] == pytest.approx(50.7, abs=0.05)


def test_the_printed_spectral_form_has_its_transposes_in_the_wrong_place(rng):
    S = rng.normal(size=(4, 4))
    values, Q = np.linalg.eigh(S + S.T)
    power = np.linalg.matrix_power(S + S.T, 5)
    right, printed = (A @ np.diag(values**5) @ A.T for A in (Q, Q.T))
    assert np.allclose(right, power, rtol=1e-10)
    assert relative_gap((printed,), (power,)) > 0.5


# What vanishes


def test_the_parts_at_long_lags_vanish_and_their_sum_does_not(rng):
    """003, line 60 and 004, line 51: ∂𝓛_t/∂W keeps its recent terms, whatever t is."""
    n = 16
    W = rng.normal(size=(n, n))
    p = RNN(rng.normal(size=(n, 4)), W * (0.9 / spectral_norm(W)), np.zeros(n))
    xs, direction = rng.normal(size=(200, 4)), rng.normal(size=n)
    whole = []
    for t in (10, 50, 100, 200):
        states, caches = unroll(CELL, p, xs[:t], np.zeros(n))
        dstates = np.zeros_like(states)
        dstates[-1] = direction
        parts = lag_spectrum(CELL, p, caches, dstates)
        if t == 10:
            table = paths(CELL, p, caches, dstates)
            each = [[np.trace(leaf, -lag) for leaf in table] for lag in range(t)]
            assert parts == pytest.approx([np.sqrt(sum(np.sum(x**2) for x in e)) for e in each])
        dp, _, _ = bptt(CELL, p, caches, dstates)
        whole.append(np.sqrt(sum(np.sum(leaf**2) for leaf in dp)))
        assert parts.sum() >= whole[-1] * (1 - 1e-12)
        if t > 40:
            assert parts[40] < 0.9**40 * parts[0] * 3
    assert min(whole) > 0.5
    assert parts[-1] < 1e-12 * parts[0]


# Residual recurrence


def test_a_residual_state_grows_at_most_linearly_and_its_gradient_may_do_anything(rng):
    for _ in range(50):
        n = int(rng.integers(1, 8))
        p = RNN(rng.normal(size=(n, 2)), rng.normal(size=(n, n)), rng.normal(size=n))
        xs = 3 * rng.normal(size=(200, 2))
        h0 = rng.normal(size=n)
        states, _ = unroll(residual(), p, xs, h0)
        bound = np.linalg.norm(h0) + np.sqrt(n) * np.arange(1, 201)
        assert np.all(np.linalg.norm(states, axis=1) <= bound)
    assert norms(0.2 * np.eye(2), 100, cell=residual())[-1] == pytest.approx(8.3e7, rel=0.01)
    assert norms(-0.9 * np.eye(2), 100, cell=residual())[-1] == pytest.approx(1e-100, rel=1e-9)


def test_a_residual_state_is_the_start_plus_all_that_was_written(rng):
    """004, line 77, where h_0 is missing from the sum."""
    p = RNN(rng.normal(size=(3, 2)), rng.normal(size=(3, 3)), rng.normal(size=3))
    xs, h0 = rng.normal(size=(30, 2)), rng.normal(size=3)
    states, _ = unroll(residual(), p, xs, h0)
    before = np.vstack([h0, states[:-1]])
    written = np.tanh(xs @ p.W_hx.T + before @ p.W_hh.T + p.b_h).sum(axis=0)
    assert np.allclose(states[-1], h0 + written, rtol=0, atol=1e-12)
    assert np.linalg.norm(states[-1] - written) == pytest.approx(np.linalg.norm(h0))


@pytest.mark.parametrize("d", [2, 3, 5])
def test_with_skips_all_paths_count(d, rng):
    """004, line 59: dh_t/dh_0 adds up every path, short steps and long ones."""
    n, T = 3, 12
    p = Skip(
        RNN(np.zeros((n, 1)), rng.normal(size=(n, n)), rng.normal(size=n)), rng.normal(size=(n, n))
    )
    h0 = tuple(rng.normal(size=n) for _ in range(d))
    states, _ = unroll(skip(d), p, np.zeros((T, 1)), h0)
    slope = 1 - states[0] ** 2
    total = {0: np.eye(n), **{-k: np.zeros((n, n)) for k in range(1, d)}}
    for t in range(1, T + 1):
        D = np.diag(slope[t - 1])
        total[t] = D @ p.cell.W_hh @ total[t - 1] + D @ p.W_hs @ total[t - d]
    found = lags(skip(d), p, np.zeros((T, 1)), h0).norm
    assert found == pytest.approx([spectral_norm(total[t]) for t in range(1, T + 1)], rel=1e-10)


def test_a_leak_remembers_for_minus_one_over_log_alpha_steps():
    found = norms([[0.0]], 100, cell=leaky(0.9))
    assert found == pytest.approx(0.9 ** np.arange(1, 101), rel=1e-12)
    assert -1 / np.log(0.9) == pytest.approx(9.49, abs=0.005)
    assert -np.log(2) / np.log(0.9) == pytest.approx(6.58, abs=0.005)


# Power iteration


def test_the_tangent_shrinks_by_the_ratio_of_the_eigenvalues(rng):
    for _ in range(N):
        n = int(rng.integers(2, 6))
        values = np.sort(rng.uniform(0.1, 2, n))[::-1] * rng.choice([-1, 1], n)
        Q = orthogonal(rng, n)
        M = Q @ np.diag(values) @ Q.T
        x = rng.normal(size=n)
        M = (M + M.T) / 2
        path, tangent = power_iteration(M, x, 12)
        ratio = np.sort(np.abs(values))[-2] / np.abs(values).max()
        assert np.all(tangent[1:] <= ratio * tangent[:-1] * (1 + 1e-6) + 1e-9)
        if n == 2:
            assert tangent[5] == pytest.approx(ratio**5 * tangent[0], rel=1e-6, abs=1e-9)
        assert np.linalg.norm(path, axis=1) == pytest.approx(1)


def test_without_a_strict_gap_nothing_turns():
    path, tangent = power_iteration(np.diag([1.0, -1]), np.array([0.6, 0.8]), 100)
    assert np.allclose(np.abs(path), [0.6, 0.8], rtol=0, atol=1e-12)
    assert tangent == pytest.approx(np.full(101, 4 / 3))
    assert {tuple(np.sign(x)) for x in path} == {(1, 1), (1, -1)}


def test_tiny_matrices_turn_a_vector_as_large_ones_do():
    _, tangent = power_iteration(np.diag([1e-200, 5e-201]), np.ones(2), 3)
    assert tangent == pytest.approx([1, 0.5, 0.25, 0.125])


def test_the_five_eigenvalues_of_the_errata():
    M = np.diag([1.5, 1.2, -0.9, 0.4, 0.1])
    _, tangent = power_iteration(M, np.ones(5), 40)
    assert tangent[40] / tangent[20] == pytest.approx(0.0115292, rel=1e-3)


def test_eigenvalues_of_a_power_are_powers_of_the_eigenvalues(rng):
    for _ in range(N):
        S = rng.normal(size=(4, 4))
        M = S + S.T
        k = int(rng.integers(1, 7))
        values = np.sort(np.linalg.eigvalsh(M) ** k)
        assert np.allclose(
            np.linalg.eigvalsh(np.linalg.matrix_power(M, k)),
            values,
            rtol=1e-6,
            atol=1e-9 * np.abs(values).max(),
        )


# Verdicts and what is refused


@pytest.mark.parametrize(
    ("norm", "bound", "radius", "wanted"),
    [
        ([0.5, 0.05], 0.9, 0.8, ("vanishes", False, True, "vanishes")),
        ([38.7, 0.03], 10, 0.9, ("vanishes", True, False, "vanishes")),
        ([2.0, 564.0], 4, 0.0, ("explodes", False, False, "vanishes")),
        ([0.5, 5e-7], 3, 3.0, ("vanishes", False, False, "explodes")),
        ([1.0, 1.0], 1, 1.0, ("neither", False, False, "neither")),
    ],
)
def test_a_verdict_says_what_happened_and_what_the_rules_promised(norm, bound, radius, wanted):
    assert tuple(verdict(np.array(norm), bound, radius)) == wanted


def test_both_chains_multiply_what_single_steps_do(rng):
    p = cell_of(rng.normal(size=(3, 3)))
    xs = np.zeros((8, 1))
    h0 = rng.normal(size=3)
    found = lags(CELL, p, xs, h0)
    J = jacobians(CELL, p, unroll(CELL, p, xs, h0)[1])
    for t in range(8):
        sigma = [np.linalg.svd(factor, compute_uv=False) for factor in J[: t + 1]]
        assert found.upper[t] == pytest.approx(np.prod([s[0] for s in sigma]), rel=1e-12)
        assert found.lower[t] == pytest.approx(np.prod([s[-1] for s in sigma]), rel=1e-12)
        assert found.lower[t] <= found.norm[t] * (1 + 1e-12) <= found.upper[t] * (1 + 1e-11)


def test_a_product_that_overflows_says_at_which_lag():
    with pytest.raises(OverflowError, match=r"∂h_t/∂h_0: exploded at lag 309 of 400"):
        products(np.full((400, 1, 1), 10.0))


def test_bad_input_is_named(unchecked):
    p = cell_of(np.eye(2))
    xs = np.zeros((3, 1))
    for call, message in [
        (lambda: lags(CELL, p, np.zeros((3, 2, 1)), np.zeros((2, 2))), "xs: got shape"),
        (lambda: lags(CELL, p, xs, np.zeros(3)), "h0: got shape"),
        (lambda: products(np.array([[[np.nan]]])), "J: got nan"),
        (lambda: gelfand(np.eye(2), np.array([0])), "ks: got"),
        (lambda: gelfand(np.zeros((2, 3)), np.array([1])), "W: got shape"),
        (lambda: power_iteration(np.array([[0.0, 1], [0, 0]]), np.ones(2), 3), "symmetric"),
        (lambda: power_iteration(np.eye(2), np.zeros(2), 3), "x: got the zero vector"),
        (lambda: power_iteration(np.diag([1.0, 0]), np.array([0.0, 1]), 3), "sends to 0"),
        (lambda: power_iteration(np.zeros((2, 2)), np.ones(2), 3), "sends to 0"),
        (lambda: power_iteration(np.eye(2), np.ones(2), -1), "k: got -1"),
        (lambda: verdict(np.array([]), 1, 1), "norm: got the empty"),
    ]:
        with pytest.raises(ValueError, match=message):
            call()


def test_relu_counts_its_kink_as_closed():
    assert norms([[2.0]], 5, cell=elman(RELU)) == pytest.approx(np.zeros(5))
