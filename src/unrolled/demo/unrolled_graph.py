"""The d-e-m-o network unrolled: every number, what feeds it, and the two orders of its gradient.

All arithmetic happens in the module; a test holds it to `unrolled.demo.network.trace`.
Notebooks: book/rnn.ipynb, book/bptt.ipynb
"""

from html import escape

import numpy as np
import traitlets

from unrolled.core.door import finite
from unrolled.core.shapes import Array
from unrolled.core.tree import alike
from unrolled.demo.network import ALPHABET, MODEL, XS, YS, trace
from unrolled.page.tables import decimals
from unrolled.page.trace import Trace
from unrolled.page.widget import Explorable, module, style
from unrolled.rnn.cell import RNN
from unrolled.rnn.readout import Model, Readout

ENTRIES = [
    f"{name} {','.join(map(str, place))}"
    for part in MODEL
    for name, value in part._asdict().items()
    for place in np.ndindex(value.shape)
]
QUANTITIES = tuple(trace(MODEL))
STEPS = 56  # of the walk
WAYS = ("backward", "forward")


class UnrolledGraph(Explorable):
    """Step through the unrolled network, take any number apart, change a weight.

    Raises ValueError for a model that does not have the demo's shapes, for NaN and for infinity.
    """

    _esm = module(__file__)
    _css = style(__file__)
    title = "The unrolled graph: every number of d-e-m-o"

    weights = traitlets.Dict().tag(sync=True)  # name -> nested lists
    start = traitlets.Dict().tag(sync=True)  # where a reset goes
    step = traitlets.Int(0, min=0, max=STEPS - 1).tag(sync=True)  # of the walk forwards and back
    quantity = traitlets.Enum(("", *QUANTITIES), "").tag(sync=True)  # instead of the step's own
    entry = traitlets.List(traitlets.Int(min=0), [0], maxlen=2).tag(sync=True)  # of it, 0-based
    order = traitlets.Enum(WAYS, "backward").tag(sync=True)
    tuned = traitlets.Enum(ENTRIES, "W_hh 1,1").tag(sync=True)  # the weight on the slider
    summed = traitlets.Enum(ENTRIES, "b_h 1").tag(sync=True)  # the weight whose gradient is summed
    question = traitlets.Enum(WAYS, "backward").tag(sync=True)  # what it asks first
    answered = traitlets.Bool(False).tag(sync=True)

    def __init__(self, model: Model = MODEL, **traits: object):
        parts = alike("model", model, MODEL, finite)
        weights = {name: w.tolist() for part in parts for name, w in part._asdict().items()}
        super().__init__(**{"weights": weights, "start": weights, **traits})

    def fallback(self) -> str:
        """The graph with its numbers, and a table of the quantities of each step."""
        found = trace(_model(self.weights))
        return _figure(found) + _table(found)


def _model(weights: dict) -> Model:
    w = {name: np.array(value, dtype=float) for name, value in weights.items()}
    return Model(RNN(w["W_hx"], w["W_hh"], w["b_h"]), Readout(w["W_yh"], w["b_y"]))


def _numbers(value: Array, digits: int) -> str:
    text = ", ".join(decimals(v, digits) for v in np.atleast_1d(value))
    return f"({text})" if np.ndim(value) else text


def _symbol(letter: str, t: int) -> str:
    """A vector in bold, with its time below the line."""
    weight = 400 if letter == "ℒ" else 700
    return f'<tspan font-weight="{weight}">{letter}</tspan><tspan dy="4" font-size="11">{t}</tspan>'


