"""Known mistakes of the chapter, as functions of what the right one is given, and two checks.

Each group belongs to one function: `NEURON` to φ(wᵀx + b), `COUNT` to P, `SOFTMAX` and `SURPRISE`
to the loss, `SECOND` to the second step of momentum, `FIRST` to Adam's first, `PRODUCT` to two
matrices in a row. Notebook: book/mlp.ipynb
"""

from collections.abc import Callable
from itertools import pairwise

import numpy as np

from unrolled.core.activations import logistic, softmax
from unrolled.core.optim import adam
from unrolled.page.ask import RIGHT, WRONG, Slip, judge, slipped

NEURON = ("no bias", "no activation", "logistic")
COUNT = ("no biases", "a bias a layer", "input biases")
SOFTMAX = ("scores", "not normalised", "no exponential", "component-wise", "twice")
SURPRISE = ("decimal", "bits", "sign", "missing probability")
SECOND = ("forgotten", "mean", "uphill", "rate twice")
FIRST = ("plain", "no correction", "no root", "up the slope")
PRODUCT = ("other order", "elementwise", "transposed")

SLIPS: dict[str, Slip] = {
    # of w, b, x
    "no bias": Slip("You left out the bias.", lambda w, b, x: np.tanh(w @ x)),
    "no activation": Slip(
        "That is the pre-activation. It still has to pass through tanh.", lambda w, b, x: w @ x + b
    ),
    "logistic": Slip(
        "You used the logistic function. This unit uses tanh.", lambda w, b, x: logistic(w @ x + b)
    ),
    # of the sizes of the layers
    "no biases": Slip(
        "You counted the weights. Each unit also has a bias.",
        lambda sizes: sum(m * n for m, n in pairwise(sizes)),
    ),
    "a bias a layer": Slip(
        "A layer has one bias for each of its units, not one for all of them.",
        lambda sizes: sum(m * n + 1 for m, n in pairwise(sizes)),
    ),
    "input biases": Slip(
        "You gave the inputs biases, too. The inputs are not computed, so they have none.",
        lambda sizes: sum(m * n + n for m, n in pairwise(sizes)) + sizes[0],
    ),
    # of scores z
    "scores": Slip("These are still the logits. The softmax is missing.", lambda z: z),
    "not normalised": Slip("These don't add up to 1. Divide each of them by their sum.", np.exp),
    "no exponential": Slip(
        "Take the exponential of each logit first, because logits can be negative.",
        lambda z: z / z.sum(),
    ),
    "component-wise": Slip(
        "That treats each logit on its own, so nothing makes the results add up to 1.",
        logistic,
    ),
    "twice": Slip("You took the softmax twice.", lambda z: softmax(softmax(z))),
    # of probabilities p and the place k of the right one
    "decimal": Slip(
        "That is the logarithm to base 10. The loss uses the natural logarithm.",
        lambda p, k: -np.log10(p[k]),
    ),
    "bits": Slip(
        "That is the logarithm to base 2, in bits. The loss uses the natural logarithm.",
        lambda p, k: -np.log2(p[k]),
    ),
    "sign": Slip(
        "The logarithm of a probability is negative. The loss is minus the logarithm.",
        lambda p, k: np.log(p[k]),
    ),
    "missing probability": Slip(
        "Don't subtract the probability from 1: take minus its logarithm.", lambda p, k: 1 - p[k]
    ),
    # of the two gradients, the rate and β: how far the second step goes
    "forgotten": Slip(
        "That is plain gradient descent. With momentum, the first gradient still counts, times β.",
        lambda g, then, rate, beta: -rate * then,
    ),
    "mean": Slip(
        "Momentum adds the whole new gradient, without a factor 1 − β.",
        lambda g, then, rate, beta: -rate * (beta * g + (1 - beta) * then),
    ),
    "uphill": Slip(
        "That step goes uphill: the sign is wrong.",
        lambda g, then, rate, beta: rate * (beta * g + then),
    ),
    "rate twice": Slip(
        "You multiplied by the step size twice. It belongs in the step, not in v.",
        lambda g, then, rate, beta: -(rate**2) * (beta * g + then),
    ),
    # of the gradient, the rate, β₁ and β₂: how far Adam's first step goes
    "plain": Slip("That is a step of plain gradient descent.", lambda g, rate, b1, b2: -rate * g),
    "no correction": Slip(
        "You left out the two divisions by 1 − βᵏ.",
        lambda g, rate, b1, b2: -rate * (1 - b1) * g / np.sqrt((1 - b2) * g**2),
    ),
    "no root": Slip(
        "You divided by the mean square. Divide by its root.",
        lambda g, rate, b1, b2: -rate * g / g**2,
    ),
    "up the slope": Slip(
        "That step goes uphill: the sign is wrong.", lambda g, rate, b1, b2: rate * np.sign(g)
    ),
    # of two square matrices, of which A is applied first
    "other order": Slip(
        "You multiplied in the wrong order: the matrix that is applied first is on the right.",
        lambda A, B: A @ B,
    ),
    "elementwise": Slip(
        "You multiplied entry by entry. Use the matrix product.", lambda A, B: A * B
    ),
    "transposed": Slip(
        "You multiplied columns by columns. Take the rows of the matrix on the left.",
        lambda A, B: B.T @ A,
    ),
}

TOLD = {RIGHT: "Right.", WRONG: "Not yet, and it isn't one of the usual mistakes."}
HUGE = np.array([1000.0, 999.0, -1000.0])


def try_softmax(yours: Callable) -> str:
    """What is to be said of a reader's softmax: on ordinary scores, and on huge ones."""
    z = np.array([2.0, -1.0, 0.5])
    if np.shape(yours(z)) != z.shape:
        return f"Your result has shape {np.shape(yours(z))}, not {z.shape}."
    said = judge(softmax(z), yours(z), slipped(SLIPS, z, only=SOFTMAX), 1e-9)
    if said == RIGHT:
        with np.errstate(over="ignore", invalid="ignore"):
            given = np.asarray(yours(HUGE))
        if not np.all(np.abs(given - softmax(HUGE)) <= 1e-9):
            return f"Right for small logits. For {HUGE.tolist()} it gives {given.tolist()}."
    return TOLD.get(said, said)


def try_adam(yours: Callable) -> str:
    """What is to be said of a reader's step of Adam: yours(p, g, m, s, k) gives p, m and s."""
    optimiser = adam(0.2)
    p = np.array([-2.3, 1.0])
    memory = optimiser.start(p)
    mine, m, s = (p, 0 * p, 0 * p)
    for k in (1, 2, 3):
        g = np.array([1.0, 20.0]) * p
        before = p
        p, memory = optimiser.step(p, g, memory)
        mine, m, s = yours(mine, g, m, s, k)
        known = slipped(SLIPS, g, 0.2, 0.9, 0.999, only=FIRST) if k == 1 else []
        known = [(before + step, says) for step, says in known]
        if k == 1:
            known.append((before, "The parameter has not moved."))
        said = judge(p, mine, known, 1e-6)
        if said != RIGHT:
            return f"Step {k}: {TOLD.get(said, said)}"
        if judge(memory.m, m, [], 1e-9) != RIGHT or judge(memory.s, s, [], 1e-9) != RIGHT:
            return (
                f"Step {k} is right, but the m and s that you return are not the two running means."
            )
    return TOLD[RIGHT]
