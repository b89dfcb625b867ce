"""Known mistakes of this chapter, as functions of what the right one takes, each with its answer.

Notebook: book/sequence_tasks.ipynb
"""

from math import comb

import numpy as np

from unrolled.core.shapes import Array
from unrolled.page.ask import Slip
from unrolled.rnn.cell import RNN, preactivation
from unrolled.sequence_tasks.depth import count_paths


def state(p: RNN, x: Array | list, h: Array | list) -> Array:
    """The state after x, from the one before it in reading order.   eq-sequence-tasks-both-ways"""
    return np.tanh(preactivation(p, np.asarray(x), np.asarray(h)))


def chance_of(first: Array | list, second: Array | list, i: int, j: int) -> float:
    """p of letter i and then letter j; `second` has a row for each first letter.

    eq-sequence-tasks-generate
    """
    return float(first[i] * np.asarray(second)[i][j])


def mean_of(states: Array, length: int) -> float:
    """The mean of a sequence's own states, one number each; those after `length` are padding.

    eq-sequence-tasks-reading
    """
    return float(states[:length].mean())


def paths(steps: int, layers: int) -> int:
    """The paths from the first input to the last output.                 eq-sequence-tasks-paths"""
    return count_paths(steps, layers)


def carried(steps: int, layers: int, factor: float) -> float:
    """What all paths carry together if each of their moves multiplies by a factor."""
    return paths(steps, layers) * factor ** (steps + layers - 2)


CARRIED = ("one path", "one move", "time alone", "layers alone", "a factor for each state")
SLIPS: dict[str, Slip] = {
    # of a network that reads backwards
    "from the start": Slip(
        "That is the state after this letter alone. The backward network comes from the other end,"
        " so it has already read what follows.",
        lambda p, x, h: state(p, x, np.zeros_like(np.asarray(h))),
    ),
    "without tanh": Slip(
        "That is the pre-activation. The state is its tanh.",
        lambda p, x, h: preactivation(p, np.asarray(x), np.asarray(h)),
    ),
    "without bias": Slip(
        "The bias is missing.",
        lambda p, x, h: state(p._replace(b_h=np.zeros_like(p.b_h)), x, h),
    ),
    # of two letters in a row
    "added": Slip(
        "You added. Both things must happen, so the probabilities multiply.",
        lambda first, second, i, j: float(first[i] + np.asarray(second)[i][j]),
    ),
    "the wrong row": Slip(
        "The second letter depends on the first: take the probabilities after that first letter.",
        lambda first, second, i, j: float(first[i] * np.asarray(second)[j][j]),
    ),
    "the second alone": Slip(
        "That is the probability of the second letter once the first is written.",
        lambda first, second, i, j: float(np.asarray(second)[i][j]),
    ),
    # of paths through depth and time
    "every step": Slip(
        "Count moves, not states: one less to the right, and one less upwards.",
        lambda steps, layers: comb(steps + layers, layers),
    ),
    "product": Slip(
        "That is the number of states. The question is how many paths lead through them.",
        lambda steps, layers: steps * layers,
    ),
    "any at each step": Slip(
        "A path cannot come down again, so it doesn't choose its layer anew at each step.",
        lambda steps, layers: layers ** (steps - 1),
    ),
    # of the sum over all paths
    "one path": Slip(
        "Your sum is what a single path carries. Every path carries the same, so add them all up.",
        lambda steps, layers, factor: factor ** (steps + layers - 2),
    ),
    "one move": Slip(
        "You multiplied by the factor once. A path consists of many moves, and each of them"
        " multiplies.",
        lambda steps, layers, factor: paths(steps, layers) * factor,
    ),
    "time alone": Slip(
        "You took only the moves in time. The moves from layer to layer multiply as well.",
        lambda steps, layers, factor: paths(steps, layers) * factor ** (steps - 1),
    ),
    "layers alone": Slip(
        "You took only the moves from layer to layer. The moves in time multiply as well.",
        lambda steps, layers, factor: paths(steps, layers) * factor ** (layers - 1),
    ),
    "a factor for each state": Slip(
        "You took a factor for each state on a path. A path has one move fewer than states.",
        lambda steps, layers, factor: paths(steps, layers) * factor ** (steps + layers - 1),
    ),
    # of a mean over a padded sequence
    "padding counted": Slip(
        "You divided by all steps. Padding is no step: neither add it nor count it.",
        lambda states, length: float(states.mean()),
    ),
    "padding left out of the sum alone": Slip(
        "The sum is right, but it is divided by the number of real steps.",
        lambda states, length: float(states[:length].sum() / len(states)),
    ),
}