def _figure(found: Trace) -> str:
    """Three columns: x, a, h, ŷ and the loss upwards, and Tδ from right to left."""
    parts = []
    for t in (1, 2, 3):
        left = 3 + 172 * (t - 1)
        chars = [ALPHABET[int(np.argmax(one[t - 1]))] for one in (XS, YS)]
        target = int(np.argmax(YS[t - 1]))
        p = found[f"y_hat_{t}"].value[target]
        rows = (
            (10, "output", _symbol("ℒ", t), _numbers(found[f"L_{t}"].value, 4)),
            (76, "output", _symbol("ŷ", t), f"“{chars[1]}”: {decimals(p, 3)}"),
            (142, "state", _symbol("h", t), _numbers(found[f"h_{t}"].value, 3)),
            (208, "state", _symbol("a", t), _numbers(found[f"a_{t}"].value, 3)),
            (274, "input", _symbol("x", t), f"“{chars[0]}”"),
            (340, "gradient", _symbol("Tδ", t), _numbers(found[f"delta_{t}"].value, 3)),
        )
        parts += [_box(left, *row) for row in rows]
        up = left + 66
        parts += [_arrow((up, y), (up, y - 20), "state") for y in (76, 142, 208, 274)]
        if t < 3:
            parts.append(_arrow((left + 132, 165), (left + 172, 231), "state"))
            parts.append(_arrow((left + 172, 363), (left + 132, 363), "gradient"))
    losses = [_numbers(found[f"L_{t}"].value, 2) for t in (1, 2, 3)]
    label = (
        f"The network unrolled over three steps. The states run from left to right; the losses "
        f"are {', '.join(losses)}, on average {_numbers(found['L'].value, 4)}. The gradients run "
        f"back, to Tδ1 = {_numbers(found['delta_1'].value, 3)}."
    )
    return (
        f'<svg viewBox="0 0 482 396" width="482" role="img" aria-label="{escape(label)}">'
        + "".join(parts)
        + "</svg>"
    )


def _box(x: int, y: int, kind: str, symbol: str, text: str) -> str:
    return (
        f'<rect x="{x}" y="{y}" width="132" height="46" rx="8" fill="none" '
        f'style="stroke:var(--{kind})" stroke-width="2"/>'
        f'<text x="{x + 66}" y="{y + 19}" text-anchor="middle" font-size="15" '
        f'style="fill:var(--{kind})">{symbol}</text>'
        f'<text x="{x + 66}" y="{y + 38}" text-anchor="middle" font-size="13">{text}</text>'
    )


def _arrow(start: tuple[int, int], end: tuple[int, int], kind: str) -> str:
    """A line with its head: solid on the way forward, dashed for gradients."""
    (x1, y1), (x2, y2) = start, end
    middle = (x1 + x2) // 2
    turn = -90 if x1 == x2 else 180 if x2 < x1 else 0
    dash = ' stroke-dasharray="5 4"' if kind == "gradient" else ""
    return (
        f'<path d="M{x1} {y1}C{middle} {y1} {middle} {y2} {x2} {y2}" fill="none" '
        f'style="stroke:var(--{kind})" stroke-width="1.8"{dash}/>'
        f'<path d="M0 0l-8 -4v8z" transform="translate({x2} {y2}) rotate({turn})" '
        f'style="fill:var(--{kind})"/>'
    )


def _table(found: Trace) -> str:
    rows = {
        "<b>a</b><sub>t</sub>": "a", "<b>h</b><sub>t</sub>": "h", "<b>ŷ</b><sub>t</sub>": "y_hat",
        "ℒ<sub>t</sub>": "L", "<i>T</i><b>δ</b><sub>t</sub>": "delta",
    }  # fmt: skip
    head = "".join(f'<th scope="col"><i>t</i> = {t}</th>' for t in (1, 2, 3))
    body = "".join(
        f'<tr><th scope="row">{symbol}</th>'
        + "".join(f"<td>{_numbers(found[f'{name}_{t}'].value, 4)}</td>" for t in (1, 2, 3))
        + "</tr>"
        for symbol, name in rows.items()
    )
    return (
        '<div class="kit-scroll" tabindex="0" role="region" aria-label="The numbers of the graph">'
        f"<table><caption>Mean loss ℒ = {_numbers(found['L'].value, 4)}; Tδ is the gradient of the "
        f"summed loss at the pre-activation.</caption><thead><tr><td></td>{head}</tr></thead>"
        f"<tbody>{body}</tbody></table></div>"
    )
