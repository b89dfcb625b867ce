"""Gradients and Jacobians by PyTorch's autograd: the third witness, for any function."""

import torch

from unrolled.core.door import as_floats, check_finite, short_repr
from unrolled.core.shapes import Array
from unrolled.core.tree import tree_map


def gradient_of(f, *trees: object) -> tuple:
    """Gradients by autograd of a scalar function of trees; f sees trees of tensors."""
    tensors = [
        tree_map(
            lambda leaf: torch.from_numpy(as_floats("tree", leaf).copy()).requires_grad_(), tree
        )
        for tree in trees
    ]
    value = f(*tensors)
    if not (isinstance(value, torch.Tensor) and value.numel() == 1 and value.requires_grad):
        raise ValueError(
            f"f: got {short_repr(value)}, expected one number made of its arguments by PyTorch"
        )
    value.backward()
    return tuple(tree_map(_gradient, tree) for tree in tensors)


def _gradient(leaf: torch.Tensor) -> Array:
    """What arrived at a leaf: zeros where f does not use it."""
    return (torch.zeros_like(leaf) if leaf.grad is None else leaf.grad).numpy()


def jacobian_of(f, x: Array) -> Array:
    """∂f/∂x by autograd."""
    return torch.autograd.functional.jacobian(f, torch.from_numpy(as_floats("x", x).copy())).numpy()


def numbers(name: str, weight: torch.Tensor) -> Array:
    """A tensor of any float type, on any device, as a finite float64 array, or ValueError."""
    if weight.is_meta:
        raise ValueError(f"{name}: got a tensor without numbers (meta), expected weights")
    return check_finite(name, weight.detach().cpu().double().numpy())


def weights_of(net: torch.nn.Module) -> list[Array]:
    """All parameters of a module, in its order, as finite float64 arrays."""
    return [numbers(name, weight) for name, weight in net.named_parameters()]
