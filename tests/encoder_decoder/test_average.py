"""Scores, weights and the average: by hand, against PyTorch, and what is refused."""

import numpy as np
import pytest
import torch

from unrolled.core.gradcheck import largest_gap
from unrolled.encoder_decoder.additive import additive, additive_back, check_additive
from unrolled.encoder_decoder.additive import random_additive as draw_additive
from unrolled.encoder_decoder.average import seen, unweigh, weights


def test_weights_are_a_softmax_over_what_is_seen():
    S = np.log([[1.0, 2.0, 5.0]])
    assert np.allclose(weights(S), [[1 / 8, 2 / 8, 5 / 8]])
    assert np.allclose(weights(S, np.array([True, True, False])), [[1 / 3, 2 / 3, 0]])
    assert np.allclose(S, np.log([[1.0, 2.0, 5.0]]))


def test_scores_and_gradients_are_pytorchs():
    rng = np.random.default_rng(0)
    p, Q, K = draw_additive(rng, 3, 4, 5), rng.normal(size=(2, 6, 3)), rng.normal(size=(2, 7, 4))
    dA = rng.normal(size=(2, 6, 7))
    mask = np.arange(7) < np.array([7, 4])[:, None, None]
    W_q, W_k, b, w, q, k = (torch.tensor(a, requires_grad=True) for a in (*p, Q, K))
    S = torch.tanh((q @ W_q.T)[:, :, None] + (k @ W_k.T)[:, None] + b) @ w
    A = torch.softmax(S.masked_fill(~torch.from_numpy(mask), -torch.inf), dim=-1)
    A.backward(torch.from_numpy(dA))
    found, hidden = additive(p, Q, K)
    ours = weights(found, mask)
    assert largest_gap(found, S.detach().numpy()) < 1e-14
    assert largest_gap(ours, A.detach().numpy()) < 1e-15
    back = additive_back(p, Q, K, hidden, unweigh(ours, dA))
    theirs = tuple(leaf.grad.numpy() for leaf in (W_q, W_k, b, w, q, k))
    assert largest_gap((*back[0], *back[1:]), theirs) < 1e-13


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: seen(np.array([[True], [False]]), (2, 3)), "every key of query 2"),
        (lambda: seen(np.array([1, 0]), (2,)), "mask: got array"),
        (lambda: seen(np.ones((2, 2), bool), (2, 3)), r"mask: got shape \(2, 2\)"),
        (lambda: weights(np.array([np.nan])), "S: got shape"),
        (lambda: check_additive((1, 2)), "p: got a tuple of 2, expected Additive"),
        (
            lambda: check_additive(draw_additive(np.random.default_rng(0), 2, 3, 4), n_k=2),
            "p.W_k: got shape",
        ),
    ],
)
def test_what_does_not_fit_is_told(call, says, unchecked):
    with pytest.raises(ValueError, match=says):
        call()
