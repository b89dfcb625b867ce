"""Truncation: which pairs a scheme keeps, what it costs, and what its error is."""

import numpy as np
import pytest
import torch

from unrolled.bptt.paths import paths
from unrolled.core.gradcheck import largest_gap, relative_gap
from unrolled.core.initial import with_radius
from unrolled.core.losses import CROSS_ENTROPY, mean_loss_back
from unrolled.core.tree import tree_map
from unrolled.core.unroll import bptt, unroll
from unrolled.remedies.shortcuts import leaky
from unrolled.rnn import demo
from unrolled.rnn.cell import CELL, RNN
from unrolled.rnn.readout import readout, readout_back
from unrolled.truncation.walks import chunked, gated, numbers
from unrolled.truncation.weights import (
    every_draw,
    kept,
    late_losses,
    random_gates,
    survival,
    weighted,
)


def problem(T, seed=0, n=6, radius=1.3):
    """A saturating network, its caches and random immediate gradients of its states."""
    rng = np.random.default_rng(seed)
    p = RNN(rng.normal(size=(n, 3)), with_radius(rng, n, radius), 0.1 * rng.normal(size=n))
    xs = rng.normal(size=(T, 3))
    h0 = np.zeros(n)
    states, caches = unroll(CELL, p, xs, h0)
    return p, xs, h0, caches, rng.normal(size=states.shape)


@pytest.fixture(scope="module")
def demo_table():
    cell, out = demo.MODEL
    states, caches = unroll(CELL, cell, demo.XS, demo.H0)
    zs = readout(out, states)
    _, dstates = readout_back(out, states, mean_loss_back(CROSS_ENTROPY, zs, demo.YS))
    return paths(CELL, cell, caches, dstates), caches, dstates


# Which pairs


def test_every_pair_kept_is_the_gradient():
    p, _, _, caches, dstates = problem(12)
    exact = bptt(CELL, p, caches, dstates)[0]
    assert relative_gap(weighted(paths(CELL, p, caches, dstates), kept(12, 1, 12)), exact) < 1e-13
    assert kept(12, 1, 12).sum() == 12 * 13 / 2


@pytest.mark.parametrize("k", [1, 2, 5, 9])
def test_a_sliding_window_is_bptts_window(k):
    p, _, _, caches, dstates = problem(12)
    found = weighted(paths(CELL, p, caches, dstates), kept(12, 1, k))
    assert relative_gap(found, bptt(CELL, p, caches, dstates, window=k)[0]) < 1e-13
    assert kept(12, 1, k).sum(axis=1).tolist() == [min(t, k) for t in range(1, 13)]


def test_a_block_of_losses_reaches_back_k2_steps_from_its_end():
    wanted = ["1", "11", ".11", ".111", "...11", "...111", ".....11"]
    rows = ["".join(".1"[int(w)] for w in row[: t + 1]) for t, row in enumerate(kept(7, 2, 3))]
    assert rows == wanted
    assert kept(7, 2, 3).sum() == kept(7, 2, 3)[np.tril_indices(7)].sum() == 15


def test_late_losses_drops_losses_not_history():
    assert late_losses(4, 2).tolist() == [[0, 0, 0, 0], [0, 0, 0, 0], [1, 1, 1, 0], [1, 1, 1, 1]]


# Chunks


@pytest.mark.parametrize("k", [1, 3, 5, 12, 20])
@pytest.mark.parametrize("cell", [CELL, leaky(0.5)], ids=["Elman", "leaky"])
def test_chunks_with_a_carried_state_are_the_pairs_within_a_chunk(cell, k):
    p, xs, h0, _, dstates = problem(12)
    states, caches = unroll(cell, p, xs, h0)
    found, last, most = chunked(cell, p, xs, h0, k, lambda _, chunk: dstates[chunk])
    table = paths(cell, p, caches, dstates)
    assert relative_gap(found, weighted(table, kept(12, min(k, 12), min(k, 12)))) < 1e-13
    assert largest_gap(last, states[-1]) < 1e-14
    steps = min(k, 12)  # of x, h and the state before; a shortcut keeps x, h_prev and the slope
    assert most == (9 * steps + 6 if cell is CELL else 15 * steps)


def test_detach_in_pytorch_is_the_same_cut():
    p, xs, h0, _, dstates = problem(12)
    found, _, _ = chunked(CELL, p, xs, h0, 4, lambda _, chunk: dstates[chunk])
    twin = tree_map(lambda w: torch.from_numpy(w.copy()).requires_grad_(), p)
    h = torch.from_numpy(h0)
    for t, (x, d) in enumerate(zip(xs, dstates, strict=True)):
        if t % 4 == 0:
            h = h.detach()
        h = torch.tanh(twin.W_hx @ torch.from_numpy(x) + twin.W_hh @ h + twin.b_h)
        (h @ torch.from_numpy(d)).backward(retain_graph=True)
    assert largest_gap(found, tree_map(lambda w: w.grad.numpy(), twin)) < 1e-12


def test_memory_is_linear_in_the_length_and_constant_in_chunks():
    for T in (20, 40, 80):
        p, xs, h0, caches, dstates = problem(T)
        assert numbers(caches) == T * (3 + 6) + 6
        most = chunked(CELL, p, xs, h0, 5, lambda _, c, d=dstates: d[c])[2]
        assert most == 5 * (3 + 6) + 6


# Errors


def test_the_errors_of_the_demo_network_are_those_of_the_chapter(demo_table):
    table, _, _ = demo_table
    full = weighted(table, kept(3, 1, 3))
    true = [relative_gap(weighted(table, kept(3, 1, k)), full) for k in (1, 2, 3)]
    printed = [relative_gap(weighted(table, late_losses(3, k)), full) for k in (1, 2, 3)]
    assert true == pytest.approx([0.217, 0.032, 0], abs=5e-4)
    assert printed == pytest.approx([1.11, 1.01, 0], abs=5e-3)


