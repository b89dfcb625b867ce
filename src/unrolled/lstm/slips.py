"""Known mistakes of this chapter, as functions of what the right one takes, each with its answer.

Notebook: book/lstm.ipynb
"""

import numpy as np

from unrolled.lstm.cell import LSTM, State, lstm_step, valves
from unrolled.lstm.cost import cell_weights
from unrolled.lstm.gradient import forget_bias
from unrolled.page.ask import Slip


def added(c: float, f: float, i: float, new: float) -> float:
    """c_t = f c_{t-1} + i c̃_t of one unit.                                      eq-lstm-cell"""
    return f * c + i * new


def slope(y: float) -> float:
    """The slope of the logistic function where it is y."""
    return y * (1 - y)


def step(p: LSTM, x: np.ndarray, before: State) -> np.ndarray:
    """c_t and h_t in a row."""
    h, c = lstm_step(p, x, before)[0]
    return np.concatenate([c, h])


def came_back(dh: float, o: float, shown: float, f_next: float, dc_next: float) -> float:
    """∇_{c_t} of one unit from its two ways; `shown` is tanh(c_t).              eq-lstm-back"""
    return dh * o * (1 - shown**2) + f_next * dc_next


def bias(steps: float) -> float:
    """b_f for a horizon.                                                     eq-lstm-horizon"""
    return forget_bias(steps)


def weights(n_x: int, n_h: int) -> int:
    """How many weights an LSTM has.                                       eq-lstm-parameters"""
    return cell_weights(4, n_x, n_h)


def _shown(c, o):
    return np.concatenate([c, o * np.tanh(c)])


def _reading(p, x, before, read):
    v = valves(p, x, read)
    return _shown(v.f * before.c + v.i * v.c, v.o)


def _written(p, x, before, made):
    v = valves(p, x, before.h)
    return _shown(made(v, before.c), v.o)


def _showing(p, x, before, shows):
    v = valves(p, x, before.h)
    _, c = lstm_step(p, x, before)[0]
    return np.concatenate([c, shows(v.o, c)])


ADDED = {
    "nothing forgotten": Slip(
        "The forget gate is missing: it multiplies the old memory.",
        lambda c, f, i, new: c + i * new,
    ),
    "one constant": Slip(
        "The candidate has a gate of its own, <i>i</i>. It need not be 1 − <i>f</i>.",
        lambda c, f, i, new: f * c + (1 - f) * new,
    ),
    "swapped": Slip(
        "You swapped the two gates: <i>f</i> keeps, <i>i</i> writes.",
        lambda c, f, i, new: i * c + f * new,
    ),
    "candidate whole": Slip(
        "The input gate is missing: it multiplies the candidate.", lambda c, f, i, new: f * c + new
    ),
}

SLOPE = {
    "tanh's": Slip(
        "1 − <i>y</i>² is the slope of tanh. The slope of the logistic function is different.",
        lambda y: 1 - y * y,
    ),
}

STEP = {
    "memory read": Slip(
        "The pre-activations read the hidden state <b>h</b>, not the memory <b>c</b>.",
        lambda p, x, s: _reading(p, x, s, s.c),
    ),
    "nothing read": Slip(
        "The previous hidden state <b>h</b> is missing from the pre-activations.",
        lambda p, x, s: _reading(p, x, s, 0 * s.h),
    ),
    "gates swapped": Slip(
        "You swapped the forget gate and the input gate.",
        lambda p, x, s: _written(p, x, s, lambda v, c: v.i * c + v.f * v.c),
    ),
    "all kept": Slip(
        "The forget gate is missing: it multiplies the old memory.",
        lambda p, x, s: _written(p, x, s, lambda v, c: c + v.i * v.c),
    ),
    "shown plainly": Slip(
        "The memory is right. But it goes through tanh before it meets the output gate.",
        lambda p, x, s: _showing(p, x, s, lambda o, c: o * c),
    ),
    "shown whole": Slip(
        "The memory is right. But the output gate is missing.",
        lambda p, x, s: _showing(p, x, s, lambda o, c: np.tanh(c)),
    ),
}

BACK = {
    "shown alone": Slip(
        "That is the path through <b>h</b>. The next memory passes something back, too.",
        lambda dh, o, s, f, dc: dh * o * (1 - s * s),
    ),
    "kept alone": Slip(
        "That is what the next memory passes back. The path through <b>h</b> is missing.",
        lambda dh, o, s, f, dc: f * dc,
    ),
    "slope forgotten": Slip(
        "The slope of tanh is missing: 1 minus the square of tanh <i>c</i>.",
        lambda dh, o, s, f, dc: dh * o + f * dc,
    ),
    "gate forgotten": Slip(
        "The output gate is missing from the path through <b>h</b>.",
        lambda dh, o, s, f, dc: dh * (1 - s * s) + f * dc,
    ),
    "valve forgotten": Slip(
        "The forget gate of the next step is missing.",
        lambda dh, o, s, f, dc: dh * o * (1 - s * s) + dc,
    ),
}

BIAS = {
    "T itself": Slip(
        "That is ln <i>T</i>. The gate <i>f</i> = 1 − 1/<i>T</i> has the odds <i>T</i> − 1, so"
        " the bias is ln(<i>T</i> − 1).",
        lambda T: np.log(T),
    ),
    "odds": Slip(
        "That is <i>T</i> − 1, the odds of keeping. The bias is the logarithm of the odds.",
        lambda T: T - 1,
    ),
    "wrong sign": Slip("With this sign the gate would be nearly shut.", lambda T: -np.log(T - 1)),
}

COUNT = {
    "three": Slip(
        "Those are the three gates. The candidate has weights, too.",
        lambda x, h: cell_weights(3, x, h),
    ),
    "no bias": Slip(
        "The biases are missing, one for each pre-activation of each unit.",
        lambda x, h: 4 * h * (x + h),
    ),
}
