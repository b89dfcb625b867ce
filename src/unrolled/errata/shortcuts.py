"""The handwritten notes: copies of a weight, chains, and shortcuts through time."""

from functools import cache

import numpy as np
import torch

from unrolled.core.shapes import Array
from unrolled.core.unroll import unroll
from unrolled.errata.finding import Claim, Triple, entry
from unrolled.errata.settings import DEMO, drawn
from unrolled.page.autograd import gradient_of, jacobian_of
from unrolled.rnn.cell import CELL, RNN

T = 5


@entry("E1")
def labels_not_transposes() -> Triple:
    """h_T of a network of 4 inputs and 4 units with U and W transposed, and as they are."""
    s = drawn(2, n_x=4, n_h=4, T=T)
    W, U, b = s.model.cell
    turned = unroll(CELL, RNN(W.T.copy(), U.T.copy(), b), s.xs, s.h0)[0][-1]
    h = s.h0
    for x, W_t, U_t in zip(s.xs, [W] * T, [U] * T, strict=True):  # a copy for each time
        h = np.tanh(W_t @ x + U_t @ h + b)
    return Triple(turned, h, unroll(CELL, s.model.cell, s.xs, s.h0)[0][-1], "the package")


@entry("E5")
def chain_index() -> Triple:
    """∂h_3/∂h_1 of d-e-m-o with ∂h_3/∂h_0 as first factor, and with ∂h_3/∂h_2."""
    (W, U, b), xs = DEMO.model.cell, DEMO.xs
    hs = np.vstack([DEMO.h0, unroll(CELL, DEMO.model.cell, xs, DEMO.h0)[0]])
    J = [(1 - h**2)[:, None] * U for h in hs]

    def last(h: torch.Tensor) -> torch.Tensor:
        for x in xs[1:]:
            h = torch.tanh(torch.from_numpy(W @ x + b) + torch.from_numpy(U) @ h)
        return h

    return Triple(J[3] @ J[2] @ J[1] @ J[2], J[3] @ J[2], jacobian_of(last, hs[1]))


def inner(h: object, t: int) -> object:
    """tanh(U h_{t-1} + W x_t + b) of arrays or tensors."""
    W, U, b = _cell()
    lib = torch if isinstance(h, torch.Tensor) else np
    given = W @ drawn(3).xs[t - 1] + b
    if lib is torch:
        given, U = torch.from_numpy(given), torch.from_numpy(U)
    return lib.tanh(U @ h + given)


@cache
def _cell() -> RNN:
    return drawn(3).model.cell


def run(g: Array) -> list[Array]:
    """h_0 to h_T with h_t = tanh(…) + Σ_{t′<t} g[t, t′] h_{t′}."""
    hs = [drawn(3).h0]
    for t in range(1, T + 1):
        hs.append(inner(hs[-1], t) + sum(g[t, s] * hs[s] for s in range(1, t)))
    return hs


@entry("E12")
def one_index_too_few() -> Triple:
    """h_T if g_t is the identity for every t′, and for t′ = t − 1 alone."""
    every = np.tril(np.ones((T + 1, T + 1)), -1)
    h = drawn(3).h0
    one = np.eye(T + 1, k=-1)
    for t in range(1, T + 1):
        h = inner(h, t) + (h if t > 1 else 0)
    return Triple(run(every)[-1], run(one)[-1], h, "the residual recursion", 1e-12)


def slope(hs: list[Array], t: int) -> Array:
    """diag(σ′(a_t)) U."""
    return (1 - inner(hs[t - 1], t) ** 2)[:, None] * _cell().W_hh


@entry("E13")
def two_paths_of_many() -> Triple:
    """dh_5/dh_1 with g = ½: the chain and the direct shortcut, and all paths."""
    g = 0.5 * np.tril(np.ones((T + 1, T + 1)), -1)
    hs = run(g)
    eye = np.eye(6)
    chain = np.eye(6)
    total = {1: np.eye(6)}
    for t in range(2, T + 1):
        chain = slope(hs, t) @ chain
        total[t] = slope(hs, t) @ total[t - 1] + sum(g[t, s] * total[s] for s in range(1, t))

    def last(h: torch.Tensor) -> torch.Tensor:
        found = {1: h}
        for t in range(2, T + 1):
            found[t] = inner(found[t - 1], t) + sum(0.5 * found[s] for s in range(1, t))
        return found[T]

    return Triple(chain + g[T, 1] * eye, total[T], jacobian_of(last, hs[1]))


@entry("E14")
def first_state_dropped() -> Triple:
    """h_t of the residual recursion as a sum of increments, without and with h_0."""
    h = drawn(3).h0
    parts = []
    for t in range(1, T + 1):
        parts.append(inner(h, t))
        h = h + parts[-1]
    return Triple(sum(parts), drawn(3).h0 + sum(parts), h, "the recursion")


@entry("E15")
def linear_and_exponential() -> Claim:
    """‖h_1000‖ and its bound; what 100 steps of h + tanh(U h) at 0 do for U = ±c I."""
    s = drawn(3, T=1000)
    W, U, b = s.model.cell
    h = s.h0
    for x in s.xs:
        h = h + np.tanh(W @ x + U @ h + b)
    size = np.linalg.norm(h)
    bound = np.linalg.norm(s.h0) + 1000 * len(h) ** 0.5
    grows, fades = (  # at rest σ′ = 1
        np.linalg.norm(np.linalg.matrix_power(np.eye(6) + u * np.eye(6), 100), 2)
        for u in (0.2, -0.9)
    )
    return Claim(
        [bool(size > 2 * bound)],
        [bool(size <= bound), bool(grows > 1e7), bool(fades < 1e-90)],
        {
            "‖h_1000‖": size,
            "bound": bound,
            "gradient over 100 steps, U = 0.2 I": grows,
            "U = −0.9 I": fades,
        },
    )


@entry("C24")
def arrow_or_equation() -> Triple:
    """Five leaky steps: (29) solved as an equation, and with φ(a_t) for the last h_t."""
    alpha = 0.9
    parts = [inner(drawn(3).h0, t) for t in range(1, T + 1)]  # what is written, whatever it is
    h = drawn(3).h0
    for part in parts:
        h = alpha * h + (1 - alpha) * part
    closed = alpha**T * drawn(3).h0 + sum(
        (1 - alpha) * alpha ** (T - k) * part for k, part in enumerate(parts, 1)
    )
    return Triple(drawn(3).h0, h, closed, "the closed form")


def copies_add_up() -> Triple:
    """dl/dU of d-e-m-o's last loss as the last copy's share, and as the sum over the copies.

    dl/dU = Σ_t dl/dU^[t]                                                      eq-errata-copies
    """
    (W, U, b), out = DEMO.model.cell, DEMO.model.readout

    def loss(copies: torch.Tensor) -> torch.Tensor:
        h = torch.from_numpy(DEMO.h0)
        for x, U_t in zip(DEMO.xs, copies, strict=True):
            h = torch.tanh(torch.from_numpy(W @ x + b) + U_t @ h)
        z = torch.from_numpy(out.W_yh) @ h + torch.from_numpy(out.b_y)
        return -torch.log_softmax(z, 0)[3]

    shares = gradient_of(loss, np.array([U] * 3))[0]
    whole = gradient_of(lambda U: loss(torch.stack([U] * 3)), U)[0]
    return Triple(shares[-1], shares.sum(axis=0), whole)
