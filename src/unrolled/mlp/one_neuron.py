"""One neuron over the plane of its inputs: one direction, one step, and where its slope is gone.

The module's `respond`, `contours` and `scaled` are held to `unrolled.mlp.network` and to
this file by a test. Notebook: book/mlp.ipynb
"""

from html import escape
from math import ceil, floor, hypot, log10
from typing import NamedTuple

import numpy as np
import traitlets

from unrolled.core.activations import ACTIVATIONS
from unrolled.core.door import checked
from unrolled.core.shapes import Array
from unrolled.mlp.network import neuron
from unrolled.page.tables import decimals
from unrolled.page.widget import Explorable, module, style, within

EDGE = 3.0  # the plane is [-3, 3]²
INNER = 2.55  # where labels on it still fit
LIMIT = 100.0  # of weights and bias: beyond it the sliders and the picture say nothing
SHOWS = ("response", "slope")


class OneNeuron(Explorable):
    """Move the point, turn the weights, change the activation; see φ, φ′ and the derivatives.

    Raises ValueError for numbers that are not finite or out of range and for unknown names.
    """

    _esm = module(__file__)
    _css = style(__file__)
    title = "One neuron: where it looks, and where it stops learning"

    w = traitlets.List(traitlets.Float(), minlen=2, maxlen=2).tag(sync=True)
    b = traitlets.Float(min=-LIMIT, max=LIMIT).tag(sync=True)
    x = traitlets.List(traitlets.Float(), minlen=2, maxlen=2).tag(sync=True)
    activation = traitlets.Enum(list(ACTIVATIONS), "tanh").tag(sync=True)
    shows = traitlets.Enum(SHOWS, "response").tag(sync=True)  # what the plane is shaded with
    initial = traitlets.Dict().tag(sync=True)  # what Reset returns to
    answered = traitlets.Bool(False).tag(sync=True)

    def __init__(
        self,
        w: object = (1.0, 0.5),
        b: object = -0.5,
        x: object = (1.0, 1.0),
        activation: object = "tanh",
        shows: object = "response",
        answered: object = False,
        **traits: object,
    ):
        w = within("w", checked("w", w, "n_x", n_x=2), -LIMIT, LIMIT).tolist()
        x = within("x", checked("x", x, "n_x", n_x=2), -EDGE, EDGE).tolist()
        state = {"w": w, "b": b, "x": x, "activation": activation, "shows": shows}
        super().__init__(**state, answered=answered, **traits)
        self.initial = {name: getattr(self, name) for name in state}

    def fallback(self) -> str:
        """The plane with a few lines of equal response, and the numbers along w as a table."""
        return _figure(self) + _table(self)


class Contour(NamedTuple):
    """The part of the line w·x + b = a that lies in the plane."""

    a: float
    ends: list[list[float]]


def contours(w: list[float], b: float) -> list[Contour]:
    """Some lines of equal response: round values of a, at least 0.85 apart, and a = 0."""
    size, reach = hypot(*w), EDGE * (abs(w[0]) + abs(w[1]))
    if size < 1e-9:
        return []
    step, inner = _round_up(0.85 * size), reach - 0.5 * size
    levels = [k * step for k in range(ceil((b - inner) / step), floor((b + inner) / step) + 1)]
    if abs(b) < reach and 0 not in levels:
        levels.append(0.0)
    return [Contour(a, _clipped(w, b, a)) for a in levels]


def respond(w: list[float], b: float, activation: str, x: Array) -> tuple[Array, Array, Array]:
    """a, h = φ(a) and φ′(a) at the points in the rows of x."""
    a = neuron(np.array(w), b, x, ACTIVATIONS["identity"])
    h = neuron(np.array(w), b, x, ACTIVATIONS[activation])
    return a, h, ACTIVATIONS[activation].slope(a, h)


