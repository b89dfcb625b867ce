"""The pulse through an LSTM: along the memory alone, and along all paths.

‖∂c_T/∂c_{T-l}‖₂ for l = 0..T                              eq-lstm-path, eq-lstm-jacobian
The recurrent matrices of the LSTM are the same W, but the forget gate reads nothing: its bias alone
holds it. The browser repeats `memory_pulse`, and a test holds it to that.
Notebook: book/lstm.ipynb
"""

from math import exp

import numpy as np
import traitlets

from unrolled.bptt.jacobians import jacobians
from unrolled.core.shapes import Array, Float
from unrolled.core.unroll import unroll
from unrolled.gradients.norms import spectral_norm
from unrolled.gradients.pulse import STEPS, Pulse, back_products, inputs, recurrent_weights
from unrolled.lstm.cell import CELL, LSTM, State
from unrolled.lstm.gate import Gate
from unrolled.page.numbers import decimals, short
from unrolled.widget.words import rules

SIZE, ANGLE, BIAS = 0.8, 0.35, 3.0
HIGHER = 4.0  # the bias of the last story
KEPT = 1 / (1 + exp(-BIAS))
TANH = {"name": "tanh", "keep": 0.0, "write": 1.0, "activation": "tanh"}
STRIPS = (
    TANH,
    {"name": "LSTM, memory", "cell": "lstm", "path": True},
    {"name": "LSTM, all paths", "cell": "lstm", "path": False},
)


def said(cell: str, holds: str, what: str, readers: str) -> dict[str, list]:
    """What is said of a pulse through a plain network and this cell.

    `what` its gate keeps, the memory or the state; `readers` are the parts that read the state.
    """
    return {
        "heard": [
            rules(("", f"{{end1}} of the pulse arrives along the {what}, {{end2}} along all paths"))
        ],
        "theorem": [
            rules(
                (
                    "",
                    f"Along the {what} every step multiplies the gradient by {{share}}, whatever W"
                    " is: no gradient can grow there. Along all paths nothing bounds it, because"
                    f" {readers} read the state.",
                ),
            )
        ],
        "value": [rules(("", f"Now: bias {{bias}}, and {{end1}} arrives along the {what}."))],
        "words": words(cell, holds, what),
    }


def words(cell: str, holds: str, what: str) -> list:
    """What is said while the pulse waits, travels and has arrived."""
    article = "An" if holds[0] in "aeiou" else "A"
    return [
        rules(
            (
                "waiting",
                f"Press ▶ or <i>fire</i>. {article} {holds} bias of {{bias}} lets {{share}} of the"
                f" {what} through at every step.",
            ),
            ("!arrived", "On its way: {back} steps back."),
            (
                "",
                "At the first step {end0} of the pulse arrives with tanh, {end1} along the"
                f" {what}, and {{end2}} along all paths of the {cell}.",
            ),
        ),
    ]


def weights(W: Float[Array, "2 2"], bias: float) -> LSTM:
    """An LSTM of two units with W in all but the forget gate, which reads its bias alone."""
    eye, zeros = np.eye(2), np.zeros((2, 2))
    plain = Gate(eye, W, zeros[0])
    return LSTM(i=plain, f=Gate(zeros, zeros, zeros[0] + bias), o=plain, c=plain)


def memory_pulse(W: Float[Array, "2 2"], bias: float) -> tuple[Array, Array]:
    """‖∂c_T/∂c_{T-l}‖₂ for l = 0..T, along the memory alone and along all paths.

    eq-lstm-path, eq-lstm-jacobian
    """
    p = weights(W, bias)
    _, caches = unroll(CELL, p, inputs(), State(np.zeros(2), np.zeros(2)))
    whole = back_products(jacobians(CELL, p, caches))[:, 2:, 2:]
    path = back_products(np.stack([np.diag(f) for f in caches.steps.valves.f]))
    return spectral_norm(path), spectral_norm(whole)


