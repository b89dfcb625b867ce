"""The pulse again, each remedy a switch with its price: leak, residual way, skip, start, clip.

κ I + ω D_t W_hh is the Jacobian of the first three strips                 eq-remedies-shortcut
The last reads the state of five steps before as well                          eq-remedies-skip
A loss whose gradient by h_T is LOSS sums up to what clipping shortens         eq-remedies-clip
The browser repeats `way`, `summed` and `grown`, and a test holds it to that.
Notebook: book/remedies.ipynb
"""

import numpy as np
import traitlets

from unrolled.bptt.jacobians import jacobians
from unrolled.core.cell import Cell
from unrolled.core.optim import global_norm
from unrolled.core.shapes import Array, Float
from unrolled.core.unroll import bptt, unroll
from unrolled.gradients.norms import spectral_norm
from unrolled.gradients.pulse import STEPS, Pulse, back_products, inputs, recurrent_weights
from unrolled.page.numbers import decimals, short
from unrolled.remedies.shortcuts import Skip, elman, leaky, residual, skip
from unrolled.remedies.ways_words import DESK, FIGURES, HEARD, PRICES, SEEN, THEOREM, VALUE, WORDS
from unrolled.rnn.cell import RNN

ALPHA, SIZE, ANGLE = 0.9, 0.8, 0.35
DISTANCE, OLDER = 5, 0.5  # the skip reads half the state of five steps before
LOSS = (0.6, 0.8)
STRIPS = tuple({"name": way, "way": way} for way in ("tanh", "leak", "residual", "skip"))


def cell_of(name: str, share: float = 1.0) -> Cell:
    """The package's cell of a strip; `share` is the leak's α."""
    return {
        "tanh": elman,
        "leak": lambda: leaky(share),
        "residual": residual,
        "skip": lambda: skip(DISTANCE),
    }[name]()


def followed(name: str, W: Float[Array, "2 2"], share: float = ALPHA) -> tuple:
    """Cell, weights, caches and last state of a strip that starts at rest."""
    cell = cell_of(name, share)
    p = RNN(np.eye(2), W, np.zeros(2))
    start = np.zeros(2)
    if name == "skip":
        p, start = Skip(p, OLDER * np.eye(2)), (start,) * DISTANCE
    states, caches = unroll(cell, p, inputs(), start)
    return cell, p, caches, states


def way_of(name: str, W: Float[Array, "2 2"], share: float = ALPHA) -> Float[Array, " L"]:
    """‖∂h_T/∂h_{T-l}‖₂ for l = 0..T of a strip, along all of its ways."""
    cell, p, caches, _ = followed(name, W, share)
    return spectral_norm(back_products(jacobians(cell, p, caches))[:, :2, :2])


def way(name: str, size: float, angle: float = ANGLE) -> Float[Array, " L"]:
    """The pulse of one of the strips, for W of this size and angle."""
    return way_of(name, recurrent_weights(size, angle, 0.0))


def grown(name: str, W: Float[Array, "2 2"], share: float = ALPHA) -> float:
    """The length of a strip's last state."""
    states = followed(name, W, share)[-1]
    return float(np.linalg.norm((states[0] if name == "skip" else states)[-1]))


def summed(name: str, W: Float[Array, "2 2"], share: float = ALPHA) -> float:
    """The length of the gradient of LOSS · h_T by the recurrent weights: a sum over all steps."""
    cell, p, caches, _ = followed(name, W, share)
    dstates = np.zeros((STEPS, 2))
    dstates[-1] = LOSS
    if name == "skip":
        dstates = (dstates, *(np.zeros((STEPS, 2)) for _ in range(DISTANCE - 1)))
    dp = bptt(cell, p, caches, dstates)[0]
    return float(global_norm((dp.cell.W_hh, dp.W_hs) if name == "skip" else dp.W_hh))


