"""Scores, weights, averages, heads, and the gradients through them."""

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from tests.gated import like, size
from tests.strategies import seeds, sizes
from unrolled.attention import attend as attending
from unrolled.attention import pictures, torch_twin
from unrolled.attention.attend import attend, attend_back
from unrolled.attention.heads import multi_head, multi_head_back, random_heads
from unrolled.attention.mask import causal, padding
from unrolled.attention.score import additive, additive_back, dot, random_additive, scaled
from unrolled.core.gradcheck import dot_product_gap, finite_difference, largest_gap
from unrolled.core.tree import tree_map

BATCHES = st.sampled_from([(), (3,), (2, 2)])


def problem(rng, B, N, M, d_k, d_v):
    shapes = ((N, d_k), (M, d_k), (M, d_v))
    return [rng.normal(size=(*B, *shape)) for shape in shapes]


def masks(rng, N, M):
    """None, and a random one of which every query sees a key."""
    random = rng.random((N, M)) < 0.5
    random[np.arange(N), rng.integers(0, M, N)] = True
    return None, random


@given(B=BATCHES, N=sizes, M=sizes, d_k=sizes, d_v=sizes, seed=seeds)
def test_outputs_and_gradients_are_pytorchs(B, N, M, d_k, d_v, seed):
    rng = np.random.default_rng(seed)
    Q, K, V = problem(rng, B, N, M, d_k, d_v)
    for mask in masks(rng, N, M):
        Y, cache = attend(Q, K, V, mask)
        dY = rng.normal(size=Y.shape)
        theirs, gradients = torch_twin.attention(Q, K, V, mask, dY)
        assert largest_gap(Y, theirs) < 1e-12 * size(Y)
        found = attend_back(cache, dY)
        assert largest_gap(found, gradients) < 1e-12 * size(found)


@given(B=BATCHES, N=sizes, M=sizes, d=sizes, seed=seeds)
def test_a_score_is_what_its_name_says(B, N, M, d, seed):
    rng = np.random.default_rng(seed)
    Q, K, _ = problem(rng, B, N, M, d, 1)
    one_by_one = np.array(
        [[q @ k for k in np.atleast_2d(K.reshape(-1, M, d)[0])] for q in Q.reshape(-1, N, d)[0]]
    )
    assert largest_gap(dot(Q, K).reshape(-1, N, M)[0], one_by_one) < 1e-12 * size(one_by_one)
    assert largest_gap(scaled(Q, K), dot(Q, K) / np.sqrt(d)) == 0


@given(B=BATCHES, N=sizes, M=sizes, n_q=sizes, n_k=sizes, n_a=sizes, seed=seeds)
def test_the_additive_score_and_its_gradient(B, N, M, n_q, n_k, n_a, seed):
    rng = np.random.default_rng(seed)
    p = like(rng, random_additive(rng, n_q, n_k, n_a))
    Q, K = rng.normal(size=(*B, N, n_q)), rng.normal(size=(*B, M, n_k))
    S, hidden = additive(p, Q, K)
    q, k = Q.reshape(-1, N, n_q)[0, -1], K.reshape(-1, M, n_k)[0, 0]
    single = p.w @ np.tanh(p.W_q @ q + p.W_k @ k + p.b)
    assert abs(S.reshape(-1, N, M)[0, -1, 0] - single) < 1e-12 * size(S)
    dS = rng.normal(size=S.shape)
    found = additive_back(p, Q, K, hidden, dS)
    numbers = finite_difference(lambda at: float((additive(*at)[0] * dS).sum()), (p, Q, K))
    assert largest_gap(found, numbers) < 1e-6 * size(found)


@given(B=BATCHES, N=sizes, M=sizes, n_H=sizes, d_k=sizes, seed=seeds)
def test_heads_are_pytorchs(B, N, M, n_H, d_k, seed):
    """Self-attention and cross-attention; PyTorch takes one batch axis or none."""
    rng = np.random.default_rng(seed)
    d = n_H * d_k
    p = like(rng, random_heads(rng, n_H, d))
    X, other = (rng.normal(size=(*B, n, d)) for n in (N, M))
    for memory in (None, other):
        keys = X if memory is None else memory
        for mask in masks(rng, N, keys.shape[-2]):
            Y, cache = multi_head(p, X, memory, mask)
            rows, parts = (
                torch.tensor(a.reshape(-1, *a.shape[-2:]), requires_grad=True) for a in (X, keys)
            )
            net = torch_twin.heads(p)
            hidden = None if mask is None else ~torch.from_numpy(mask)
            theirs, A = net(rows, parts, parts, attn_mask=hidden, average_attn_weights=False)
            assert largest_gap(Y, theirs.detach().numpy().reshape(Y.shape)) < 1e-12 * size(Y)
            assert largest_gap(cache.A, A.detach().numpy().reshape(cache.A.shape)) < 1e-12
            dY = rng.normal(size=Y.shape)
            theirs.backward(torch.from_numpy(dY.reshape(theirs.shape)))
            dp, *found = multi_head_back(p, cache, dY)
            for mine, asked in zip(found, (rows, parts), strict=True):
                assert largest_gap(mine.reshape(asked.shape), asked.grad.numpy()) < 1e-11 * size(
                    mine
                )
            with torch.no_grad():
                for w in net.parameters():
                    w.copy_(w.grad)
            assert largest_gap(dp, torch_twin.from_torch(net)) < 1e-11 * size(dp)


