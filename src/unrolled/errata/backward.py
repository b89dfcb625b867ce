"""The slides' backward recursion: transposes, the order of factors, and 1/T once."""

from functools import cache

import numpy as np
import torch

from unrolled.core.shapes import Array
from unrolled.errata.finding import Triple, attempt, entry
from unrolled.errata.recursions import CELL, H0, OUT, XS, YS, net, own, step_of_net, value
from unrolled.errata.settings import DEMO, by_autograd, flat
from unrolled.page.autograd import gradient_of


def _loss(a: torch.Tensor, t: int) -> torch.Tensor:
    """L_t as a function of net_t, by PyTorch."""
    V, c = (torch.from_numpy(w) for w in OUT)
    return -torch.from_numpy(YS[t - 1]) @ torch.log_softmax(V @ torch.tanh(a) + c, 0)


def own_loss(loss: int, t: int) -> Array:
    """∂L_loss/∂net_t by autograd."""
    return gradient_of(lambda a: _loss(net(a, t, loss), loss), value(f"a_{t}"))[0]


@cache
def by_preactivation() -> list[Array]:
    """∂L/∂net_t of the sum of the losses, by autograd."""
    return [sum(own_loss(i, t) for i in range(t, 4)) for t in (1, 2, 3)]


@entry("B39")
def mean_and_third() -> Triple:
    """∂L/∂W_hx with L the mean and another 1/T in front."""
    deltas = [d / 3 for d in by_preactivation()]  # of the mean
    printed = sum(np.outer(d, x) for d, x in zip(deltas, XS, strict=True)) / 3
    mended = sum(np.outer(value(f"delta_{t}"), XS[t - 1]) for t in (1, 2, 3)) / 3
    return Triple(printed, mended, by_autograd(DEMO).cell.W_hx / 3)


def deltas(inside: float, end: Array) -> list[Array]:
    """δ_1 to δ_3 with a factor at every loss and a δ_4."""
    found = [end]
    for t in (3, 2, 1):
        arrives = inside * value(f"back_{t}") + CELL.W_hh.T @ found[0]
        found.insert(0, value(f"slope_{t}") * arrives)
    return found[:3]


def gradients(found: list[Array]) -> Array:
    """Σ δ xᵀ, Σ δ hᵀ and Σ δ."""
    before = [H0, value("h_1"), value("h_2")]
    sums = (
        sum(np.outer(d, x) for d, x in zip(found, XS, strict=True)),
        sum(np.outer(d, h) for d, h in zip(found, before, strict=True)),
        sum(found),
    )
    return flat(sums)


@entry("B43")
def third_of_a_third() -> Triple:
    """All three gradients with 1/T in both places, and in one."""
    zero = np.zeros(2)
    truth = flat(by_autograd(DEMO).cell) / 3
    printed = gradients(deltas(1 / 3, zero)) / 3
    mended = gradients(deltas(1 / 3, zero))
    return Triple(printed, mended, truth)


@entry("B44")
def end() -> Triple:
    """The recursion needs δ_4; another one than 0 gives another gradient."""
    some = np.ones(2)
    truth = flat(by_autograd(DEMO).cell)
    return Triple(gradients(deltas(1.0, some)), gradients(deltas(1.0, 0 * some)), truth)


@entry("B41")
def loss_moves_nothing() -> Triple:
    """∂L_3/∂net_1, if L_3 moved net_1 and not net_1 L_3, and as it is."""
    chain = step_of_net(3) @ step_of_net(2)
    return Triple(np.zeros(2), chain.T @ own(3), own_loss(3, 1))


@entry("B42")
def column_on_the_left() -> Triple:
    """∂L/∂net_2 with the factors of what comes back from step 3 in both orders."""
    column = own(3)[:, None]
    J = step_of_net(3)
    printed = attempt(lambda: column @ J.T, column, J.T)
    return Triple(printed, own(2) + J.T @ own(3), by_preactivation()[1])


@entry("B52")
def row_or_column() -> Triple:
    """Line 1 with a column, and with a row."""
    column = own(3)[:, None]
    J = step_of_net(3)
    printed = attempt(lambda: column @ J, column, J)
    return Triple(printed, own(2) + own(3) @ J, by_preactivation()[1])


@entry("B53")
def pulled_apart() -> Triple:
    """What L_3 sends to net_1 with weights and slopes apart, and interleaved."""
    first, second = value("slope_1"), value("slope_2")
    W = CELL.W_hh
    printed = (W @ W).T @ (first * second * own(3))
    mended = first * (W.T @ (second * (W.T @ own(3))))
    return Triple(printed, mended, own_loss(3, 1))
