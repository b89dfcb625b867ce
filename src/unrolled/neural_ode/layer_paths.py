"""What the explorable *layers to flow* shows: one field, and the paths of points through layers.

A residual network with L blocks takes L steps of Euler's method along the field,
h + (T/L) tanh(W h + b), and the flow is what is left as L grows.          eq-neural-ode-euler
Notebook: book/neural_ode.ipynb
"""

import numpy as np

from unrolled.core.door import check_array, check_choice, check_whole
from unrolled.core.shapes import Array, Float
from unrolled.mlp.network import Layer
from unrolled.neural_ode.adaptive import solve_adaptively
from unrolled.neural_ode.fields import tanh_field
from unrolled.neural_ode.solvers import SOLVERS, solve

WEIGHTS = Layer(np.array([[0.0, -2.0], [2.0, -0.2]]), np.array([0.3, -0.1]))
TIME = 2.0  # of the flow
FINEST = 256  # steps of RK4 that count as the flow
HOME = (1.1, -0.7)  # where the point that can be moved starts
OTHERS = ((-0.4, -0.9), (-0.8, -0.3), (-1.3, 0.2), (0.6, -1.3), (-0.7, 0.6))


def slope(h: Float[Array, "*B n"], t: float) -> Float[Array, "*B n"]:
    """tanh(W h + b)."""
    return tanh_field(WEIGHTS, h, t)[0]


def walk(solver: str, start: Float[Array, " n"], size: int) -> dict:
    """Times and points of every step from `start`, how often f was evaluated, steps refused.

    `size` is the number of equal steps; for "adaptive" the tolerance is 10^-size.
    Raises ValueError for a solver that there is not, and for a size below 1.
    """
    solver = check_choice("solver", solver, [*SOLVERS, "adaptive"])
    size, start = check_whole("size", size, 1), check_array("start", start, "n")
    if solver == "adaptive":
        found = solve_adaptively(slope, start, 0.0, TIME, 10.0**-size, 10.0**-size)
        return {
            "times": found.times,
            "points": found.states,
            "calls": found.calls,
            "refused": len(found.refused),
        }
    times = np.linspace(0, TIME, size + 1)
    calls = size * len(SOLVERS[solver].b)
    return {
        "times": times,
        "points": solve(slope, start, times, solver),
        "calls": calls,
        "refused": 0,
    }


def flow_end(start: Float[Array, " n"]) -> Float[Array, " n"]:
    """Where the flow carries a point."""
    return walk("rk4", start, FINEST)["points"][-1]


def end_gap(solver: str, start: Float[Array, " n"], size: int) -> float:
    """How far from the end of the flow a solver ends."""
    end = walk(solver, start, size)["points"][-1]
    return float(np.linalg.norm(end - flow_end(start)))


def find_crossings(p: Float[Array, "K 2"], q: Float[Array, "M 2"]) -> Float[Array, "C 2"]:
    """The places at which two broken lines cross, in the order of the first."""
    start, way = p[:-1, None], np.diff(p, axis=0)[:, None]
    between, along = q[:-1] - start, np.diff(q, axis=0)
    area = _area(way, along)
    with np.errstate(divide="ignore", invalid="ignore"):  # lines that run side by side
        u, v = _area(between, along) / area, _area(between, way) / area
    met = (area != 0) & (u > 0) & (u < 1) & (v > 0) & (v < 1)
    return (start + np.where(met, u, 0)[..., None] * way)[met]


def _area(a: Float[Array, "*S 2"], b: Float[Array, "*R 2"]) -> Float[Array, "..."]:
    """The signed area between vectors of the plane."""
    return a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]


def count_crossings(start: Float[Array, " n"], blocks: int) -> int:
    """How often the paths of all start points through so many residual blocks cross."""
    starts = [np.asarray(one) for one in (start, *OTHERS)]
    paths = [walk("euler", one, blocks)["points"] for one in starts]
    return sum(len(find_crossings(paths[i], paths[j])) for i in range(len(paths)) for j in range(i))
