"""A block in parts is the block, and its sensitivities are autograd's."""

import numpy as np
import pytest
import torch
from hypothesis import given

from tests.gated import like
from tests.strategies import seeds, sizes
from unrolled.core.gradcheck import largest_gap
from unrolled.transformer import torch_twin
from unrolled.transformer.block import block, random_block
from unrolled.transformer.cut import CUTS, follows, through


def drawn(N, n_H, seed):
    rng = np.random.default_rng(seed)
    p = like(rng, random_block(rng, n_H, 2 * n_H, 3))
    return p, rng.normal(size=(N, 2 * n_H))


@given(N=sizes, n_H=sizes, seed=seeds)
def test_with_nothing_cut_it_is_the_block(N, n_H, seed):
    p, X = drawn(N, n_H, seed)
    assert largest_gap(through(p, X).norm_2, block(p, X)[0]) == 0


def test_what_the_end_moves_with_is_autograds():
    p, X = drawn(3, 2, 0)
    net = torch_twin.layer(p)
    J = torch.autograd.functional.jacobian(lambda x: net(x), torch.from_numpy(X)).numpy()
    assert largest_gap(follows(p, X), np.linalg.norm(J, axis=(1, 3))) < 1e-12


@pytest.mark.parametrize("cut", CUTS)
def test_of_a_cut_block_it_is_the_difference_quotient(cut):
    p, X = drawn(3, 2, 1)
    J = np.zeros((3, 4, 3, 4))
    eps = 1e-6
    for n, i in np.ndindex(X.shape):
        step = np.zeros_like(X)
        step[n, i] = eps
        ends = [through(p, X + sign * step, cut).norm_2 for sign in (1, -1)]
        J[:, :, n, i] = (ends[0] - ends[1]) / (2 * eps)
    assert largest_gap(follows(p, X, cut), np.linalg.norm(J, axis=(1, 3))) < 1e-7


def test_without_attention_no_token_hears_of_another():
    p, X = drawn(4, 2, 2)
    found = follows(p, X, "attention")
    assert (found[~np.eye(4, dtype=bool)] == 0).all()
    assert (np.diag(found) > 0).all()
