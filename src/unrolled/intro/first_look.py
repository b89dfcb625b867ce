"""First look: the d-e-m-o network learns to spell, one step of training after the other.

Notebook: book/intro.ipynb
"""

from itertools import pairwise

import numpy as np
import traitlets

from unrolled.core.activations import softmax
from unrolled.core.losses import CROSS_ENTROPY
from unrolled.core.optim import sgd
from unrolled.core.unroll import unroll
from unrolled.demo.weights import ALPHABET, H0, XS, YS
from unrolled.rnn.demo import MODEL, STEPWISE
from unrolled.rnn.graph import STEPS, box
from unrolled.rnn.readout import Model, readout
from unrolled.training import loss_and_gradient
from unrolled.widget.explorable import Explorable

MOST = 30  # steps of training
RATE = 1.0


def trained(steps: int = MOST) -> list[Model]:
    """The network before training and after each step of it: p ← p - RATE g."""
    models = [MODEL]
    optimiser = sgd(RATE)
    for _ in range(steps):
        _, g, _ = loss_and_gradient(models[-1], XS, YS, H0, CROSS_ENTROPY)
        models.append(optimiser.step(models[-1], g, ())[0])
    return models


def seen(model: Model) -> dict:
    """Its states, its predictions and its mean loss, to four decimals."""
    states, _ = unroll(STEPWISE, model.cell, XS, H0)
    loss, _, _ = loss_and_gradient(model, XS, YS, H0, CROSS_ENTROPY)
    found = {"h": states, "y_hat": softmax(readout(model.readout, states)), "L": loss}
    return {name: (np.round(value, 4) + 0.0).tolist() for name, value in found.items()}  # no -0.0


def boxes() -> dict[str, dict]:
    """What is read, the state and the prediction of each step, the input at the bottom."""
    found = {}
    for t, x, y in zip(STEPS, XS.argmax(axis=-1), YS.argmax(axis=-1), strict=True):
        at = 120 * (t - 1)
        found |= {
            f"x_{t}": box(
                at,
                (14, 212, 92, 44),
                "input",
                "reads",
                "letter",
                "what is read",
                letter=ALPHABET[x],
            ),
            f"h_{t}": box(
                at, (14, 126, 92, 60), "state", "state", "matrix", "what is kept", shape=[2]
            ),
            f"y_hat_{t}": box(
                at,
                (3, 5, 114, 95),
                "output",
                "expects",
                "bars",
                "what is expected",
                letters=ALPHABET,
                target=int(y),
            ),
        }
    return found


class FirstLook(Explorable):
    """The network after `steps` steps of gradient descent with learning rate 1, 0 to 30."""

    title = "A network of 26 weights learns to spell"

    steps = traitlets.Int(0, min=0, max=MOST).tag(sync=True)

    def constants(self) -> dict:
        """What the network is after each number of steps, and where its boxes stand."""
        ways = [[f"x_{t}", f"h_{t}"] for t in STEPS] + [[f"h_{t}", f"y_hat_{t}"] for t in STEPS]
        ways += [[f"h_{t}", f"h_{n}"] for t, n in pairwise(STEPS)]
        return {"boxes": boxes(), "edges": ways, "after": [seen(model) for model in trained()]}
