"""A slip's value is recognised as that slip, and the right value never as one."""

import numpy as np

from unrolled.core.losses import cross_entropy
from unrolled.core.tree import tree_size
from unrolled.demo import network as demo
from unrolled.page.ask import RIGHT, judge, slipped
from unrolled.rnn.cell import RNN, rnn_step
from unrolled.rnn.readout import random_model
from unrolled.rnn.slips import COUNT, LOSS, STATE, spelled
from unrolled.rnn.writing import write

CLOSE = 1e-9


def cases(rng):
    """Slips, the right value, and the arguments of the slips, drawn anew."""
    n_x, n_h, n_y = rng.integers(2, 6, 3).tolist()
    p = RNN(rng.normal(size=(n_h, n_x)), rng.normal(size=(n_h, n_h)), rng.normal(size=n_h))
    x, h = rng.normal(size=n_x), rng.normal(size=n_h)
    yield STATE, rnn_step(p, x, h)[0], (p, x, h)
    z, (k, read) = rng.normal(size=4), rng.permutation(4)[:2]
    yield LOSS, cross_entropy(z, np.eye(4)[k]), (z, k, read)
    if n_x != n_y:
        yield COUNT, tree_size(random_model(rng, n_x, n_h, n_y)), (n_x, n_h, n_y)


def test_slips_are_told_from_each_other_and_from_the_right_value():
    rng, met = np.random.default_rng(0), set()
    for _ in range(1000):
        for slips, right, args in cases(rng):
            known = slipped(slips, *args)
            assert judge(right, right, known, CLOSE) == RIGHT
            for n, (value, says) in enumerate(known):
                others = [v for v, _ in (*known[:n], *known[n + 1 :], (right, ""))]
                if min(np.abs(v - value).max() for v in others) > 2 * CLOSE:
                    assert judge(right, value, known, CLOSE) == says
                    met.add(says)
    assert met == {s.says for slips in (STATE, LOSS, COUNT) for s in slips.values()}


def test_what_is_spelled_is_judged():
    right = write(demo.MODEL, "demo", "d", 6)
    assert spelled(right, demo.MODEL, "d", 6) == "right"
    assert spelled(None, demo.MODEL, "d", 6).startswith("not yet")
    assert spelled("d" + right[:-1], demo.MODEL, "d", 6).startswith("right but for the first")
    assert spelled("dddddd", demo.MODEL, "d", 6).startswith("the state was set back")
    assert spelled("eeeeee", demo.MODEL, "d", 6).endswith("wrong")
