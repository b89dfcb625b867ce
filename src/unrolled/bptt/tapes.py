"""The d-e-m-o network on tape, forward and back. Notebook: book/bptt.ipynb"""

from functools import cache

from unrolled.bptt import demo
from unrolled.core.shapes import Array
from unrolled.demo.weights import H0, XS, YS
from unrolled.rnn.cell import RNN
from unrolled.rnn.readout import Model, Readout
from unrolled.rnn.tapes import WEIGHTS, given
from unrolled.widget.tape import Tape, record


@cache
def network_tape() -> Tape:
    """The quantities of `unrolled.bptt.demo.trace`, out of the weights, xs, ys, h0 and end."""
    return record(_unrolled, chances=("xs", "ys"), **WEIGHTS, xs=XS, ys=YS, h0=H0, end=demo.END)


def _unrolled(
    W_hx: Array, W_hh: Array, b_h: Array, W_yh: Array, b_y: Array,
    xs: Array, ys: Array, h0: Array, end: Array,
) -> dict[str, Array]:  # fmt: skip
    """All steps by the package, and the totals by the rules that the trace shows."""
    found = demo.steps(Model(RNN(W_hx, W_hh, b_h), Readout(W_yh, b_y)), xs, ys, h0, end)
    found |= {**given(xs, ys, h0), "delta_4": end}
    for name, quantity in demo.trace().items():
        if name not in found:
            found[name] = quantity.rule(*(found[parent] for parent in quantity.parents))
    return found
