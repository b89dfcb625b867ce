"""What a reader's own code is told: right, or what is wrong with it.

Notebook: book/backprop.ipynb
"""

from collections.abc import Callable

import numpy as np


def judged_input(yours: Callable) -> str:
    """A sentence on `yours(W, delta)`, which should be the gradient of the input, Wᵀ δ."""
    rng = np.random.default_rng(4)
    W = rng.normal(size=(3, 3))
    delta = rng.normal(size=3)
    x = np.array([0.3, -0.6, 0.9])
    try:
        found = np.asarray(yours(W, delta), dtype=float)
    except Exception as error:
        return f"It stopped: {error}"
    if found.shape != (3,):
        return f"Got shape {found.shape}, expected (3,), one number for each input."
    wrong = {
        "All zeros would mean that no output depends on the input.": np.zeros(3),
        "That is W times the error, the way forward. A column of W leads back to an input.":
            W @ delta,
        "That is the error itself: it has not been through the weights.": delta,
        "An input has no activation function, so there is no slope.": W.T @ delta * (1 - x**2),
    }  # fmt: skip
    if np.allclose(found, W.T @ delta):
        return "Right. This also tells you how to change a picture until a network misreads it."
    return next((says for says, value in wrong.items() if np.allclose(found, value)), "Not yet.")
