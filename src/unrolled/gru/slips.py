"""Known mistakes of this chapter, as functions of what the right one takes, each with its answer.

Notebook: book/gru.ipynb
"""

import numpy as np

from unrolled.core.activations import LOGISTIC
from unrolled.core.shapes import Array, Float
from unrolled.gru.cell import GRU, StepCache
from unrolled.gru.gradient import step_terms, update_bias
from unrolled.lstm.cost import cell_weights
from unrolled.lstm.gate import Gate, sums
from unrolled.page.ask import Slip


def opened(p: Gate, x: Float[Array, " n_x"], h: Float[Array, " n_h"]) -> Array:
    """σ(W_x x + W_h h + b), a gate.                                              eq-gru-update"""
    return LOGISTIC.of(sums(p, x, h))


def candidate(p: Gate, x: Array, h: Array, r: Array) -> Array:
    """tanh(W_x x + W_h (r ⊙ h) + b).                                          eq-gru-candidate"""
    return np.tanh(sums(p, x, r * h))


def mixed(u: Array | float, h: Array | float, new: Array | float) -> Array | float:
    """(1 - u) ⊙ h + u ⊙ h̃.                                                       eq-gru-state"""
    return (1 - u) * h + u * new


def factor(
    u: float, r: float, h: float, new: float, w_u: float, w_r: float, w: float
) -> list[float]:
    """The four terms of ∂h_t/∂h_{t-1} of one unit: kept, by update, candidate, reset."""
    gates = [Gate(np.zeros((1, 1)), np.array([[float(a)]]), np.zeros(1)) for a in (w_u, w_r, w)]
    step = StepCache(*(np.array([float(a)]) for a in (0, h, u, r, new)))
    return [float(term[0, 0]) for term in step_terms(GRU(*gates), step)]


def bias(steps: float | int) -> float:
    """-log(T - 1).                                                             eq-gru-horizon"""
    return update_bias(steps)


def left(u: float, steps: int) -> float:
    """(1 - u)ᵏ, what is left of a state by the kept way."""
    return (1 - u) ** steps


def weights(n_x: int, n_h: int) -> int:
    """3 n_h (n_x + n_h + 1).                                                eq-gru-parameters"""
    return cell_weights(3, n_x, n_h)


SLIPS: dict[str, Slip] = {
    # of a gate
    "tanh gate": Slip(
        "You used tanh. A gate is the <i>σ</i> of its pre-activation, a number from 0 to 1.",
        lambda p, x, h: np.tanh(sums(p, x, h)),
    ),
    "sum alone": Slip("That is the pre-activation. The gate is its <i>σ</i>.", sums),
    "the other share": Slip("That is 1 minus the gate.", lambda p, x, h: 1 - opened(p, x, h)),
    "gate without past": Slip(
        "The old state is missing: the gate reads it as well as the input.",
        lambda p, x, h: opened(p, x, 0 * h),
    ),
    # of a candidate
    "reset after": Slip(
        "You reset after the product. In this form <b>r</b> multiplies the state first.",
        lambda p, x, h, r: np.tanh(p.W_x @ x + r * (p.W_h @ h) + p.b),
    ),
    "no reset": Slip(
        "The reset gate is missing: <b>W</b><sub>hh</sub> multiplies <b>r</b> ⊙ <b>h</b>.",
        lambda p, x, h, r: candidate(p, x, h, np.ones_like(r)),
    ),
    "everything reset": Slip(
        "You reset the input and the bias as well. Only the old state is reset.",
        lambda p, x, h, r: np.tanh(r * sums(p, x, h)),
    ),
    "not squashed": Slip(
        "That is the pre-activation. The candidate is its tanh.",
        lambda p, x, h, r: sums(p, x, r * h),
    ),
    # of a mixture
    "other way round": Slip(
        "You gave the share <b>u</b> to the old state. Here it is the candidate's share.",
        lambda u, h, new: u * h + (1 - u) * new,
    ),
    "nothing kept": Slip(
        "The part that is kept, (1 − <b>u</b>) ⊙ <b>h</b>, is missing.",
        lambda u, h, new: u * new + 0 * h,
    ),
    "all kept": Slip(
        "You kept the whole old state, but its share is 1 − <b>u</b>.",
        lambda u, h, new: h + u * new,
    ),
    # of a horizon
    "sign": Slip(
        "That bias opens the gate. To keep its state, a GRU needs a negative bias.",
        lambda steps: -update_bias(steps),
    ),
    "share": Slip(
        "That is <i>u</i> itself. The bias is the number whose <i>σ</i> is <i>u</i>.",
        lambda steps: 1 / steps,
    ),
    "forgotten one": Slip(
        "Nearly: 1/<i>σ</i>(<i>b</i>) = 1 + e<sup>−<i>b</i></sup>, so −<i>b</i> = ln(<i>T</i> −"
        " 1).",
        lambda steps: -np.log(steps),
    ),
    # of sizes
    "four": Slip(
        "That is the number for an LSTM. A GRU has only two gates and a candidate.",
        lambda n_x, n_h: cell_weights(4, n_x, n_h),
    ),
    "no biases": Slip("The biases are missing.", lambda n_x, n_h: 3 * n_h * (n_x + n_h)),
    "gates alone": Slip(
        "That counts the two gates. The candidate has parameters, too.",
        lambda n_x, n_h: cell_weights(2, n_x, n_h),
    ),
    "two biases": Slip(
        "That is PyTorch's number: it stores every bias twice.",
        lambda n_x, n_h: 3 * n_h * (n_x + n_h + 2),
    ),
}
