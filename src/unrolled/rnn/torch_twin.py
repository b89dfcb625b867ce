"""The same network in PyTorch, for its word on every gradient.

`torch.nn.RNN` keeps two biases that only ever appear as a sum; ours goes into the first.
"""

import torch

from unrolled.core.door import short_repr
from unrolled.core.losses import CROSS_ENTROPY, mean_loss
from unrolled.core.shapes import Array
from unrolled.core.tree import tree_map
from unrolled.page.autograd import weights_of
from unrolled.rnn.cell import RNN, check_rnn, check_weights
from unrolled.rnn.readout import Model, Readout, check_model, check_readout


def rnn(p: RNN) -> torch.nn.RNN:
    """A torch.nn.RNN in float64 with these weights."""
    p = check_weights(p)
    n_h, n_x = p.W_hx.shape
    net = torch.nn.RNN(n_x, n_h, dtype=torch.float64)
    with torch.no_grad():
        net.weight_ih_l0.copy_(torch.from_numpy(p.W_hx))
        net.weight_hh_l0.copy_(torch.from_numpy(p.W_hh))
        net.bias_ih_l0.copy_(torch.from_numpy(p.b_h))
        net.bias_hh_l0.zero_()
    return net


def from_torch(net: torch.nn.RNN) -> RNN:
    """The weights of a torch.nn.RNN with one layer, one direction and tanh; its biases added."""
    if not isinstance(net, torch.nn.RNN):
        raise ValueError(f"net: got {short_repr(net)}, expected a torch.nn.RNN")
    if (net.num_layers, net.bidirectional, net.nonlinearity) != (1, False, "tanh"):
        raise ValueError(f"net: got {short_repr(net)}, expected one layer, one direction and tanh")
    W_hx, W_hh, *biases = weights_of(net)
    return RNN(W_hx, W_hh, sum(biases, 0 * W_hh[0]))


def states(p: RNN, xs: Array, h0: Array) -> Array:
    """h_1 .. h_T by torch.nn.RNN, of one sequence or of a batch with one axis."""
    p, xs, h0 = check_rnn(p, xs, h0)
    with torch.no_grad():
        return rnn(p)(_one_batch(xs), torch.from_numpy(h0)[None])[0].numpy()


def loss_and_gradient(model: Model, xs: Array, ys: Array, h0: Array) -> tuple[float, Model]:
    """Mean cross-entropy and its gradient by autograd, in the types of the package."""
    p, xs, h0 = check_rnn(check_model(model).cell, xs, h0)
    net = rnn(p)
    out = check_readout(model.readout, len(p.b_h))
    W_yh, b_y = (torch.from_numpy(w.copy()).requires_grad_() for w in out)
    hs, _ = net(_one_batch(xs), torch.from_numpy(h0)[None])
    zs = hs @ W_yh.T + b_y
    mean_loss(CROSS_ENTROPY, zs.detach().numpy(), ys)  # ys that do not fit are told here
    classes = zs.shape[-1]
    targets = torch.asarray(ys, dtype=torch.float64).reshape(-1, classes)
    loss = torch.nn.functional.cross_entropy(zs.reshape(-1, classes), targets)
    loss.backward()
    cell = RNN(net.weight_ih_l0.grad, net.weight_hh_l0.grad, net.bias_ih_l0.grad)
    gradient = tree_map(lambda g: g.numpy(), Model(cell, Readout(W_yh.grad, b_y.grad)))
    return loss.item(), gradient


def _one_batch(xs: Array) -> torch.Tensor:
    if xs.ndim > 3:
        raise ValueError(f"xs: got shape {xs.shape}, expected (T, n_x) or (T, B, n_x) for PyTorch")
    return torch.from_numpy(xs.copy())
