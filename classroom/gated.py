"""Gated cells of one's own: every gate as one matrix, whose columns are inputs, state and bias."""

import numpy as np

from unrolled.lstm.gate import Gate


def gate(W: np.ndarray, n_x: int) -> Gate:
    """The columns of a matrix by what they multiply."""
    return Gate(W[:, :n_x], W[:, n_x:-1], W[:, -1])


def logistic(a: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-a))