class MemoryPulse(Pulse):
    """Fire a gradient through a plain network and an LSTM; set W and the forget gate's bias."""

    title = "The pulse through an LSTM"
    cell, holds, sign = "LSTM", "forget-gate", 1
    what, readers = "memory", "the gates and the candidate"
    smaller = "The usual start"  # the story of a bias of 1

    bias = traitlets.Float(BIAS, min=-2.0, max=6.0).tag(sync=True)

    def __init__(self, **traits: object):
        super().__init__(strips=STRIPS, **traits)

    @staticmethod
    def pulses(size: float, bias: float) -> tuple[Array, Array]:
        """The pulse along the memory and along all paths, for W of this size."""
        return memory_pulse(recurrent_weights(size, ANGLE, 0.0), bias)

    def ends(self, size: float, bias: float) -> tuple[str, str]:
        """What arrives at the first step, along the memory and along all paths."""
        path, whole = self.pulses(size, bias)
        return short(path[-1]), short(whole[-1])

    def constants(self) -> dict:
        """What is asked and told of the gated cell; the rest is the pulse's."""
        truth = half_of(self.pulses(SIZE, BIAS)[0])
        answers = replies(truth)
        usual = super().constants()
        gate = self.holds.replace("-", " ")
        question = {
            "text": f"The bias of the {gate} is {self.signed(BIAS)}, so every"
            f" step keeps {KEPT:.3f} of the {self.what}. Drag the flag to the step where half of"
            f" the pulse is left along the {self.what}.",
            "answer": answers["right"],
            "replies": [*answers.values()],
            "show": self.shown(lag=truth),
        }
        return (
            usual
            | said(self.cell, self.holds, self.what, self.readers)
            | {
                "holds": {
                    "label": f"{self.holds} bias",
                    "sign": self.sign,
                    "dial": f"{gate} keeps",
                },
                "many": None,
                "replies": answers,
                "asked": {"strip": 1, "level": 0.5},
                "goal": {"strip": 1, "sizes": [0.5, 2.0], "least": 0.9},
                "question": usual["question"] | question,
                "stories": self.stories(),
                "task": {
                    "text": f"Let at least nine tenths of the pulse arrive along the {self.what}.",
                    "done": "A unit that loses 1/400 at every step loses a tenth over forty steps."
                    " The"
                    f" bias sets how far {self.what} and gradient reach.",
                },
            }
        )

    def signed(self, bias: float) -> str:
        """The bias as the gate has it: an update gate keeps what a forget gate lets through."""
        return f"{self.sign * bias:g}".replace("-", "−")

    def shown(self, **change: object) -> dict:
        """A state in which the pulse has arrived; all traits but `answered`."""
        usual = {"size": SIZE, "angle": ANGLE, "nonnormality": 0.0, "shape": "bars", "bias": BIAS}
        return usual | {"back": STEPS, "lag": STEPS} | change

    def stories(self) -> list[dict]:
        """Open valves, the usual start, and what the path alone does not tell."""
        path, _ = self.ends(SIZE, 5.0)
        usual, all_ways = self.ends(SIZE, 1.0)
        still, grown = self.ends(SIZE, HIGHER)
        return [
            {
                "name": "Almost all kept",
                "set": self.shown(bias=5.0),
                "says": f"With a bias of {self.signed(5.0)} the {self.what} keeps 0.993 at each"
                f" step, and {path} of the pulse arrives. With tanh the pulse dies in thirty"
                " steps.",
            },
            {
                "name": self.smaller,
                "set": self.shown(bias=1.0, lag=2),
                "says": f"A bias of {self.signed(1.0)} keeps 0.73 at every step: along the"
                f" {self.what} only {usual} arrives, and along all paths {all_ways}. Forty steps"
                " need a larger bias.",
            },
            self.last_story(still, grown),
        ]

    def last_story(self, still: str, grown: str) -> dict:
        """That a path on which nothing grows is not the whole."""
        return {
            "name": "It can still explode",
            "set": self.shown(bias=HIGHER),
            "says": f"Along the memory no factor is above 1, and {still} arrives. But the other"
            f" gates read the state: along all paths the pulse arrives {grown} times as large.",
        }


def half_of(norms: Float[Array, " L"]) -> int:
    """After how many steps less than half is left."""
    return int(np.argmax(norms < 0.5))


def replies(truth: int) -> dict[str, str]:
    """What is said to a flag, by where it is."""
    alone = decimals(np.log(0.5) / np.log(KEPT), 1)
    why = f"By step {truth} half has gone, since {KEPT:.3f} to the power of {alone} is a half."
    return {
        "right": why,
        "early": f"{why} Each step takes only a twentieth of what is left.",
        "before": f"{why} At step {{guess}} more is left.",
        "late": f"{why} At step {{guess}} less is left.",
    }
