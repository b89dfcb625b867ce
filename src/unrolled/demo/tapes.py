"""The worked examples on tape: d-e-m-o unrolled, forward and back, and its first step alone.

Notebooks: book/rnn.ipynb, book/bptt.ipynb, book/backprop.ipynb
"""

from functools import cache

from unrolled.core.shapes import Array
from unrolled.demo import network, step
from unrolled.mlp.network import Layer
from unrolled.page.tape import Tape, record
from unrolled.rnn.cell import RNN
from unrolled.rnn.readout import Model, Readout


@cache
def network_tape() -> Tape:
    """d-e-m-o: the quantities of `network.trace`, out of the weights, xs, ys, h0 and end."""
    return record(_unrolled, chances=("xs", "ys"), **_given())


@cache
def forward_tape() -> Tape:
    """The same without the way back: no gradient is named in it."""
    return record(_forward, chances=("xs", "ys"), **_given())


@cache
def step_tape() -> Tape:
    """4-2-4: the quantities of `step.trace`, out of the weights, x and y."""
    weights = {
        f"{letter}{n}": value
        for n, layer in enumerate(step.NETWORK, start=1)
        for letter, value in layer._asdict().items()
    }
    return record(_one_step, chances=("x", "y"), **weights, x=step.X, y=step.Y)


def _given() -> dict[str, Array]:
    weights = {name: w for part in network.MODEL for name, w in part._asdict().items()}
    ends = {"h0": network.H0, "end": network.END}
    return weights | {"xs": network.XS, "ys": network.YS} | ends


def _forward(**given: Array) -> dict[str, Array]:
    """What is no gradient, and no slope, which serves a gradient."""
    kinds = {name: quantity.kind for name, quantity in network.trace().items()}
    found = _unrolled(**given)
    way = [name for name in found if kinds[name] != "gradient" and not name.startswith("slope")]
    return {name: found[name] for name in way}


def _unrolled(
    W_hx: Array, W_hh: Array, b_h: Array, W_yh: Array, b_y: Array,
    xs: Array, ys: Array, h0: Array, end: Array,
) -> dict[str, Array]:  # fmt: skip
    """All steps by the package, and the totals by the rules that the trace shows."""
    found = network.steps(Model(RNN(W_hx, W_hh, b_h), Readout(W_yh, b_y)), xs, ys, h0, end)
    found |= {"h_0": h0, "delta_4": end}
    for t in (1, 2, 3):
        found |= {f"x_{t}": xs[t - 1], f"y_{t}": ys[t - 1]}
    for name, quantity in network.trace().items():
        if name not in found:
            found[name] = quantity.rule(*(found[parent] for parent in quantity.parents))
    return found


def _one_step(
    W1: Array, b1: Array, W2: Array, b2: Array, x: Array, y: Array
) -> dict[str, Array]:  # fmt: skip
    """One example forward and back."""
    return step.values((Layer(W1, b1), Layer(W2, b2)), x, y)
