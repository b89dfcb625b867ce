"""How near a cell and its module of PyTorch are, there and back: what the convention card shows.

Notebook: book/notation.ipynb
"""

from collections.abc import Callable
from itertools import permutations
from typing import NamedTuple

import numpy as np
import torch

from unrolled.core.cell import Cell
from unrolled.core.door import check_choice, check_generator
from unrolled.core.gradcheck import largest_gap
from unrolled.core.shapes import Array
from unrolled.core.tree import tree_leaves, tree_map
from unrolled.core.unroll import bptt, unroll
from unrolled.gru.after import AFTER, ResetAfter
from unrolled.gru.cell import random_gru
from unrolled.lstm import cell as lstm
from unrolled.notation.convert import from_torch, to_torch
from unrolled.rnn import cell as rnn
from unrolled.rnn.readout import random_model


class Kind(NamedTuple):
    """A cell that PyTorch has a module for, how its weights are drawn, and a start of any shape."""

    cell: Cell
    weights: Callable
    start: Callable


def _single(h: Array) -> Array:
    return h


KINDS = {
    "RNN": Kind(rnn.CELL, lambda rng, n_x, n_h: random_model(rng, n_x, n_h, 1).cell, _single),
    "LSTM": Kind(lstm.CELL, lstm.random_lstm, lambda h: lstm.State(h, 2 * h)),
    "GRU": Kind(
        AFTER, lambda rng, n_x, n_h: ResetAfter(random_gru(rng, n_x, n_h), np.zeros(n_h)), _single
    ),
}


class Parity(NamedTuple):
    """Largest gaps: weights there and back, the states, and the gradient of the weights."""

    back: float
    states: float
    gradients: float


def shown(net: torch.nn.Module, xs: Array, h0: object) -> torch.Tensor:
    """What a module shows at every step of a batch, from our start."""
    parts = tuple(torch.from_numpy(part)[None] for part in tree_leaves(h0))
    return net(torch.from_numpy(xs), parts if len(parts) > 1 else parts[0])[0]


def parity(
    kind: str, rng: np.random.Generator, n_x: int, n_h: int, T: int = 6, B: int = 3
) -> Parity:
    """A cell of random weights beside its module of PyTorch, on a random batch.

    Raises ValueError for a kind that is not RNN, LSTM or GRU.
    """
    cell, weights, start = KINDS[check_choice("kind", kind, KINDS)]
    rng = check_generator("rng", rng)
    p = tree_map(lambda leaf: rng.normal(size=leaf.shape), weights(rng, n_x, n_h))
    xs = rng.normal(size=(T, B, n_x))
    h0 = start(rng.uniform(-1, 1, (B, n_h)))
    net = to_torch(p)
    states, caches = unroll(cell, p, xs, h0)
    d = tree_map(np.zeros_like, states)
    tree_leaves(d)[0][:] = rng.normal(size=(T, B, n_h))  # a loss reads h alone
    theirs = shown(net, xs, h0)
    theirs.backward(torch.from_numpy(tree_leaves(d)[0]))
    return Parity(
        largest_gap(from_torch(net), p),
        largest_gap(tree_leaves(states)[0], theirs.detach().numpy()),
        largest_gap(gradient(net), bptt(cell, p, caches, d)[0]),
    )


def gradient(net: torch.nn.Module) -> object:
    """What autograd left in a module, in our types. Two biases that are added have one gradient."""
    n_h = net.hidden_size
    with torch.no_grad():
        for w in net.parameters():
            w.copy_(w.grad)
        net.bias_hh_l0[: 2 * n_h if isinstance(net, torch.nn.GRU) else None] = 0
    return from_torch(net)


def fitting_orders(kind: str, tolerance: float = 1e-13) -> list[tuple[int, ...]]:
    """The orders of a module's blocks in which `from_torch` would read it rightly.

    Raises ValueError for a kind that is not RNN, LSTM or GRU.
    """
    cell, _, start = KINDS[check_choice("kind", kind, KINDS)]
    torch.manual_seed(0)
    net = getattr(torch.nn, kind)(3, 5, dtype=torch.float64)
    rng = np.random.default_rng(0)
    xs = rng.normal(size=(4, 2, 3))
    h0 = start(rng.uniform(-1, 1, (2, 5)))
    truth = shown(net, xs, h0).detach().numpy()
    kept = [w.detach().clone() for w in net.parameters()]
    found = []
    for order in permutations(range(len(kept[0]) // 5)):
        with torch.no_grad():
            for w, was in zip(net.parameters(), kept, strict=True):
                w.copy_(torch.cat([was.split(5)[k] for k in order]))
        states, _ = unroll(cell, from_torch(net), xs, h0)
        if largest_gap(tree_leaves(states)[0], truth) <= tolerance:
            found.append(order)
    return found
