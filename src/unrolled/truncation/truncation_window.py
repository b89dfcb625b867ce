"""Truncation window: which pairs of loss and step a gradient keeps, and what that costs.

∇_w = Σ_t Σ_{i≤t} w_{t,i} δ^{(t)}_i h_{i-1}ᵀ. The errors of all schemes but random cuts are computed
here, with the package; the module sums random draws itself. Its `kept`, `lateLosses`, `survival`,
`gates` and `gradient` are held to `unrolled.truncation` by a test.
Notebook: book/truncation.ipynb
"""

import numpy as np
import traitlets

from unrolled.core.door import whole
from unrolled.core.gradcheck import relative_gap
from unrolled.core.shapes import Array
from unrolled.core.unroll import Cell
from unrolled.page.numbers import percent, plural
from unrolled.page.widget import Explorable
from unrolled.page.words import rules
from unrolled.rnn.cell import CELL
from unrolled.truncation.example import example
from unrolled.truncation.pairs import LONGEST, gradient, pairs, strength
from unrolled.truncation.weights import kept, late_losses

NAMES = {
    "window": "sliding window",
    "chunks": "chunks",
    "k1k2": "<i>k</i><sub>1</sub> / <i>k</i><sub>2</sub>",
    "late": "late losses",
    "random": "random cuts",
}

WORDS = [
    rules(
        ["whole", "All {pairs} pairs are kept: this is the gradient itself."],
        ["window one", "Each loss keeps its own step only: {kept} of {pairs} pairs."],
        ["window", "Each loss walks back {k} steps at most: {kept} of {pairs} pairs are kept."],
        ["chunks one", "Chunks of one step: each loss keeps its own, {kept} of {pairs} pairs."],
        ["chunks", "No loss reaches across a cut, so the first loss of each chunk of {k} keeps its"
         " own step only: {kept} of {pairs} pairs."],
        ["k1k2", "Every {k1} steps the losses since then walk back over the last {k} steps:"
         " {kept} of {pairs} pairs are kept."],
        ["late", "The first {dropped} losses are dropped altogether, {kept} of {pairs} pairs are"
         " kept: not a truncated gradient but another one."],
        ["random heavier", "Draw {draws}: {cuts}, {kept} of {pairs} pairs kept, with weights up to"
         " {most}."],
        ["random", "Draw {draws}: {cuts}, {kept} of {pairs} pairs kept."],
    ),
    rules(
        ["random first unbiased", "Its error is {error}. With ever more draws that of their mean"
         " tends to 0: there is no bias."],
        ["random first", "Its error is {error}. With ever more draws that of their mean tends to"
         " {limit}, the bias: far pairs are kept too seldom."],
        ["random unbiased", "The mean of the draws is off by <b>{mean}</b>; around it they scatter"
         " by {spread}. With ever more draws it tends to 0: there is no bias."],
        ["random", "The mean of the draws is off by <b>{mean}</b>; around it they scatter by"
         " {spread}. With ever more draws it tends to {limit}, the bias."],
        ["", "It is off by <b>{error}</b>."],
    ),
    rules(["", "Held at once: {held} of {T}. Walked back in all: {walked}."]),
]  # fmt: skip


