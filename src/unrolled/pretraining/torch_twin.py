"""The same model and the same lessons in PyTorch, with autograd through both outputs.

The blocks are PyTorch's encoder layers, whose mask is True where a token is hidden and has one
table for each text and head.
"""

import torch
from torch.nn.functional import binary_cross_entropy_with_logits, cross_entropy

from unrolled.bert.masked import N_HEADS
from unrolled.core.shapes import Array
from unrolled.pretraining.encoder import Model
from unrolled.pretraining.objectives import Lesson
from unrolled.transformer.torch_twin import layer

NAMES = ("token", "position", "segment", "bias", "w", "c")


def loss_and_gradients(p: Model, lesson: Lesson) -> tuple[float, dict[str, Array]]:
    """The loss of a lesson and the gradients of the tables and of both outputs, by autograd."""
    part = {name: torch.tensor(getattr(p, name), requires_grad=True) for name in NAMES}
    read, segments, says, counts = (
        torch.tensor(a) for a in (lesson.read, lesson.segments, lesson.says, lesson.counts)
    )
    X = part["token"][read] + part["position"][: read.shape[1]] + part["segment"][segments]
    hidden = ~torch.tensor(lesson.sees).repeat_interleave(N_HEADS, dim=0)
    for block in p.blocks:
        X = layer(block)(X, src_mask=hidden)
    loss = torch.zeros((), dtype=torch.float64)
    if lesson.counts.any():
        z = X[counts] @ part["token"].T + part["bias"]
        loss = loss + cross_entropy(z, says[counts])
    if lesson.follows is not None:
        z = X[:, 0] @ part["w"] + part["c"]
        loss = loss + binary_cross_entropy_with_logits(z, torch.tensor(lesson.follows))
    loss.backward()
    zero = {name: torch.zeros_like(value) for name, value in part.items()}
    return float(loss.detach()), {
        name: (zero[name] if value.grad is None else value.grad).numpy()
        for name, value in part.items()
    }
