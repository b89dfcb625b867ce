"""Residual blocks and networks: gradients, invariants, PyTorch, and the numbers of the facts."""

import numpy as np
import pytest
import torch
from hypothesis import given

from tests.strategies import batches, seeds, sizes
from unrolled.core.activations import RELU
from unrolled.core.gradcheck import check_gradient, dot_product_gap, largest_gap, relative_gap
from unrolled.demo import weights
from unrolled.mlp.network import Layer
from unrolled.resnet import on_paper, paths, starts, torch_twin
from unrolled.resnet.block import block, block_back, block_jacobian
from unrolled.resnet.degradation import first_gradients, last_losses, learned
from unrolled.resnet.network import ResNet, backward, forward, loss_and_gradient, random_resnet
from unrolled.resnet.two_layers import (
    TwoLayers,
    Widening,
    two_layer_back,
    two_layer_block,
    widening_block,
)

EPS = 1e-6


@given(seeds, sizes, batches)
def test_a_block_sends_back_what_its_jacobian_says(seed, n, B):
    rng = np.random.default_rng(seed)
    p = Layer(rng.normal(size=(n, n)), rng.normal(size=n))
    h, dh, moved = rng.normal(size=(3, *B, n))
    scale = rng.uniform(-1, 2)
    ahead, behind = (block(p, h + e * moved, scale)[0] for e in (EPS, -EPS))
    back = block_back(p, block(p, h, scale)[1], dh)[1]
    assert dot_product_gap(dh, (ahead - behind) / (2 * EPS), back, moved) < 1e-6


@pytest.mark.parametrize("skip", [False, True])
def test_a_network_has_pytorchs_logits_and_gradients(skip, rng):
    p = random_resnet(rng, 5, 3, 4, 2)
    x, dz = rng.normal(size=(7, 3)), rng.normal(size=(7, 2))
    z, kept = forward(p, x, skip=skip)
    theirs = torch_twin.resnet(p, skip)
    out = theirs(torch.from_numpy(x))
    out.backward(torch.from_numpy(dz))
    assert largest_gap(z, out.detach().numpy()) < 1e-12
    gradient, dhs = backward(p, kept, dz)
    found = [leaf for layer in (gradient.into, *gradient.blocks, gradient.out) for leaf in layer]
    for ours, theirs_ in zip(found, theirs.parameters(), strict=True):
        assert largest_gap(ours, theirs_.grad.numpy()) < 1e-12
    assert len(dhs) == len(kept.h) == 6


@pytest.mark.parametrize("skip", [False, True])
def test_the_gradient_of_the_loss_is_that_of_centred_differences(skip, rng):
    p = random_resnet(rng, 3, 2, 4, 3)
    xs, ys = rng.normal(size=(6, 2)), np.eye(3)[[0, 1, 2, 0, 1, 2]]
    found = loss_and_gradient(p, xs, ys, skip)[1]
    assert check_gradient(lambda q: loss_and_gradient(q, xs, ys, skip)[0], p, found) < 1e-7


def test_a_branch_of_zeros_leaves_all_as_it_is(rng):
    h = rng.normal(size=(2, 4))
    nothing = Layer(np.zeros((4, 4)), np.zeros(4))
    assert np.array_equal(block(nothing, h)[0], h)
    assert np.array_equal(block(nothing, h, skip=False)[0], 0 * h)


def test_a_batch_is_a_stack_of_singles(rng):
    p, h = Layer(rng.normal(size=(3, 3)), rng.normal(size=3)), rng.normal(size=(2, 5, 3))
    dh = rng.normal(size=h.shape)
    after, cache = block(p, h)
    gradient, before = block_back(p, cache, dh)
    for i in np.ndindex(2, 5):
        assert largest_gap(block(p, h[i])[0], after[i]) < 1e-15
        one, single = block_back(p, block(p, h[i])[1], dh[i])
        assert largest_gap(single, before[i]) < 1e-15
        gradient = Layer(gradient.W - one.W, gradient.b - one.b)
    assert largest_gap(gradient.W, np.zeros((3, 3))) < 1e-12


@pytest.mark.parametrize("before", [False, True])
def test_the_block_of_two_layers_is_pytorchs(before, rng):
    p = TwoLayers(*(rng.normal(size=s) for s in ((5, 3), 5, (3, 5), 3)))
    h, dh = rng.normal(size=(2, 7, 3))
    after, cache = two_layer_block(p, h, before)
    theirs, x = torch_twin.two_layer_block(p, before), torch.tensor(h, requires_grad=True)
    out = theirs(x)
    out.backward(torch.from_numpy(dh))
    assert largest_gap(after, out.detach().numpy()) < 1e-13
    gradient, back = two_layer_back(p, cache, dh)
    assert largest_gap(back, x.grad.numpy()) < 1e-13
    for ours, parameter in zip(gradient, theirs.parameters(), strict=True):
        assert largest_gap(ours, parameter.grad.numpy()) < 1e-12


def test_a_skip_of_another_width_has_a_matrix(rng):
    branch = TwoLayers(*(rng.normal(size=s) for s in ((5, 3), 5, (4, 5), 4)))
    p, h = Widening(branch, rng.normal(size=(4, 3))), rng.normal(size=(2, 3))
    inner = torch.nn.Sequential(
        torch_twin.linear(*branch[:2]), torch.nn.ReLU(), torch_twin.linear(*branch[2:])
    )
    theirs = torch_twin.Residual(inner, torch_twin.linear(p.W_s))
    assert largest_gap(widening_block(p, h), theirs(torch.from_numpy(h)).detach().numpy()) < 1e-13
    square = Widening(
        branch._replace(W_2=rng.normal(size=(3, 5)), b_2=rng.normal(size=3)), np.eye(3)
    )
    plain = two_layer_block(square.branch, h, before=False)[0]
    assert largest_gap(RELU.of(widening_block(square, h)), plain) < 1e-14