class TruncationWindow(Explorable):
    """Choose which pairs (loss t, step i) count; see what the gradient of W_hh loses.

    The problem is `p`, `xs`, `h0` and the immediate gradients `dstates` of an Elman `cell`: all of
    them or none. The other arguments are the traits below.
    Raises ValueError for what does not fit, and where the gradient of W_hh is 0.
    """

    title = "Truncation window: which pairs of loss and step a gradient keeps"

    scheme = traitlets.Enum(list(NAMES), "window").tag(sync=True)
    k = traitlets.Int(10, min=1, max=LONGEST).tag(sync=True)  # of k1k2 it is k2
    k1 = traitlets.Int(2, min=1, max=LONGEST).tag(sync=True)
    keep = traitlets.Float(0.8, min=0.05, max=1.0).tag(sync=True)  # the chance π
    reweighted = traitlets.Bool(True).tag(sync=True)
    draws = traitlets.Int(1, min=1, max=100).tag(sync=True)  # the last is shown
    seed = traitlets.Int(0, min=0, max=999).tag(sync=True)
    loss = traitlets.Int(12, min=1, max=LONGEST).tag(sync=True)  # the row that is marked

    def __init__(
        self,
        cell: Cell = CELL,
        p: object = None,
        xs: object = None,
        h0: object = None,
        dstates: object = None,
        **traits: object,
    ):
        given = {"p": p, "xs": xs, "h0": h0, "dstates": dstates}
        missing = [name for name, value in given.items() if value is None]
        if 0 < len(missing) < 4:
            raise ValueError(f"{missing[0]}: got None, expected p, xs, h0 and dstates, or none")
        self._pairs = pairs(cell, *(example() if missing else given.values()))
        T = len(self._pairs[1])
        traits = {"k": -(-T // 2), "loss": min(12, T)} | traits
        for name in ("k", "loss"):
            traits[name] = whole(name, traits[name], 1, T)
        super().__init__(**traits)

    def error(self, weights: Array) -> float:
        """‖∇_w - ∇‖ / ‖∇‖ for W_hh."""
        full = gradient(*self._pairs, np.tril(np.ones_like(weights)))
        return relative_gap(gradient(*self._pairs, weights), full)

    def tell(self) -> dict:
        """The problem, the errors of each scheme at each k, the question and the task."""
        deltas, states = self._pairs
        T, steps = len(states), range(1, len(states) + 1)
        window = [self.error(kept(T, 1, k)) for k in steps]
        late = [self.error(late_losses(T, k)) for k in steps]
        best = next(k for k, error in zip(steps, window, strict=True) if error < 0.01)
        return {
            "deltas": deltas.tolist(),
            "states": states.tolist(),
            "strength": strength(deltas, states),
            "window": window,
            "chunks": [self.error(kept(T, k, k)) for k in steps],
            "late": late,
            "k1k2": [[self.error(kept(T, k1, k)) for k in range(k1, T + 1)] for k1 in steps],
            "names": NAMES,
            "words": WORDS,
            "question": _question(T, window, late),
            "task": {
                "text": "Find the smallest window that loses less than 1 %.",
                "done": f"{plural(best, 'step')} of {T}: what is further away adds less than 1 %.",
            },
        }


def _question(T: int, window: list[float], late: list[float]) -> dict:
    k = -(-T // 2)
    lost = (T - k) * (T - k + 1) // 2
    first = "first loss" if T - k == 1 else f"first {T - k} losses"
    ours, theirs = window[k - 1], late[k - 1]
    numbers = f"Error of the window: {percent(ours)}. Without the {first}: {percent(theirs)}."
    if ours < theirs:
        why = (
            f"they matter little, while without the {first} the sum also misses near pairs, even"
            " <i>t</i> = <i>i</i>."
        )
    else:
        why = f"they matter {'more than' if ours > theirs else 'as much as'} the {first}."
    reply = f"The window drops the pairs that are {k} steps and more apart; here {why} {numbers}"
    both = f"Each does drop {plural(lost, 'pair')}, but not pairs of one size. {reply}"
    return {
        "text": f"<i>T</i> = {T}, <i>k</i> = {k}, as in the picture. Which loses more of the"
        f" gradient: cutting every loss’s history at {plural(k, 'step')}, or dropping the {first}?",
        "options": [
            [f"Cutting every history at {plural(k, 'step')}", reply],
            [f"Dropping the {first}", reply],
            [f"Both the same: each drops {plural(lost, 'pair')}", both],
        ],
        "right": 2 if ours == theirs else int(theirs > ours),
        "show": {"scheme": "late", "k": k},
    }
