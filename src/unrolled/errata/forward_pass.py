"""The way forward: conventions that differ, and what a state does and does not remember."""

import numpy as np

from unrolled.core.activations import softmax
from unrolled.core.losses import CROSS_ENTROPY, observed_loss
from unrolled.core.shapes import Array
from unrolled.core.text import one_hot
from unrolled.core.unroll import unroll
from unrolled.demo.weights import ALPHABET
from unrolled.errata.finding import Claim, Triple, attempt, entry
from unrolled.errata.settings import DEMO, drawn, worked
from unrolled.page.autograd import jacobian_of
from unrolled.rnn.cell import CELL


def states(xs: Array, h0: Array) -> Array:
    """Of the d-e-m-o network, written out."""
    W, U, b = DEMO.model.cell
    found = []
    h = h0
    for x in xs:
        h = np.tanh(W @ x + U @ h + b)
        found.append(h)
    return np.array(found)


@entry("B12")
def shifted_input() -> Triple:
    """h_1 to h_3 if step t reads x_{t-1}, and if it reads x_t."""
    truth, _ = unroll(CELL, DEMO.model.cell, DEMO.xs, DEMO.h0)
    before = np.vstack([np.zeros(4), DEMO.xs[:-1]])
    return Triple(states(before, DEMO.h0), states(DEMO.xs, DEMO.h0), truth, "the package")


@entry("B15")
def rows_and_columns() -> Triple:
    """A batch of rows through a matrix for columns, and through its transpose."""
    W, X = DEMO.model.cell.W_hx, DEMO.xs
    return Triple(attempt(lambda: X @ W, X, W), X @ W.T, np.matvec(W, X), "column by column")


@entry("B16")
def what_depends_on_what() -> Claim:
    """Of a feed-forward network on two examples, and of a recurrent network on two steps."""
    W, out = DEMO.model.cell.W_hx, DEMO.model.readout.W_yh
    x = DEMO.xs[:2]

    def outputs(xs):
        return (xs @ _tensor(W.T)).tanh() @ _tensor(out.T)

    slopes = np.abs(jacobian_of(outputs, x)).max(axis=(1, 3))  # output of example i by input j
    U = np.abs(DEMO.model.cell.W_hh * worked()["slope_1"].value).max()
    return Claim(
        [bool(slopes[0, 0] < 1e-6)],
        [bool(slopes[0, 0] > 0.01), bool(slopes[1, 0] == 0), bool(U > 0.01)],
        {
            "∂output/∂own input up to": slopes[0, 0],
            "∂output/∂other example": slopes[1, 0],
            "recurrent: ∂a_2/∂a_1 up to": U,
        },
    )


def _tensor(a: Array):
    import torch

    return torch.from_numpy(a.copy())


@entry("B17", "C3")
def forgotten_beginning() -> Claim:
    """Two texts that differ in their first letter only, eight letters later."""
    starts = [
        unroll(CELL, DEMO.model.cell, one_hot(first + "emodemod", ALPHABET), DEMO.h0)[0]
        for first in "do"
    ]
    apart = np.linalg.norm(starts[0] - starts[1], axis=1)
    return Claim(
        [bool(apart[8] > 0.1 * apart[0])],
        [bool(0 < apart[8] < 1e-3 * apart[0])],
        {"states apart after the letter": apart[0], "eight letters later": apart[8]},
    )


@entry("B21")
def one_target() -> Triple:
    """Only step 3 has a target: a third of its loss, and its loss."""
    zs = np.array([worked()[f"z_{t}"].value for t in (1, 2, 3)])
    last = -np.log(softmax(zs[2]) @ DEMO.ys[2])
    seen = observed_loss(CROSS_ENTROPY, zs, DEMO.ys, np.array([False, False, True]))
    return Triple(last / 3, last, seen, "the package")


@entry("A17")
def first_state_matters() -> Triple:
    """∂h_3/∂h_0: h_t depends on h_0 as well, not on the inputs alone."""
    s = drawn(1, T=3)
    W, U, b = s.model.cell
    hs, _ = unroll(CELL, s.model.cell, s.xs, s.h0)
    product = np.eye(len(b))
    for h in hs:
        product = (1 - h**2)[:, None] * U @ product

    def last(h):
        for x in s.xs:
            h = (_tensor(W @ x + b) + _tensor(U) @ h).tanh()
        return h

    return Triple(np.zeros_like(product), product, jacobian_of(last, s.h0))
