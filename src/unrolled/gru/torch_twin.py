"""The GRU in PyTorch, which resets after the product and whose z is the share of the old state.

`torch.nn.GRU` stacks r, z, n. z_t = 1 - u_t, and because σ(-a) = 1 - σ(a) the weights of z are
those of u with the other sign. Its second bias of n is b_reset; the others only appear as sums.
"""

import numpy as np
import torch

from unrolled.core.shapes import Array
from unrolled.core.tree import tree_map
from unrolled.gru.after import ResetAfter, check_after, check_weights
from unrolled.gru.cell import GRU, check_gru
from unrolled.lstm.fast import stacked
from unrolled.lstm.gate import Gate
from unrolled.lstm.torch_twin import filled, gates_of, gradient_of, plain

ORDER = ("r", "u", "h")  # of PyTorch's rows, in our letters


def gru(p: ResetAfter) -> torch.nn.GRU:
    """A torch.nn.GRU in float64 with these weights, stacked r, z, n.               eq-gru-torch

    Raises ValueError for a GRU that resets before the product: PyTorch has no such network.
    """
    if isinstance(p, GRU):
        raise ValueError(
            "p: got a GRU with the reset before the product, expected ResetAfter(gates, b_reset);"
            " PyTorch resets after it, and no weights make one of the other"
        )
    gates, b_reset = check_weights(p)
    n_h, n_x = gates.u.W_x.shape
    gates = gates._replace(u=tree_map(np.negative, gates.u))
    net = filled(torch.nn.GRU(n_x, n_h, dtype=torch.float64), stacked(gates, ORDER))
    with torch.no_grad():
        net.bias_hh_l0[2 * n_h :] = torch.from_numpy(b_reset)
    return net


def from_torch(net: torch.nn.GRU) -> ResetAfter:
    """The weights of a torch.nn.GRU with one layer and one direction.            eq-gru-torch"""
    gates = gates_of(plain(net, torch.nn.GRU), ORDER)
    r, z = (Gate(W_x, W_h, b + b_h) for W_x, W_h, b, b_h in (gates["r"], gates["u"]))
    W_x, W_h, b, b_reset = gates["h"]
    return ResetAfter(GRU(tree_map(np.negative, z), r, Gate(W_x, W_h, b)), b_reset)


def after(p: ResetAfter, xs: Array, h0: Array, dstates: Array) -> tuple[Array, tuple]:
    """States of one sequence or a batch with one axis by torch.nn.GRU, and dp, dxs and dh0."""
    p, xs, h0 = check_after(p, xs, h0)
    net, x, h = gru(p), *(torch.from_numpy(a.copy()).requires_grad_() for a in (xs, h0))
    states, _ = net(x, h[None])
    states.backward(torch.from_numpy(np.array(dstates)))
    g = gradient_of(net, ORDER)
    n_h = h0.shape[-1]
    d = ResetAfter(
        GRU(tree_map(np.negative, g["u"]), g["r"], g["h"]),
        net.bias_hh_l0.grad.numpy()[2 * n_h :],
    )
    return states.detach().numpy(), (d, x.grad.numpy(), h.grad.numpy())


def before(p: GRU, xs: Array, h0: Array, dstates: Array) -> tuple[Array, tuple]:
    """The same of the form that PyTorch has no module for, written out in tensors."""
    given = check_gru(p, xs, h0)
    p, x, h0 = tree_map(lambda a: torch.from_numpy(a.copy()).requires_grad_(), given)
    h = h0
    found = []
    for t in range(len(xs)):
        u, r = (torch.sigmoid(_sums(gate, x[t], h)) for gate in (p.u, p.r))
        new = torch.tanh(_sums(p.h, x[t], r * h))
        h = (1 - u) * h + u * new
        found.append(h)
    states = torch.stack(found)
    states.backward(torch.from_numpy(np.array(dstates)))
    return states.detach().numpy(), tree_map(lambda w: w.grad.numpy(), (p, x, h0))


def _sums(p: Gate, x: torch.Tensor, h: torch.Tensor) -> torch.Tensor:
    linear = torch.nn.functional.linear
    return linear(x, p.W_x, p.b) + linear(h, p.W_h)
