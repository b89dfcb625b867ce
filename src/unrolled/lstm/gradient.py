"""The gradient through an LSTM: what comes back to the cell, and how long a gate lets it last.

Notebook: book/lstm.ipynb
"""

import numpy as np

from unrolled.core.cell import Caches, way_back
from unrolled.core.door import check_array, check_flag, check_real, check_whole
from unrolled.core.records import check_fields
from unrolled.core.shapes import Array, Float
from unrolled.core.tree import tree_at
from unrolled.core.unroll import matching
from unrolled.lstm.cell import CELL, LSTM, State, StepCache, lstm_step_back


def shown_slope(o: Float[Array, "*B n_h"], c: Float[Array, "*B n_h"]) -> Float[Array, "*B n_h"]:
    """∂h_t/∂c_t = o_t ⊙ (1 - tanh² c_t): what the output gate lets back in.       eq-lstm-shown

    Raises ValueError for gates and cells of different shapes.
    """
    o = check_array("o", o, "*B n_h")
    c = check_array("c", c, "*B n_h", B=o.shape[:-1], n_h=o.shape[-1])
    return o * (1 - np.tanh(c) ** 2)


def cell_gradients(
    p: LSTM, caches: Caches, d: State, through_gates: bool = True
) -> Float[Array, "T *B n_h"]:
    """∇_{c_t} 𝓛 = ∇_{h_t} 𝓛 ⊙ o_t ⊙ (1 - tanh² c_t) + f_{t+1} ⊙ ∇_{c_{t+1}} 𝓛.       eq-lstm-back

    d holds the immediate gradients of h_t and c_t. ∇_{h_t} is the total gradient; without
    `through_gates` it is the immediate one, as if the next step's gates had not read h_t: another
    number. Raises ValueError for caches, weights or gradients that do not fit.
    """
    p = way_back(CELL, p, caches)[1]
    d = matching(d, caches.states)
    through_gates = check_flag("through_gates", through_gates)
    found = np.empty_like(d.c)
    dh = 0.0
    dc = 0.0
    for t in reversed(range(len(found))):
        now = tree_at(caches.steps, t)
        dh, dc = dh + d.h[t], dc + d.c[t]
        found[t] = dh * shown_slope(now.valves.o, caches.states.c[t]) + dc
        dh, dc = lstm_step_back(p, now, State(dh, dc))[2]
        dh = dh if through_gates else 0.0
    return found


def cell_jacobians(p: LSTM, caches: Caches) -> Float[Array, "T *B n_h n_h"]:
    """dc_{t+1}/dc_t for t = 1 .. T-1: diag(f_{t+1}), and three ways through h_t.   eq-lstm-jacobian

    Raises ValueError for a single step and for caches or weights that are not an LSTM's.
    """
    p = way_back(CELL, p, caches)[1]
    steps = check_fields("caches.steps", caches.steps, StepCache)
    check_whole("caches", len(steps.shown), 2, of="steps")
    later = tree_at(steps, slice(1, None))
    i, f, _, c = later.valves
    through = (
        (later.before.c * f * (1 - f))[..., None] * p.f.W_h
        + (c * i * (1 - i))[..., None] * p.i.W_h
        + (i * (1 - c * c))[..., None] * p.c.W_h
    )
    into_h = shown_slope(steps.valves.o[:-1], later.before.c)
    return f[..., None] * np.eye(f.shape[-1]) + through * into_h[..., None, :]


def path_shares(f: Float[Array, "T *B n_h"]) -> Float[Array, "T *B n_h"]:
    """∂c_t/∂c_k along the cell's own path, f_t ⊙ … ⊙ f_{k+1}, t = T, k = 0 .. T-1.    eq-lstm-path

    f are the forget gates of steps 1 .. T. Raises ValueError for gates outside 0 to 1.
    """
    f = check_array("f", f, "T *B n_h")
    if wrong := f[(f < 0) | (f > 1)].tolist():
        raise ValueError(f"f: got {wrong[0]}, expected gates from 0 to 1")
    return np.cumprod(f[::-1], axis=0)[::-1]


def half_life(f: float | int) -> float:
    """Steps after which a forget gate f has left half: log ½ / log f.          eq-lstm-half-life

    Raises ValueError for an f that is not between 0 and 1, both excluded.
    """
    return float(-np.log(2) / np.log(check_real("f", f, above=0.0, below=1.0)))


def forget_bias(steps: float | int) -> float:
    """b_f = log(T - 1), with which 1/(1 - σ(b_f)) is T (Tallec and Ollivier 2018). eq-lstm-horizon

    Raises ValueError for a T that is not above 1.
    """
    return float(np.log(check_real("steps", steps, above=1.0) - 1))
