"""A stack is its blocks, one after the other, and so is its gradient."""

import numpy as np
import pytest
import torch

from unrolled.attention.heads import random_heads
from unrolled.attention.mask import causal
from unrolled.attention.torch_twin import heads
from unrolled.core.gradcheck import largest_gap
from unrolled.stack.cross import cross_attention
from unrolled.stack.encoder import added_by_parts, encode, encode_back, random_encoder
from unrolled.transformer import torch_twin
from unrolled.transformer.block import block


@pytest.mark.parametrize("first", [False, True])
def test_a_stack_is_one_block_after_the_other(first):
    rng = np.random.default_rng(0)
    blocks = random_encoder(rng, 3, 2, 4, 5)
    X = rng.normal(size=(6, 4))
    by_hand = X
    for p in blocks:
        by_hand = block(p, by_hand, first=first)[0]
    Y, caches = encode(blocks, X, first=first)
    assert largest_gap(Y, by_hand) == 0
    x = torch.tensor(X, requires_grad=True)
    out = x
    for p in blocks:
        out = torch_twin.layer(p, first=first)(out)
    dY = rng.normal(size=Y.shape)
    out.backward(torch.from_numpy(dY))
    assert largest_gap(encode_back(blocks, caches, dY)[1], x.grad.numpy()) < 1e-12


@pytest.mark.parametrize("first", [False, True])
def test_under_a_causal_mask_no_token_moves_an_earlier_one(first, rng):
    blocks = random_encoder(rng, 3, 2, 4, 5)
    X = rng.normal(size=(6, 4))
    other = X.copy()
    other[3] += 1
    one, two = (encode(blocks, Z, causal(6), first=first)[0] for Z in (X, other))
    assert np.array_equal(one[:3], two[:3])
    assert not np.allclose(one[3:], two[3:])


def test_no_block_is_no_stack(unchecked):
    with pytest.raises(ValueError, match="blocks: expected a list of one Block or more"):
        encode([], np.zeros((3, 4)))
    with pytest.raises(ValueError, match="caches: got 0"):
        encode_back(random_encoder(np.random.default_rng(0), 1, 1, 4, 3), [], np.zeros((3, 4)))


def test_a_pre_norm_stack_is_a_sum_of_what_its_parts_add(rng):
    blocks = random_encoder(rng, 4, 2, 4, 5)
    X = rng.normal(size=(3, 6, 4))
    added = added_by_parts(blocks, X)
    assert len(added) == 8
    assert largest_gap(X + added.sum(axis=0), encode(blocks, X, first=True)[0]) < 1e-13


def test_cross_attention_is_that_of_pytorch_and_does_not_mind_the_order_of_its_memory(rng):
    p = random_heads(rng, 2, 4)
    X, memory = rng.normal(size=(5, 4)), rng.normal(size=(7, 4))
    Y, cache = cross_attention(p, X, memory)
    rows, other = torch.from_numpy(X)[None], torch.from_numpy(memory)[None]
    with torch.no_grad():
        theirs = heads(p)(rows, other, other)[0][0].numpy()
    assert largest_gap(Y, theirs) < 1e-13
    assert cache.A.shape == (2, 5, 7)
    assert largest_gap(cross_attention(p, X, rng.permutation(memory))[0], Y) < 1e-13
