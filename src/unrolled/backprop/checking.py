"""How large the relative error of a gradient is: of right ones and of wrong ones, measured.

Notebook: book/backprop.ipynb
"""

from collections.abc import Callable

import numpy as np

from unrolled.backprop.backward import loss_and_gradient
from unrolled.backprop.mistakes import wrong_gradients
from unrolled.core.activations import RELU, TANH, Activation
from unrolled.core.gradcheck import finite_difference
from unrolled.core.losses import cross_entropy
from unrolled.core.records import check_like
from unrolled.core.shapes import Array
from unrolled.core.tree import ravel
from unrolled.mlp.network import Network, forward, predict, random_network

KEEP = 0.8  # of the hidden units, where dropout is on


def relative_error(found: object, wanted: object) -> float:
    """max |a - n| / max(|a|, |n|) over all numbers of two trees.       eq-backprop-relative-error

    A pair of zeros counts as 0. Raises ValueError for trees that do not match.
    """
    a, n = ravel(check_like("found", found, wanted)), ravel(wanted)
    larger = np.maximum(np.abs(a), np.abs(n))
    return float((np.abs(a - n) / np.where(larger > 0, larger, 1.0)).max())


def right_gradients(seed: int) -> dict[str, float]:
    """The relative error of the package's gradient, by what the check does well or badly."""
    rng, network, x, y = _example(seed)
    gradient = loss_and_gradient(network, x[None], y[None])[1]
    loss = _loss_at(x, y)
    kinked = _at_a_kink(network, x)
    at_kink = loss_and_gradient(kinked, x[None], y[None], RELU)[1]
    compared = {
        "right, ε = 10⁻⁵": finite_difference(loss, network),
        "right, ε = 0.01": finite_difference(loss, network, 1e-2),
        "right, in float32": finite_difference(_loss_in_float32(x, y), network, 1e-2),
    }
    errors = {name: relative_error(gradient, estimate) for name, estimate in compared.items()}
    estimate = finite_difference(_loss_at(x, y, RELU), kinked)
    errors["right, at a kink"] = relative_error(at_kink, estimate)
    estimate = finite_difference(_loss_with_dropout(rng, x, y), network)
    errors["right, dropout on"] = relative_error(gradient, estimate)
    return errors


def wrong_ones(seed: int) -> dict[str, float]:
    """The relative error of each of the five wrong gradients, checked with ε = 10⁻⁵."""
    _, network, x, y = _example(seed)
    estimate = finite_difference(_loss_at(x, y), network)
    wrong = wrong_gradients(network, x, y)
    return {name: relative_error(given, estimate) for name, given in wrong.items()}


def _example(seed: int) -> tuple[np.random.Generator, Network, Array, Array]:
    """A random network of 4, 4 and 4 units, an input and a target."""
    rng = np.random.default_rng(seed)
    network = random_network(rng, (4, 4, 4))
    return rng, network, rng.normal(size=4), np.eye(4)[rng.integers(4)]


def _loss_at(x: Array, y: Array, phi: Activation = TANH) -> Callable[[Network], float]:
    return lambda network: float(cross_entropy(predict(network, x, phi), y))


def _loss_in_float32(x: Array, y: Array) -> Callable[[Network], float]:
    """The same loss, all of it computed in single precision."""

    def loss(network: Network) -> float:
        first, last = (layer._replace(W=_single(layer.W), b=_single(layer.b)) for layer in network)
        h = np.tanh(first.W @ _single(x) + first.b)
        z = last.W @ h + last.b
        return float(np.log(np.exp(z).sum()) - _single(y) @ z)

    return loss


def _single(values: Array) -> np.ndarray:
    return values.astype(np.float32)


def _loss_with_dropout(rng: np.random.Generator, x: Array, y: Array) -> Callable[[Network], float]:
    """The loss with other hidden units switched off at every call."""

    def loss(network: Network) -> float:
        first, last = network
        h = np.tanh(first.W @ x + first.b)
        h = h * (rng.random(h.shape) < KEEP) / KEEP
        return float(cross_entropy(last.W @ h + last.b, y))

    return loss


def _at_a_kink(network: Network, x: Array) -> Network:
    """The network, with the bias of hidden unit 1 such that its pre-activation is a third of ε."""
    first, last = network
    b = first.b.copy()
    b[0] += 3e-6 - forward(network, x, RELU).a[0][0]
    return first._replace(b=b), last
