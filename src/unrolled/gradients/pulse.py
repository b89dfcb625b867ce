"""The pulse: a gradient leaves the loss and travels back through forty steps of several networks.

‖∂h_T/∂h_{T-l}‖₂ for l = 0..T                                              eq-gradients-product
Each strip is a cell h_t = keep · h_{t-1} + write · φ(W h_{t-1} + x_t) with two units; all of them
have the same W and the same inputs. The browser repeats `pulse`, and a test holds it to that.
Notebook: book/gradients.ipynb
"""

from math import cos, log, sin

import numpy as np
import traitlets

from unrolled.bptt.jacobians import jacobians
from unrolled.core.cell import Cell
from unrolled.core.door import check_choice, check_flag, check_real, short_repr
from unrolled.core.shapes import Array, Float
from unrolled.core.unroll import unroll
from unrolled.gradients import many_units
from unrolled.gradients.norms import spectral_norm
from unrolled.gradients.pulse_words import SAID, SHAPES
from unrolled.gradients.schur import matrix
from unrolled.page.numbers import decimals, short
from unrolled.rnn.cell import RNN
from unrolled.widget.explorable import Explorable

STEPS = 40
START = 0.8
STRIPS = (
    {"name": "linear", "keep": 0.0, "write": 1.0, "activation": "identity"},
    {"name": "tanh", "keep": 0.0, "write": 1.0, "activation": "tanh"},
)
ACTIVATIONS = ("identity", "tanh")
BAND = ("low", "mid", "high")  # of several runs
GATED = ("lstm", "gru")  # cells that later chapters hand in, with all weights W
SHAPED = (  # a strip has these
    ("name", "keep", "write", "activation"),
    ("name", "cell", "path"),
    ("name", "way"),
)
WAYS = ("tanh", "leak", "residual", "skip")  # as open as the switches of a later chapter


def inputs() -> Float[Array, "T 2"]:
    """What all networks read: two slow waves."""
    t = np.arange(1, STEPS + 1)
    return np.stack([0.15 * np.sin(1.3 * t), 0.15 * np.cos(0.7 * t)], axis=-1).round(6)


def recurrent_weights(size: float, angle: float, nonnormality: float) -> Float[Array, "2 2"]:
    """W with two eigenvalues of this size, at an angle above and below the real axis."""
    re, im = (0.0 if abs(x) < 1e-15 else x for x in (cos(angle), sin(angle)))
    return size * matrix([[re, im], [re, -im]], nonnormality, 0.0)


def back_products(J: Float[Array, "T n n"]) -> Float[Array, "L n n"]:
    """∂h_T/∂h_{T-l} for l = 0..T: one Jacobian more on the right for every step back.

    eq-gradients-product
    """
    found = [np.eye(J.shape[-1])]
    for factor in J[::-1]:
        found.append(found[-1] @ factor)
    return np.stack(found)


def pulse(cell: Cell, W: Float[Array, "2 2"], xs: Float[Array, "T 2"]) -> Float[Array, " L"]:
    """‖∂h_T/∂h_{T-l}‖₂ for l = 0..T of a cell with two units that starts at rest."""
    p = RNN(np.eye(2), W, np.zeros(2))
    _, caches = unroll(cell, p, xs, np.zeros(2))
    return spectral_norm(back_products(jacobians(cell, p, caches)))


def check_strip(strip: object) -> dict:
    """A strip as the browser needs it, or ValueError."""
    if not isinstance(strip, dict) or set(strip) not in map(set, SHAPED):
        expected = " or ".join(map(", ".join, SHAPED))
        raise ValueError(f"strips: got {short_repr(strip)}, expected dicts with {expected}")
    if not isinstance(strip["name"], str) or set(strip["name"]) & set("<>&"):
        raise ValueError(
            f"name: got {short_repr(strip['name'])}, expected a text without <, > and &"
        )
    if "way" in strip:
        return strip | {"way": check_choice("way", strip["way"], WAYS)}
    if "cell" in strip:
        cell = check_choice("cell", strip["cell"], GATED)
        return strip | {"cell": cell, "path": check_flag("path", strip["path"])}
    return {
        "name": strip["name"],
        "keep": check_real("keep", strip["keep"]),
        "write": check_real("write", strip["write"]),
        "activation": check_choice("activation", strip["activation"], ACTIVATIONS),
    }


