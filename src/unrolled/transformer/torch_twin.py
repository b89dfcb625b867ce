"""PyTorch's encoder layer with the same weights, for its word on outputs and gradients."""

import numpy as np
import torch

from unrolled.attention import torch_twin as attention
from unrolled.core.activations import GELU, RELU, Activation
from unrolled.core.door import short_repr
from unrolled.core.shapes import Array
from unrolled.core.tree import tree_map
from unrolled.page.autograd import weights_of
from unrolled.transformer.block import Block, fitting
from unrolled.transformer.feed_forward import FeedForward
from unrolled.transformer.norm import EPSILON, Norm

ACTS = {"relu": RELU, "gelu": GELU}


def layer(
    p: Block, phi: Activation = RELU, first: bool = False, epsilon: float = EPSILON
) -> torch.nn.TransformerEncoderLayer:
    """A torch.nn.TransformerEncoderLayer in float64 with these weights, without dropout."""
    p = fitting("p", p)
    names = {id(act): name for name, act in ACTS.items()}
    if id(phi) not in names:
        raise ValueError(f"phi: got {short_repr(phi)}, expected RELU or GELU")
    d_ff, d = p.feed.W_1.shape
    net = torch.nn.TransformerEncoderLayer(
        d,
        len(p.heads.W_Q),
        d_ff,
        dropout=0.0,
        activation=names[id(phi)],
        batch_first=True,
        norm_first=first,
        layer_norm_eps=epsilon,
        dtype=torch.float64,
    )
    net.self_attn = attention.heads(p.heads)
    parts = {"norm1": p.norm_1, "norm2": p.norm_2, "linear1": p.feed[:2], "linear2": p.feed[2:]}
    with torch.no_grad():
        for name, (weight, bias) in parts.items():
            net.get_submodule(name).weight.copy_(torch.from_numpy(weight))
            net.get_submodule(name).bias.copy_(torch.from_numpy(bias))
    return net


def from_torch(net: torch.nn.TransformerEncoderLayer) -> Block:
    """The weights of a torch.nn.TransformerEncoderLayer.

    Its order of norms, activation and ε are no weights: hand them to `block`.
    """
    if not isinstance(net, torch.nn.TransformerEncoderLayer):
        raise ValueError(f"net: got {short_repr(net)}, expected a torch.nn.TransformerEncoderLayer")
    if net.linear1.bias is None:
        raise ValueError("net: got one without biases, expected biases")
    of = {
        name: weights_of(net.get_submodule(name))
        for name in ("norm1", "norm2", "linear1", "linear2")
    }
    feed = FeedForward(*of["linear1"], *of["linear2"])
    return Block(attention.from_torch(net.self_attn), Norm(*of["norm1"]), feed, Norm(*of["norm2"]))


def output_and_gradients(
    p: Block, X: Array, dY: Array, mask: Array | None = None, **how: object
) -> tuple[Array, Block, Array]:
    """Y, the gradients of the weights and that of X, by autograd; `mask` is "N N", True if seen."""
    net = layer(p, **how)
    x = torch.tensor(X, requires_grad=True)
    hidden = None if mask is None else ~torch.from_numpy(mask)
    Y = net(x, src_mask=hidden)
    Y.backward(torch.from_numpy(dY))
    with torch.no_grad():
        for w in net.parameters():
            w.copy_(w.grad)
    return Y.detach().numpy(), tree_map(np.asarray, from_torch(net)), x.grad.numpy()
