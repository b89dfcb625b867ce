"""Runs of any cell, recorded for the lag plot: log10 of norms and chains, small enough for JSON.

Notebook: book/gradients.ipynb
"""

import numpy as np

from unrolled.bptt.jacobians import jacobians
from unrolled.core.cell import Caches, Cell
from unrolled.core.door import check_finite, short_repr
from unrolled.core.shapes import Array
from unrolled.core.tree import tree_map
from unrolled.core.unroll import unroll
from unrolled.gradients.norms import spectral_norm, spectral_radius
from unrolled.gradients.products import lags
from unrolled.rnn.cell import CELL, RNN

EDGE = 400.0  # log10 of 0 and of infinity, which JSON has not, become ∓400


def named(runs: object) -> dict[str, dict]:
    """Each of these (cell, p, xs, h0) recorded, by name; ValueError if they do not fit one plot."""
    if not isinstance(runs, dict) or not runs:
        raise ValueError(f"runs: got {short_repr(runs)}, expected a dict of names and runs")
    found = {}
    for name, run in runs.items():
        if not isinstance(name, str) or not name or set(name) & set("<>&"):
            raise ValueError(f"name: got {short_repr(name)}, expected a text without <, > and &")
        if type(run) is not tuple or len(run) != 4:  # a Cell is a tuple, too
            raise ValueError(f"{name}: got {short_repr(run)}, expected (cell, p, xs, h0)")
        found[name] = recorded(*run)
    for name, run in found.items():
        if len(run["mid"]) != len(steps(found)):
            got, expected = len(run["mid"]), len(steps(found))
            raise ValueError(f"{name}: got {got} steps, expected {expected} as before it")
    return found


def steps(runs: dict[str, dict]) -> range:
    """The lags of recorded runs."""
    return range(1, 1 + len(next(iter(runs.values()))["mid"]))


def recorded(cell: Cell, p: object, xs: Array, h0: object) -> dict:
    """A run of any cell as log10 of norms and chains at lags 1..T, and its rules if it has any.

    xs is one sequence, (T, n_x), or several, (T, B, n_x), with a start in h0 for each.
    Raises as `lags` does.
    """
    if cell is not None and p is None:
        raise ValueError("p: got None, expected the weights of the cell, with xs and h0")
    xs = check_finite("xs", xs)
    several = xs.ndim == 3
    _, caches = unroll(cell, p, xs, h0)
    starts = [(xs[:, i], tree_map(lambda leaf, i=i: leaf[i], h0)) for i in range(xs.shape[1])]
    found = [lags(cell, p, *one) for one in (starts if several else [(xs, h0)])]
    norm = np.sort(_logs([one.norm for one in found]), axis=0)
    run = {
        "mid": norm[len(norm) // 2],
        "upper": _logs([one.upper for one in found]).max(axis=0),
        "lower": _logs([one.lower for one in found]).min(axis=0),
    }
    run |= {"low": norm[0], "high": norm[-1]} if several else {}
    largest = float(spectral_norm(jacobians(cell, p, caches)).max())
    rest = {"largest": round(largest, 9), "count": len(norm)}
    known = _rules(p, xs, caches) if cell == CELL else {}
    return {name: values.round(4).tolist() for name, values in run.items()} | rest | known


def _rules(p: RNN, xs: Array, caches: Caches) -> dict:
    """What the rules of ρ and of the norm know of Elman's cell; `rests`: its state dies out."""
    W = check_finite("W_hh", p.W_hh)
    values = np.linalg.eigvals(W)
    end = np.linalg.norm(caches.states[-1], axis=-1).max()
    return {
        "bound": round(float(spectral_norm(W)), 12),
        "rho": round(float(spectral_radius(W)), 12),
        "values": np.stack([values.real, values.imag], axis=1).round(4).tolist(),
        "nonnegative": bool((W >= 0).all()),
        "rests": bool(end < 0.01 and not np.any(xs @ np.transpose(p.W_hx) + p.b_h)),
    }


def _logs(values: object) -> Array:
    with np.errstate(divide="ignore"):
        return np.clip(np.log10(values), -EDGE, EDGE)
