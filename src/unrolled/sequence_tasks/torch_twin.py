"""Several layers, both directions and padding in PyTorch, for its word on states and gradients.

A layer is the weights of a cell, or a `Both` of them. PyTorch's second bias is 0, but for the
candidate of a GRU, where it is the one that is reset.
"""

import numpy as np
import torch
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from unrolled.core.shapes import Array
from unrolled.core.tasks import Task
from unrolled.core.tree import tree_map
from unrolled.gru.after import ResetAfter
from unrolled.gru.cell import GRU
from unrolled.gru.torch_twin import ORDER as GRU_ORDER
from unrolled.lstm.cell import LSTM
from unrolled.lstm.fast import parted, stacked
from unrolled.lstm.gate import Gate
from unrolled.lstm.torch_twin import ORDER as LSTM_ORDER
from unrolled.rnn.cell import RNN
from unrolled.rnn.readout import Model, Readout
from unrolled.sequence_tasks.both_ways import Both

NAMES = ("weight_ih_l{}{}", "weight_hh_l{}{}", "bias_ih_l{}{}", "bias_hh_l{}{}")
KINDS = {RNN: torch.nn.RNN, LSTM: torch.nn.LSTM, ResetAfter: torch.nn.GRU}


def network(layers: list) -> torch.nn.Module:
    """A torch.nn.RNN, LSTM or GRU in float64 with these layers, the lowest first.

    PyTorch's GRU resets after the product, so its layers are those of `gru.after`.
    """
    both = isinstance(layers[0], Both)
    first = layers[0].forward if both else layers[0]
    W_x, W_h, _, _ = _rows(first)
    sizes = W_x.shape[1], W_h.shape[1], len(layers)
    net = KINDS[type(first)](*sizes, bidirectional=both, dtype=torch.float64)
    with torch.no_grad():
        for n, layer in enumerate(layers):
            for end, p in _directions(layer):
                for name, rows in zip(NAMES, _rows(p), strict=True):
                    getattr(net, name.format(n, end)).copy_(torch.from_numpy(rows))
    return net


def _rows(p: RNN | LSTM | ResetAfter) -> tuple:
    """The weights as PyTorch keeps them: all gates below each other, and two biases."""
    if isinstance(p, ResetAfter):
        W_x, W_h, b = stacked(shares_of_the_old(p.gates), GRU_ORDER)
        b_h = np.concatenate([np.zeros(len(b) - len(p.b_reset)), p.b_reset])
        return W_x, W_h, b, b_h
    W_x, W_h, b = stacked(p, LSTM_ORDER) if isinstance(p, LSTM) else p
    return W_x, W_h, b, np.zeros_like(b)


def _from_rows(kind: type, W_x: Array, W_h: Array, b: Array, b_h: Array) -> object:
    """The inverse, for gradients; the second bias is none of ours but for what a GRU resets."""
    if kind is RNN:
        return RNN(W_x, W_h, b)
    rows = Gate(W_x, W_h, b)
    if kind is LSTM:
        return LSTM(**parted(rows, LSTM_ORDER))
    gates = GRU(**parted(rows, GRU_ORDER))
    return ResetAfter(shares_of_the_old(gates), b_h[-len(gates.h.b) :])


def shares_of_the_old(gates: GRU) -> GRU:
    """u_t is the share of the new state and PyTorch's z_t = 1 - u_t that of the old: weights of u
    with the other sign. It is its own inverse."""
    return gates._replace(u=tree_map(np.negative, gates.u))


def _directions(layer: object) -> list[tuple[str, object]]:
    """The weights of each direction, with the end of their names."""
    if not isinstance(layer, Both):
        return [("", layer)]
    return [("", layer.forward), ("_reverse", layer.backward)]


def _gradient(net: torch.nn.Module, n: int, layer: object) -> object:
    """What autograd left for a layer, in its own type."""
    found = []
    for end, p in _directions(layer):
        rows = [getattr(net, name.format(n, end)).grad.numpy() for name in NAMES]
        found.append(_from_rows(type(p), *rows))
    return Both(*found) if isinstance(layer, Both) else found[0]


def states_and_gradients(
    layers: list, xs: Array, dhs: Array | None = None, lengths: Array | None = None
) -> tuple[Array, list, Array]:
    """The states of the highest layer, (T, B, ·), and by autograd those of all weights and of xs.

    With `lengths` the batch is packed, and the states of padding are 0. `dhs` is the gradient of
    the states, ones if none is given.
    """
    net = network(layers)
    x = torch.from_numpy(xs.copy()).requires_grad_()
    if lengths is None:
        hs, _ = net(x)
    else:
        packed = pack_padded_sequence(x, torch.from_numpy(lengths), enforce_sorted=False)
        hs, _ = pad_packed_sequence(net(packed)[0], total_length=len(xs))
    hs.backward(torch.ones_like(hs) if dhs is None else torch.from_numpy(dhs.copy()))
    gradients = [_gradient(net, n, layer) for n, layer in enumerate(layers)]
    return hs.detach().numpy(), gradients, x.grad.numpy()


def task_gradient(model: Model, task: Task) -> tuple[float, Model]:
    """The mean cross-entropy of the steps that are observed, and its gradient, for one layer."""
    net = network([model.cell])
    W, b = (torch.tensor(w, requires_grad=True) for w in model.readout)
    zs = net(torch.tensor(task.xs))[0] @ W.T + b
    real = torch.tensor(task.observed)
    due = torch.tensor(task.ys.argmax(axis=-1))
    loss = torch.nn.functional.cross_entropy(zs[real], due[real])
    loss.backward()
    out = Readout(W.grad.numpy(), b.grad.numpy())
    return loss.item(), Model(_gradient(net, 0, model.cell), out)


def read(p: object, xs: Array, lengths: Array, reading: str) -> tuple[Array, Array]:
    """The vector that an answer is read from, and the gradient of its sum with respect to xs."""
    net = network([p])
    x = torch.from_numpy(xs.copy()).requires_grad_()
    packed = pack_padded_sequence(x, torch.from_numpy(lengths), enforce_sorted=False)
    out, h = net(packed)
    h = h[0] if isinstance(h, tuple) else h
    if reading == "mean of the states":
        r = pad_packed_sequence(out)[0].sum(dim=0) / torch.from_numpy(lengths)[:, None]
    else:  # PyTorch's last states are those of each sequence's own end, in either direction
        r = torch.cat(list(h), dim=-1)
    r.sum().backward()
    return r.detach().numpy(), x.grad.numpy()
