"""Attention in PyTorch, for its word on outputs, weights and gradients.

`scaled_dot_product_attention` takes our rows and our mask, True where seen.
`MultiheadAttention` stacks the rows of Q, K and V, heads below each other, and its mask is True
where *hidden*.
"""

import numpy as np
import torch
from torch.nn.functional import scaled_dot_product_attention

from unrolled.attention.attend import attend
from unrolled.attention.heads import MultiHead, fitting
from unrolled.core.door import short_repr
from unrolled.core.shapes import Array
from unrolled.page.autograd import numbers

NAMES = ("Q", "K", "V")


def attention(Q: Array, K: Array, V: Array, mask: Array | None, dY: Array) -> tuple:
    """Y and the gradients of Q, K and V from dY, all by scaled_dot_product_attention."""
    attend(Q, K, V, mask)  # the doors
    parts = [torch.tensor(a, requires_grad=True) for a in (Q, K, V)]
    seen = None if mask is None else torch.from_numpy(np.asarray(mask))
    Y = scaled_dot_product_attention(*parts, attn_mask=seen)
    Y.backward(torch.from_numpy(dY))
    return Y.detach().numpy(), tuple(a.grad.numpy() for a in parts)


def heads(p: MultiHead) -> torch.nn.MultiheadAttention:
    """A torch.nn.MultiheadAttention in float64 with these weights, batch first.

    Raises ValueError where d_k or d_v is not d/n_H, which PyTorch has not got.
    """
    p = fitting(p)
    n_H, d_k, d = p.W_Q.shape
    if (d_k * n_H, p.b_V.shape[1]) != (d, d_k):
        raise ValueError(
            f"p: got d_k = {d_k} and d_v = {p.b_V.shape[1]}, expected d/n_H = {d}/{n_H}"
        )
    d_m = p.W_K.shape[-1]
    net = torch.nn.MultiheadAttention(
        d, n_H, kdim=d_m, vdim=d_m, batch_first=True, dtype=torch.float64
    )
    rows = {k: torch.from_numpy(getattr(p, f"W_{k}").reshape(d, -1)) for k in NAMES}
    with torch.no_grad():
        if net.in_proj_weight is None:
            for k, w in rows.items():
                getattr(net, f"{k.lower()}_proj_weight").copy_(w)
        else:
            net.in_proj_weight.copy_(torch.cat(list(rows.values())))
        biases = [getattr(p, f"b_{k}").ravel() for k in NAMES]
        net.in_proj_bias.copy_(torch.from_numpy(np.concatenate(biases)))
        net.out_proj.weight.copy_(torch.from_numpy(p.W_O))
        net.out_proj.bias.copy_(torch.from_numpy(p.b_O))
    return net


def from_torch(net: torch.nn.MultiheadAttention) -> MultiHead:
    """The weights of a torch.nn.MultiheadAttention. Biases it has not got are 0."""
    if not isinstance(net, torch.nn.MultiheadAttention):
        raise ValueError(f"net: got {short_repr(net)}, expected a torch.nn.MultiheadAttention")
    if net.bias_k is not None or net.add_zero_attn:
        raise ValueError("net: got a key of its own (bias_k, zero attention), expected none")
    d, n_H = net.embed_dim, net.num_heads
    if net.in_proj_weight is None:
        rows = [getattr(net, f"{k.lower()}_proj_weight") for k in NAMES]
    else:
        rows = net.in_proj_weight.chunk(3)
    W = [numbers(k, w).reshape(n_H, d // n_H, -1) for k, w in zip(NAMES, rows, strict=True)]
    zeros = torch.zeros(3 * d)
    b = numbers("in_proj_bias", zeros if net.in_proj_bias is None else net.in_proj_bias)
    b_O = zeros[:d] if net.out_proj.bias is None else net.out_proj.bias
    W_O = numbers("out_proj.weight", net.out_proj.weight)
    return MultiHead(*W, W_O, *b.reshape(3, n_H, d // n_H), numbers("out_proj.bias", b_O))
