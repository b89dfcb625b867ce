"""The slides' forward recursion: which derivative, of what, and in which order."""

import numpy as np
import torch

from unrolled.core.shapes import Array
from unrolled.errata.finding import Claim, Triple, entry
from unrolled.errata.settings import DEMO, by_autograd, worked
from unrolled.page.autograd import jacobian_of

MODEL, XS, YS, H0 = DEMO
CELL, OUT = MODEL


def value(name: str) -> Array:
    """A quantity of the d-e-m-o network."""
    return worked()[name].value


def step_of_net(t: int) -> Array:
    """∂net_t/∂net_{t-1} = W_hh diag(φ′(net_{t-1}))."""
    return CELL.W_hh * value(f"slope_{t - 1}")


def net(a: torch.Tensor, first: int, last: int) -> torch.Tensor:
    """net_last as a function of net_first, by PyTorch."""
    W, U, b = (torch.from_numpy(w) for w in CELL)
    for t in range(first, last):
        a = W @ torch.from_numpy(XS[t]) + U @ torch.tanh(a) + b
    return a


def tail(first: int, last: int) -> Array:
    """∂net_last/∂net_first by autograd."""
    return jacobian_of(lambda a: net(a, first, last), value(f"a_{first}"))


def own(t: int) -> Array:
    """∂L_t/∂net_t: what step t's own loss says, nothing else."""
    return value(f"slope_{t}") * value(f"back_{t}")


@entry("B33")
def readout_jacobian() -> Triple:
    """∂o_t/∂h_t."""
    V, c = (torch.from_numpy(w) for w in OUT)
    return Triple(OUT.W_yh.T, OUT.W_yh, jacobian_of(lambda h: V @ h + c, value("h_1")))


@entry("B34")
def total_and_immediate() -> Triple:
    """∂L/∂W_hx with the immediate derivative of net_t alone, and with the total one."""
    printed = sum(np.outer(own(t), XS[t - 1]) for t in (1, 2, 3))
    mended = sum(np.outer(value(f"delta_{t}"), XS[t - 1]) for t in (1, 2, 3))
    return Triple(printed / 3, mended / 3, by_autograd(DEMO).cell.W_hx / 3)


@entry("B35")
def influence() -> Triple:
    """What net_2 does to net_1, and net_1 to net_2."""
    return Triple(np.zeros((2, 2)), step_of_net(2), tail(1, 2))


@entry("B36")
def last_factor() -> Triple:
    """The product from net_3 to net_1 with the last factor as printed."""
    return Triple(step_of_net(3) @ np.eye(2), step_of_net(3) @ step_of_net(2), tail(1, 3))


@entry("B37")
def order_of_net() -> Triple:
    """The product from net_3 to net_1 in both orders."""
    later, earlier = step_of_net(3), step_of_net(2)
    return Triple(earlier @ later, later @ earlier, tail(1, 3))


@entry("B38")
def one_factor_for_three() -> Claim:
    """One stacked recursion, d_t = ∂⁺_t + (∂net_t/∂net_{t-1}) d_{t-1}, gives all three."""
    carried, sums = np.zeros((2, 2, 7)), np.zeros((2, 7))
    for t in (1, 2, 3):
        if t > 1:
            carried = np.einsum("ij,jkl->ikl", step_of_net(t), carried)
        given = np.concatenate([XS[t - 1], value(f"h_{t - 1}"), [1.0]])
        carried = carried + np.einsum("ij,k->ijk", np.eye(2), given)
        sums += np.einsum("i,ijk->jk", own(t), carried)
    truth = by_autograd(DEMO).cell
    far = np.abs(sums - np.hstack([truth.W_hx, truth.W_hh, truth.b_h[:, None]])).max()
    shown = {"one factor carries all three; from autograd": far}
    return Claim([bool(far > 1e-6)], [bool(far < 1e-15)], shown)