class Ways(Pulse):
    """Fire a gradient through tanh units, and switch on what helps them: each at its price."""

    title = "The pulse with remedies, and what they cost"

    leak = traitlets.Float(ALPHA, min=0.0, max=0.99).tag(sync=True)
    residual = traitlets.Int(0, min=0, max=1).tag(sync=True)
    skip = traitlets.Int(0, min=0, max=1).tag(sync=True)
    clip = traitlets.Int(0, min=0, max=1).tag(sync=True)

    def __init__(self, **traits: object):
        super().__init__(strips=STRIPS, **traits)

    def constants(self) -> dict:
        """What is asked and told of the remedies; the rest is the pulse's."""
        truth = int(np.argmax(way("leak", SIZE) < 0.5))
        said = replies(truth)
        question = {
            "text": f"At each step, a leaky unit keeps {ALPHA} of its state and adds a tenth of"
            f" what is new. The spectral radius of W is {SIZE}. Drag the flag to the"
            " step where half of the leaky pulse is left.",
            "answer": said["right"],
            "replies": [*said.values()],
            "show": self._shown(lag=truth),
        }
        usual = super().constants()
        return usual | {
            "many": None,
            "ways": {
                "full": {"leak": ALPHA, "residual": 1, "skip": 1},
                "prices": PRICES,
                "desk": DESK,
                "figures": FIGURES,
                "distance": DISTANCE,
                "older": OLDER,
                "loss": LOSS,
                "size": SIZE,
            },
            "words": WORDS,
            "theorem": [THEOREM],
            "seen": [SEEN],
            "heard": [HEARD],
            "value": [VALUE],
            "replies": said,
            "asked": {"strip": 1, "level": 0.5},
            "goal": {"strip": 2, "sizes": [0.8, 2.0], "on": "residual", "end": 1e-3},
            "question": usual["question"] | question,
            "stories": self._stories(),
            "task": {
                "text": "Switch on the residual path, and keep the spectral radius at 0.8 or more."
                " Make less than 0.001 of the residual pulse arrive. (Turn the eigenvalues in"
                " “Closer”.)",
                "done": "Where W reverses a direction, it cancels what the residual path keeps. A"
                " sum preserves a gradient only if its two parts don’t cancel.",
            },
        }

    def _shown(self, **change: object) -> dict:
        """A state in which the pulse has arrived; all traits but `answered`."""
        usual = {"size": SIZE, "angle": ANGLE, "nonnormality": 0.0, "shape": "bars"}
        usual |= {"leak": ALPHA, "residual": 0, "skip": 0, "clip": 0}
        return usual | {"back": STEPS, "lag": STEPS} | change

    def _stories(self) -> list[dict]:
        """Each remedy with its price."""
        kept, plain, added = (short(way(name, SIZE)[-1]) for name in ("leak", "tanh", "residual"))
        near, far = (short(left) for left in way("skip", 0.5)[4:6])
        orthogonal = short(way("tanh", 1.0)[-1])
        W = recurrent_weights(SIZE, ANGLE, 0.0)
        long, state = (short(size("residual", W)) for size in (summed, grown))
        return [
            {
                "name": "The slow leak",
                "set": self._shown(),
                "says": f"With the leak, a pulse of {kept} arrives; with tanh alone, only"
                f" {plain}. The price: a unit writes a tenth of what is new, so it changes slowly.",
            },
            {
                "name": "The growing state",
                "set": self._shown(leak=0.0, residual=1),
                "says": f"With the residual path, a pulse of {added} arrives. The price: every"
                f" step adds to the state, which has grown to {state}.",
            },
            {
                "name": "Five steps at once",
                "set": self._shown(size=0.5, lag=5, leak=0.0, skip=1),
                "says": f"After four steps {near} is left, after five {far}, because one skip leads"
                " there. Further back, many paths mix.",
            },
            {
                "name": "The clip",
                "set": self._shown(leak=0.0, residual=1, clip=1),
                "says": f"With the residual path, the steps’ gradients add up to {long}. Clipping"
                " leaves a sum of length 1 in the same direction, and the cells stay as they are.",
            },
            {
                "name": "Orthogonal start",
                "set": self._shown(size=1.0, leak=0.0),
                "says": f"W only rotates the gradient, and a pulse of {orthogonal} arrives with"
                " tanh instead of"
                f" {plain}. But this is only a start: training can change W.",
            },
        ]


def replies(truth: int) -> dict[str, str]:
    """What is said to a flag, by where it is."""
    factor = decimals(ALPHA + (1 - ALPHA) * SIZE, 2)
    why = (
        f"Half is left after {truth} steps. The new part carries gradient, too, so each step"
        f" multiplies the pulse by up to 0.9 + 0.1 · {SIZE} = {factor}."
    )
    alone = decimals(np.log(0.5) / np.log(ALPHA), 1)
    return {
        "right": why,
        "early": f"{why} With 0.9 alone, it would halve every {alone} steps.",
        "before": f"{why} At {{guess}} steps, more is left.",
        "late": f"{why} At {{guess}} steps, less is left.",
    }
