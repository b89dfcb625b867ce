"""Feed-forward networks and the four equations: indices, the last layer, the factor of a loss."""

from itertools import pairwise

import numpy as np
import torch

from unrolled.core.shapes import Array
from unrolled.errata.finding import Claim, Triple, entry
from unrolled.errata.output_layer import error
from unrolled.page.autograd import gradient_of

SIZES = (3, 5, 4, 2)  # units of the input and of three tanh layers


def weights() -> tuple[tuple[Array, Array], ...]:
    """W and b of every layer."""
    rng = np.random.default_rng(1)
    return tuple((rng.normal(size=(m, n)) / n**0.5, rng.normal(size=m)) for n, m in pairwise(SIZES))


X, Y = np.array([0.4, -1.1, 0.7]), np.array([0.2, -0.5])


def forward() -> list[Array]:
    """x⁰ to x³."""
    xs = [X]
    for W, b in weights():
        xs.append(np.tanh(W @ xs[-1] + b))
    return xs


def _loss(x: torch.Tensor, layers: tuple) -> torch.Tensor:
    """½‖x³ − y‖² as a function of the output before `layers`."""
    for W, b in layers:
        x = torch.tanh(W @ x + b)
    return ((x - torch.from_numpy(Y)) ** 2).sum() / 2


def by_autograd() -> tuple[tuple[Array, Array], ...]:
    """∂L/∂W and ∂L/∂b of every layer; ∂L/∂b is also ∂L/∂z."""
    return gradient_of(lambda layers: _loss(torch.from_numpy(X), layers), weights())[0]


def at_outputs() -> list[Array]:
    """∇_{xˡ} L of layers 1 to 3, by autograd."""
    xs = forward()
    layers = tuple(tuple(map(torch.from_numpy, layer)) for layer in weights())
    return [gradient_of(lambda x, n=n: _loss(x, layers[n:]), xs[n])[0] for n in (1, 2, 3)]


def deltas() -> list[Array]:
    """δ¹ to δ³ from the last to the first."""
    xs = forward()
    layers = weights()
    found = [(xs[3] - Y) * (1 - xs[3] ** 2)]
    for n in (2, 1):
        found.insert(0, layers[n][0].T @ found[0] * (1 - xs[n] ** 2))
    return found


@entry("A5")
def descent_stops_early() -> Claim:
    """(w² − 1)² + 0.3 w has two valleys; descent from w = 1.5 ends in the higher one."""
    w = 1.5
    for _ in range(2000):
        w -= 0.01 * (4 * w * (w**2 - 1) + 0.3)
    value, slope = (w**2 - 1) ** 2 + 0.3 * w, 4 * w * (w**2 - 1) + 0.3
    grid = np.linspace(-2, 2, 4001)
    best = ((grid**2 - 1) ** 2 + 0.3 * grid).min()
    return Claim(
        [bool(value < best + 1e-3)],
        [abs(slope) < 1e-9, bool(value > best + 0.1)],
        {"descent ends at": value, "the least value is": best},
    )


@entry("A6")
def wrong_input() -> Triple:
    """One layer of as many units as inputs, with x_j and with x_k in the sum."""
    W = np.arange(9.0).reshape(3, 3) - 4
    x = np.array([0.5, -1.0, 2.0])
    b = np.array([0.1, 0.2, 0.3])
    printed = W.sum(axis=1) * x + b
    mended = np.array([sum(W[j, k] * x[k] for k in range(3)) + b[j] for j in range(3)])
    tensors = (torch.from_numpy(a) for a in (x, W, b))
    return Triple(printed, mended, torch.nn.functional.linear(*tensors).numpy(), "PyTorch")


@entry("A8")
def every_layer() -> Triple:
    """∇_{xˡ} L ⊙ φ′(zˡ) at all three layers, and the errors by recursion."""
    printed = [g * (1 - x**2) for g, x in zip(at_outputs(), forward()[1:], strict=True)]
    truth = np.concatenate([b for _, b in by_autograd()])
    return Triple(np.concatenate(printed), np.concatenate(deltas()), truth, agrees=True)


@entry("A9")
def softmax_output() -> Triple:
    """δ of the d-e-m-o network's output, with the slopes alone and with the whole Jacobian."""
    y_hat, y, truth = error()
    slope = -y / y_hat
    return Triple(
        slope * y_hat * (1 - y_hat), np.diag(y_hat) @ slope - y_hat * (y_hat @ slope), truth
    )


@entry("A10")
def bias() -> Triple:
    """The loss itself, and its derivative by the pre-activations, beside that by the biases."""
    xs = forward()
    return Triple(((xs[3] - Y) ** 2).sum() / 2, deltas()[2], by_autograd()[2][1])


@entry("A11")
def layer_before() -> Triple:
    """∂L/∂W² with the activation of layer 2, and of layer 1."""
    xs = forward()
    d = deltas()[1]
    return Triple(np.outer(d, xs[2]), np.outer(d, xs[1]), by_autograd()[1][0])


@entry("A13")
def last_layer_left_out() -> Triple:
    """All gradients if the loop begins at L − 1, and at L."""
    xs = forward()
    ds = deltas()
    parts = [np.concatenate([np.outer(d, x).ravel(), d]) for d, x in zip(ds, xs[:3], strict=True)]
    truth = np.concatenate([np.concatenate([W.ravel(), b]) for W, b in by_autograd()])
    printed = np.concatenate([*parts[:2], 0 * parts[2]])
    return Triple(printed, np.concatenate(parts), truth)


@entry("A55")
def missing_step() -> Triple:
    """(39) for layer 2, and the sum over the units of layer 3 that it abbreviates."""
    xs = forward()
    ds = deltas()
    W = weights()[2][0]
    sums = [sum(ds[2][m] * W[m, j] for m in range(2)) * (1 - xs[2][j] ** 2) for j in range(4)]
    return Triple(W.T @ ds[2] * (1 - xs[2] ** 2), np.array(sums), by_autograd()[1][1], agrees=True)


@entry("A56", "E3")
def half_or_whole() -> Triple:
    """The gradient of ‖x − y‖² as that of half of it, and doubled."""
    x = forward()[3]

    def square(x: torch.Tensor) -> torch.Tensor:
        return ((x - torch.from_numpy(Y)) ** 2).sum()

    return Triple(x - Y, 2 * (x - Y), gradient_of(square, x)[0])


@entry("E6")
def relu_at_zero() -> Claim:
    """The slopes of ReLU at 0 from the left and from the right, and what PyTorch says."""
    left, right = (max(0.0, s * 1e-6) / (s * 1e-6) for s in (-1, 1))
    there = gradient_of(lambda a: torch.relu(a).sum(), np.zeros(1))[0][0]
    shown = {"slope from the left": left, "from the right": right, "PyTorch's choice": there}
    return Claim([left == right], [0 <= there <= 1, left == 0, right == 1], shown)
