"""Vanishing and exploding: what norm and eigenvalues promise, and what they do not."""

import numpy as np

from unrolled.bptt.jacobians import jacobians
from unrolled.core.shapes import Array
from unrolled.core.unroll import unroll
from unrolled.errata.finding import Claim, Triple, entry
from unrolled.errata.recursions import tail
from unrolled.errata.settings import DEMO, drawn, worked
from unrolled.rnn.cell import CELL, RNN

power = np.linalg.matrix_power


def along(p: RNN, h0: Array, T: int, xs: Array | None = None) -> Array:
    """‖∂h_t/∂h_0‖ for t = 1 to T of a tanh network, without input if there is none."""
    xs = np.zeros((T, p.W_hx.shape[1])) if xs is None else xs
    _, caches = unroll(CELL, p, xs, h0)
    J = jacobians(CELL, p, caches)
    product = np.eye(len(h0))
    found = []
    for step in J:
        product = step @ product
        found.append(np.linalg.norm(product, 2))
    return np.array(found)


def at_rest(W: Array, h: Array) -> Array:
    """‖∂h_t/∂h_0‖ for t = 1 to 30 of a network that stands still at h."""
    return along(RNN(np.zeros((len(h), 1)), W, np.arctanh(h) - W @ h), h, 30)


@entry("B54")
def no_single_leader() -> Claim:
    """diag(1, −1) has |λ_1| = |λ_2| and never aligns; (1.5, 1.2) does, at the rate 0.8."""
    x = np.array([0.6, 0.8])
    turned = power(np.diag([1.0, -1.0]), 41) @ x
    led = power(np.diag([1.5, 1.2]), 20) @ x
    tangent, promised = led[1] / led[0], 0.8**20 * x[1] / x[0]
    cosine = abs(turned[0]) / np.linalg.norm(turned)
    return Claim(
        [bool(cosine > 0.99)],
        [abs(cosine - 0.6) < 1e-12, abs(tangent / promised - 1) < 1e-12],
        {"diag(1, −1): cosine stays": cosine, "diag(1.5, 1.2): tangent after 20 steps": tangent},
    )


@entry("B55")
def product_is_no_power() -> Triple:
    """∂net_3/∂net_1 of d-e-m-o as a power of W_hh, and as the product it is."""
    W = DEMO.model.cell.W_hh
    D = [worked()[f"slope_{t}"].value for t in (1, 2)]
    return Triple(power(W, 2), (W * D[1]) @ (W * D[0]), tail(1, 3))


@entry("C23")
def state_is_no_gradient() -> Triple:
    """∂h_3/∂h_1 of d-e-m-o as a power of W_hh, as it is for a linear network, and as it is."""
    W = DEMO.model.cell.W_hh
    D = [worked()[f"slope_{t}"].value[:, None] for t in (1, 2, 3)]
    truth = D[2] * (tail(1, 3) / D[0].T)
    return Triple(power(W, 2), (D[2] * W) @ (D[1] * W), truth)


@entry("A20")
def radius_decides_nothing() -> Claim:
    """ρ = 0 and growth; ρ = 3 and decay; ‖W‖ = 0.95 and decay, for 100 networks."""
    grows = at_rest(np.array([[2.0, -2], [2, -2]]), np.array([0, 0.9**0.5]))
    fades = np.prod(_slopes_of_three(50))
    bounded = [_bounded(seed) for seed in range(100)]
    return Claim(
        [bool(grows[29] < 1), bool(fades > 1)],
        [bool(grows[29] > 1e7), bool(fades < 1e-70), *bounded],
        {"ρ = 0: ‖∂h_30/∂h_0‖": grows[29], "ρ = 3: |∂h_50/∂h_0|": fades},
    )


def _slopes_of_three(T: int) -> Array:
    h = 0.3
    found = []
    for _ in range(T):
        h = np.tanh(3 * h)
        found.append(3 * (1 - h**2))
    return np.array(found)


