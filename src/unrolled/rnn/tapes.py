"""The d-e-m-o network on tape, unrolled forward. Notebook: book/rnn.ipynb"""

from functools import cache

from unrolled.core.shapes import Array
from unrolled.demo.weights import H0, XS, YS
from unrolled.rnn import demo
from unrolled.rnn.cell import RNN
from unrolled.rnn.readout import Model, Readout
from unrolled.widget.tape import Tape, record

WEIGHTS = {name: value for part in demo.MODEL for name, value in part._asdict().items()}


@cache
def forward_tape() -> Tape:
    """The quantities of `unrolled.rnn.demo.trace`, out of the weights, xs, ys and h0."""
    return record(_unrolled, chances=("xs", "ys"), **WEIGHTS, xs=XS, ys=YS, h0=H0)


def _unrolled(
    W_hx: Array, W_hh: Array, b_h: Array, W_yh: Array, b_y: Array, xs: Array, ys: Array, h0: Array
) -> dict[str, Array]:  # fmt: skip
    """All steps by the package."""
    found = demo.steps(Model(RNN(W_hx, W_hh, b_h), Readout(W_yh, b_y)), xs, ys, h0)
    return found | given(xs, ys, h0)


def given(xs: Array, ys: Array, h0: Array) -> dict[str, Array]:
    """What goes in, by the names that a trace has for it."""
    found = {"h_0": h0}
    for t in (1, 2, 3):
        found |= {f"x_{t}": xs[t - 1], f"y_{t}": ys[t - 1]}
    return found
