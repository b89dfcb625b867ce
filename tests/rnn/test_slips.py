"""A slip's value is recognised as that slip, and the right value never as one."""

import math

import numpy as np
import pytest
import torch

from tests.page.slips import recognised
from unrolled.core.losses import cross_entropy
from unrolled.core.tree import tree_size
from unrolled.rnn import demo
from unrolled.rnn.cell import RNN, rnn_step
from unrolled.rnn.readout import random_model
from unrolled.rnn.slips import COUNT, LOSS, STATE, spelled
from unrolled.rnn.writing import write


def cases(rng):
    """The arguments of each family of slips and the right value, drawn anew."""
    n_x, n_h, more = rng.integers(2, 6, 3).tolist()
    n_y = n_x + more
    p = RNN(rng.normal(size=(n_h, n_x)), rng.normal(size=(n_h, n_h)), rng.normal(size=n_h))
    x, h = rng.normal(size=n_x), rng.normal(size=n_h)
    yield (p, x, h), rnn_step(p, x, h)[0]
    z = rng.normal(size=4)
    k, read = rng.permutation(4)[:2]
    yield (z, k, read), cross_entropy(z, np.eye(4)[k])
    yield (n_x, n_h, n_y), tree_size(random_model(rng, n_x, n_h, n_y))


def test_slips_are_recognised_on_1000_random_networks_without_a_false_alarm():
    recognised([STATE, LOSS, COUNT], cases, alike=0.05)


def states():
    """What each slip makes of one small cell, unit by unit and product by product."""
    W_hx = [[0.5, -0.3, 0.2], [-0.2, 0.4, 0.7]]
    W_hh = [[0.1, 0.6], [-0.9, 0.3]]
    b_h = [0.05, -0.4]
    x = [1.0, -2.0, 0.5]
    h = [0.8, -0.3]
    right = {name: [] for name in STATE}
    for i in range(2):
        letter = 0.0
        past = 0.0
        column = 0.0
        b = b_h[i]
        for j in range(3):
            letter += W_hx[i][j] * x[j]
        for k in range(2):
            past += W_hh[i][k] * h[k]
            column += W_hh[k][i] * h[k]
        right["no tanh"].append(letter + past + b)
        right["no past"].append(math.tanh(letter + b))
        right["no bias"].append(math.tanh(letter + past))
        right["transposed"].append(math.tanh(letter + column + b))
        right["squashed first"].append(math.tanh(letter) + math.tanh(past) + b)
    cell = RNN(np.array(W_hx), np.array(W_hh), np.array(b_h))
    return STATE, (cell, np.array(x), np.array(h)), right


def losses():
    """PyTorch's; the true letter is the third, and the second was read."""
    z = torch.tensor([0.3, -1.2, 0.7, 2.1], dtype=torch.float64)
    surprise = (-torch.log_softmax(z, 0)).tolist()
    return (
        LOSS,
        (z.numpy(), 2, 1),
        {
            "input": surprise[1],
            "chance": torch.softmax(z, 0)[2].item(),
            "score": -0.7,
            "bits": surprise[2] / math.log(2),
            "no sum": math.exp(0.7),
        },
    )


def counts():
    """Five inputs, three units, two outputs, each matrix written out as its numbers."""
    W_hx = 5 * 3
    W_hh = 3 * 3
    b_h = 3
    W_yh = 2 * 3
    b_y = 2
    swapped = sum(
        w.numel()
        for layer in (torch.nn.Linear(2, 3), torch.nn.Linear(3, 5))
        for w in layer.parameters()
    )
    return (
        COUNT,
        (5, 3, 2),
        {
            "no recurrence": W_hx + b_h + W_yh + b_y,
            "no biases": W_hx + W_hh + W_yh,
            "cell alone": W_hx + W_hh + b_h,
            "swapped": swapped + W_hh,
        },
    )


@pytest.mark.parametrize("family", [states, losses, counts])
def test_each_slip_gives_what_its_sentence_says(family):
    slips, args, right = family()
    assert set(right) == set(slips)
    for name, slip in slips.items():
        assert np.abs(slip.gives(*args) - np.array(right[name])).max() < 1e-12, name


def test_what_is_spelled_is_judged():
    right = write(demo.MODEL, "demo", "d", 6)
    assert spelled(right, demo.MODEL, "d", 6) == "right"
    assert spelled(None, demo.MODEL, "d", 6).startswith("not yet")
    assert spelled("d" + right[:-1], demo.MODEL, "d", 6).startswith("right except for the first")
    assert spelled("dddddd", demo.MODEL, "d", 6).startswith("the state starts from zero")
    assert spelled("eeeeee", demo.MODEL, "d", 6).endswith("wrong")