def _bounded(seed: int) -> bool:
    """Whether ‖∂h_t/∂h_0‖ stays under 0.95ᵗ where ‖W_hh‖ = 0.95."""
    s = drawn(seed, T=40)
    W = 0.95 * s.model.cell.W_hh / np.linalg.norm(s.model.cell.W_hh, 2)
    found = along(s.model.cell._replace(W_hh=W), s.h0, 40, s.xs)
    return bool(np.all(found <= 0.95 ** np.arange(1, 41) * (1 + 1e-9)))


@entry("E10")
def norm_suffices() -> Claim:
    """‖U‖ < 1 is enough for vanishing: 100 networks with ‖U‖ = 0.95."""
    bounded = [_bounded(seed) for seed in range(100)]
    shown = {"networks with ‖U‖ = 0.95": len(bounded), "of them under the bound": sum(bounded)}
    return Claim(bounded, bounded, shown, agrees=True)


@entry("E9")
def norm_is_not_enough() -> Claim:
    """‖U‖ = 3 and the gradient vanishes all the same; only without ‖U‖ > 1 it cannot explode."""
    fades = np.prod(_slopes_of_three(50))
    return Claim(
        [bool(fades > 1)],
        [bool(fades < 1e-70), all(_bounded(s) for s in range(20))],
        {"‖U‖ = 3: |∂h_50/∂h_0|": fades},
    )


@entry("C21")
def spectrum_from_the_left() -> Triple:
    """QᵀΛᵗQ h_0 and QΛᵗQᵀ h_0 beside (Wᵗ)ᵀ h_0, for a symmetric W."""
    A = np.random.default_rng(2).normal(size=(4, 4))
    W = A + A.T
    h0 = np.arange(1.0, 5)
    t = 6
    W = W / np.linalg.norm(W, 2)
    values, Q = np.linalg.eigh(W)
    printed, mended = Q.T @ (values**t * (Q @ h0)), Q @ (values**t * (Q.T @ h0))
    return Triple(printed, mended, power(W, t).T @ h0, "the power", 1e-12)


@entry("C22")
def eigenvalues_without_bars() -> Claim:
    """λ = −2 grows although λ < 1; λ = 1.5 does not show in a state orthogonal to its vector."""
    signed = abs((-2.0) ** 20)
    turning = abs(0.6 + 0.9j) ** 50
    hidden = np.linalg.norm(power(np.diag([1.5, 0.5]), 40) @ [0, 1])
    jordan = np.linalg.norm(power(np.array([[1.0, 1], [0, 1]]), 100), 2)
    return Claim(
        [signed < 1, bool(hidden > 1)],
        [signed > 1, turning > 1, bool(hidden < 1e-9), bool(jordan > 99)],
        {
            "λ = −2, 20 steps": signed,
            "|0.6 + 0.9i|, 50 steps": turning,
            "λ_1 = 1.5 and h_0 orthogonal, 40 steps": hidden,
            "defective, λ = 1, 100 steps": jordan,
        },
    )


@entry("E8")
def norms_of_a_diagonal() -> Triple:
    """‖diag(σ′)‖ in the Frobenius norm: the largest slope, and the root of the sum of squares."""
    slopes = 1 - np.tanh(np.random.default_rng(0).normal(size=64)) ** 2
    root = np.sqrt((slopes**2).sum())
    return Triple(slopes.max(), root, np.linalg.norm(np.diag(slopes)), "NumPy")


@entry("A19")
def order_of_states() -> Triple:
    """∂h_3/∂h_0 of d-e-m-o with the earliest factor on the left, and with the latest."""
    _, caches = unroll(CELL, DEMO.model.cell, DEMO.xs, DEMO.h0)
    J = jacobians(CELL, DEMO.model.cell, caches)
    slopes = worked()["slope_3"].value[:, None]
    truth = slopes * tail(1, 3) @ DEMO.model.cell.W_hh
    return Triple(J[0] @ J[1] @ J[2], J[2] @ J[1] @ J[0], truth)
