"""The decoder in PyTorch, for its word on logits, loss and gradients."""

import numpy as np
import torch

from unrolled.core.shapes import Array
from unrolled.core.tree import tree_map
from unrolled.decoder.model import Decoder, check_codes, fitting_decoder, is_tied
from unrolled.transformer import torch_twin as transformer
from unrolled.transformer.norm import EPSILON, Norm


class Net(torch.nn.Module):
    """Embeddings, `torch.nn.TransformerEncoder` with a causal mask, a final norm, a Linear."""

    def __init__(self, p: Decoder):
        super().__init__()
        p = fitting_decoder("p", p)
        V, d = p.E.shape
        self.E, self.P = (torch.nn.Parameter(torch.tensor(w)) for w in (p.E, p.P))
        self.layers = torch.nn.ModuleList(transformer.layer(one, first=True) for one in p.blocks)
        self.norm = torch.nn.LayerNorm(d, eps=EPSILON, dtype=torch.float64)
        self.out = torch.nn.Linear(d, V, dtype=torch.float64)
        self.tied = is_tied(p)
        with torch.no_grad():
            self.norm.weight.copy_(torch.from_numpy(p.norm.gain))
            self.norm.bias.copy_(torch.from_numpy(p.norm.bias))
            self.out.bias.copy_(torch.from_numpy(p.b_out))
            if not self.tied:
                self.out.weight.copy_(torch.from_numpy(p.W_out))
        if self.tied:
            self.out.weight = self.E

    def forward(self, codes: torch.Tensor) -> torch.Tensor:
        N, d = codes.shape[-1], self.E.shape[1]
        X = d**0.5 * torch.nn.functional.embedding(codes, self.E) + self.P[:N]
        hidden = torch.ones(N, N, dtype=torch.bool).triu(1)
        for layer in self.layers:
            X = layer(X, src_mask=hidden)
        return self.out(self.norm(X))


def logits(p: Decoder, codes: Array) -> Array:
    """Z by PyTorch."""
    with torch.no_grad():
        return Net(p)(torch.from_numpy(np.asarray(codes))).numpy()


def loss_and_gradient(p: Decoder, codes: Array) -> tuple[float, Decoder]:
    """The mean cross-entropy of every next letter and its gradient, by autograd."""
    codes = torch.from_numpy(check_codes("codes", codes, len(p.P) + 1, size=len(p.E), least=2))
    net = Net(p)
    Z = net(codes[:, :-1])
    loss = torch.nn.functional.cross_entropy(Z.flatten(0, 1), codes[:, 1:].flatten())
    loss.backward()
    with torch.no_grad():
        for w in net.parameters():
            w.copy_(w.grad)
    found = Decoder(
        net.E.detach(),
        net.P.detach(),
        tuple(transformer.from_torch(layer) for layer in net.layers),
        Norm(net.norm.weight.detach(), net.norm.bias.detach()),
        () if net.tied else net.out.weight.detach(),
        net.out.bias.detach(),
    )
    return loss.item(), tree_map(np.asarray, found)
