"""What is handed back to the next step: the letter that was chosen, or the scores of all letters.

p(y_{1:T}|x) = Π_t p(y_t|h_t),  h_t = tanh(W_hx u_t + W_hh h_{t-1} + b_h)
                                                                   eq-sequence-tasks-generate
u_t = [x; y_{t-1}], or [x; z_{t-1}], or [x; 0]                          eq-sequence-tasks-fed
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


def joint(
    model: Model,
    h0: Float[Array, " n_h"],
    steps: int,
    fed: str = "letter",
    x: Float[Array, " n_x"] | None = None,
) -> Array:
    """p(y_1, …, y_T | x) of every sequence, an array with one axis a step.

    eq-sequence-tasks-generate, eq-sequence-tasks-fed
    Every step reads u_t = [x; what is fed back], without x only the latter. `fed` is the letter
    that was written, one-hot, or something that does not depend on it. Raises ValueError for a
    model that cannot read what it writes.
    """
    steps = check_whole("steps", steps, 1, 8)
    check_choice("fed", fed, FED)
    cell = check_weights(check_model(model).cell)
    out = check_readout(model.readout, len(cell.b_h))
    n_u, n_y = cell.W_hx.shape[1], len(out.b_y)
    if n_u < n_y or (x is None and n_u > n_y):
        raise ValueError(f"model: got one that reads {n_u} letters and writes {n_y}")
    x = np.zeros(0) if x is None else check_array("x", x, "n_x", n_x=n_u - n_y)
    h0 = check_array("h0", h0, "n_h", n_h=len(cell.b_h))
    return _spread(Model(cell, out), h0, x, np.zeros(n_y), steps, fed)


def _spread(model: Model, h: Array, x: Array, before: Array, steps: int, fed: str) -> Array:
    """p of all sequences that may follow the state h when [x; before] is read next."""
    h, _ = rnn_step(model.cell, np.concatenate([x, before]), h)
    z = readout(model.readout, h)
    p = softmax(z)
    if steps == 1:
        return p
    if fed == "letter":
        after = [_spread(model, h, x, y, steps - 1, fed) for y in np.eye(len(p))]
    else:
        fixed = {"logits": z, "probabilities": p, "nothing": np.zeros_like(z)}[fed]
        after = [_spread(model, h, x, fixed, steps - 1, fed)] * len(p)
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
