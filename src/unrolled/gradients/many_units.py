"""64 tanh units, one matrix at twelve spectral radii, three drives: a closer look of `Pulse`.

h_t = tanh(ρ W h_{t-1} + drive · ξ_t) with ρ(W) = 1, run on five inputs ξ from five starts. Derived
data: `make data NAME=gradients.many_units`, in half a minute.
Notebook: book/gradients.ipynb
"""

from functools import cache

import numpy as np

from unrolled.core.derived import read_data
from unrolled.core.initial import with_radius
from unrolled.core.shapes import Array
from unrolled.core.unroll import unroll
from unrolled.gradients.norms import spectral_norm
from unrolled.gradients.products import lags
from unrolled.rnn.cell import CELL, RNN

RADII = (0.4, 0.5, 0.6, 0.8, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 1.9, 2.0)
DRIVES = (0, 1, 5)
LAGS = (*range(1, 11), *range(15, 101, 5))
UNITS, INPUTS = 64, 5


@cache
def problem() -> tuple[Array, Array, Array]:
    """W of radius 1, the five inputs ξ (T, 5, 64) and the five starts."""
    rng = np.random.default_rng(0)
    W = with_radius(rng, UNITS, 1.0)
    return W, rng.normal(size=(LAGS[-1], INPUTS, UNITS)), 0.1 * rng.normal(size=(INPUTS, UNITS))


def weights(radius: float, drive: float | int) -> RNN:
    """The network at this radius and drive; its input is ξ."""
    return RNN(drive * np.eye(UNITS), radius * problem()[0], np.zeros(UNITS))


def measure(radius: float, drive: float | int) -> dict:
    """log10 of ‖∂h_k/∂h_0‖₂ at LAGS: the lowest, the median and the highest of five runs.

    `rests`: without input all five states have died out, ‖h_T‖ < 0.01.
    """
    p = weights(radius, drive)
    (_, xs, h0) = problem()
    states, _ = unroll(CELL, p, xs, h0)
    runs = [lags(CELL, p, xs[:, i], h0[i]).norm for i in range(INPUTS)]
    found = np.sort(np.log10(runs)[:, np.array(LAGS) - 1], axis=0).round(5)
    still = not drive and bool(np.linalg.norm(states[-1], axis=-1).max() < 0.01)
    return {
        "low": found[0].tolist(),
        "mid": found[INPUTS // 2].tolist(),
        "high": found[-1].tolist(),
        "rests": still,
    }


def compute_data() -> dict:
    """‖W‖₂ and the eigenvalues (re, im) at radius 1, and the runs by radius and drive."""
    values = np.linalg.eigvals(problem()[0])
    return {
        "norm": float(spectral_norm(problem()[0])),
        "eigenvalues": np.stack([values.real, values.imag], axis=1).round(3).tolist(),
        "runs": [[measure(radius, drive) for drive in DRIVES] for radius in RADII],
    }


def loaded() -> dict:
    """The same, from the file."""
    return read_data(__name__)