class Pulse(Explorable):
    """Fire a gradient from the loss, set the radius of W, and see where the pulse dies or swells.

    `strips` are dicts with `name`, `keep`, `write` and `activation` ("identity" or "tanh"), or with
    `name`, `cell` ("lstm" or "gru") and `path` (whether along the memory alone), or with `name` and
    `way` ("tanh", "leak", "residual" or "skip"), for a subclass that has traits of these names.
    `size` is the spectral radius of W, `angle` that of both eigenvalues in radians, `back` how far
    the pulse has come. Raises ValueError for what does not fit.
    """

    title = "The pulse: a gradient on its way back"

    size = traitlets.Float(START, min=0.5, max=2.0).tag(sync=True)
    angle = traitlets.Float(0.35, min=0.0, max=3.1416).tag(sync=True)
    nonnormality = traitlets.Float(0.0, min=0.0, max=8.0).tag(sync=True)
    back = traitlets.Int(0, min=0, max=STEPS).tag(sync=True)
    lag = traitlets.Int(10, min=1, max=STEPS).tag(sync=True)
    shape = traitlets.Enum([name for name, _ in SHAPES], "bars").tag(sync=True)

    def __init__(self, strips: object = STRIPS, **traits: object):
        if not isinstance(strips, list | tuple) or not 2 <= len(strips) <= 4:
            raise ValueError(f"strips: got {short_repr(strips)}, expected two to four of them")
        self._strips = [check_strip(strip) for strip in strips]
        super().__init__(**traits)

    def constants(self) -> dict:
        """Inputs, strips, words, the question, the stories and the task."""
        truth = steps_to(0.01, START)
        return {
            "xs": inputs().tolist(),
            "strips": self._strips,
            "shapes": SHAPES,
            "many": many(),
            **SAID,
            "replies": replies(truth),
            "asked": {"strip": 0, "level": 0.01},
            "goal": {"strip": 0, "sizes": [0.5, 0.95], "peak": 5},
            "question": question(self.state(), truth),
            "stories": stories(self.state()),
            "task": {
                "text": "Keep the spectral radius of W at 0.95 or less, and make the linear pulse"
                " swell to 5 on its way. The sliders under “Closer” are what you need.",
                "done": "Eigenvalues decide what happens in the end, not on the way. A large"
                " non-normal part lengthens some directions before they shrink.",
            },
        }


def many() -> dict:
    """64 tanh units, five runs for each radius and each size of their inputs, to two digits."""
    runs = many_units.loaded()["runs"]
    return {
        "radii": many_units.RADII,
        "lags": many_units.LAGS,
        "names": [f"inputs {drive}" for drive in many_units.DRIVES],
        "runs": [
            [{name: [round(x, 2) for x in run[name]] for name in BAND} for run in each]
            for each in runs
        ],
    }


def steps_to(level: float, size: float) -> int:
    """After how many steps size^l is below this level."""
    return int(np.ceil(log(level) / log(size)))


def linear(size: float, angle: float = 0.35, nonnormality: float = 0.0) -> Float[Array, " L"]:
    """The pulse of the linear network, whose Jacobian is W at every step."""
    W = recurrent_weights(size, angle, nonnormality)
    return spectral_norm(back_products(np.broadcast_to(W, (STEPS, 2, 2))))


def replies(truth: int) -> dict[str, str]:
    """What is said to a flag, by where it is."""
    halves = decimals(log(0.5) / log(START), 1)
    fact = f"A hundredth is left after {truth} steps"
    why = f"{fact}: nearly seven halvings of {halves} steps each."
    return {
        "right": why,
        "early": f"{fact}, not {{guess}}. Each step takes a fifth of <i>what is left</i>, so the"
        " pulse shrinks ever more slowly.",
        "before": f"{why} At {{guess}} steps, more is left.",
        "late": f"{why} At {{guess}} steps, less is left.",
    }


def question(start: dict, truth: int) -> dict:
    """Where is a pulse that loses a fifth at every step down to a hundredth?"""
    show = {name: value for name, value in start.items() if name != "answered"}
    return {
        "text": f"A gradient of size 1 leaves the loss. Each step of the linear network multiplies"
        f" it by {START}. Drag the flag to the step where a hundredth of it is left.",
        "place": {
            "label": "flag",
            "unit": "steps back",
            "min": 1,
            "max": STEPS,
            "step": 1,
            "start": 9,
        },
        "answer": replies(truth)["right"],
        "replies": [*replies(truth).values()],
        "show": show | {"size": START, "back": STEPS, "lag": truth, "nonnormality": 0.0},
    }


def stories(start: dict) -> list[dict]:
    """Three cases worth seeing, with their numbers."""
    kept = {name: value for name, value in start.items() if name != "answered"}
    kept |= {"back": STEPS, "shape": "bars", "angle": 0.35, "nonnormality": 0.0}
    safe = {"size": 0.9, "angle": 0.04, "nonnormality": 1.0, "lag": 10}
    peak = short(linear(0.9, 0.04, 1.0).max())
    above, below = (short(linear(size)[-1]) for size in (1.1, 0.9))
    return [
        {
            "name": "The razor’s edge",
            "set": kept | {"size": 1.0, "lag": STEPS},
            "says": f"At 1 the linear pulse arrives whole. At 1.1 it would arrive {above} times as"
            f" large, and at 0.9 only {below} of it would be left.",
        },
        {
            "name": "Looks safe, swells first",
            "set": kept | safe,
            "says": f"The spectral radius is 0.9, yet the linear pulse grows to {peak} times its"
            " size before it dies. W is not normal.",
        },
        {
            "name": "It burns, tanh holds back",
            "set": kept | {"size": 1.5, "lag": 20},
            "says": "At 1.5 the linear pulse explodes. The tanh network saturates under the same"
            " W, so its slopes are small and its gradient stays far smaller.",
        },
    ]
