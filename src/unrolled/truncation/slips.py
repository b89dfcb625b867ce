"""Known mistakes about truncation, each with what it gives and what is said to it.

Notebook: book/truncation.ipynb
"""

from unrolled.core.shapes import Array, Float
from unrolled.page.ask import Slip
from unrolled.truncation.weights import kept, late_losses


def pairs_of(T: int, k: int) -> int:
    """How many pairs (loss t, step i) a window of k keeps of T steps."""
    return sum(min(t, k) for t in range(1, T + 1))


def numbers_of(T: int, n_x: int, n_h: int) -> int:
    """What the way back over T steps needs.                             eq-truncation-memory"""
    return T * (n_x + n_h) + n_h


def reach(t: int, k1: int, k2: int) -> int:
    """How many steps loss t looks back over, its own included.            eq-truncation-k1k2"""
    T = max(k2, k1 * -(-t // k1))
    return int(kept(T, k1, k2)[t - 1].sum())


def weight(pi: float, barriers: int) -> float:
    """What a path counts that has survived so many.                      eq-truncation-random"""
    return pi**-barriers


def passed_on(W_hh: Array, slope: Array, delta: Array) -> Array:
    """The error one step earlier, of a message from the future alone."""
    return slope * (W_hh.T @ delta)


def kept_of(table: Float[Array, "T T"], k: int) -> float:
    """What a window of k leaves of a sum over pairs.                     eq-truncation-window"""
    return float((table * kept(len(table), 1, k)).sum())


SLIPS: dict[str, Slip] = {
    # of (T): how many pairs there are
    "steps after the loss": Slip(
        "You paired each loss with every step. A loss hears of its own step and of earlier ones"
        " only.",
        lambda T: T * T,
    ),
    "one a loss": Slip("Each loss looks back over all steps before it, too.", lambda T: T),
    # of (w, k): w^k
    "times for power": Slip(
        "You multiplied by the number of steps. Every step multiplies anew, so it is a power.",
        lambda w, k: w * k,
    ),
    "a step too many": Slip("That is one step too many.", lambda w, k: w ** (k + 1)),
    # of (T, n_x, n_h): numbers of the way back
    "start forgotten": Slip(
        "The state before the first step is needed too: the first copy of the weight multiplied"
        " it.",
        lambda T, n_x, n_h: T * (n_x + n_h),
    ),
    "inputs forgotten": Slip(
        "The inputs are missing: the gradient of <b>W</b><sub>hx</sub> multiplies by them.",
        lambda T, n_x, n_h: T * n_h + n_h,
    ),
    "an input too many": Slip(
        "Before the first step there is a state, but no input.",
        lambda T, n_x, n_h: (T + 1) * (n_x + n_h),
    ),
    # of (T, k): pairs that a window keeps
    "no first rows": Slip(
        "The first losses have fewer than <i>k</i> steps to look back over.", lambda T, k: T * k
    ),
    "nothing cut": Slip("That is all of them, without a cut.", lambda T, k: T * (T + 1) // 2),
    # of (t, k1, k2): steps that a loss looks back over
    "from the loss": Slip(
        "<i>k</i><sub>2</sub> is counted from the end of the block, which comes after this loss.",
        lambda t, k1, k2: min(t, k2),
    ),
    "its block alone": Slip(
        "That stays within the block. The walk goes on, <i>k</i><sub>2</sub> steps from its end.",
        lambda t, k1, k2: (t - 1) % k1 + 1,
    ),
    # of (pi, barriers): what a path counts that has survived
    "chance for weight": Slip(
        "That is the chance to survive. What is left must count more for it, not less.",
        lambda pi, barriers: pi**barriers,
    ),
    "one barrier": Slip(
        "That is the weight of a single barrier. They multiply.", lambda pi, barriers: 1 / pi
    ),
    "barriers added": Slip(
        "The barriers multiply; they do not add.", lambda pi, barriers: barriers / pi
    ),
    # of (W_hh, slope, delta): the error one step earlier
    "untransposed": Slip(
        "You multiplied by <b>W</b><sub>hh</sub>, the way forward. A message goes back through"
        " <b>W</b><sub>hh</sub><sup>⊤</sup>.",
        lambda W_hh, slope, delta: slope * (W_hh @ delta),
    ),
    "no slope": Slip(
        "The slope of tanh at the earlier step is missing.",
        lambda W_hh, slope, delta: W_hh.T @ delta,
    ),
    # of (table, k): what a window leaves of the sum
    "not cut": Slip(
        "That is the whole sum. The path that the scheme cuts is still in it.",
        lambda table, k: float(table.sum()),
    ),
    "losses dropped": Slip(
        "You dropped the early losses. Truncation keeps every loss and cuts its history.",
        lambda table, k: float((table * late_losses(len(table), k)).sum()),
    ),
    "a step short": Slip(
        "That is one step less than the window allows.", lambda table, k: kept_of(table, k - 1)
    ),
}
