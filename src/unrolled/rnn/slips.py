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
        "The state before is missing: <b>W</b><sub>hh</sub> times it comes in, too.",
        lambda p, x, h: np.tanh(p[0] @ x + p[2]),
    ),
    "no bias": Slip(
        "The bias <b>b</b><sub>h</sub> is missing.", lambda p, x, h: np.tanh(p[0] @ x + p[1] @ h)
    ),
    "transposed": Slip(
        "You read <b>W</b><sub>hh</sub> by columns. Its first row makes the first unit.",
        lambda p, x, h: np.tanh(p[0] @ x + p[1].T @ h + p[2]),
    ),
    "squashed first": Slip(
        "The tanh is taken once, of the whole sum, not of its parts.",
        lambda p, x, h: np.tanh(p[0] @ x) + np.tanh(p[1] @ h) + p[2],
    ),
}

# of logits and the place of the true letter: the loss of one step
LOSS = {
    "input": Slip(
        "That is the surprise at the letter that was read. The target is the one that comes next.",
        lambda z, k, x: -np.log(softmax(z)[x]),
    ),
    "chance": Slip(
        "That is the probability of the true letter. The loss is −log of it.",
        lambda z, k, x: softmax(z)[k],
    ),
    "score": Slip("That is minus the logit. Take the softmax first.", lambda z, k, x: -z[k]),
    "bits": Slip(
        "That is in bits. The logarithm is the natural one.",
        lambda z, k, x: -np.log2(softmax(z)[k]),
    ),
    "no sum": Slip(
        "<i>e</i> to the power of the logit is not a probability yet: divide by the sum"
        " of all four.",
        lambda z, k, x: np.exp(z[k]),
    ),
}

# of the sizes n_x, n_h, n_y: how many weights
COUNT = {
    "no recurrence": Slip(
        "<b>W</b><sub>hh</sub> is missing: <i>n</i><sub>h</sub> times <i>n</i><sub>h</sub>.",
        lambda x, h, y: h * (x + 1) + y * (h + 1),
    ),
    "no biases": Slip(
        "The biases are missing, one for each unit and one for each output.",
        lambda x, h, y: h * (x + h) + y * h,
    ),
    "cell alone": Slip(
        "That is the cell alone. The output layer has weights too.", lambda x, h, y: h * (x + h + 1)
    ),
    "swapped": Slip("Input and output are swapped.", lambda x, h, y: h * (y + h + 1) + x * (h + 1)),
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
        return "right but for the first letter: that was read, not written"
    if found == forgetful:
        return "the state was set back to zero before each letter: keep it"
    return f"got {found!r}: wrong"
