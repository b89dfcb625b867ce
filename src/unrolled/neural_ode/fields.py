"""Vector fields with weights, each with the same read backwards.

f(h) = tanh(W h + b), the branch of a residual block                            eq-neural-ode-field
f(h, t) = W_2 tanh(W_1 h + w_t t + b_1) + b_2, and its trace, for densities     eq-neural-ode-trace
Notebook: book/neural_ode.ipynb
"""

from typing import NamedTuple

import numpy as np

from unrolled.core.door import check_generator, check_real, check_whole
from unrolled.core.shapes import Array, Float, outer, total
from unrolled.mlp.network import Layer
from unrolled.neural_ode.gradients import Field


class Seen(NamedTuple):
    """What the way back through a field must remember."""

    h: Float[Array, "*B n"]
    s: Float[Array, "*B n_h"]  # the tanh
    t: float | int


def tanh_field(
    p: Layer, h: Float[Array, "*B n"], t: float | int
) -> tuple[Float[Array, "*B n"], Seen]:
    """tanh(W h + b): the same at all times.                               eq-neural-ode-field"""
    s = np.tanh(np.matvec(p.W, h) + p.b)
    return s, Seen(h, s, t)


def tanh_field_back(
    p: Layer, cache: Seen, dk: Float[Array, "*B n"]
) -> tuple[Layer, Float[Array, "*B n"]]:
    """(∂f/∂θ)ᵀ dk and (∂f/∂h)ᵀ dk."""
    delta = (1 - cache.s * cache.s) * dk
    return Layer(outer(delta, cache.h), total(delta)), np.vecmat(delta, p.W)


TANH_FIELD = Field(tanh_field, tanh_field_back)


class Net(NamedTuple):
    """Weights of a field with one hidden layer that sees the time."""

    W_1: Float[Array, "n_h n"]
    w_t: Float[Array, " n_h"]
    b_1: Float[Array, " n_h"]
    W_2: Float[Array, "n n_h"]
    b_2: Float[Array, " n"]


def net_field(p: Net, h: Float[Array, "*B n"], t: float | int) -> tuple[Float[Array, "*B n"], Seen]:
    """W_2 tanh(W_1 h + w_t t + b_1) + b_2."""
    s = np.tanh(np.matvec(p.W_1, h) + p.w_t * t + p.b_1)
    return np.matvec(p.W_2, s) + p.b_2, Seen(h, s, t)


def net_field_back(
    p: Net, cache: Seen, dk: Float[Array, "*B n"]
) -> tuple[Net, Float[Array, "*B n"]]:
    """(∂f/∂θ)ᵀ dk and (∂f/∂h)ᵀ dk."""
    h, s, t = cache
    delta = (1 - s * s) * np.vecmat(dk, p.W_2)
    summed = total(delta)
    gradient = Net(outer(delta, h), t * summed, summed, outer(dk, s), total(dk))
    return gradient, np.vecmat(delta, p.W_1)


NET_FIELD = Field(net_field, net_field_back)


class Mass(NamedTuple):
    """A point and the logarithm of the density around it, which the flow carries along."""

    h: Float[Array, "*B n"]
    log_density: Float[Array, "*B"]


def mass_field(p: Net, state: Mass, t: float | int) -> tuple[Mass, Seen]:
    """dh/dt = f and d log p/dt = -tr(∂f/∂h), with the trace in full.         eq-neural-ode-trace

    tr = Σ_k (1 - s_k²) m_k with m = diag(W_1 W_2).
    """
    slope, cache = net_field(p, state.h, t)
    return Mass(slope, -(1 - cache.s**2) @ _through_unit(p)), cache


def mass_field_back(p: Net, cache: Seen, dk: Mass) -> tuple[Net, Mass]:
    """The same read backwards, the trace too."""
    h, s, t = cache
    d_log = dk.log_density[..., None]
    slope = 1 - s * s
    delta = slope * (np.vecmat(dk.h, p.W_2) + 2 * d_log * s * _through_unit(p))
    dm = total(-d_log * slope)[:, None]
    summed = total(delta)
    gradient = Net(
        outer(delta, h) + dm * p.W_2.T,
        t * summed,
        summed,
        outer(dk.h, s) + (dm * p.W_1).T,
        total(dk.h),
    )
    return gradient, Mass(np.vecmat(delta, p.W_1), np.zeros_like(dk.log_density))


def _through_unit(p: Net) -> Float[Array, " n_h"]:
    """The diagonal of W_1 W_2: what each hidden unit adds to the trace, but for its slope."""
    return np.sum(p.W_1 * p.W_2.T, axis=1)


MASS_FIELD = Field(mass_field, mass_field_back)


def random_net(rng: np.random.Generator, n: int, n_h: int, scale: float | int = 1.0) -> Net:
    """Weights from N(0, scale²/fan-in), biases 0. Raises ValueError for sizes below 1."""
    rng, scale = check_generator("rng", rng), check_real("scale", scale, 0.0)
    n, n_h = check_whole("n", n, 1), check_whole("n_h", n_h, 1)

    def drawn(rows: int, columns: int) -> Float[Array, "rows columns"]:
        return rng.normal(0, scale * columns**-0.5, (rows, columns))

    return Net(drawn(n_h, n), drawn(n_h, 1)[:, 0], np.zeros(n_h), drawn(n, n_h), np.zeros(n))
