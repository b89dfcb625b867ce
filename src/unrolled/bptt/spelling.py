"""Small networks that learn by BPTT to spell a word over and over. Notebook: book/rnn.ipynb"""

import numpy as np

from unrolled.core.door import check_whole
from unrolled.core.optim import adam
from unrolled.core.text import one_hot
from unrolled.rnn.memory import LETTERS
from unrolled.rnn.readout import random_model
from unrolled.training import loss_and_gradient

REPEATS = 4  # how often the word stands in the text
EVERY = 10  # updates from one loss that is kept to the next


def learned(
    word: str, seed: int, units: int = 2, recurrent: bool = True, steps: int = 400
) -> list[float]:
    """Every tenth loss, and the last, of a network that learns to repeat a word of d, e and m.

    With `recurrent` false, W_hh is held at zero. Raises ValueError for other letters.
    """
    steps = check_whole("steps", steps, 1)
    text = word * REPEATS
    ins, outs = one_hot(text, LETTERS), one_hot(text[1:] + text[0], LETTERS)
    model = random_model(np.random.default_rng(seed), len(LETTERS), units, len(LETTERS))
    descent, losses = adam(0.05), []
    memory = descent.start(model)
    for _ in range(steps):
        W_hh = recurrent * model.cell.W_hh
        model = model._replace(cell=model.cell._replace(W_hh=W_hh))
        loss, gradient, _ = loss_and_gradient(model, ins, outs, np.zeros(units))
        losses.append(loss)
        model, memory = descent.step(model, gradient, memory)
    return losses[::EVERY] + losses[-1:]
