"""Slips: on 1,000 random networks each is known as what it is, and the right answer as right."""

import numpy as np
import pytest

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
    network, x = a_network(rng, sizes), rng.normal(size=sizes[0])
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
    optimiser, p = momentum(rate, beta), np.zeros(2)
    first, memory = optimiser.step(p, g, optimiser.start(p))
    yield slips.SECOND, (g, then, rate, beta), optimiser.step(first, then, memory)[0] - first
    yield slips.FIRST, (g, rate, 0.9, 0.999), -rate * np.sign(g)
    yield slips.PRODUCT, (A, B), B @ A


def test_slips_are_recognised_on_1000_random_networks_without_a_false_alarm():
    names = [group for group, *_ in problems(np.random.default_rng(0))]
    recognised(families(SLIPS, names), lambda rng: [case[1:] for case in problems(rng)])


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
        (lambda z: np.exp(z) / np.exp(z).sum(), "Right for small scores."),
        (lambda z: 0 * z, "Not yet"),
        (lambda z: z.sum(), "That is of shape (), not (3,)."),
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
        (lambda p, g, m, s, k: (p, m, s), "Step 1: It has not moved."),
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
