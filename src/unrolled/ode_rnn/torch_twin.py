"""The same cells in PyTorch, with autograd through every step of the solver and of the cell.

The ways across a gap are written in tensors. Of the updates PyTorch has Elman's and the LSTM, as
RNNCell and LSTMCell; its GRUCell resets after the product, so the book's GRU is written out.
"""

from collections.abc import Callable

import torch
from torch.func import functional_call

from unrolled.core.shapes import Array
from unrolled.core.tree import rebuild, tree_map
from unrolled.gru.cell import GRU
from unrolled.lstm.cell import LSTM, State
from unrolled.lstm.gate import Gate
from unrolled.lstm.torch_twin import ORDER
from unrolled.neural_ode.torch_twin import flow, net_field
from unrolled.ode_rnn.cells import Weights
from unrolled.rnn.cell import RNN


def stays(p: tuple, gap: torch.Tensor, h: torch.Tensor) -> torch.Tensor:
    """h_k⁻ = h_{k-1}."""
    return h


def decays(rho: torch.Tensor, gap: torch.Tensor, h: torch.Tensor) -> torch.Tensor:
    """h_k⁻ = exp(-softplus(ρ) Δt_k) ⊙ h_{k-1}."""
    return torch.exp(-torch.nn.functional.softplus(rho) * gap[..., None]) * h


def evolves(longest: float = 0.5, solver: str = "rk4") -> Callable:
    """The flow of W_2 tanh(W_1 h + b_1) + b_2, for each gap in as few equal steps as can be."""

    def across(p: tuple, gap: torch.Tensor, h: torch.Tensor) -> torch.Tensor:
        field = net_field(*p)
        count = torch.clamp(torch.ceil(gap.detach().abs() / longest), min=1)
        for n in range(int(count.max())):
            time = torch.where(n < count, gap / count, 0.0)[..., None]
            h = flow(lambda x, s, time=time: time * field(x, 0.0), h, 0.0, 1.0, 1, solver)
        return h

    return across


def updated(p: object, x: torch.Tensor, state: object) -> object:
    """One step of the cell that these weights belong to."""
    if isinstance(p, GRU):
        return _gru(p, x, state)
    n_h, n_x = (p.W_hx if isinstance(p, RNN) else p.i.W_x).shape
    if isinstance(p, RNN):
        net, stacked = torch.nn.RNNCell(n_x, n_h), (p.W_hx, p.W_hh, p.b_h)
        return _called(net, stacked, x, state)
    if isinstance(p, LSTM):
        gates = [getattr(p, name) for name in ORDER]
        stacked = tuple(torch.cat(parts) for parts in zip(*gates, strict=True))
        return State(*_called(torch.nn.LSTMCell(n_x, n_h), stacked, x, tuple(state)))
    raise ValueError(f"p: got {type(p).__name__}, expected RNN, GRU or LSTM")


def _called(net: torch.nn.Module, stacked: tuple, x: torch.Tensor, state: object) -> object:
    """The module with these tensors as its weights; its second bias is 0."""
    names = ("weight_ih", "weight_hh", "bias_ih")
    weights = dict(zip(names, stacked, strict=True))
    return functional_call(net, weights | {"bias_hh": torch.zeros_like(stacked[-1])}, (x, state))


def _gru(p: GRU, x: torch.Tensor, h: torch.Tensor) -> torch.Tensor:
    """The reset before the product, as in `unrolled.gru.cell`."""
    u, r = torch.sigmoid(_sums(p.u, x, h)), torch.sigmoid(_sums(p.r, x, h))
    return (1 - u) * h + u * torch.tanh(_sums(p.h, x, r * h))


def _sums(p: Gate, x: torch.Tensor, h: torch.Tensor) -> torch.Tensor:
    return x @ p.W_x.T + h @ p.W_h.T + p.b


def states_and_gradients(
    across: Callable, p: Weights, xs: Array, h0: object, dstates: object
) -> tuple[object, tuple]:
    """The states of rows by PyTorch, and of Σ dstates · states the gradients dp, dxs and dh0.

    `across` is `stays`, `decays` or `evolves()`; xs holds the rows of a sequence, or of a batch
    with one axis.
    """
    given = tree_map(lambda a: torch.tensor(a, requires_grad=True), (p, xs, h0))
    weights, rows, state = given
    n_x, found = xs.shape[-1] // 2, []
    for row in rows:
        h = state[0] if isinstance(state, tuple) else state
        h = across(weights.gap, row[..., 0], h)
        before = rebuild(state, [h, *state[1:]]) if isinstance(state, tuple) else h
        seen = (row[..., 1 + n_x :] > 1 / 2).any(dim=-1, keepdim=True)
        after = updated(weights.cell, row[..., 1:], before)
        state = tree_map(lambda a, b, seen=seen: torch.where(seen, a, b), after, before)
        found.append(state)
    states = tree_map(lambda *leaves: torch.stack(leaves), *found)
    said = []
    tree_map(lambda s, d: said.append((s * torch.tensor(d)).sum()), states, dstates)
    sum(said).backward()
    return tree_map(lambda s: s.detach().numpy(), states), tree_map(_gradient, given)


def _gradient(leaf: torch.Tensor) -> Array:
    """The gradient of a leaf, 0 where nothing depends on it."""
    return (torch.zeros_like(leaf) if leaf.grad is None else leaf.grad).numpy()
