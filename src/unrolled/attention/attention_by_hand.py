"""Attention by hand: one query and three keys in a plane, their scores, weights and the average.

α = softmax(K q / (√d_k τ)),  y = Σ_j α_j v_j        eq-attention-weights, eq-attention-output
What is computed is a tape of `answered`, which a test holds to the package.
Notebook: book/attention.ipynb
"""

import numpy as np
import traitlets

from unrolled.attention.attention_by_hand_words import (
    ARROWS,
    FLAGS,
    MASKS,
    SAID,
    TASK,
    TOKENS,
    question,
    stories,
)
from unrolled.core.activations import softmax
from unrolled.core.door import check_array
from unrolled.core.shapes import Array, Float
from unrolled.widget.explorable import Explorable
from unrolled.widget.tape import record

EDGE = 3.0  # of a component
COLD, HOT = 0.1, 10.0  # temperatures
HIDDEN = -1e9  # in place of minus infinity: its power of e is exactly 0
VALUES = np.array([[2.0, 1.0], [-2.0, 1.5], [0.0, -2.0]])
START = {
    "asks": 3,
    "Q": [0.5, -1.5, 1.0, 0.5, -1.5, 0.5],
    "K": [1.5, 1.0, -1.0, 1.5, -0.5, -1.5],
    "tau": 1.0,
    "mask": "none",
    "swapped": False,
    "arrow": "query",
}


def answered(
    q: Float[Array, " d"],
    K: Float[Array, "N d"],
    V: Float[Array, "N d_v"],
    tau: Float[Array, " 1"],
    hidden: Float[Array, " N"],
) -> dict[str, Array]:
    """Products, scores, weights and output of one query, and how much the weights can move.

    `moves` is the spectral norm of ∂α/∂s, a matrix of rank two whose eigenvalues are those of
    (diag(α) - ααᵀ)/τ: of three tokens they follow from its trace and from α₁α₂α₃.
    """
    products = K @ q
    scores = products / np.sqrt(2.0)
    alpha = softmax(scores / tau + hidden)
    trace = (alpha * (1 - alpha)).sum()
    minors = 3 * alpha[0] * alpha[1] * alpha[2]
    root = np.sqrt(np.maximum(trace * trace - 4 * minors, 0.0))
    moves = (trace + root) / (2 * tau)
    return {
        "products": products,
        "scores": scores,
        "alpha": alpha,
        "y": alpha @ V,
        "moves": moves,
    }


class AttentionByHand(Explorable):
    """Pull a query and three keys; see what the query's token gives to each, and what it gets.

    Q and K are six numbers each, two for every token. Raises ValueError for what is not finite or
    out of range.
    """

    title = "Attention by hand"

    asks = traitlets.Int(START["asks"], min=1, max=3).tag(sync=True)
    Q = traitlets.List(traitlets.Float(), START["Q"], minlen=6, maxlen=6).tag(
        sync=True, door={"low": -EDGE, "high": EDGE}
    )
    K = traitlets.List(traitlets.Float(), START["K"], minlen=6, maxlen=6).tag(
        sync=True, door={"low": -EDGE, "high": EDGE}
    )
    tau = traitlets.Float(START["tau"], min=COLD, max=HOT).tag(sync=True)
    mask = traitlets.Enum([name for name, _ in MASKS], "none").tag(sync=True)
    swapped = traitlets.Bool(False).tag(sync=True)
    arrow = traitlets.Enum([name for name, _ in ARROWS], "query").tag(sync=True)

    def entered(self, name: str, value: object) -> object:
        """Six finite numbers within bounds; everything else as for all widgets."""
        if name not in ("Q", "K"):
            return super().entered(name, value)
        found = check_array(name, value, "n", n=6)
        if abs(found).max() > EDGE:
            got = found[abs(found) > EDGE][0]
            raise ValueError(f"{name}: got {got}, expected numbers from {-EDGE:g} to {EDGE:g}")
        return found.tolist()

    def constants(self) -> dict:
        """The tape, the values, words, question, stories and task."""
        told = {name: seen(START | own) for name, own in CASES.items()}
        return {
            "tape": record(answered, **given(START)).data,
            "values": VALUES.tolist(),
            "hidden": HIDDEN,
            "tokens": TOKENS,
            "flags": FLAGS,
            "arrows": ARROWS,
            "masks": MASKS,
            **SAID,
            "question": question(told["start"], told["twice"]) | {"show": START | CASES["twice"]},
            "stories": stories(START, CASES, told),
            "task": TASK,
        }


CASES = {
    "start": {},
    "twice": {"Q": [0.5, -1.5, 1.0, 0.5, -3.0, 1.0]},
    "alike": {"Q": [0.5, -1.5, 1.0, 0.5, 0.0, 0.0]},
    "one": {"Q": [0.5, -1.5, 1.0, 0.5, 3.0, 2.0]},
    "frozen": {"tau": 0.1},
    "swapped": {"swapped": True},
    "causal": {"asks": 2, "mask": "causal"},
}


def given(state: dict) -> dict[str, Array]:
    """What the tape is handed: of swapped roles the token's key asks, and all queries answer."""
    Q, K = (np.reshape(state[name], (3, 2)) for name in ("Q", "K"))
    asking, asked = (K, Q) if state["swapped"] else (Q, K)
    j = state["asks"] - 1
    hidden = np.where(np.arange(3) > j, HIDDEN, 0.0) * (state["mask"] == "causal")
    return {
        "q": asking[j],
        "K": asked,
        "V": VALUES,
        "tau": np.array([state["tau"]]),
        "hidden": hidden + 0.0,
    }


def seen(state: dict) -> dict[str, Array]:
    """What the reader sees of a state."""
    return answered(**given(state))
