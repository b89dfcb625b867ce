"""The same network in PyTorch, for its word on every gradient.

`torch.nn.RNN` keeps two biases that only ever appear as a sum; ours goes into the first.
"""

import numpy as np
import torch

from unrolled.mlp import Network
from unrolled.rnn import RNN, Model, Readout
from unrolled.shapes import Array
from unrolled.tree import tree_map


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


def gradient_of(f, *trees: object) -> tuple:
    """Gradients by autograd of a scalar function of trees; f sees trees of tensors."""
    tensors = [
        tree_map(lambda leaf: torch.from_numpy(np.array(leaf, dtype=float)).requires_grad_(), tree)
        for tree in trees
    ]
    f(*tensors).backward()
    return tuple(tree_map(lambda leaf: leaf.grad.numpy(), tree) for tree in tensors)


def jacobian_of(f, x: Array) -> Array:
    """∂f/∂x by autograd."""
    return torch.autograd.functional.jacobian(f, torch.from_numpy(np.array(x, float))).numpy()


def mlp(network: Network, activation: type = torch.nn.Tanh) -> torch.nn.Sequential:
    """The same feed-forward network in float64, ready to train; its last layer gives logits."""
    modules = []
    for W, b in network:
        linear = torch.nn.Linear(*W.shape[::-1], dtype=torch.float64)
        with torch.no_grad():
            linear.weight.copy_(torch.from_numpy(W))
            linear.bias.copy_(torch.from_numpy(b))
        modules += [linear, activation()]
    return torch.nn.Sequential(*modules[:-1])
