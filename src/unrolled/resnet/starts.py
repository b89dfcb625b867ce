"""Which ill of a deep plain network keeps it from learning: three ways to draw its first weights.

64 layers without skip connections, on two spirals. Gaussian weights let the points collapse onto a
line and shrink; a larger gain prevents the shrinking, orthogonal weights the collapse.
Derived data: `make data NAME=resnet.starts`, in some ten minutes.
Notebook: book/resnet.ipynb
"""

import numpy as np

from unrolled.core.derived import read_data
from unrolled.core.door import check_choice, check_whole
from unrolled.core.initial import orthogonal
from unrolled.core.optim import adam
from unrolled.mlp.network import Layer
from unrolled.resnet.degradation import EVERY, SEEDS, STEPS, WIDTH, problem, start
from unrolled.resnet.measured import flatness
from unrolled.resnet.network import ResNet, forward, loss_and_gradient

DEPTH = 64
RATES = (0.001, 0.0003, 0.0001)
KINDS = ("Gaussian", "larger", "orthogonal")
GAIN = 1.2  # of the larger weights


def started(kind: str, seed: int) -> ResNet:
    """A network of 64 layers with weights of one of the KINDS."""
    kind = check_choice("kind", kind, KINDS)
    p = start(DEPTH, check_whole("seed", seed, 0), GAIN if kind == "larger" else 1.0)
    if kind != "orthogonal":
        return p
    rng = np.random.default_rng(1000 + seed)
    blocks = tuple(Layer(orthogonal(rng, WIDTH), layer.b) for layer in p.blocks)
    return p._replace(blocks=blocks)


def first_look(kind: str, seed: int) -> dict[str, float]:
    """Before training: the cloud's width over its length and the size of the state at the end."""
    p = started(kind, seed)
    last = forward(p, problem()[0], skip=False)[1].h[-1]
    gradient = loss_and_gradient(p, *problem(), skip=False)[1]
    first, end = (float(np.linalg.norm(gradient.blocks[n].W)) for n in (0, -1))
    size = float(np.sqrt(np.mean(np.sum(last**2, axis=-1))))
    return {"flatness": flatness(last), "size": size, "first": first, "last": end}


def learned(kind: str, rate: float, seed: int, steps: int = STEPS) -> float:
    """The mean loss of the last 25 of so many updates of Adam."""
    p, optimiser = started(kind, seed), adam(rate)
    memory, losses = optimiser.start(p), []
    for _ in range(check_whole("steps", steps, EVERY)):
        loss, gradient = loss_and_gradient(p, *problem(), skip=False)
        losses.append(loss)
        p, memory = optimiser.step(p, gradient, memory)
    return float(np.mean(losses[-EVERY:]))


def compute_data() -> dict:
    """By kind and rate the last loss of every start."""
    return {
        kind: {str(rate): [round(learned(kind, rate, s), 4) for s in SEEDS] for rate in RATES}
        for kind in KINDS
    }


def loaded() -> dict[str, dict[str, list[float]]]:
    """The same, from the file."""
    return read_data(__name__)


def learners(kind: str) -> int:
    """How many of the five networks learn at the best of the RATES: a last loss below 0.1."""
    losses = np.array(list(loaded()[check_choice("kind", kind, KINDS)].values()))
    return int(np.sum(losses.min(axis=0) < 0.1))
