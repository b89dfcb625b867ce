"""Truncation window: which pairs of loss and step a gradient keeps, and what that costs.

∇_w = Σ_t Σ_{i≤t} w_{t,i} δ^{(t)}_i h_{i-1}ᵀ. The errors of all schemes but random cuts are computed
here, with the package; the module walks back through random cuts itself. Its `kept`, `lateLosses`,
`survival`, `gates` and `gated` are held to `unrolled.truncation` by a test.
Notebook: book/truncation.ipynb
"""

import numpy as np
import traitlets

from unrolled.core.cell import Cell
from unrolled.core.door import check_whole
from unrolled.core.gradcheck import relative_gap
from unrolled.core.shapes import Array
from unrolled.page.numbers import percent, plural
from unrolled.rnn.cell import CELL
from unrolled.truncation.example import example
from unrolled.truncation.pairs import LONGEST, gradient, pairs, rounded, strength
from unrolled.truncation.truncation_stories_words import stories
from unrolled.truncation.truncation_window_words import NAMES, SAID, SHORTS, question
from unrolled.truncation.weights import kept, late_losses
from unrolled.widget.explorable import Explorable

DRAWS = 100  # at most
WALK = ("W", "slopes", "errors", "states")  # what a walk back through random cuts needs


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
    draws = traitlets.Int(1, min=1, max=DRAWS).tag(sync=True)  # the last is shown
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
        T = len(self._pairs.states)
        traits = {"k": -(-T // 2), "loss": min(12, T)} | traits
        for name in ("k", "loss"):
            traits[name] = check_whole(name, traits[name], 1, T)
        super().__init__(**traits)

    def error(self, weights: Array) -> float:
        """‖∇_w - ∇‖ / ‖∇‖ for W_hh."""
        full = gradient(self._pairs, np.tril(np.ones_like(weights)))
        return rounded(relative_gap(gradient(self._pairs, weights), full))

    def constants(self) -> dict:
        """The problem, the errors of each scheme at each k, the question, stories, the task."""
        T = len(self._pairs.states)
        steps = range(1, len(self._pairs.states) + 1)
        window = [self.error(kept(T, 1, k)) for k in steps]
        chunks = [self.error(kept(T, k, k)) for k in steps]
        late = [self.error(late_losses(T, k)) for k in steps]
        k1k2 = [[self.error(kept(T, k1, k)) for k in range(k1, T + 1)] for k1 in steps]
        goal = next(k for k, error in zip(steps, window, strict=True) if error < 0.01)
        told = stories(T, window, chunks, k1k2)
        return {
            **{name: rounded(getattr(self._pairs, name)) for name in WALK},
            "draws": DRAWS,
            "rest": self.loss,
            "strength": strength(self._pairs),
            "window": window,
            "chunks": chunks,
            "late": late,
            "k1k2": k1k2,
            "ticks": [k for k in steps if k == 1 or k % 5 == 0 or T < 8],
            "table": _table(window, chunks, late),
            "names": NAMES,
            "shorts": SHORTS,
            **SAID,
            "question": question(T, window, late),
            **({"stories": told} if told else {}),
            "goal": goal,
            "task": {
                "text": "Find the smallest window that loses less than 1 %.",
                "set": {"scheme": "window"},
                "done": f"{plural(goal, 'step')} of {T}: pairs farther apart add less than 1 %.",
            },
        }


def _table(*errors: list[float]) -> dict:
    return {
        "summary": "Error against <i>k</i> as a table",
        "caption": "Relative error of the gradient of W_hh, by k",
        "head": ["<i>k</i>", "window", "chunks", "late losses"],
        "rows": [[k, *map(percent, row)] for k, row in enumerate(zip(*errors, strict=True), 1)],
    }