@given(N=sizes, n_H=sizes, seed=seeds)
def test_the_gradient_is_the_transpose_with_sizes_all_different(N, n_H, seed):
    """d_k is not d/n_H here, and keys are not of the queries' size."""
    rng = np.random.default_rng(seed)
    p = like(rng, random_heads(rng, n_H, 5, 3))
    p = p._replace(
        W_K=rng.normal(size=(n_H, 3, 4)),
        W_V=rng.normal(size=(n_H, 2, 4)),
        b_V=rng.normal(size=(n_H, 2)),
        W_O=rng.normal(size=(5, n_H * 2)),
    )
    X, memory = rng.normal(size=(N, 5)), rng.normal(size=(N + 1, 4))
    at = (p, X, memory)
    way = like(rng, (p, X, memory))
    Y, cache = multi_head(*at)
    dY = rng.normal(size=Y.shape)
    eps = 1e-5
    ends = [multi_head(*moved(at, way, e))[0] for e in (eps, -eps)]
    rate = (ends[0] - ends[1]) / (2 * eps)
    assert dot_product_gap(dY, rate, multi_head_back(p, cache, dY), way) < 1e-6


def moved(at, way, eps):
    return tree_map(lambda a, b: a + eps * b, at, way)


def test_self_attention_is_equivariant_and_not_invariant():
    rng = np.random.default_rng(0)
    p = random_heads(rng, 2, 6)
    X = rng.normal(size=(5, 6))
    order = np.array([2, 0, 4, 1, 3])
    Y, mixed = multi_head(p, X)[0], multi_head(p, X[order])[0]
    assert largest_gap(mixed, Y[order]) < 1e-15
    assert largest_gap(mixed, Y) > 0.1


def test_what_is_hidden_weighs_nothing_and_changes_nothing():
    rng = np.random.default_rng(0)
    Q, K, V = problem(rng, (), 4, 4, 3, 2)
    Y, cache = attend(Q, K, V, causal(4))
    assert (cache.A[~causal(4)] == 0).all()
    assert (cache.A.sum(axis=-1).round(15) == 1).all()
    K[3], V[3] = 1e6, 1e6
    assert (attend(Q, K, V, causal(4))[0][:3] == Y[:3]).all()


@pytest.mark.parametrize(
    ("mask", "says"),
    [
        ([[True, False, False], [False] * 3, [True] * 3], "every key of query 2"),
        (~causal(3), "every key of query 3"),
        (np.zeros((3, 3), dtype=bool), "every key of query 1"),
        ([False] * 3, "every key of every query"),
    ],
)
def test_a_query_that_sees_nothing_is_refused(mask, says):
    rng = np.random.default_rng(0)
    with pytest.raises(ValueError, match=f"mask: got False for {says}, expected"):
        attend(*problem(rng, (), 3, 3, 2, 2), np.array(mask))


def test_scores_too_large_for_a_float_are_told():
    large = np.full((2, 2), 1e200)
    with pytest.raises(OverflowError, match="Y: exploded"):
        attend(large, large, large)


def test_padding_leaves_the_shorter_sequence_what_it_is_alone():
    rng = np.random.default_rng(0)
    p = random_heads(rng, 2, 4)
    X = rng.normal(size=(2, 5, 4))
    mask = padding([3, 5], 5)
    together = multi_head(p, X, mask=mask)[0]
    assert largest_gap(together[0, :3], multi_head(p, X[0, :3])[0]) < 1e-15
    assert mask.shape == (2, 1, 5)


@pytest.mark.parametrize("size", [1e3, 1e200])
def test_large_scores_do_not_overflow(size):
    A = attending.weights(size * np.array([[1.0, 2.0, 2.0]]))
    assert (A.round(12) == [[0, 0.5, 0.5]]).all()


def test_the_picture_of_a_row_on_its_way_back_shows_what_pytorch_sends_to_the_scores():
    scores = torch.tensor([1.5, -1.0, 0.25], dtype=torch.float64, requires_grad=True)
    shares = torch.softmax(scores, dim=0)
    returned = torch.tensor([0.3, -1.0, 0.6], dtype=torch.float64)
    shares.backward(returned)
    picture = pictures.row_back(shares.detach().numpy(), returned.numpy(), "dem", 2)
    for value in scores.grad.tolist():
        assert f">{value:.3f}<".replace("-", "\u2212") in picture.svg
