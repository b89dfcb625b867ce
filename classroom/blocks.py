"""Residual blocks and stacks: what a student's code is tried on, and the mistakes it may make."""

from collections.abc import Callable

import numpy as np

from classroom.networks import hundredths
from classroom.questions import Drawn


def with_the_skip(of: Callable) -> Callable:
    """`of` what the stack with the skip leaves; the stack without it is right."""
    return lambda j, blocks, arriving: [arriving * of(j, blocks), arriving * j**blocks]


def both_added(j: float, blocks: int, arriving: float) -> list[float]:
    """What is left with the skip and without it, if factors are added up in both."""
    return [arriving * (1 + j * blocks), arriving * j * blocks]


def and_carried(count: Callable) -> Callable:
    """The number of paths, counted in this way, and what they carry together."""
    return lambda blocks, branches, j: [
        count(blocks, branches),
        count(blocks, branches) * j**branches,
    ]


def backward(
    skip: bool = True, sloped: bool = True, turned: bool = False, weights_turned: bool = False
) -> Callable:
    """The gradients of h, W and b in a block, with mistakes."""

    def back(W, b, h, g):
        slope = 1 - np.tanh(W @ h + b) ** 2 if sloped else 1
        delta = slope * g
        dh = slope * (W @ g) if turned else W.T @ delta
        dW = np.outer(h, delta) if weights_turned else np.outer(delta, h)
        return dh + g if skip else dh, dW, delta

    return back


def chain(Js: np.ndarray) -> np.ndarray:
    """The product of the Jacobians alone."""
    whole = np.eye(len(Js[0]))
    for J in Js:
        whole = J @ whole
    return whole


def branch(rng: np.random.Generator, n: int) -> tuple[np.ndarray, ...]:
    """Weights, biases and a state of n units."""
    return hundredths(rng, n, n), hundredths(rng, n), hundredths(rng, n)


def states(rng: np.random.Generator, n: Drawn) -> list[tuple]:
    """Cases for the way up: a branch, and a state."""
    return [branch(rng, size) for size in (2, 3, 4, 2, 5)]


def states_and_gradients(rng: np.random.Generator, n: Drawn) -> list[tuple]:
    """Cases for the way back: the same, and a gradient."""
    return [(*branch(rng, size), hundredths(rng, size, most=1.5)) for size in (2, 3, 4, 2, 5)]


def stacks(rng: np.random.Generator, n: Drawn) -> list[tuple]:
    """Cases for a stack: the Jacobian of each branch."""
    shapes = ((2, 2), (3, 2), (4, 3), (6, 2), (5, 4))
    return [(hundredths(rng, blocks, size, size, most=0.6),) for blocks, size in shapes]
