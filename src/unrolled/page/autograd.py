"""Gradients and Jacobians by PyTorch's autograd: the third witness, for any function."""

import numpy as np
import torch

from unrolled.core.shapes import Array
from unrolled.core.tree import tree_map


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
