"""Known mistakes on the way back, each with what it gives and what is said to it.

Gradients are those of the sum of the losses; `delta` is ∇_{a_t} of it. Notebook: book/bptt.ipynb
"""

import numpy as np

from unrolled.backprop.slips import SLIPS as ON_THE_WAY_BACK
from unrolled.core.shapes import Array
from unrolled.page.ask import Slip


def scalar(w: float, xs: list, h0: float, slope: bool = True, factor: float | None = None) -> float:
    """dh_T/dw of h_t = tanh(x_t + w h_{t-1}); `factor` stands where w carries the past."""
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
        "That is <b>W</b> times the error, the way forward. A gradient goes back through"
        " <b>W</b><sup>⊤</sup>.",
        lambda W, e: W @ e,
    ),
    # of (w, xs, h0): dh_T/dw
    "immediate for total": Slip(
        "That is the immediate derivative: the state before is held fixed. It was made with the"
        " same weight, so it moves too.",
        lambda w, xs, h0: scalar(w, xs, h0, factor=0.0),
    ),
    "factor w left out": Slip(
        "What the state before passes on must still be multiplied by the weight.",
        lambda w, xs, h0: scalar(w, xs, h0, factor=1.0),
    ),
    "scalar without slope": Slip(
        "The slope of tanh is missing: both parts are multiplied by it.",
        lambda w, xs, h0: scalar(w, xs, h0, slope=False),
    ),
    # of (table): the sum of all paths
    "diagonal only": Slip(
        "That is the diagonal alone: each loss stops at its own step, and what earlier copies did"
        " is left out.",
        lambda table: np.trace(table),
    ),
    "total in the sum": Slip(
        "Here a path counts once for each state on it. With total derivatives in the double sum,"
        " later losses are counted again.",
        lambda table: sum((t - i + 1) * table[t, i] for t, i in np.argwhere(np.tri(len(table)))),
    ),
    # of (W_hh, h, dh): W_hhᵀ ((1 - h²) dh), the message to the step before
    "message untransposed": Slip(
        "That is <b>W</b><sub>hh</sub> itself. On the way back it is transposed.",
        lambda W_hh, h, dh: W_hh @ ((1 - h**2) * dh),
    ),
    "message without slope": Slip(
        "You sent the gradient at the state back. Before it passes <b>W</b><sub>hh</sub> it goes"
        " through the slope of tanh, to the pre-activation.",
        lambda W_hh, h, dh: W_hh.T @ dh,
    ),
    # of (W_yh, W_hh, h, dz, after): delta
    "future dropped": Slip(
        "That is the message of its own loss alone. The later losses speak too, through"
        " <b>W</b><sub>hh</sub>.",
        lambda W_yh, W_hh, h, dz, after: delta(W_yh, W_hh, h, dz, 0 * after),
    ),
    "delta untransposed": Slip(
        "The message from the future went through <b>W</b><sub>hh</sub> where its transpose"
        " belongs.",
        lambda W_yh, W_hh, h, dz, after: delta(W_yh, W_hh.T, h, dz, after),
    ),
    "delta without slope": Slip(
        "That is the gradient at the state. The slope of tanh is missing.",
        lambda W_yh, W_hh, h, dz, after: delta(W_yh, W_hh, 0 * h, dz, after),
    ),
    "bracket lost": Slip(
        "The slope belongs to both messages: add first, multiply then.",
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
    "state of now": Slip(
        "Each delta meets the state <i>before</i> its step; you took the state after it.",
        lambda deltas, before, states: weights(deltas, states, states),
    ),
    "rows for columns": Slip(
        "Rows and columns are exchanged: the row is the unit that receives.",
        lambda deltas, before, states: weights(deltas, before, states).T,
    ),
}
