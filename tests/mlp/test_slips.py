"""Slips: on 1,000 random networks each is known as what it is, and the right answer as right."""

import math

import numpy as np
import pytest
import torch

from tests.page.slips import families, recognised
from unrolled.core.activations import softmax
from unrolled.core.losses import cross_entropy
from unrolled.core.optim import momentum
from unrolled.mlp import slips
from unrolled.mlp.network import neuron, parameter_count, predict, random_network
from unrolled.mlp.slips import SLIPS, try_adam, try_softmax
from unrolled.page.ask import TOLERANCE, WRONG, judge, slipped


def a_network(rng, sizes):
    return tuple(
        layer._replace(b=rng.normal(size=layer.b.shape)) for layer in random_network(rng, sizes)
    )


def problems(rng):
    """(group, arguments, right answer), all from one random network."""
    sizes = tuple(int(n) for n in rng.integers(2, 7, 3))
    network = a_network(rng, sizes)
    x = rng.normal(size=sizes[0])
    w, b = network[0].W[0], network[0].b[0]
    while abs(w @ x + b) < 0.01:  # where tanh a is a
        x = rng.normal(size=sizes[0])
    z = predict(network, x)
    k = int(rng.integers(len(z)))
    g, then = rng.normal(size=(2, 2))
    rate, beta = rng.uniform(0.01, 0.5, 2)
    A, B = rng.normal(size=(2, 3, 3))
    yield slips.NEURON, (w, b, x), neuron(w, float(b), x)
    yield slips.COUNT, (sizes,), parameter_count(sizes)
    yield slips.SOFTMAX, (z,), softmax(z)
    yield slips.SURPRISE, (softmax(z), k), cross_entropy(z, np.eye(len(z))[k])
    optimiser = momentum(rate, beta)
    p = np.zeros(2)
    first, memory = optimiser.step(p, g, optimiser.start(p))
    yield slips.SECOND, (g, then, rate, beta), optimiser.step(first, then, memory)[0] - first
    yield slips.FIRST, (g, rate, 0.9, 0.999), -rate * np.sign(g)
    yield slips.PRODUCT, (A, B), B @ A


def test_slips_are_recognised_on_1000_random_networks_without_a_false_alarm():
    names = [group for group, *_ in problems(np.random.default_rng(0))]
    recognised(families(SLIPS, names), lambda rng: [case[1:] for case in problems(rng)])


w = [0.5, -0.3, 0.2]
b = 0.4
x = [1.0, -2.0, 0.5]
a = sum(w[k] * x[k] for k in range(3))
products = sum(torch.nn.Linear(m, n).weight.numel() for m, n in ((5, 4), (4, 2)))
z = torch.tensor([0.3, -1.2, 2.1], dtype=torch.float64)  # the sum is 1.2
log2, log10 = math.log(2), math.log(10)

# of each group one case, and what its slips make of it by loops, by PyTorch or on paper
SMALL = [
    (
        (np.array(w), b, np.array(x)),
        {"no bias": math.tanh(a), "no activation": a + b, "logistic": 1 / (1 + math.exp(-a - b))},
    ),
    (
        ((5, 4, 2),),
        {
            "no biases": products,
            "a bias a layer": products + 2,
            "input biases": products + 4 + 2 + 5,
        },
    ),
    (
        (z.numpy(),),
        {
            "scores": [0.3, -1.2, 2.1],
            "not normalised": [math.e**score for score in z.tolist()],
            "no exponential": [0.25, -1, 1.75],
            "component-wise": torch.sigmoid(z).tolist(),
            "twice": torch.softmax(torch.softmax(z, 0), 0).tolist(),
        },
    ),
    (
        (np.array([0.5, 0.125, 0.375]), 1),  # 1/8 is 2 to the power of -3
        {"decimal": 3 * log2 / log10, "bits": 3, "sign": -3 * log2, "missing probability": 7 / 8},
    ),
    (
        (3.0, -1.0, 0.5, 0.9),  # 2.7 - 1 is 1.7, and 2.7 - 0.1 is 2.6
        {"forgotten": 0.5, "mean": -1.3, "uphill": 0.85, "rate twice": -0.425},
    ),
    (
        (np.array([4.0, -4.0]), 0.5, 0.9, 0.96),  # 0.4, by the root of 0.64, is a half
        {
            "plain": [-2, 2],
            "no correction": [-0.25, 0.25],
            "no root": [-0.125, 0.125],
            "up the slope": [0.5, -0.5],
        },
    ),
    (
        (np.array([[1, 2], [3, 4]]), np.array([[5, 6], [7, 9]])),
        {
            "other order": [[5 + 14, 6 + 18], [15 + 28, 18 + 36]],
            "elementwise": [[5, 12], [21, 36]],
            "transposed": [[5 + 21, 10 + 28], [6 + 27, 12 + 36]],
        },
    ),
]


def test_each_slip_gives_what_it_says_in_a_small_case():
    wanted = [(name, given, value) for given, of in SMALL for name, value in of.items()]
    assert {name for name, *_ in wanted} == set(SLIPS)
    for name, given, value in wanted:
        found = SLIPS[name].gives(*given)
        assert np.shape(found) == np.shape(value), name
        assert np.abs(np.subtract(found, value)).max() < 1e-12, name


def stable(z):
    e = np.exp(z - z.max())
    return e / e.sum()


@pytest.mark.parametrize(
    ("yours", "said"),
    [
        (stable, "Right."),
        (lambda z: z, SLIPS["scores"].says),
        (np.exp, SLIPS["not normalised"].says),
        (lambda z: z / z.sum(), SLIPS["no exponential"].says),
        (lambda z: stable(stable(z)), SLIPS["twice"].says),
        (lambda z: np.exp(z) / np.exp(z).sum(), "Right for small logits."),
        (lambda z: 0 * z, "Not yet"),
        (lambda z: z.sum(), "Your result has shape (), not (3,)."),
    ],
)
def test_what_is_said_of_a_readers_softmax(yours, said):
    assert try_softmax(yours).startswith(said)


def adam_step(p, g, m, s, k, correct=True, root=True, sign=-1.0):
    m, s = 0.9 * m + 0.1 * g, 0.999 * s + 0.001 * g**2
    mean, square = (m / (1 - 0.9**k), s / (1 - 0.999**k)) if correct else (m, s)
    return p + sign * 0.2 * mean / ((np.sqrt(square) if root else square) + 1e-8), m, s


@pytest.mark.parametrize(
    ("yours", "said"),
    [
        (adam_step, "Right."),
        (lambda p, g, m, s, k: (p, m, s), "Step 1: The parameter has not moved."),
        (lambda *a: adam_step(*a, correct=False), f"Step 1: {SLIPS['no correction'].says}"),
        (lambda *a: adam_step(*a, root=False), f"Step 1: {SLIPS['no root'].says}"),
        (lambda *a: adam_step(*a, sign=1.0), f"Step 1: {SLIPS['up the slope'].says}"),
        (lambda p, g, m, s, k: (p - 0.2 * g, m, s), f"Step 1: {SLIPS['plain'].says}"),
        (lambda p, g, m, s, k: (adam_step(p, g, m, s, k)[0], m, s), "Step 1 is right, but"),
    ],
)
def test_what_is_said_of_a_readers_step_of_adam(yours, said):
    assert try_adam(yours).startswith(said)


def test_nobody_is_told_a_slip_that_was_not_made(rng):
    for group, given, right in problems(rng):
        other = np.asarray(right) + 0.123
        assert judge(right, other, slipped(SLIPS, *given, only=group), TOLERANCE) == WRONG
