"""The same residual networks in PyTorch, for its word on outputs and gradients."""

import torch

from unrolled.resnet.network import ResNet
from unrolled.resnet.two_layers import TwoLayers


class Residual(torch.nn.Module):
    """h + branch(h), for any branch; `shortcut` stands in for the identity where sizes differ."""

    def __init__(self, branch: torch.nn.Module, shortcut: torch.nn.Module | None = None):
        super().__init__()
        self.branch = branch
        self.shortcut = shortcut or torch.nn.Identity()

    def forward(self, h: torch.Tensor) -> torch.Tensor:
        return self.shortcut(h) + self.branch(h)


def linear(W, b=None) -> torch.nn.Linear:
    """A torch.nn.Linear in float64 with these weights."""
    found = torch.nn.Linear(*W.shape[::-1], bias=b is not None, dtype=torch.float64)
    with torch.no_grad():
        found.weight.copy_(torch.from_numpy(W))
        if b is not None:
            found.bias.copy_(torch.from_numpy(b))
    return found


def resnet(p: ResNet, skip: bool = True) -> torch.nn.Sequential:
    """The whole network, residual or plain; its last layer gives logits."""
    branches = [torch.nn.Sequential(linear(*layer), torch.nn.Tanh()) for layer in p.blocks]
    inner = [Residual(branch) if skip else branch for branch in branches]
    return torch.nn.Sequential(linear(*p.into), torch.nn.Tanh(), *inner, linear(*p.out))


def two_layer_block(p: TwoLayers, before: bool = True) -> torch.nn.Sequential:
    """He et al.'s block with its ReLU before the weights, or after the sum."""
    first, second, relu = linear(p.W_1, p.b_1), linear(p.W_2, p.b_2), torch.nn.ReLU()
    if before:
        return torch.nn.Sequential(Residual(torch.nn.Sequential(relu, first, relu, second)))
    return torch.nn.Sequential(Residual(torch.nn.Sequential(first, relu, second)), relu)
