"""A reader's code is told that it is right, or what is wrong with it."""

import numpy as np
import pytest

from unrolled.core.losses import CROSS_ENTROPY, mean_loss_back
from unrolled.core.unroll import unroll
from unrolled.rnn import demo
from unrolled.rnn.cell import CELL, RNN
from unrolled.rnn.readout import Readout, readout, readout_back
from unrolled.truncation.exercises import judged_online, judged_weights
from unrolled.truncation.walks import chunked
from unrolled.truncation.weights import kept


def power(T, pi, more=0):
    t, i = np.mgrid[:T, :T]
    return np.where(i <= t, pi ** (np.abs(t - i) + more), 0.0)


@pytest.mark.parametrize(
    ("yours", "said"),
    [
        (power, "Right. The mean of such gradients is off by 20"),
        (lambda T, pi: np.zeros((T, T)), "All weights are 0"),
        (lambda T, pi: power(T, pi).T, "Rows are losses"),
        (lambda T, pi: power(T, pi, 1), "one barrier too many"),
        (lambda T, pi: power(T, pi) + np.triu(power(T, pi).T, 1), "above the diagonal"),
        (lambda T, pi: kept(T, 1, T), "Nothing fades"),
        (lambda T, pi: kept(T, 1, 3), "Not yet."),
        (lambda T, pi: np.zeros(T), "Got shape (20,)"),
        (lambda T, pi: None, "Got shape ()"),
        (lambda T, pi: 1 / 0, "It stopped: division by zero"),
    ],
)
def test_expected_weights(yours, said):
    assert said in judged_weights(yours)


def truncated(weights, xs, ys, k, h):
    """What the chapter's listing returns, by the package."""
    p = RNN(*weights[:3])
    out = Readout(*weights[3:])
    states, _ = unroll(CELL, p, xs, h)
    errors = mean_loss_back(CROSS_ENTROPY, readout(out, states), ys)
    d_out, dstates = readout_back(out, states, errors)
    dp, last, _ = chunked(CELL, p, xs, h, k, lambda _, chunk: dstates[chunk])
    return [*dp, *d_out], last


def online(carry=True, sign=1, update=True, steps=100):
    def walk(weights, xs, ys, k, rate):
        h = np.zeros(2)
        for start in range(0, steps, k):
            part, last = truncated(weights, xs[start : start + k], ys[start : start + k], k, h)
            h = last if carry else h
            if update:
                weights = [w - sign * rate * g for w, g in zip(weights, part, strict=True)]
        return weights

    return walk


@pytest.mark.parametrize(
    ("yours", "said"),
    [
        (online(), "Right. 25 updates"),
        (online(carry=False), "starts from h = 0"),
        (online(sign=-1), "You went up"),
        (online(update=False), "nothing was updated"),
        (online(steps=4), "first chunk alone"),
        (online(sign=0.5), "Not yet."),
        (lambda *_: None, "Return the new weights"),
        (lambda *_: 1 / 0, "It stopped: division by zero"),
    ],
)
def test_online(yours, said):
    assert said in judged_online(yours, truncated, [*demo.MODEL.cell, *demo.MODEL.readout])
