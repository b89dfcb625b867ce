"""Known mistakes on the way forward: what each gives, and what is said to it."""

import numpy as np

from unrolled.core.activations import softmax
from unrolled.page.ask import Slip
from unrolled.rnn.writing import write

ALPHABET = "demo"

# of a cell (W_hx, W_hh, b_h), an input and the state before: what h becomes
STATE = {
    "no tanh": Slip(
        "That is the pre-activation <b>a</b>. The state is its tanh.",
        lambda p, x, h: p[0] @ x + p[1] @ h + p[2],
    ),
    "no past": Slip(
        "You left out the past. Add <b>W</b><sub>hh</sub> times the previous state.",
        lambda p, x, h: np.tanh(p[0] @ x + p[2]),
    ),
    "no bias": Slip(
        "You left out the bias <b>b</b><sub>h</sub>.", lambda p, x, h: np.tanh(p[0] @ x + p[1] @ h)
    ),
    "transposed": Slip(
        "You read <b>W</b><sub>hh</sub> by columns. The first row of <b>W</b><sub>hh</sub>"
        " belongs to the first unit.",
        lambda p, x, h: np.tanh(p[0] @ x + p[1].T @ h + p[2]),
    ),
    "squashed first": Slip(
        "Add up the letter, the past and the bias first, and then take one tanh of the sum.",
        lambda p, x, h: np.tanh(p[0] @ x) + np.tanh(p[1] @ h) + p[2],
    ),
}

# of logits and the place of the true letter: the loss of one step
LOSS = {
    "input": Slip(
        "That is the surprise at the letter that was read. The target is the letter that comes"
        " next.",
        lambda z, k, x: -np.log(softmax(z)[x]),
    ),
    "chance": Slip(
        "That is the probability of the true letter. The loss is minus its logarithm.",
        lambda z, k, x: softmax(z)[k],
    ),
    "score": Slip("That is minus the logit. Take the softmax first.", lambda z, k, x: -z[k]),
    "bits": Slip(
        "That is in bits. Take the natural logarithm.",
        lambda z, k, x: -np.log2(softmax(z)[k]),
    ),
    "no sum": Slip(
        "<i>e</i> to the power of the logit is not a probability yet. Divide it by the sum"
        " of all four powers.",
        lambda z, k, x: np.exp(z[k]),
    ),
}

# of the sizes n_x, n_h, n_y: how many weights
COUNT = {
    "no recurrence": Slip(
        "You left out <b>W</b><sub>hh</sub>, which has <i>n</i><sub>h</sub> · <i>n</i><sub>h</sub>"
        " weights.",
        lambda x, h, y: h * (x + 1) + y * (h + 1),
    ),
    "no biases": Slip(
        "You left out the biases: one for each unit and one for each output.",
        lambda x, h, y: h * (x + h) + y * h,
    ),
    "cell alone": Slip(
        "That is the cell alone. The output layer has weights, too.",
        lambda x, h, y: h * (x + h + 1),
    ),
    "swapped": Slip(
        "You swapped the inputs and the outputs.", lambda x, h, y: h * (y + h + 1) + x * (h + 1)
    ),
}


def spelled(found, model, start: str, length: int) -> str:
    """What is said to letters that a model is said to write, the likeliest each time."""
    if found is None:
        return "not yet: the function returns None"
    right = write(model, ALPHABET, start, length)
    forgetful = read = ""
    for _ in range(length):
        read = write(model, ALPHABET, read or start, 1)
        forgetful += read
    if found == right:
        return "right"
    if found == start + right[:-1] or found == start + right:
        return "right except for the first letter: the network read it and did not write it"
    if found == forgetful:
        return "the state starts from zero before each letter: keep it from letter to letter"
    return f"got {found!r}: wrong"
