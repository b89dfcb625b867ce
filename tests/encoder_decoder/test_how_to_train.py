"""The lines of PyTorch that the page gives for training do what the package does."""

import re

import numpy as np
import torch
from torch.nn.functional import cross_entropy

from tests.book.test_budgets import read
from unrolled.core.losses import CROSS_ENTROPY, observed_loss
from unrolled.encoder_decoder import captioner
from unrolled.sequence_tasks.padding import is_step


def snippets():
    text = "\n".join(cell.source for cell in read("encoder_decoder").cells)
    fold = re.search(r"(?s):::\{dropdown\} How to train it\n(.*?)\n:::", text)[1]
    return re.findall(r"(?s)```python\n(.*?)```", fold)


def test_the_loss_leaves_the_padding_out(rng):
    logits = rng.normal(size=(5, 3, 13))
    codes = rng.integers(13, size=(5, 3))
    counted = is_step(np.array([5, 2, 4]), 5)
    z = [torch.tensor(step, requires_grad=True) for step in logits]
    padded = torch.tensor(np.where(counted, codes, -100))
    names = {"torch": torch, "cross_entropy": cross_entropy, "z": z, "codes": padded}
    exec(snippets()[0], names)
    ours = observed_loss(CROSS_ENTROPY, logits, np.eye(13)[codes], counted)
    assert abs(names["loss"].item() - ours) < 1e-12
    assert z[4].grad[1].abs().max() == 0
    assert z[0].grad[1].abs().max() > 0


def test_one_layer_turns_a_picture_into_both_parts_of_the_state(rng):
    p = captioner.random_captioner(rng, 64)
    pictures = rng.normal(size=(3, 16, 16, 3))

    class Linear(torch.nn.Linear):
        def __init__(self, *sizes):
            super().__init__(*sizes, dtype=torch.float64)
            self.weight.data, self.bias.data = torch.tensor(p.eye.W), torch.tensor(p.eye.b)

    names = {"pictures": torch.tensor(pictures)}
    exec(snippets()[1].replace("torch.nn.Linear", "Linear"), names | {"Linear": Linear}, names)
    seen = captioner.see(p.eye, pictures)
    np.testing.assert_allclose(names["d"].detach().numpy(), seen.h, atol=1e-12)
    np.testing.assert_allclose(names["m"].detach().numpy(), seen.c, atol=1e-12)
