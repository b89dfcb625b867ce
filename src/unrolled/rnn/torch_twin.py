"""The same network in PyTorch, for its word on every gradient.

`torch.nn.RNN` keeps two biases that only ever appear as a sum; ours goes into the first.
"""

import torch

from unrolled.core.shapes import Array
from unrolled.core.tree import tree_map
from unrolled.rnn.cell import RNN
from unrolled.rnn.readout import Model, Readout


def rnn(p: RNN) -> torch.nn.RNN:
    """A torch.nn.RNN in float64 with these weights."""
    n_h, n_x = p.W_hx.shape
    net = torch.nn.RNN(n_x, n_h, dtype=torch.float64)
    with torch.no_grad():
        net.weight_ih_l0.copy_(torch.from_numpy(p.W_hx))
        net.weight_hh_l0.copy_(torch.from_numpy(p.W_hh))
        net.bias_ih_l0.copy_(torch.from_numpy(p.b_h))
        net.bias_hh_l0.zero_()
    return net


def states(p: RNN, xs: Array, h0: Array) -> Array:
    """h_1 .. h_T by torch.nn.RNN."""
    with torch.no_grad():
        return rnn(p)(torch.from_numpy(xs), torch.from_numpy(h0)[None])[0].numpy()


def loss_and_gradient(model: Model, xs: Array, ys: Array, h0: Array) -> tuple[float, Model]:
    """Mean cross-entropy and its gradient by autograd, in the types of the package."""
    net = rnn(model.cell)
    W_yh, b_y = (torch.from_numpy(w.copy()).requires_grad_() for w in model.readout)
    out, _ = net(torch.from_numpy(xs), torch.from_numpy(h0)[None])
    zs = out @ W_yh.T + b_y
    classes = zs.shape[-1]
    targets = torch.from_numpy(ys).reshape(-1, classes)
    loss = torch.nn.functional.cross_entropy(zs.reshape(-1, classes), targets)
    loss.backward()
    cell = RNN(net.weight_ih_l0.grad, net.weight_hh_l0.grad, net.bias_ih_l0.grad)
    gradient = tree_map(lambda g: g.numpy(), Model(cell, Readout(W_yh.grad, b_y.grad)))
    return loss.item(), gradient
