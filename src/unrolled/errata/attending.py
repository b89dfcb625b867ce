"""Attention: roles, axes and order, against PyTorch's. Tokens are columns, as in the documents."""

import numpy as np
import torch
from torch.nn.functional import layer_norm, scaled_dot_product_attention

from unrolled.attention import attend, score
from unrolled.core.activations import softmax
from unrolled.core.shapes import Array
from unrolled.errata.finding import Claim, Triple, attempt, entry

D, N, KEYS, WIDTH = 6, 5, 7, 4
RNG = np.random.default_rng(0)
X, OTHER = RNG.normal(size=(D, N)), RNG.normal(size=(D, KEYS))
WQ, WK, WV = RNG.normal(size=(3, WIDTH, D))


def by_columns(S: Array) -> Array:
    """Softmax over each column."""
    return softmax(S.T).T


def attention(Q: Array, K: Array, V: Array, causal: bool = False) -> Array:
    """PyTorch's, of columns."""
    rows = (torch.from_numpy(np.ascontiguousarray(M.T))[None] for M in (Q, K, V))
    return scaled_dot_product_attention(*rows, is_causal=causal)[0].numpy().T


def weights() -> Array:
    """softmax(KᵀQ/√d_k) by columns."""
    return attend.weights(score.scaled((WQ @ X).T, (WK @ X).T)).T


def truth() -> Array:
    """Self-attention of X by PyTorch."""
    return attention(WQ @ X, WK @ X, WV @ X)


@entry("A43")
def roles_exchanged() -> Triple:
    """VA with S = QᵀK and with S = KᵀQ."""
    S = (WQ @ X).T @ (WK @ X) / WIDTH**0.5
    return Triple(WV @ X @ by_columns(S), WV @ X @ weights(), truth(), "PyTorch", 1e-12)


@entry("A44")
def cross_attention() -> Triple:
    """5 queries and 7 keys."""
    Q, K, V = WQ @ X, WK @ OTHER, WV @ OTHER
    A = by_columns(Q.T @ K / WIDTH**0.5)
    mended = V @ by_columns(K.T @ Q / WIDTH**0.5)
    return Triple(attempt(lambda: V @ A, V, A), mended, attention(Q, K, V), "PyTorch")


@entry("A42")
def values_left_out() -> Triple:
    """XA and VA."""
    return Triple(X @ weights(), WV @ X @ weights(), truth(), "PyTorch")


@entry("A39")
def itself_included() -> Triple:
    """The weighted sum over the other tokens, and over all."""
    S = (WK @ X).T @ (WQ @ X) / WIDTH**0.5
    others = by_columns(np.where(np.eye(N, dtype=bool), -np.inf, S))
    return Triple(WV @ X @ others, WV @ X @ weights(), truth(), "PyTorch")


@entry("A41")
def heads_divide() -> Claim:
    """torch.nn.MultiheadAttention with 3 heads of 12 and of 10 features."""
    made = []
    for size in (12, 10):
        try:
            torch.nn.MultiheadAttention(size, 3)
            made.append(True)
        except AssertionError:
            made.append(False)
    return Claim(
        [all(made)],
        [made[0], not made[1]],
        {"3 heads of 12 features have": 4, "of 10, refused": 10 / 3},
    )


@entry("A45")
def normed_over_tokens() -> Triple:
    """LayerNorm over the tokens of a feature, and over the features of a token."""

    def normed(axis: int) -> Array:
        off = X - X.mean(axis=axis, keepdims=True)
        return off / np.sqrt(X.var(axis=axis, keepdims=True) + 1e-5)

    by_torch = layer_norm(torch.from_numpy(X.T.copy()), (D,)).numpy().T
    return Triple(normed(1), normed(0), by_torch, "PyTorch")


def layer() -> torch.nn.TransformerEncoderLayer:
    """PyTorch's encoder layer with one head, the norm after the addition, and no dropout."""
    torch.manual_seed(0)
    kind = torch.nn.TransformerEncoderLayer
    return kind(D, 1, 8, dropout=0.0, batch_first=True, dtype=torch.float64).eval()


@entry("A46")
def linear_last_layer() -> Triple:
    """The feed-forward part with an activation at its end, and without."""
    part = layer()
    rows = torch.from_numpy(X.T.copy())
    with torch.no_grad():
        by_torch = part._ff_block(rows).numpy().T
    (W1, b1), (W2, b2) = (
        [p.detach().numpy() for p in part.get_submodule(n).parameters()]
        for n in ("linear1", "linear2")
    )
    mended = W2 @ np.maximum(W1 @ X + b1[:, None], 0) + b2[:, None]
    return Triple(np.maximum(mended, 0), mended, by_torch, "PyTorch")


@entry("A47")
def norm_afterwards() -> Triple:
    """LayerNorm(x + f(x)) for both parts, written out, beside PyTorch's layer."""
    part = layer()
    rows = torch.from_numpy(X.T.copy())[None]
    with torch.no_grad():
        inner = part.self_attn(rows, rows, rows)[0]
        after = part.norm1(rows + inner)
        ours = part.norm2(after + part._ff_block(after))[0].numpy()
        mended = _by_numpy(_by_numpy(X + inner[0].numpy().T) + part._ff_block(after)[0].numpy().T)
        whole = part(rows)[0].numpy()
    return Triple(ours.T, mended, whole.T, "PyTorch", 1e-12, agrees=True)


def _by_numpy(M: Array) -> Array:
    return (M - M.mean(axis=0)) / np.sqrt(M.var(axis=0) + 1e-5)


@entry("A48")
def last_token_seen() -> Claim:
    """Another last token: what becomes of the first output, without a mask and with one."""
    changed = X.copy()
    changed[:, -1] += 1
    moved = []
    for causal in (False, True):
        two = [attention(WQ @ M, WK @ M, WV @ M, causal)[:, 0] for M in (X, changed)]
        moved.append(float(np.abs(two[0] - two[1]).max()))
    return Claim(
        [moved[0] == 0],
        [moved[0] > 0.01, moved[1] == 0],
        {"encoder: the first output moves by": moved[0], "decoder": moved[1]},
    )


@entry("A49")
def permuted() -> Triple:
    """Self-attention of exchanged tokens: the same, and exchanged."""
    order = [2, 0, 4, 1, 3]
    M = X[:, order]
    return Triple(truth(), truth()[:, order], attention(WQ @ M, WK @ M, WV @ M), "PyTorch")


@entry("A50")
def counted_from_one() -> Triple:
    """The segment of index 0 as one-hot, counted from 1 and from 0."""
    by_torch = torch.nn.functional.one_hot(torch.tensor(0), 2).numpy()
    return Triple(np.eye(2)[0 - 1], np.eye(2)[0], by_torch, "PyTorch")
