"""Known mistakes on the way back, each with what it gives and what is said to it.

Gradients are those of the sum of the losses; `delta` is ∇_{a_t} of it. Notebook: book/bptt.ipynb
"""

import numpy as np

from unrolled.backprop.slips import SLIPS as ON_THE_WAY_BACK
from unrolled.core.shapes import Array
from unrolled.page.ask import Slip


def scalar(w: float, xs: list, h0: float, slope: bool = True, factor: float | None = None) -> float:
    """dh_T/dw of h_t = tanh(x_t + w h_{t-1}); `factor` replaces the w that carries the past."""
    h = h0
    d = 0.0
    carried = w if factor is None else factor
    for x in xs:
        now = np.tanh(x + w * h)
        h, d = now, (1 - now**2 if slope else 1) * (h + carried * d)
    return d


def delta(W_yh: Array, W_hh: Array, h: Array, dz: Array, after: Array) -> Array:
    """∇_{a_t} from the error dz at the output and from `after`, the ∇_a of the next step."""
    return (1 - h**2) * (W_yh.T @ dz + W_hh.T @ after)


def weights(deltas: Array, before: Array, states: Array) -> Array:
    """∇_{W_hh} of the mean loss: the sum of delta times the state before, divided by T once."""
    return deltas.T @ before / len(deltas)


ERROR = ("error sign", "diagonal alone", "without the softmax", "target left out")
SLIPS = {
    # of (y_hat, y): ŷ - y
    **{name: ON_THE_WAY_BACK[name] for name in ERROR},
    # of (W, e): Wᵀ e
    "back untransposed": Slip(
        "You multiplied by <b>W</b>, as on the way forward. A gradient goes back through"
        " <b>W</b><sup>⊤</sup>.",
        lambda W, e: W @ e,
    ),
    # of (w, xs, h0): dh_T/dw
    "immediate for total": Slip(
        "That is the immediate derivative, which holds the previous state fixed. But the"
        " previous state was computed with the same weight, so it moves, too.",
        lambda w, xs, h0: scalar(w, xs, h0, factor=0.0),
    ),
    "factor w left out": Slip(
        "The derivative of the previous state must still be multiplied by the weight.",
        lambda w, xs, h0: scalar(w, xs, h0, factor=1.0),
    ),
    "scalar without slope": Slip(
        "The slope of tanh is missing. Multiply both parts by it.",
        lambda w, xs, h0: scalar(w, xs, h0, slope=False),
    ),
    # of (table): the sum of all paths
    "diagonal only": Slip(
        "That is the diagonal alone: each loss stops at its own step, and the effect of earlier"
        " copies is left out.",
        lambda table: np.trace(table),
    ),
    "total in the sum": Slip(
        "You counted each path once for every state on it. With total derivatives in the double"
        " sum, later losses are counted again.",
        lambda table: sum((t - i + 1) * table[t, i] for t, i in np.argwhere(np.tri(len(table)))),
    ),
    # of (W_hh, h, dh): W_hhᵀ ((1 - h²) dh), the message to the step before
    "message untransposed": Slip(
        "You multiplied by <b>W</b><sub>hh</sub> itself. On the way back it is transposed.",
        lambda W_hh, h, dh: W_hh @ ((1 - h**2) * dh),
    ),
    "message without slope": Slip(
        "You sent the gradient of the state back. It must first go through the slope of tanh, to"
        " the pre-activation, and only then through <b>W</b><sub>hh</sub><sup>⊤</sup>.",
        lambda W_hh, h, dh: W_hh.T @ dh,
    ),
    # of (W_yh, W_hh, h, dz, after): delta
    "future dropped": Slip(
        "That is the gradient of the step's own loss alone. The later losses send a gradient,"
        " too, through <b>W</b><sub>hh</sub><sup>⊤</sup>.",
        lambda W_yh, W_hh, h, dz, after: delta(W_yh, W_hh, h, dz, 0 * after),
    ),
    "delta untransposed": Slip(
        "You multiplied what comes back from the next step by <b>W</b><sub>hh</sub>. It must be"
        " multiplied by the transpose.",
        lambda W_yh, W_hh, h, dz, after: delta(W_yh, W_hh.T, h, dz, after),
    ),
    "delta without slope": Slip(
        "That is the gradient of the state. Multiply it by the slope of tanh.",
        lambda W_yh, W_hh, h, dz, after: delta(W_yh, W_hh, 0 * h, dz, after),
    ),
    "bracket lost": Slip(
        "The slope multiplies both gradients: add them first, then multiply.",
        lambda W_yh, W_hh, h, dz, after: W_yh.T @ dz + (1 - h**2) * (W_hh.T @ after),
    ),
    "slope with plus": Slip(
        "The slope of tanh is 1 <i>minus</i> the square of the state; it never exceeds 1.",
        lambda W_yh, W_hh, h, dz, after: (1 + h**2) * (W_yh.T @ dz + W_hh.T @ after),
    ),
    # of (deltas, before, states): ∇_{W_hh} of the mean loss
    "1/T left out": Slip(
        "That is the gradient of the sum of the losses. The mean divides it by <i>T</i>, once.",
        lambda deltas, before, states: len(deltas) * weights(deltas, before, states),
    ),
    "1/T twice": Slip(
        "You divided by <i>T</i> twice.",
        lambda deltas, before, states: weights(deltas, before, states) / len(deltas),
    ),
    "state after the step": Slip(
        "Each error is multiplied by the state <i>before</i> its step; you took the state"
        " after it.",
        lambda deltas, before, states: weights(deltas, states, states),
    ),
    "rows for columns": Slip(
        "You swapped rows and columns: the row is the unit that receives.",
        lambda deltas, before, states: weights(deltas, before, states).T,
    ),
}
