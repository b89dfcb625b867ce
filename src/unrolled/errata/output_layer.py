"""The output layer of the slides: softmax, cross-entropy and the gradients of W_qh and b_q."""

import numpy as np
import torch

from unrolled.core.activations import softmax
from unrolled.core.losses import CROSS_ENTROPY, mean_loss
from unrolled.core.shapes import Array
from unrolled.demo.weights import YS
from unrolled.errata.finding import Triple, entry
from unrolled.errata.settings import DEMO, by_autograd, worked
from unrolled.page.autograd import gradient_of, jacobian_of

STEPS = (1, 2, 3)


def at(name: str) -> list[Array]:
    """A quantity at the three steps."""
    return [worked()[f"{name}_{t}"].value for t in STEPS]


@entry("B22")
def activation() -> Triple:
    """What makes o_1 the printed ŷ_1."""
    o = at("z")[0]
    printed = [0.2763, 0.1937, 0.2753, 0.2546]
    return Triple(np.tanh(o), softmax(o), printed, "the printed ŷ", 6e-5)


@entry("B23")
def mean_or_sum() -> Triple:
    """The loss as defined, and as it is spoken of."""
    losses = np.array(at("L"))
    mean = mean_loss(CROSS_ENTROPY, np.array(at("z")), YS)
    return Triple(losses.sum(), losses.sum() / 3, mean, "the package")


def error() -> tuple[Array, Array, Array]:
    """ŷ_1, y_1 and the true ∂L_1/∂o_1."""

    def loss(z: torch.Tensor) -> torch.Tensor:
        return torch.nn.functional.cross_entropy(z, torch.from_numpy(YS[0]))

    return at("y_hat")[0], YS[0], gradient_of(loss, at("z")[0])[0]


@entry("B25")
def sum_without_index() -> Triple:
    """The same product added four times, and the sum over the classes."""
    y_hat, y, truth = error()
    slopes = np.diag(y_hat) - np.outer(y_hat, y_hat)
    return Triple(4 * (-y / y_hat) * np.diag(slopes), (-y / y_hat) @ slopes, truth)


@entry("B26")
def sum_over_steps() -> Triple:
    """A softmax whose sum has T = 3 terms."""
    o = at("z")[0]
    truth = torch.softmax(torch.from_numpy(o.copy()), 0).numpy()
    return Triple(np.exp(o) / np.exp(o[:3]).sum(), np.exp(o) / np.exp(o).sum(), truth, "PyTorch")


@entry("B27")
def two_cases() -> Triple:
    """∂ŷ_k/∂o_k with the first case for the correct character and the second for the rest."""
    y_hat, y, _ = error()
    right = int(y.argmax())
    printed = np.where(y == 1, y_hat * (1 - y_hat), -y_hat * y_hat[right])
    slopes = jacobian_of(lambda z: torch.softmax(z, 0), at("z")[0])
    return Triple(printed, y_hat * (1 - y_hat), np.diag(slopes))


@entry("B28")
def all_cancels() -> Triple:
    """The printed sum over the other classes takes back what the first term brought."""
    y_hat, y, truth = error()
    k = range(4)
    others = [sum(y[c] / y_hat[c] * y_hat[i] * y_hat[c] for i in k if i != c) for c in k]
    mended = [sum(y[i] / y_hat[i] * y_hat[i] * y_hat[c] for i in k if i != c) for c in k]
    return Triple(-y * (1 - y_hat) + others, -y * (1 - y_hat) + mended, truth)


@entry("B29")
def only_the_right_letter() -> Triple:
    """The line before the last, and the last."""
    y_hat, y, truth = error()
    return Triple(-y * (1 - y_hat), -y + y_hat * y.sum(), truth)


@entry("B30")
def summed_twice() -> Triple:
    """A sum sign before a sum that is written out."""
    total = sum(np.outer(g, h) for g, h in zip(at("dz"), at("h"), strict=True))
    return Triple(3 * total / 3, total / 3, by_autograd(DEMO).readout.W_yh / 3)


@entry("B31")
def loss_of_another_step() -> Triple:
    """∂L_1/∂o_2 is 0."""
    first, second, third = at("dz")
    truth = by_autograd(DEMO).readout.b_y / 3
    return Triple((first + 0 * second + third) / 3, (first + second + third) / 3, truth)


@entry("B32")
def no_brackets() -> Triple:
    """A third of the first summand only."""
    first, second, third = at("dz")
    truth = by_autograd(DEMO).readout.b_y / 3
    return Triple(first / 3 + second + third, (first + second + third) / 3, truth)
