"""The pulse through a GRU: along the state alone, and along all paths.

‖∂h_T/∂h_{T-l}‖₂ for l = 0..T                                                 eq-gru-jacobian
The recurrent matrices of the GRU are the same W, but the update gate reads nothing: its bias alone
holds it. The browser repeats `gated_pulse`, and a test holds it to that.
Notebook: book/gru.ipynb
"""

import numpy as np

from unrolled.bptt.jacobians import jacobians
from unrolled.core.shapes import Array, Float
from unrolled.core.unroll import unroll
from unrolled.gradients.norms import spectral_norm
from unrolled.gradients.pulse import Pulse, back_products, inputs, recurrent_weights
from unrolled.gru.cell import CELL, GRU
from unrolled.lstm.gate import Gate
from unrolled.lstm.memory_pulse import ANGLE, HIGHER, SIZE, TANH, MemoryPulse, memory_pulse
from unrolled.page.numbers import short

STRIPS = (
    TANH,
    {"name": "GRU, state", "cell": "gru", "path": True},
    {"name": "GRU, all paths", "cell": "gru", "path": False},
)


def weights(W: Float[Array, "2 2"], bias: float) -> GRU:
    """A GRU of two units with W in all but the update gate, which reads its bias alone."""
    eye, zeros = np.eye(2), np.zeros((2, 2))
    plain = Gate(eye, W, zeros[0])
    return GRU(u=Gate(zeros, zeros, zeros[0] - bias), r=plain, h=plain)


def gated_pulse(W: Float[Array, "2 2"], bias: float) -> tuple[Array, Array]:
    """‖∂h_T/∂h_{T-l}‖₂ for l = 0..T, along the state alone and along all paths.  eq-gru-jacobian

    `bias` is minus that of the update gate, whose share is of the new.
    """
    p = weights(W, bias)
    _, caches = unroll(CELL, p, inputs(), np.zeros(2))
    whole = back_products(jacobians(CELL, p, caches))
    path = back_products(np.stack([np.diag(1 - u) for u in caches.steps.u]))
    return spectral_norm(path), spectral_norm(whole)


class GatedPulse(MemoryPulse):
    """Fire a gradient through a plain network and a GRU; set W and the update gate's bias."""

    title = "The pulse through a GRU"
    cell, holds, sign = "GRU", "update-gate", -1
    what, readers = "state", "the reset gate and the candidate"
    smaller = "Mostly keeping"

    def __init__(self, **traits: object):
        Pulse.__init__(self, strips=STRIPS, **traits)

    @staticmethod
    def pulses(size: float, bias: float) -> tuple[Array, Array]:
        """The pulse along the state and along all paths, for W of this size."""
        return gated_pulse(recurrent_weights(size, ANGLE, 0.0), bias)

    def constants(self) -> dict:
        """What the LSTM has; and its pulse along all paths, drawn dashed around the GRU's."""
        lstm = {"name": "dashed: LSTM", "cell": "lstm", "path": False, "strip": 2}
        return super().constants() | {"ghost": lstm}

    def last_story(self, still: str, grown: str) -> dict:
        """What the candidate adds to the path."""
        _, lstm = memory_pulse(recurrent_weights(SIZE, ANGLE, 0.0), HIGHER)
        return {
            "name": "More than what is kept",
            "set": self.shown(bias=HIGHER),
            "says": f"Along the state {still} arrives. The candidate reads the state, too, and"
            f" what returns through it adds up: along all paths {grown} arrives. An LSTM with the"
            f" same W and a bias of opposite sign (dashed) passes on {short(lstm[-1])}.",
        }
