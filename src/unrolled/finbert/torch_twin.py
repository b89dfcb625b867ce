"""The pipeline's loss in PyTorch, with autograd back to the vectors of the documents."""

import torch

from unrolled.core.shapes import Array
from unrolled.core.tree import tree_map
from unrolled.finbert.pipeline import MARKET, Reader, Sequences
from unrolled.ode_rnn.torch_twin import evolves, updated


def loss_and_gradients(reader: Reader, found: Sequences) -> tuple[float, Reader, Array]:
    """The same as `unrolled.finbert.pipeline.loss_and_gradients`."""
    weights = tree_map(lambda a: torch.tensor(a, requires_grad=True), reader)
    vectors = torch.tensor(found.vectors, requires_grad=True)
    given, n_p = torch.tensor(found.rows), len(reader.W_xv)
    cell, out = weights.model
    h = torch.zeros(given.shape[1], out.W_yh.shape[1], dtype=torch.float64)
    across, n_x = evolves(), given.shape[-1] // 2
    for n, row in enumerate(given):
        if n == len(given) - 1:
            before, after = row[:, : 1 + MARKET], row[:, 1 + MARKET + n_p :]
            row = torch.cat([before, vectors @ weights.W_xv.T, after], dim=1)
        crossed = across(cell.gap, row[:, 0], h)
        seen = (row[:, 1 + n_x :] > 1 / 2).any(dim=-1, keepdim=True)
        h = torch.where(seen, updated(cell.cell, row[:, 1:], crossed), crossed)
    said = (h @ out.W_yh.T + out.b_y)[:, 0]
    loss = ((said - torch.tensor(found.target)) ** 2).mean() / 2
    loss.backward()

    def gradient(leaf: torch.Tensor) -> Array:
        return (torch.zeros_like(leaf) if leaf.grad is None else leaf.grad).numpy()

    return float(loss.detach()), tree_map(gradient, weights), gradient(vectors)
