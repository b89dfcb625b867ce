"""Power iteration: where M^k x turns to, how fast, and when it does not turn at all.

The module's `facts`, `iterate` and `theory` are held to `unrolled.gradients.power` and to this
file by a test. Notebook: book/gradients.ipynb
"""

from html import escape
from math import cos, inf, radians, sin
from typing import NamedTuple

import numpy as np
import traitlets

from unrolled.core.door import checked
from unrolled.core.shapes import Array
from unrolled.gradients.power import power_iteration
from unrolled.page.tables import decimals, ten_to
from unrolled.page.widget import Explorable, module, style

STEPS = 30  # the largest k
LARGEST, SMALLEST = 1.5, 0.001  # sizes of an eigenvalue that is not 0
FIVE = (1.5, 1.2, -0.9, 0.4, 0.1)  # eigenvalues of the example in five dimensions
FIVE_AT = (0, 5, 10, 20, 40)


class PowerIteration(Explorable):
    """Set two eigenvalues, turn x, step; see the direction of M^k x and its angle to v₁.

    `eigenvalues` belong to the directions `theta` and `theta + 90`; x points to `angle` (degrees).
    Raises ValueError for numbers that are not finite or out of range.
    """

    _esm = module(__file__)
    _css = style(__file__)
    title = "Power iteration: the gap decides how fast a direction turns"

    eigenvalues = traitlets.List(traitlets.Float(), minlen=2, maxlen=2).tag(sync=True)
    theta = traitlets.Float(min=0, max=180).tag(sync=True)
    angle = traitlets.Float(min=-180, max=180).tag(sync=True)
    k = traitlets.Int(min=0, max=STEPS).tag(sync=True)
    five = traitlets.List(traitlets.List(traitlets.Float())).tag(sync=True)  # [k, tan] in 5-D
    initial = traitlets.Dict().tag(sync=True)  # what Reset returns to
    answered = traitlets.Bool(False).tag(sync=True)

    def __init__(
        self,
        eigenvalues: object = (1.0, 0.5),
        theta: object = 30.0,
        angle: object = 100.0,
        k: object = 6,
        answered: object = False,
        **traits: object,
    ):
        state = {"eigenvalues": _sized(eigenvalues), "theta": theta, "angle": angle, "k": k}
        super().__init__(**state, five=five(), answered=answered, **traits)
        self.initial = {name: getattr(self, name) for name in state}

    def fallback(self) -> str:
        """The directions on the unit circle, and the tangent of every angle as a table."""
        found = facts(self.eigenvalues, self.theta, self.angle)
        path, tans = iterate(found, self.k)
        return _figure(self, found, path, tans) + _table(found, path, tans)


class Facts(NamedTuple):
    """A symmetric M and a direction x, seen from the eigenvalue of largest size."""

    values: tuple[float, float]  # λ₁ and λ₂, |λ₁| ≥ |λ₂|; in a tie λ₁ is the first
    M: Array
    x: Array
    vectors: tuple[Array, Array]  # v₁ and v₂
    away: float  # degrees from the line of v₁ to that of x, from 0 up to 180
    tan: float  # of the angle between these lines
    lost: bool  # M x = 0


def facts(eigenvalues: list[float], theta: float, angle: float) -> Facts:
    """What decides the fate of M^k x for M = R(θ) diag(eigenvalues) R(θ)ᵀ."""
    (a, b), u, x = eigenvalues, _direction(theta), _direction(angle)
    across = np.array([-u[1], u[0]])
    M = a * np.outer(u, u) + b * np.outer(across, across)
    swap = abs(b) > abs(a)
    away = (angle - theta - 90 * swap) % 180
    away = next((whole % 180 for whole in (0.0, 90.0, 180.0) if abs(away - whole) < 1e-9), away)
    c, s = np.abs(_direction(away))
    values, vectors = ((b, a), (across, u)) if swap else ((a, b), (u, across))
    lost = values[0] == 0 or (values[1] == 0 and away == 90)
    return Facts(values, M, x, vectors, away, float(s / c) if c else inf, lost)


def iterate(found: Facts, k: int) -> tuple[Array, Array]:
    """Directions of M^j x for j = 0..k, and tan of their angles to v₁; where M x = 0, only x.

    With |λ₁| = |λ₂| any choice of v₁ is as good; here it is the one in `found`.
    """
    path, _ = power_iteration(found.M, found.x, 0 if found.lost else k)
    with np.errstate(divide="ignore"):
        return path, np.abs(path @ found.vectors[1]) / np.abs(path @ found.vectors[0])