def test_cutting_the_history_costs_little_and_dropping_losses_costs_most_of_the_gradient(unchecked):
    """ERRATA: 0.13 % against 81 % for a seed that it does not state; here over 40 seeds."""
    cut, dropped = [], []
    for seed in range(40):
        p, _, _, caches, dstates = problem(20, seed)
        table = paths(CELL, p, caches, dstates)
        full = weighted(table, kept(20, 1, 20))
        cut.append(relative_gap(weighted(table, kept(20, 1, 10)), full))
        dropped.append(relative_gap(weighted(table, late_losses(20, 10)), full))
    assert np.median(cut) < 0.005
    assert 0.4 < np.median(dropped) < 1
    assert np.mean(np.array(cut) < np.array(dropped)) > 0.95


# Random cuts


@pytest.mark.parametrize("keep", [0.25, 0.5, 0.8])
def test_with_weights_the_expectation_is_the_gradient_and_without_it_is_not(demo_table, keep):
    table, _, _ = demo_table
    full = weighted(table, kept(3, 1, 3))
    found = {}
    for reweighted in (True, False):
        draws = [(q, survival(gates)) for q, gates in every_draw(3, keep, reweighted)]
        assert sum(q for q, _ in draws) == pytest.approx(1)
        bias = relative_gap(weighted(table, sum(q * w for q, w in draws)), full)
        squares = [q * relative_gap(weighted(table, w), full) ** 2 for q, w in draws]
        found[reweighted] = bias, np.sqrt(sum(squares))
    assert found[True][0] < 3e-16
    biases = {0.25: 0.157, 0.5: 0.101, 0.8: 0.039}
    assert found[False][0] == pytest.approx(biases[keep], abs=5e-4)
    spread = {0.25: (0.482, 0.201), 0.5: (0.274, 0.174), 0.8: (0.137, 0.117)}
    assert (found[True][1], found[False][1]) == pytest.approx(spread[keep], abs=5e-4)


def test_any_cut_probabilities_of_their_own_are_unbiased_too(demo_table):
    """Tallec and Ollivier's form: c = (0.3, 0.6), one for each gate."""
    table, _, _ = demo_table
    full = weighted(table, kept(3, 1, 3))
    keep = np.array([0.7, 0.4])
    mean = 0
    for opened in np.ndindex(2, 2):
        chance = np.prod(np.where(opened, keep, 1 - keep))
        mean = mean + chance * weighted(table, survival(opened / keep)).W_hx
    assert largest_gap(mean, full.W_hx) < 1e-16


def test_one_gated_walk_is_the_weighted_sum_over_pairs(rng):
    for _ in range(20):
        p, _, _, caches, dstates = problem(9, int(rng.integers(1000)))
        gates = random_gates(rng, 9, 0.6, bool(rng.integers(2)))
        found = weighted(paths(CELL, p, caches, dstates), survival(gates))
        assert relative_gap(gated(CELL, p, caches, dstates, gates), found) < 1e-12


def test_gates_closed_at_the_borders_are_chunks():
    gates = np.array([1.0, 1, 0, 1, 1, 0, 1, 1])
    assert survival(gates).tolist() == kept(9, 3, 3).tolist()


def test_random_gates_follow_their_chance_and_their_seed():
    gates = random_gates(np.random.default_rng(5), 10_001, 0.8)
    assert set(gates) == {0.0, 1 / 0.8}
    assert gates.mean() == pytest.approx(1, abs=0.02)
    again = random_gates(np.random.default_rng(5), 10_001, 0.8)
    assert np.array_equal(gates, again)


def test_a_monte_carlo_mean_tends_to_the_gradient(unchecked):
    p, _, _, caches, dstates = problem(20, 3)
    full = bptt(CELL, p, caches, dstates)[0]
    table = paths(CELL, p, caches, dstates)
    rng = np.random.default_rng(1)
    gaps = {}
    for reweighted in (True, False):
        weights = np.mean(
            [survival(random_gates(rng, 20, 0.8, reweighted)) for _ in range(4000)], axis=0
        )
        gaps[reweighted] = relative_gap(weighted(table, weights), full)
    assert gaps[True] < 0.02
    assert gaps[False] > 3 * gaps[True]


# What is refused


def test_bad_input_is_named(unchecked, demo_table):
    table, caches, dstates = demo_table
    rng = np.random.default_rng(0)
    for call, message in [
        (lambda: kept(0, 1, 1), "T: got 0"),
        (lambda: kept(5, 0, 3), "k1: got 0"),
        (lambda: kept(5, 3, 2), "k2: got 2"),
        (lambda: kept(5, 1, 6), "k2: got 6"),
        (lambda: kept(5, 1.5, 2), r"k1: got 1\.5"),
        (lambda: late_losses(5, 0), "k: got 0"),
        (lambda: weighted(table, np.ones((3, 3))), "above the diagonal"),
        (lambda: weighted(table, np.ones((2, 2))), "weights: got shape"),
        (lambda: gated(CELL, demo.MODEL.cell, caches, dstates, np.ones(3)), "gates: got shape"),
        (lambda: random_gates(rng, 5, 0.0), "keep: got 0"),
        (lambda: random_gates(rng, 5, 1.5), "keep: got 1.5"),
        (lambda: list(every_draw(3, "x")), "keep: got 'x'"),
        (lambda: chunked(CELL, demo.MODEL.cell, demo.XS, demo.H0, 0, None), "k: got 0"),
    ]:
        with pytest.raises(ValueError, match=message):
            call()
