"""Truncation in PyTorch, by autograd and `detach`: nothing here knows the package's way back.

Of each loss only its immediate gradient ∂⁺𝓛/∂h_t is known, `errors[t]`. Notebook:
book/truncation.ipynb
"""

from collections.abc import Iterable

import torch

from unrolled.core.shapes import Array
from unrolled.core.tree import tree_leaves, tree_map
from unrolled.page.autograd import gradient_of
from unrolled.rnn.cell import RNN

as_tensor = torch.from_numpy


def step(p: RNN, x: torch.Tensor, h: torch.Tensor) -> torch.Tensor:
    """One step of the cell on tensors."""
    return torch.tanh(p.W_hx @ x + p.W_hh @ h + p.b_h)


def walks(p: RNN, xs: Array, h0: Array, errors: Array, cuts: Iterable[tuple]) -> RNN:
    """The gradient of some walks: each is (begin, losses), cut before step `begin`.

    Steps count from 1. The state at the cut is the right one, detached.
    """
    xs = as_tensor(xs)
    errors = as_tensor(errors)
    states = [as_tensor(h0)]
    for x in xs:
        states.append(step(RNN(*map(as_tensor, p)), x, states[-1]))

    def loss(q: RNN) -> torch.Tensor:
        total = torch.zeros((), dtype=xs.dtype) + 0 * q.b_h.sum()
        for begin, losses in cuts:
            h = states[begin - 1].detach()
            for t in range(begin, max(losses) + 1):
                h = step(q, xs[t - 1], h)
                if t in losses:
                    total = total + h @ errors[t - 1]
        return total

    return gradient_of(loss, p)[0]


def weighted(p: RNN, xs: Array, h0: Array, errors: Array, weights: Array) -> RNN:
    """Σ w_{t,i} path(t, i): every step has a copy of the weights of its own.

    The derivative of loss t with respect to the copy of step i is their path.
    """
    copies = [RNN(*(as_tensor(w.copy()).requires_grad_() for w in p)) for _ in xs]
    h = as_tensor(h0)
    total = tree_map(torch.zeros_like, copies[0])
    for t, (x, d) in enumerate(zip(as_tensor(xs), as_tensor(errors), strict=True)):
        h = step(copies[t], x, h)
        reached = [leaf for copy in copies[: t + 1] for leaf in copy]
        found = torch.autograd.grad(h @ d, reached, retain_graph=True)
        for i in range(t + 1):
            part = RNN(*found[3 * i : 3 * i + 3])
            total = tree_map(lambda a, b, w=weights[t, i]: a + w * b, total, part)
    return tree_map(lambda leaf: leaf.detach().numpy(), total)


def gated(p: RNN, xs: Array, h0: Array, errors: Array, gates: Array) -> RNN:
    """Forward as always; on the way back the message between two steps is multiplied by a gate."""

    def loss(q: RNN) -> torch.Tensor:
        h = as_tensor(h0)
        total = 0.0
        for t, (x, d) in enumerate(zip(as_tensor(xs), as_tensor(errors), strict=True)):
            gate = gates[t - 1] if t else 1.0
            h = step(q, x, gate * h + (1 - gate) * h.detach())
            total = total + h @ d
        return total

    return gradient_of(loss, p)[0]


def saved(p: RNN, xs: Array, h0: Array) -> int:
    """How many numbers autograd keeps for the way back, weights apart; shared memory once."""
    q = RNN(*(as_tensor(w.copy()).requires_grad_() for w in p))
    seen = {}
    own = {leaf.data_ptr() for leaf in tree_leaves(q)}

    def pack(tensor: torch.Tensor) -> torch.Tensor:
        if tensor.data_ptr() not in own:
            seen[tensor.data_ptr()] = tensor
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
        h = as_tensor(h0)
        for x in as_tensor(xs):
            h = step(q, x, h)
    return sum(tensor.numel() for tensor in seen.values())
