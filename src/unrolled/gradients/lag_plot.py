"""Lag plot: ‖∂h_k/∂h_0‖₂ against the lag k, of 64 units at any radius, or of any recorded cells.

Everything is computed by the package: 64 units by `unrolled.gradients.many_units`, a cell of your
own by `unrolled.gradients.runs` with `lags`. What a rule may say of a run follows from its bound
‖W‖₂ on every factor and its radius ρ(W), where there is one W (tanh: γ = 1).
Notebook: book/gradients.ipynb
"""

import traitlets

from unrolled.core.door import check_whole, short_repr
from unrolled.gradients.lag_plot_words import NORM, RHO, SEEN, many
from unrolled.gradients.many_units import DRIVES, LAGS, RADII
from unrolled.gradients.runs import named, steps
from unrolled.widget.explorable import Explorable
from unrolled.widget.words import rules

# Where there is one W, which theorem speaks of the limit or which
# rule fails; where there is none, what single steps can say; and what the band is.
RULED, STEPS, BAND = [
    rules(
        [
            "certain shrunk",
            f"It had to shrink, and in the limit it vanishes: no factor has a norm"
            f" above {NORM} = {{bound}}, and a bound below 1 is sufficient.",
        ],
        [
            "certain",
            f"In the limit it must vanish all the same: no factor has a norm above {NORM} ="
            " {bound} < 1. {T} steps are too few to see it.",
        ],
        [
            "below rests",
            f"The state dies out, so that all slopes tend to 1: here {RHO} = {{rho}}"
            " decides, but only in the limit, where the gradient vanishes. On the way ρ bounds"
            " nothing.",
        ],
        [
            "below nonnegative",
            f"{RHO} = {{rho}} below 1 is sufficient here: <b>W</b> has no"
            " negative entry, so in the limit the gradient vanishes. On the way ρ bounds nothing.",
        ],
        [
            "ruled !below !above",
            f"{RHO} = 1 promised nothing. Slopes that change from step to step decide.",
        ],
        [
            "above shrunk",
            f"{RHO} = {{rho}} promised exploding. But a bound above 1, here {NORM} ="
            " {bound}, is necessary for that, not sufficient: slopes below 1 shrink the factors.",
        ],
        [
            "above grown",
            f"It could, for the bound {NORM} = {{bound}} is above 1; that is necessary,"
            f" not sufficient. {RHO} = {{rho}} agrees, but proves nothing where slopes change.",
        ],
        [
            "above",
            f"{RHO} = {{rho}} promised exploding, but proves nothing where slopes change from"
            " step to step.",
        ],
        [
            "below grown",
            f"{RHO} = {{rho}} promised vanishing: ρ is no bound. Slopes rescale the"
            f" rows of each factor, and {NORM} = {{bound}} left room for that.",
        ],
        [
            "below shrunk",
            f"{RHO} = {{rho}} agrees, but proves nothing where slopes change: the"
            f" bound {NORM} = {{bound}} is not below 1, so nothing was guaranteed.",
        ],
        [
            "below",
            f"{RHO} = {{rho}} promised vanishing, but proves nothing where slopes change from"
            " step to step.",
        ],
    ),
    rules(
        ["small", "It had to shrink: no single step of this run has a norm above {largest}."],
        ["squeezed", "It had to be small: the norms of the single steps multiply to {chain}."],
        [
            "pushed",
            "It had to be large: even the smallest singular values of the single steps"
            " multiply to {floor}.",
        ],
        [
            "",
            "Single steps do not decide it: their norms multiply to {chain}, the largest is"
            " {largest}.",
        ],
    ),
    rules(
        ["several", "Line: the median of {runs} input sequences; band and parentheses: all {runs}."]
    ),
]
# What is never so of the 64 units.
RARE = ("zero", "rises", "certain", "below nonnegative", "below grown", "below")


class LagPlot(Explorable):
    """Turn the radius of W, choose the size of the inputs; see what ‖∂h_k/∂h_0‖₂ does with k.

    With `cell`, `p`, `xs`, `h0` it shows that run instead, called `name`; with `runs`, a dict of
    names and (cell, p, xs, h0), several. Raises ValueError for what it cannot show and, as the
    package does, OverflowError for a run that overflows.
    """

    title = "Lag plot: what is left of a gradient, step by step"

    radius = traitlets.Enum(RADII, 1.1).tag(sync=True)  # ρ(W) of the 64 units
    run = traitlets.Int(0, min=0, max=99).tag(sync=True)  # which of the runs is looked at
    lag = traitlets.Int(10, min=1, max=10_000).tag(sync=True)

    def __init__(
        self,
        *,
        cell: object = None,
        p: object = None,
        xs: object = None,
        h0: object = None,
        name: object = "your cell",
        runs: object = None,
        **traits: object,
    ):
        if any(x is not None for x in (cell, p, xs, h0)):
            if runs is not None:
                raise ValueError(f"runs: got {short_repr(runs)} beside one cell, expected either")
            runs = {name: (cell, p, xs, h0)}
        self._runs = None if runs is None else named(runs)
        self._lags = LAGS if runs is None else steps(self._runs)
        self._ends = {"run": len(self._runs or DRIVES) - 1, "lag": self._lags[-1]}
        traits = {"lag": min(10, self._lags[-1])} | traits
        super().__init__(**traits)

    def entered(self, name: str, value: object) -> object:
        """As of every widget; runs and lags end with those that were recorded."""
        if name in self._ends:
            return check_whole(name, value, int(name == "lag"), self._ends[name])
        return super().entered(name, value)

    def _doors(self) -> dict:
        doors = super()._doors()
        return doors | {name: doors[name] | {"high": end} for name, end in self._ends.items()}

    def constants(self) -> dict:
        """The runs, by radius and drive or your own, with words; question and task of the 64."""
        if self._runs is None:
            needed = [[rule for rule in one if rule[0] not in RARE] for one in (SEEN, RULED, BAND)]
            return {"words": needed, "lags": LAGS, **many()}
        own = [{"name": name} | run for name, run in self._runs.items()]
        words = [SEEN, RULED + STEPS, BAND]
        return {"words": words, "lags": list(self._lags), "runs": [own]}
