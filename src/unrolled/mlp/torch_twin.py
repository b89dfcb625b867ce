"""The same feed-forward network in PyTorch, for its word on every gradient."""

import torch

from unrolled.mlp.network import Network


def mlp(network: Network, activation: type = torch.nn.Tanh) -> torch.nn.Sequential:
    """The same feed-forward network in float64, ready to train; its last layer gives logits."""
    modules = []
    for W, b in network:
        linear = torch.nn.Linear(*W.shape[::-1], dtype=torch.float64)
        with torch.no_grad():
            linear.weight.copy_(torch.from_numpy(W))
            linear.bias.copy_(torch.from_numpy(b))
        modules += [linear, activation()]
    return torch.nn.Sequential(*modules[:-1])
