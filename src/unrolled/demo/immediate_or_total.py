"""Immediate or total: the six paths of the d-e-m-o network into a weight, and what adds them up.

The module's `paths`, `countedTwice` and `chain` are held to `unrolled.bptt.paths` by a test.
Notebook: book/bptt.ipynb
"""

from html import escape

import numpy as np
import traitlets

from unrolled.bptt.paths import paths
from unrolled.core.door import finite
from unrolled.core.losses import cross_entropy_back
from unrolled.core.shapes import Array
from unrolled.core.tree import alike
from unrolled.core.unroll import unroll
from unrolled.demo import network as demo
from unrolled.page.tables import decimals
from unrolled.page.widget import Explorable, module, style
from unrolled.rnn.cell import CELL
from unrolled.rnn.readout import Model, readout, readout_back

PLACES = {
    f"{name}[{','.join(str(k + 1) for k in place)}]": (name, place)
    for name, value in demo.MODEL.cell._asdict().items()
    for place in np.ndindex(value.shape)
}
PAIRS = [(t, i) for t in (1, 2, 3) for i in range(1, t + 1)]


class ImmediateOrTotal(Explorable):
    """Pick a weight and a path; see its factors, and three ways to add the six paths up.

    `model` has the shapes of `unrolled.demo.network.MODEL`; its numbers may be others.
    Raises ValueError for wrong shapes, NaN and infinity.
    """

    _esm = module(__file__)
    _css = style(__file__)
    title = "Immediate or total: add up the paths"

    weights = traitlets.Dict().tag(sync=True)  # W_hx, W_hh, b_h, W_yh, b_y as nested lists
    initial = traitlets.Dict().tag(sync=True)  # what Reset returns to
    weight = traitlets.Enum(list(PLACES), default_value="W_hh[2,1]").tag(sync=True)
    path = traitlets.Enum([f"{t},{i}" for t, i in PAIRS], default_value="3,2").tag(sync=True)
    reading = traitlets.Enum(("immediate", "gradient", "total"), "gradient").tag(sync=True)
    answered = traitlets.Bool(False).tag(sync=True)

    def __init__(self, model: Model = demo.MODEL, **traits: object):
        parts = alike("model", model, demo.MODEL, finite)
        weights = {name: w.tolist() for part in parts for name, w in part._asdict().items()}
        super().__init__(weights=weights, initial=weights, **traits)

    def fallback(self) -> str:
        """The six contributions to the default weight as bars and as a table with its margins."""
        table = contributions({name: np.array(value) for name, value in self.weights.items()})
        name, place = PLACES[self.weight]
        values = table[name][(..., *place)]
        return _bars(self.weight, values) + _table(self.weight, values)


def contributions(weights: dict[str, Array]) -> dict[str, Array]:
    """Every path of the d-e-m-o sequence, for the sum of the losses; axes (loss, step, ...)."""
    cell, out = _parts(weights)
    states, caches = unroll(CELL, cell, demo.XS, demo.H0)
    _, dstates = readout_back(out, states, cross_entropy_back(readout(out, states), demo.YS))
    return paths(CELL, cell, caches, dstates)._asdict()


def _parts(weights: dict[str, Array]) -> Model:
    return Model(*(type(part)(*(weights[name] for name in part._fields)) for part in demo.MODEL))


def _bars(weight: str, values: Array) -> str:
    """The contributions as bars from a common zero; `values` has axes (loss, step)."""
    rows = [(f"L{t} → step {i}", values[t - 1, i - 1]) for t, i in PAIRS]
    rows.append(("sum", values.sum()))
    low, high = min(0, *(x for _, x in rows)), max(0, *(x for _, x in rows))
    width = 200 / (high - low) if high > low else 0
    heard = ", ".join(f"{name} {decimals(x)}" for name, x in rows)
    marks = []
    for n, (name, x) in enumerate(rows):
        y, left = 14 + 28 * n, 110 + width * (min(0, x) - low)
        colour = "var(--ink)" if name == "sum" else "var(--gradient)"
        marks.append(
            f'<text x="8" y="{y + 14}">{name}</text>'
            f'<rect x="{left:.2f}" y="{y}" width="{width * abs(x):.2f}" height="18"'
            f' fill="{colour}"/><text x="400" y="{y + 14}" text-anchor="end">{decimals(x)}</text>'
        )
    zero = 110 - width * low
    return (
        f'<svg viewBox="0 0 408 216" width="560" font-size="15" role="img"'
        f' aria-label="{escape(f"Paths into {weight}: {heard}.")}">{"".join(marks)}'
        f'<line x1="{zero:.2f}" x2="{zero:.2f}" y1="8" y2="208" stroke="var(--quiet)"/></svg>'
    )


def _table(weight: str, values: Array) -> str:
    """Rows are losses, columns steps; the margins are the terms of the two recursions."""
    cells = [[decimals(x) if i <= t else "" for i, x in enumerate(r)] for t, r in enumerate(values)]
    rows = [
        (f"L<sub>{t + 1}</sub>", *row, decimals(values[t].sum())) for t, row in enumerate(cells)
    ]
    rows.append(("column sum", *(decimals(x) for x in values.sum(axis=0)), decimals(values.sum())))
    body = "".join(
        f'<tr><th scope="row">{name}</th>{"".join(f"<td>{x}</td>" for x in row)}</tr>'
        for name, *row in rows
    )
    head = "".join(
        f'<th scope="col">{name}</th>' for name in ("loss", "step 1", "step 2", "step 3", "row sum")
    )
    return (
        f'<table class="iot-triangle"><caption>What each loss brings to {weight} at each step,'
        f" for the sum of the losses. All six add up to the gradient.</caption>"
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    )
