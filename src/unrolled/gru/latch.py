"""A leak that is fixed, one that is read from the input, and one from input and state.

Each step brings a value and a mark; what was marked is to be kept. Weights made by hand.
Notebook: book/gru.ipynb
"""

import numpy as np

from unrolled.core.shapes import Array, Float
from unrolled.core.unroll import unroll
from unrolled.gru.cell import CELL, GRU
from unrolled.lstm.gate import Gate
from unrolled.remedies.shortcuts import leaky
from unrolled.rnn.cell import RNN

STEPS = 30
MARKS = (3, 18)
ALPHA = 0.95
VALUE = np.array([[3.0, 0.0]])  # the candidate is tanh of three times the value
OPEN, SHUT = 10.0, -5.0  # u = σ(10 mark - 5)
_RESET = Gate(np.zeros((2, 2)), np.zeros((2, 2)), np.zeros(2))
_CANDIDATE = Gate(np.array([*VALUE, [0.0, 3.0]]), np.zeros((2, 2)), np.zeros(2))
_READ = Gate(np.array([[0.0, OPEN]] * 2), np.zeros((2, 2)), np.full(2, SHUT))

# Unit 1 keeps a value, unit 2 keeps that there was a mark.
LAST = GRU(_READ, _RESET, _CANDIDATE)  # u from the input alone
FIRST = LAST._replace(u=_READ._replace(W_h=np.array([[0.0, -OPEN], [0.0, 0.0]])))
PLAIN = RNN(VALUE, np.zeros((1, 1)), np.zeros(1))


def marked(rng: np.random.Generator) -> Float[Array, "T 2"]:
    """Values of ±1, each with a mark of 0 or 1; the first marked value is 1, the second -1."""
    xs = np.zeros((STEPS, 2))
    xs[:, 0] = rng.choice([-1.0, 1.0], STEPS)
    for step, value in zip(MARKS, (1.0, -1.0), strict=True):
        xs[step - 1] = value, 1.0
    return xs


def kept(xs: Float[Array, "T 2"]) -> dict[str, Float[Array, " T"]]:
    """The unit that keeps the value, step by step, with each of the three leaks.     eq-gru-read"""
    zero = np.zeros(2)
    return {
        "fixed leak": unroll(leaky(ALPHA), PLAIN, xs, np.zeros(1))[0][:, 0],
        "gate on the input": unroll(CELL, LAST, xs, zero)[0][:, 0],
        "gate on input and state": unroll(CELL, FIRST, xs, zero)[0][:, 0],
    }


def opened(xs: Float[Array, "T 2"]) -> dict[str, Float[Array, " T"]]:
    """How far the gate of that unit is open, step by step; a fixed leak writes 1 - α."""
    zero = np.zeros(2)
    return {
        "fixed leak": np.full(len(xs), 1 - ALPHA),
        "gate on the input": unroll(CELL, LAST, xs, zero)[1].steps.u[:, 0],
        "gate on input and state": unroll(CELL, FIRST, xs, zero)[1].steps.u[:, 0],
    }
