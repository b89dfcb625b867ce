"""The same LSTM in PyTorch, for its word on states and gradients.

`torch.nn.LSTM` stacks i, f, g, o, calls the candidate g, and keeps two biases that only ever
appear as a sum; ours goes into the first.
"""

import numpy as np
import torch

from unrolled.core.door import short_repr
from unrolled.core.shapes import Array
from unrolled.lstm.cell import LSTM, State, check_lstm
from unrolled.lstm.fast import parted, stacked
from unrolled.lstm.gate import Gate, check_gates
from unrolled.page.autograd import weights_of

ORDER = ("i", "f", "c", "o")  # of PyTorch's rows, in our letters
WEIGHTS = ("weight_ih_l0", "weight_hh_l0", "bias_ih_l0")


def lstm(p: LSTM) -> torch.nn.LSTM:
    """A torch.nn.LSTM in float64 with these weights."""
    p = check_gates(p, LSTM)
    n_h, n_x = p.i.W_x.shape
    return filled(torch.nn.LSTM(n_x, n_h, dtype=torch.float64), stacked(p, ORDER))


def from_torch(net: torch.nn.LSTM) -> LSTM:
    """The weights of a torch.nn.LSTM with one layer and one direction; its biases added."""
    gates = gates_of(plain(net, torch.nn.LSTM), ORDER)
    return LSTM(**{name: Gate(W_x, W_h, b + b_h) for name, (W_x, W_h, b, b_h) in gates.items()})


def plain(net: object, kind: type) -> torch.nn.Module:
    """`net`, if it is of this kind and nothing more than one layer in one direction."""
    name = f"torch.nn.{kind.__name__}"
    if not isinstance(net, kind):
        raise ValueError(f"net: got {short_repr(net)}, expected a {name}")
    if net.num_layers != 1 or net.bidirectional or net.proj_size:
        raise ValueError(
            f"net: got {short_repr(net)}, expected one layer, one direction, no projection"
        )
    return net


def gates_of(net: torch.nn.Module, order: tuple[str, ...]) -> dict[str, tuple]:
    """W_x, W_h and both biases of every gate, by our letters."""
    W_x, W_h, *biases = weights_of(net)
    b, b_h = biases or [np.zeros(len(W_x))] * 2
    parts = (np.split(w, len(order)) for w in (W_x, W_h, b, b_h))
    return dict(zip(order, zip(*parts, strict=True), strict=True))


def filled(net: torch.nn.Module, gates: Gate) -> torch.nn.Module:
    """The network with these stacked weights, whose rows are in its order; second bias 0."""
    with torch.no_grad():
        for name, w in zip(WEIGHTS, gates, strict=True):
            getattr(net, name).copy_(torch.from_numpy(w))
        net.bias_hh_l0.zero_()
    return net


def states_and_gradients(p: LSTM, xs: Array, h0: State, d: State) -> tuple[State, tuple]:
    """States of one sequence or a batch with one axis, and by autograd dp, dxs and dh0.

    c_t is not among PyTorch's outputs, so that one step is taken after the other.
    """
    p, xs, h0 = check_lstm(p, xs, h0)
    net = lstm(p)
    x = torch.from_numpy(xs.copy()).requires_grad_()
    start = [torch.from_numpy(a.copy()).requires_grad_() for a in h0]
    at = tuple(a[None] for a in start)
    hs = []
    cs = []
    for t in range(len(xs)):
        _, at = net(x[t : t + 1], at)
        hs.append(at[0][0])
        cs.append(at[1][0])
    found = torch.stack(hs), torch.stack(cs)
    torch.autograd.backward(found, [torch.from_numpy(np.array(a)) for a in d])
    dp = gradient_of(net, ORDER)
    back = (LSTM(**dp), x.grad.numpy(), State(*(a.grad.numpy() for a in start)))
    return State(*(a.detach().numpy() for a in found)), back


def cell_gradients(p: LSTM, xs: Array, h0: State, d: State) -> Array:
    """∇_{c_t} 𝓛 of every step: each cell moved by a tensor of zeros, which autograd asks about."""
    weights = [[torch.from_numpy(w.copy()) for w in gate] for gate in p]
    h, c = (torch.from_numpy(a.copy()) for a in h0)
    moves = []
    loss = torch.zeros((), dtype=torch.float64)
    for x, dh, dc in zip(xs, *d, strict=True):
        x = torch.from_numpy(x.copy())
        i, f, o, g = (x @ W_x.T + h @ W_h.T + b for W_x, W_h, b in weights)
        moves.append(torch.zeros_like(c).requires_grad_())
        c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g) + moves[-1]
        h = torch.sigmoid(o) * torch.tanh(c)
        loss = loss + (torch.from_numpy(dh) * h).sum() + (torch.from_numpy(dc) * c).sum()
    return np.array([g.numpy() for g in torch.autograd.grad(loss, moves)])


def gradient_of(net: torch.nn.Module, order: tuple[str, ...]) -> dict[str, Gate]:
    """What autograd has left in the network, gate by gate."""
    return parted(Gate(*(getattr(net, name).grad.numpy() for name in WEIGHTS)), order)
