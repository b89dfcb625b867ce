"""A slip's value is recognised as that slip, and the right value never as one."""

import numpy as np

from tests.page.slips import recognised
from unrolled.core.losses import cross_entropy
from unrolled.core.tree import tree_size
from unrolled.demo import network as demo
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
    z, (k, read) = rng.normal(size=4), rng.permutation(4)[:2]
    yield (z, k, read), cross_entropy(z, np.eye(4)[k])
    yield (n_x, n_h, n_y), tree_size(random_model(rng, n_x, n_h, n_y))


def test_slips_are_recognised_on_1000_random_networks_without_a_false_alarm():
    recognised([STATE, LOSS, COUNT], cases, alike=0.05)


def test_what_is_spelled_is_judged():
    right = write(demo.MODEL, "demo", "d", 6)
    assert spelled(right, demo.MODEL, "d", 6) == "right"
    assert spelled(None, demo.MODEL, "d", 6).startswith("not yet")
    assert spelled("d" + right[:-1], demo.MODEL, "d", 6).startswith("right but for the first")
    assert spelled("dddddd", demo.MODEL, "d", 6).startswith("the state was set back")
    assert spelled("eeeeee", demo.MODEL, "d", 6).endswith("wrong")
