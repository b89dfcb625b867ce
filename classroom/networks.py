"""Networks of one's own, small enough to work by hand, with weights of two decimals."""

from types import SimpleNamespace

import numpy as np

from classroom.questions import Drawn
from unrolled.core.unroll import unroll
from unrolled.demo.weights import H0, XS, YS
from unrolled.rnn.cell import RNN
from unrolled.rnn.demo import MODEL, STEPWISE
from unrolled.rnn.readout import Readout, readout

DEMO = {**MODEL.cell._asdict(), **MODEL.readout._asdict()}


def hundredths(rng: np.random.Generator, *shape: int, most: float = 0.9) -> np.ndarray:
    """Numbers of two decimals between -most and most, none of them near 0."""
    size = rng.integers(10, round(100 * most) + 1, size=shape)
    return size * rng.choice([-1, 1], size=shape) / 100


def demo(rng: np.random.Generator) -> Drawn:
    """A network for d-e-m-o: 4 letters in, 2 units, 4 letters out."""
    return {name: hundredths(rng, *value.shape) for name, value in DEMO.items()}


def walked(n: Drawn) -> SimpleNamespace:
    """What the network n makes of d, e and m, and the errors of its outputs."""
    cell = RNN(n["W_hx"], n["W_hh"], n["b_h"])
    out = Readout(n["W_yh"], n["b_y"])
    hs, _ = unroll(STEPWISE, cell, XS, H0)
    zs = readout(out, hs)
    zs = zs[0] if isinstance(zs, tuple) else zs
    y_hat = np.exp(zs) / np.exp(zs).sum(axis=-1, keepdims=True)
    return SimpleNamespace(cell=cell, out=out, hs=hs, zs=zs, y_hat=y_hat, dz=y_hat - YS)