def theory(found: Facts, k: int) -> float:
    """|λ₂/λ₁|^k tan ∠(x, v₁).                                             eq-gradients-power"""
    largest, other = map(abs, found.values)
    return found.tan if largest == other else (other / largest) ** k * found.tan


def five() -> list[list[float]]:
    """[k, tan] for x with equal parts along five eigenvectors."""
    _, tans = power_iteration(np.diag(FIVE), np.ones(5), max(FIVE_AT))
    return [[float(k), float(tans[k])] for k in FIVE_AT]


def _direction(degrees: float) -> Array:
    """cos and sin, exact at right angles."""
    quarter = round(degrees / 90)
    rest = radians(degrees - 90 * quarter)
    c, s = cos(rest), sin(rest)
    return np.array([(c, s), (-s, c), (-c, -s), (s, -c)][quarter % 4])


def _sized(value: object) -> list[float]:
    found = checked("eigenvalues", value, "n", n=2)
    for size in map(float, found):
        if size and not SMALLEST <= abs(size) <= LARGEST:
            raise ValueError(
                f"eigenvalues: got {size}, expected 0 or a size from {SMALLEST} to {LARGEST}"
            )
    return found.tolist()


def _text(x: float) -> str:
    """Four decimals, or a power of ten where they would hide or blow up the number."""
    if x == 0 or x == inf:
        return "∞" if x else "0"
    if 1e-3 <= x < 1e4:
        return decimals(x)
    mantissa, power = f"{x:.1e}".split("e")
    return f"{mantissa}·{ten_to(int(power))}"


def _spot(v: Array, size: float = 1.0) -> tuple[float, float]:
    return round(float(176 + 116 * size * v[0]), 2), round(float(176 - 116 * size * v[1]), 2)


def _label(v: Array, size: float, text: str) -> str:
    x, y = _spot(v, size)
    return f'<text x="{x}" y="{y + 5}" text-anchor="middle">{text}</text>'


def _figure(it: PowerIteration, found: Facts, path: Array, tans: Array) -> str:
    marks = []
    for n, v in enumerate(found.vectors):
        (x1, y1), (x2, y2) = _spot(v), _spot(-v)
        look = ' stroke="var(--quiet)" stroke-dasharray="5 5"' if n else ' stroke="var(--state)"'
        marks.append(f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke-width="2"{look}/>')
        marks.append(_label(v, 1.37, f"v{'₁₂'[n]}"))
    for j, point in enumerate(path):
        x, y = _spot(point)
        fade = max(0.35, 0.85 ** (len(path) - 1 - j))
        marks.append(f'<circle cx="{x}" cy="{y}" r="4" fill="var(--ink)" opacity="{fade:.2f}"/>')
    x, y = _spot(path[-1])
    marks.append(
        f'<line x1="176" y1="176" x2="{x}" y2="{y}" stroke="var(--ink)" stroke-width="3"/>'
    )
    x, y = _spot(path[0])
    marks.append(
        f'<circle cx="{x}" cy="{y}" r="7" fill="none" stroke="var(--input)" stroke-width="2.5"/>'
    )
    marks.append(_label(_direction(it.angle + 10), 0.83, "x"))
    if len(path) > 1:
        marks.append(_label(path[-1], 1.12, f"{len(path) - 1}"))
    values = " and ".join(f"{v:g}" for v in found.values).replace("-", "−")
    heard = f"Unit circle with the directions of M^k x, k = 0 to {it.k}. M has the eigenvalues"
    heard += f" {values}. " + (
        "M sends x to 0: there is no direction after x."
        if found.lost
        else f"tan of the angle to v₁ starts at {_text(tans[0])} and ends at {_text(tans[-1])}; "
        f"the theorem gives {_text(theory(found, it.k))}."
    )
    return (
        f'<svg viewBox="0 0 352 352" width="400" font-size="14" role="img"'
        f' aria-label="{escape(heard)}"><circle cx="176" cy="176" r="116" fill="none"'
        f' stroke="var(--quiet)"/>{"".join(marks)}</svg>'
    )


def _table(found: Facts, path: Array, tans: Array) -> str:
    body = "".join(
        f'<tr><th scope="row">{j}</th><td>({decimals(v[0], 2)}, {decimals(v[1], 2)})</td>'
        f"<td>{_text(tans[j])}</td><td>{_text(theory(found, j))}</td></tr>"
        for j, v in enumerate(path)
    )
    names = ("k", "direction", "tan", "|λ₂/λ₁|<sup>k</sup> tan₀")
    head = "".join(f'<th scope="col">{name}</th>' for name in names)
    return (
        f"<table><caption>The direction of M<sup>k</sup> x, and tan of its angle to v₁.</caption>"
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    )
