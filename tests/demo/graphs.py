"""What the tests of both graphs need."""

import numpy as np

from unrolled.demo.network import trace
from unrolled.rnn.cell import RNN
from unrolled.rnn.readout import Model, Readout

WORD = "demo"


def a_model(rng):
    cell = RNN(*(rng.normal(0, 1, shape) for shape in ((2, 4), (2, 2), (2,))))
    return Model(cell, Readout(*(rng.normal(0, 1, shape) for shape in ((4, 2), (4,)))))


def numbers(held):
    """A flat array of the module's, which travels as {index: number}."""
    return list(held.values())


def changed(model, names, was):
    """Which of the trace's quantities are not what they were, and all of them."""
    found = trace(model)
    return [n for n in names if not np.array_equal(found[n].value, was[n].value)], found