def _clipped(w: list[float], b: float, a: float, edge: float = EDGE) -> list[list[float]]:
    size = hypot(*w)
    u = [w[0] / size, w[1] / size]
    foot, along = [u[k] * (a - b) / size for k in (0, 1)], [-u[1], u[0]]
    spans = [
        sorted((end - foot[k]) / along[k] for end in (-edge, edge)) for k in (0, 1) if along[k]
    ]
    ends = max(span[0] for span in spans), min(span[1] for span in spans)
    return [[foot[k] + t * along[k] for k in (0, 1)] for t in ends]


def _round_up(least: float) -> float:
    """The first of 1, 2, 5, 10, 20, ... (or 0.1, 0.2, 0.5, ...) that is not below `least`."""
    base = 10.0 ** floor(log10(least))
    return next(n * base for n in (1, 2, 5, 10) if n * base >= least)


def _short(values: list[float]) -> str:
    return f"({', '.join(f'{v:.2f}' for v in values)})".replace("-", "−")


def _pixel(x: list[float]) -> tuple[float, float]:
    return round(190 + 50 * x[0], 2), round(160 - 50 * x[1], 2)


def _label(x: float, y: float, text: str) -> str:
    return f'<text x="{x}" y="{y + 5}" class="neuron-value" text-anchor="middle">{text}</text>'


def _figure(it: OneNeuron) -> str:
    ticks = [float(n) for n in range(-3, 4)]
    marks = [_label(190 + 50 * n, 322.0, decimals(n, 0)) for n in ticks]
    marks += [_label(28.0, 160 - 50 * n, decimals(n, 0)) for n in ticks]
    for a, ends in contours(it.w, it.b):
        (x1, y1), (x2, y2) = map(_pixel, ends)
        marks.append(
            f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="var(--state)"'
            f' stroke-width="{1 if a else 3}"/>'
        )
        near, far = _clipped(it.w, it.b, a, INNER)
        value = decimals(float(ACTIVATIONS[it.activation].of(np.asarray(a))), 2)
        for place, text in ((near, value), (far, "" if a else "a = 0")):
            if max(abs(place[0]), abs(place[1])) <= INNER + 1e-9:
                marks.append(_label(*_pixel(place), text))
    left, top = _pixel(it.x)
    marks.append(f'<circle cx="{left}" cy="{top}" r="7" fill="var(--input)"/>')
    marks.append(_label(left, top + (18 if it.x[1] > INNER else -17), "x"))
    _, h, slope = (v.item() for v in respond(it.w, it.b, it.activation, np.array([it.x])))
    heard = (
        f"A {it.activation} neuron over its two inputs, w = {_short(it.w)}, b = {it.b:.2f}. "
        f"Lines of equal answer run straight, at right angles to w. At x = {_short(it.x)} it "
        f"answers {decimals(h)}; its slope there is {decimals(slope)}."
    ).replace("-", "−")
    return (
        f'<svg viewBox="0 0 352 350" width="400" font-size="14" role="img"'
        f' aria-label="{escape(heard)}"><rect x="40" y="10" width="300" height="300"'
        f' fill="var(--wash)" stroke="var(--quiet)"/>{"".join(marks)}'
        f"{_label(190.0, 341.0, 'x₁')}{_label(8.0, 160.0, 'x₂')}</svg>"
    )


def _table(it: OneNeuron) -> str:
    size = hypot(*it.w)
    u = np.array(it.w) / size if size else np.array([1.0, 0.0])
    points = np.vstack([it.x, np.outer(np.arange(-3.0, 4.0), u)])
    names = ["x, marked", *(_short(list(point)) for point in points[1:])]
    rows = zip(names, *respond(it.w, it.b, it.activation, points), strict=True)
    body = "".join(
        f'<tr><th scope="row">{name}</th>{"".join(f"<td>{decimals(v)}</td>" for v in values)}</tr>'
        for name, *values in rows
    )
    head = "".join(f'<th scope="col">{name}</th>' for name in ("point", "a", "φ(a)", "φ′(a)"))
    return (
        f"<table><caption>The marked point, then seven points along w through the origin.</caption>"
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    )
