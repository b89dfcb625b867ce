"""What is handed back to the next step: the letter that was chosen, or the scores of all letters.

p(y_{1:T}|h_0) = Π_t p(y_t|h_t),  h_t = f(h_{t-1}, y_{t-1})        eq-sequence-tasks-generate
I(y_1; y_2) = Σ p(y_1, y_2) log p(y_1, y_2)/(p(y_1) p(y_2))         eq-sequence-tasks-information
Notebook: book/sequence_tasks.ipynb
"""

import numpy as np

from unrolled.core.activations import softmax
from unrolled.core.door import check_array, check_choice, check_whole
from unrolled.core.shapes import Array, Float
from unrolled.rnn.cell import check_weights, rnn_step
from unrolled.rnn.readout import Model, check_model, check_readout, readout

FED = ("letter", "logits", "probabilities", "nothing")


def joint(model: Model, h0: Float[Array, " n_h"], steps: int, fed: str = "letter") -> Array:
    """p(y_1, …, y_T | h_0) of every sequence, an array with one axis a step.

    eq-sequence-tasks-generate
    `fed` is what the network reads next: the letter that was written, one-hot, or something that
    does not depend on it. Raises ValueError for a model that cannot read what it writes.
    """
    steps = check_whole("steps", steps, 1, 8)
    check_choice("fed", fed, FED)
    cell = check_weights(check_model(model).cell)
    out = check_readout(model.readout, len(cell.b_h))
    n_x, n_y = cell.W_hx.shape[1], len(out.b_y)
    if n_x != n_y:
        raise ValueError(f"model: got one that reads {n_x} letters and writes {n_y}")
    h0 = check_array("h0", h0, "n_h", n_h=len(cell.b_h))
    return _spread(Model(cell, out), h0, np.zeros(n_y), steps, fed)


def _spread(model: Model, h: Array, x: Array, steps: int, fed: str) -> Array:
    """p of all sequences that may follow the state h when x is read next."""
    h, _ = rnn_step(model.cell, x, h)
    z = readout(model.readout, h)
    p = softmax(z)
    if steps == 1:
        return p
    if fed == "letter":
        after = [_spread(model, h, y, steps - 1, fed) for y in np.eye(len(p))]
    else:
        fixed = {"logits": z, "probabilities": p, "nothing": np.zeros_like(z)}[fed]
        after = [_spread(model, h, fixed, steps - 1, fed)] * len(p)
    return np.stack([chance * rest for chance, rest in zip(p, after, strict=True)])


def mutual_information(p: Float[Array, "n m"]) -> float:
    """I(y_1; y_2) in nats: 0 where knowing one says nothing about the other.

    eq-sequence-tasks-information
    """
    p = check_array("p", p, "n m")
    if p.min() < 0 or abs(p.sum() - 1) > 1e-9:
        raise ValueError(f"p: got a sum of {p.sum()}, expected probabilities of all pairs")
    apart = np.outer(p.sum(axis=1), p.sum(axis=0))
    seen = p > 0
    return float((p[seen] * np.log(p[seen] / apart[seen])).sum())