def test_sixty_four_paths_make_the_product_of_six_blocks(rng):
    Js = rng.normal(0, 0.4, (6, 3, 3))
    found = paths.walks(Js)
    assert len(found) == 64
    assert [sum(len(t) == k for t in found) for k in range(7)] == [1, 6, 15, 20, 15, 6, 1]
    assert largest_gap(sum(found.values()), paths.product(Js)) < 1e-14
    for length, whole in enumerate(paths.by_length(Js)):
        spelled = sum(path for taken, path in found.items() if len(taken) == length)
        assert largest_gap(whole, spelled) < 1e-14
    assert largest_gap(found[2, 5], Js[4] @ Js[1]) == 0
    with pytest.raises(ValueError, match="Js: got 17 blocks, expected at most 16"):
        paths.walks(np.zeros((17, 2, 2)))


def test_the_product_is_the_jacobian_of_the_network(rng):
    p = random_resnet(rng, 4, 2, 3, 2)
    h = forward(p, rng.normal(size=2))[1].h
    Js = np.array([block_jacobian(layer, x) for layer, x in zip(p.blocks, h, strict=False)])
    columns = []
    for moved in np.eye(3) * EPS:
        ends = []
        for x in (h[0] + moved, h[0] - moved):
            for layer in p.blocks:
                x = block(layer, x)[0]
            ends.append(x)
        columns.append((ends[0] - ends[1]) / (2 * EPS))
    assert largest_gap(paths.product(Js), np.array(columns).T) < 1e-8


def test_singular_values_lie_between_their_bounds(rng):
    for size in (0.1, 0.3, 0.9, 2.0):
        Js = rng.normal(0, size / 2, (8, 4, 4))
        low, high = paths.bounds(Js)
        values = np.linalg.svd(paths.product(Js), compute_uv=False)
        assert low <= values.min() * (1 + 1e-12)
        assert values.max() <= high * (1 + 1e-12)


def test_identity_does_not_save_every_gradient():
    """ERRATA A33: fifty blocks that halve, and fifty that add half."""
    for j, left in ((-0.5, 8.9e-16), (0.5, 6.4e8)):
        Js = np.broadcast_to(j * np.eye(2), (50, 2, 2))
        found = paths.product(Js)
        assert largest_gap(found / left, np.eye(2)) < 0.01
        low, high = paths.bounds(Js)
        assert np.isclose(low, 0.5**50)
        assert np.isclose(high, 1.5**50)
    assert np.array_equal(paths.product(-np.eye(2)[None]), np.zeros((2, 2)))


def test_columns_need_the_transpose(rng):
    """ERRATA A32 and A57: (I + J) g is another vector, and 1 + diag(J) is another matrix."""
    p, h, g = (
        Layer(rng.normal(size=(4, 4)), rng.normal(size=4)),
        rng.normal(size=4),
        rng.normal(size=4),
    )
    J = block_jacobian(p, h)
    back = block_back(p, block(p, h)[1], g)[1]
    assert relative_gap((np.eye(4) + J).T @ g, back) < 1e-15
    assert relative_gap((np.eye(4) + J) @ g, back) > 0.1
    assert relative_gap((1 + np.diag(J)) * g, back) > 0.1


def test_on_paper():
    assert on_paper.expansion(4) == 0
    assert on_paper.block_back() == on_paper.block_back() * 0
    assert on_paper.equal_branches(6) == 0


def test_a_step_of_demo_as_a_residual_block():
    """h + tanh(W_hh h + (W_hx x + b)) is the residual recurrence with the letter as a bias."""
    x, h = weights.XS[1], np.array([0.5, -0.2])
    p = Layer(weights.W_hh, weights.W_hx @ x + weights.b_h)
    spelled = h + np.tanh(weights.W_hx @ x + weights.W_hh @ h + weights.b_h)
    assert largest_gap(block(p, h)[0], spelled) < 1e-16


def test_what_explodes_says_in_which_block():
    unit = Layer(np.eye(2), np.zeros(2))
    with pytest.raises(OverflowError, match="in block 2"):
        forward(ResNet(unit, (unit, unit, unit), unit), np.ones(2), scale=1.7e308)


def test_deeper_is_worse_without_the_skip_and_not_with_it():
    """The derived data; one run of the shallow networks is computed again."""
    plain = {depth: last_losses("plain", depth).min(axis=0) for depth in (4, 16, 64)}
    residual = {depth: last_losses("residual", depth).min(axis=0) for depth in (4, 16, 64)}
    assert plain[4].max() < 0.02
    assert plain[64].min() > 0.6
    assert max(found.max() for found in residual.values()) < 0.01
    again = learned(4, True, 0.01, 0)
    assert abs(again[-1] - last_losses("residual", 4)[0, 0]) < 1e-5


def test_the_plain_networks_gradient_has_not_vanished_between_its_ends():
    """Both ends of the plain network are small alike: the signal has died, not the way back."""
    ends = np.array([first_gradients(64, False, seed)[[0, -1]] for seed in range(5)])
    assert np.median(ends[:, 0] / ends[:, 1]) > 0.05


def test_what_a_plain_network_learns_from_three_initialisations():
    """The derived data; one run is computed again."""
    assert [starts.learners(kind) for kind in starts.KINDS] == [0, 0, 3]
    again = starts.learned("orthogonal", 0.001, 3)
    assert abs(again - starts.loaded()["orthogonal"]["0.001"][3]) < 1e-4
    with pytest.raises(ValueError, match="kind: got 'zero'"):
        starts.started("zero", 0)
