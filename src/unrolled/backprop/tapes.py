"""The d-e-m-o network on tape, forward and back. Notebook: book/backprop.ipynb"""

from functools import cache

from unrolled.backprop.demo import values
from unrolled.core.shapes import Array
from unrolled.mlp.demo import NETWORK, X, Y
from unrolled.mlp.network import Layer
from unrolled.widget.tape import Tape, record


@cache
def step_tape() -> Tape:
    """The quantities of `unrolled.backprop.demo.trace`, out of the weights, x and y."""
    weights = {
        f"{letter}{n}": value
        for n, layer in enumerate(NETWORK, start=1)
        for letter, value in layer._asdict().items()
    }
    return record(_one_step, chances=("x", "y"), **weights, x=X, y=Y)


def _one_step(
    W1: Array, b1: Array, W2: Array, b2: Array, x: Array, y: Array
) -> dict[str, Array]:  # fmt: skip
    """One example forward and back."""
    return values((Layer(W1, b1), Layer(W2, b2)), x, y)
