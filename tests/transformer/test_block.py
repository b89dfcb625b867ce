"""The encoder block, its parts, and the gradients through them."""

import numpy as np
import pytest
import torch
from hypothesis import given

from tests.gated import like, size
from tests.strategies import seeds, sizes
from unrolled.attention.mask import causal
from unrolled.core.activations import GELU, RELU
from unrolled.core.gradcheck import largest_gap
from unrolled.transformer import torch_twin
from unrolled.transformer.block import block, block_back, random_block
from unrolled.transformer.norm import Norm, layer_norm, layer_norm_back
from unrolled.transformer.positions import rotate, shift, sinusoids


@given(N=sizes, n_H=sizes, d_k=sizes, d_ff=sizes, seed=seeds)
def test_output_and_gradients_are_pytorchs(N, n_H, d_k, d_ff, seed):
    """Both orders, both activations, with and without a mask; d = 1 has no length to norm."""
    rng = np.random.default_rng(seed)
    d = n_H * d_k + (n_H * d_k == 1)
    p = like(rng, random_block(rng, n_H if d % n_H == 0 else 1, d, d_ff))
    X, dY = rng.normal(size=(2, 3, N, d))[:, 0]
    for first in (False, True):
        for phi, mask in ((RELU, None), (GELU, causal(N))):
            Y, cache = block(p, X, mask, phi, first)
            theirs, dp, dX = torch_twin.output_and_gradients(p, X, dY, mask, phi=phi, first=first)
            found = block_back(p, cache, dY)
            assert largest_gap(Y, theirs) < 1e-12 * size(Y)
            assert largest_gap(found, (dp, dX)) < 1e-9 * size(found)


def test_a_batch_is_a_stack_of_singles():
    rng = np.random.default_rng(0)
    p = random_block(rng, 2, 4, 7)
    X = rng.normal(size=(3, 5, 4))
    Y, cache = block(p, X)
    dY = rng.normal(size=Y.shape)
    _, dX = block_back(p, cache, dY)
    for b in range(3):
        single, kept = block(p, X[b])
        assert largest_gap(single, Y[b]) < 1e-14
        assert largest_gap(block_back(p, kept, dY[b])[1], dX[b]) < 1e-13


@given(n=sizes, d=sizes, seed=seeds)
def test_the_norm_is_pytorchs(n, d, seed):
    rng = np.random.default_rng(seed)
    d += 1
    p, X, dY = Norm(*rng.normal(size=(2, d))), *rng.normal(size=(2, n, d))
    x, gain, bias = (torch.tensor(a, requires_grad=True) for a in (X, *p))
    theirs = torch.nn.functional.layer_norm(x, (d,), gain, bias, 1e-5)
    theirs.backward(torch.from_numpy(dY))
    Y, cache = layer_norm(p, X)
    assert largest_gap(Y, theirs.detach().numpy()) < 1e-12 * size(Y)
    found = layer_norm_back(p, cache, dY)
    wanted = (Norm(gain.grad.numpy(), bias.grad.numpy()), x.grad.numpy())
    assert largest_gap(found, wanted) < 1e-10 * size(found)


def test_there_and_back_from_pytorch():
    rng = np.random.default_rng(0)
    p = like(rng, random_block(rng, 2, 6, 5))
    assert largest_gap(torch_twin.from_torch(torch_twin.layer(p)), p) == 0


@pytest.mark.parametrize("k", [1, 3, -2])
def test_a_shift_turns_every_position_into_a_later_one(k):
    P = sinusoids(20, 8)
    assert largest_gap(P[2:16] @ shift(k, 8).T, P[2 + k : 16 + k]) < 1e-12
    assert largest_gap((P * P).sum(axis=1), np.full(20, 4.0)) < 1e-12


def test_scores_of_turned_queries_and_keys_depend_on_distances_alone():
    q, k = np.random.default_rng(5).normal(size=(2, 8))
    Q, K = (rotate(np.tile(row, (9, 1))) for row in (q, k))
    S = Q @ K.T
    for m in range(-8, 9):
        assert np.ptp(np.diag(S, m)) < 1e-12
        assert abs(np.diag(S, m)[0] - q @ shift(m, 8) @ k) < 1e-12
    assert largest_gap(Q[0], q) == 0
    assert not np.allclose(S[0], S[0, 0])
