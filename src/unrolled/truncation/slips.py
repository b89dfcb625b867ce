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


def checkpointed_of(T: int, k: int, n_x: int, n_h: int) -> int:
    """The same with a checkpoint every k steps, if k divides T.   eq-truncation-checkpointing"""
    return (T // k - 1) * n_h + numbers_of(k, n_x, n_h)


def reach(t: int, k1: int, k2: int) -> int:
    """How many steps loss t looks back over, its own included.            eq-truncation-k1k2"""
    T = max(k2, k1 * -(-t // k1))
    return int(kept(T, k1, k2)[t - 1].sum())


def weight(pi: float, barriers: int) -> float:
    """The weight of a path that has survived so many.                      eq-truncation-random"""
    return pi**-barriers


def passed_on(W_hh: Array, slope: Array, delta: Array) -> Array:
    """The error one step earlier, of a gradient from later steps alone."""
    return slope * (W_hh.T @ delta)


def kept_of(table: Float[Array, "T T"], k: int) -> float:
    """What a window of k leaves of a sum over pairs.                     eq-truncation-window"""
    return float((table * kept(len(table), 1, k)).sum())


SLIPS: dict[str, Slip] = {
    # of (T): how many pairs there are
    "steps after the loss": Slip(
        "You paired each loss with every step. A loss depends on its own step and on earlier"
        " steps only.",
        lambda T: T * T,
    ),
    "one a loss": Slip(
        "Each loss reaches all the earlier steps, too, not only its own.", lambda T: T
    ),
    # of (w, k): w^k
    "times for power": Slip(
        "You multiplied by the number of steps. Each step multiplies once more, so the factor is"
        " a power.",
        lambda w, k: w * k,
    ),
    "a step too many": Slip("That is one step too many.", lambda w, k: w ** (k + 1)),
    # of (T, n_x, n_h): numbers of the way back
    "start forgotten": Slip(
        "You also need the state before the first step, because the first step multiplies it by"
        " the weights.",
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
    # of (T, k, n_x, n_h): numbers of the way back with checkpoints
    "all steps kept": Slip(
        "That is the memory without checkpoints. The states between them are forgotten.",
        lambda T, k, n_x, n_h: numbers_of(T, n_x, n_h),
    ),
    "one segment": Slip(
        "That is one segment. The other checkpoints wait in memory, too.",
        lambda T, k, n_x, n_h: numbers_of(k, n_x, n_h),
    ),
    "checkpoints alone": Slip(
        "Those are the checkpoints. The recomputed segment needs its inputs and states, too.",
        lambda T, k, n_x, n_h: T // k * n_h,
    ),
    # of (T, k): pairs that a window keeps
    "no first rows": Slip(
        "The first losses reach fewer than <i>k</i> steps, so their rows are shorter.",
        lambda T, k: T * k,
    ),
    "nothing cut": Slip(
        "That is the number of all pairs, without any cut.", lambda T, k: T * (T + 1) // 2
    ),
    # of (t, k1, k2): steps that a loss looks back over
    "from the loss": Slip(
        "Count <i>k</i><sub>2</sub> from the end of the block, which comes after this loss.",
        lambda t, k1, k2: min(t, k2),
    ),
    "its block alone": Slip(
        "You stopped at the start of the block. The walk covers <i>k</i><sub>2</sub> steps from the"
        " block’s end.",
        lambda t, k1, k2: (t - 1) % k1 + 1,
    ),
    # of (pi, barriers): what a path counts that has survived
    "chance for weight": Slip(
        "That is the probability of surviving. A path that survives must count more, not less.",
        lambda pi, barriers: pi**barriers,
    ),
    "one barrier": Slip(
        "That is the weight for a single barrier. The weights of several barriers multiply.",
        lambda pi, barriers: 1 / pi,
    ),
    "barriers added": Slip(
        "You added the weights of the barriers. They multiply.", lambda pi, barriers: barriers / pi
    ),
    # of (W_hh, slope, delta): the error one step earlier
    "untransposed": Slip(
        "You multiplied by <b>W</b><sub>hh</sub>, as on the way forward. A gradient goes back"
        " through <b>W</b><sub>hh</sub><sup>⊤</sup>.",
        lambda W_hh, slope, delta: slope * (W_hh @ delta),
    ),
    "no slope": Slip(
        "The slope of tanh at the earlier step is missing.",
        lambda W_hh, slope, delta: W_hh.T @ delta,
    ),
    # of (table, k): what a window leaves of the sum
    "not cut": Slip(
        "That is the whole sum. It still contains the path that is cut.",
        lambda table, k: float(table.sum()),
    ),
    "losses dropped": Slip(
        "You dropped the early losses. Truncation keeps every loss and cuts its history.",
        lambda table, k: float((table * late_losses(len(table), k)).sum()),
    ),
    "a step short": Slip(
        "That is one step fewer than the window allows.", lambda table, k: kept_of(table, k - 1)
    ),
}
