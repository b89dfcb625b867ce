"""First look: the d-e-m-o network learns to spell, one step of training after the other.

The browser spells with the package's weights after each step; a test holds it to `spelled`.
Notebook: book/intro.ipynb
"""

import numpy as np
import traitlets

from unrolled.core.activations import softmax
from unrolled.core.losses import CROSS_ENTROPY
from unrolled.core.optim import sgd
from unrolled.core.shapes import Array, Float
from unrolled.core.unroll import unroll
from unrolled.demo.weights import ALPHABET, H0, XS, YS
from unrolled.intro.first_look_words import SAID, question, replies, task
from unrolled.rnn.demo import MODEL, STEPWISE
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


def spelled(model: Model) -> tuple[Float[Array, "3 2"], Float[Array, "3 4"], float]:
    """The states, the predictions and the mean loss of a network that reads d, e, m."""
    states, _ = unroll(STEPWISE, model.cell, XS, H0)
    loss, _, _ = loss_and_gradient(model, XS, YS, H0, CROSS_ENTROPY)
    return states, softmax(readout(model.readout, states)), float(loss)


def weights(model: Model) -> dict[str, list]:
    """The network's weights by name."""
    fields = model.cell._asdict() | model.readout._asdict()
    return {name: value.tolist() for name, value in fields.items()}


def first_where(holds: list[bool]) -> int:
    """The step from which on something holds to the end."""
    return len(holds) - holds[::-1].index(False)


class FirstLook(Explorable):
    """The network after `steps` steps of gradient descent with learning rate 1, 0 to 30.

    `shown` is the letter, 1 to 3, whose prediction is written in digits; 0 is none.
    """

    title = "A network of 26 weights learns to spell"

    steps = traitlets.Int(0, min=0, max=MOST).tag(sync=True)
    shown = traitlets.Int(0, min=0, max=3).tag(sync=True)

    def constants(self) -> dict:
        """The weights after each number of steps, the losses, and from where on it is right."""
        models = trained()
        found = [spelled(model) for model in models]
        predictions = np.array([p for _, p, _ in found])
        right = first_where((predictions.argmax(-1) == YS.argmax(-1)).all(-1).tolist())
        half = first_where((predictions[:, YS == 1] > 0.5).all(-1).tolist())
        return {
            "letters": list(ALPHABET),
            "xs": XS.tolist(),
            "ys": YS.tolist(),
            "models": [weights(model) for model in models],
            "losses": [round(loss, 4) for _, _, loss in found],
            "right": right,
            "half": half,
            **SAID,
            "replies": replies(right),
            "question": question(right, MOST),
            "task": task(right),
        }
