"""The gradient explorer: which quantity decides whether ∂h_k/∂h_0 vanishes or explodes.

h_t = keep · h_{t-1} + write · φ(W_hh h_{t-1} + drive · ξ_t + b), with two units for the reader to
move, 64 units computed here, or any cell. The module's `matrix`, `explore` and `verdict` are held
to this file and to `unrolled.gradients.products` by a test. Notebook: book/gradients.ipynb
"""

from collections.abc import Callable
from functools import cache
from html import escape
from typing import NamedTuple

import numpy as np
import traitlets

from unrolled.bptt.jacobians import jacobians
from unrolled.core.activations import ACTIVATIONS
from unrolled.core.door import Exploded, checked, one_of, short
from unrolled.core.initial import with_radius
from unrolled.core.shapes import Array, Float
from unrolled.core.unroll import Cell, unroll
from unrolled.gradients.norms import slope_bound, spectral_norm
from unrolled.gradients.products import Lags, lags, products
from unrolled.gradients.schur import matrix, pair, schur2
from unrolled.gradients.verdict import Verdict, verdict
from unrolled.page.tables import ten_to
from unrolled.page.widget import Explorable, module, style, within
from unrolled.remedies.shortcuts import elman, leaky, residual, shortcut
from unrolled.rnn.cell import RNN

STEPS = 100
LIMIT = 1000.0  # of the entries of W: beyond it the picture says nothing
KINDS = ("tanh", "logistic", "ReLU", "identity")
# keep and write of h_t = keep · h_{t-1} + write · φ(a_t), for a given α
CELLS: dict[str, Callable[[float], tuple[float, float]]] = {
    "Elman": lambda alpha: (0.0, 1.0),
    "leaky": lambda alpha: (alpha, 1.0 - alpha),
    "residual": lambda alpha: (1.0, 1.0),
}
NOISE = np.random.default_rng(0).normal(size=(STEPS, 2)).round(3)  # ξ_1 .. ξ_T
RADII, DRIVES = (0.5, 0.9, 1.1, 1.5), (0.0, 1.0, 5.0)
FLOOR = 400.0  # log10 of 0 and of infinity, which JSON has not, become ∓400


class Run(NamedTuple):
    """One run of two units, as far as it stays among the finite numbers."""

    W: Float[Array, "2 2"]
    states: Float[Array, "T 2"]
    lags: Lags
    bound: float  # keep + write γ ‖W‖₂, on the norm of each factor
    radius: float  # of keep I + write γ W, whose powers the rule of ρ expects
    exploded: int | None  # the step at which a state or the product overflows


def explore(state: dict) -> Run:
    """States and ‖∂h_k/∂h_0‖₂ for k = 1..T of the network that the traits describe."""
    W = matrix(state["eigenvalues"], state["nonnormality"], state["angle"])
    keep, write = CELLS[state["cell"]](state["alpha"])
    phi = ACTIVATIONS[state["activation"]]
    cell, gain = shortcut(keep, write, phi), write * slope_bound(phi)
    p = RNN(state["drive"] * np.eye(2), W, np.array(state["bias"], dtype=float))
    start = np.array(state["start"], dtype=float)
    T, found = state["horizon"], None
    while found is None:
        try:
            found = lags(cell, p, NOISE[:T], start)
        except Exploded as error:
            T = error.step - 1
    states, _ = unroll(cell, p, NOISE[:T], start)
    values = [complex(*pair) for pair in state["eigenvalues"]]
    radius = max(abs(keep + gain * value) for value in values)
    exploded = None if state["horizon"] == T else T + 1
    bound = keep + gain * float(spectral_norm(W))
    return Run(W, states, found, _exact(bound), _exact(radius), exploded)


def _exact(x: float) -> float:
    """Thirteen decimals: a rotation's radius and norm are 1, not 1 ± a rounding error."""
    return round(x * 1e13) / 1e13


def _preset(says: str, W: object, **state: object) -> dict:
    usual = {"activation": "tanh", "cell": "Elman", "alpha": 0.9, "drive": 0.0, "lag": 10}
    usual |= {"bias": [0.0, 0.0], "start": [0.5, 0.5], "horizon": STEPS}
    where = schur2(np.array(W, dtype=float))
    return {"says": says, "state": where._asdict() | usual | state}


def _resting(W: Array, h: Array) -> list[float]:
    """The bias that makes h a fixed point of h = tanh(W h + b)."""
    return (np.arctanh(h) - W @ h).tolist()


_TURN = np.array([[np.cos(0.3), -np.sin(0.3)], [np.sin(0.3), np.cos(0.3)]])
_REST = np.array([0.0, np.sqrt(0.9)])
_ZERO = np.array([[2.0, -2.0], [2.0, -2.0]])
PRESETS = {
    "transient: ρ = 0.9": _preset(
        "A linear recurrence with both eigenvalues at 0.9. In the end its gradient vanishes; "
        "before that it grows, because W is far from normal.",
        [[0.9, 10.0], [0.0, 0.9]], activation="identity", lag=9,
    ),
    "guaranteed: ‖W‖₂ < 1": _preset(
        "No input and no state can keep this gradient alive: every factor shrinks every vector.",
        matrix([[0.6, 0.5], [0.6, -0.5]], 0.1, 0.0), drive=1.0,
    ),
    "saturation: w = 3": _preset(
        "W = 3 I stretches everything threefold, and still the gradient vanishes: both units "
        "saturate, and their slopes are nearly 0.",
        [[3.0, 0.0], [0.0, 3.0]],
    ),
    "ρ = 0 explodes": _preset(
        "Both eigenvalues of W are 0. At this fixed point the slopes are 1 and 0.1, and "
        "diag(1, 0.1) W has radius 1.8. It is unstable: rounding alone drives the state away "
        "after some 60 steps, so the picture ends at 40.",
        _ZERO, bias=_resting(_ZERO, _REST), start=_REST.tolist(), horizon=40,
    ),
    "normal: ρ decides": _preset(
        "A linear recurrence with a normal W, a rotation times 1.05. Here ρ = ‖W‖₂, and the "
        "gradient is ρᵏ exactly. Pull the eigenvalues into the circle and it vanishes.",
        1.05 * _TURN, activation="identity",
    ),
    "orthogonal": _preset(
        "W is a rotation: it changes no length. With the identity the norm is 1 for ever. With "
        "tanh slopes are below 1, and the norm falls, though slowly. Try both.",
        _TURN,
    ),
    "residual: U = 0.2 I": _preset(
        "Elman’s cell with W = 0.2 I forgets within a few steps. The residual cell has "
        "J = I + 0.2 I, and 1.2ᵏ explodes.",
        0.2 * np.eye(2), cell="residual", start=[0.0, 0.0], lag=100,
    ),
    "residual: U = −0.9 I": _preset(
        "A way around the activation is no guarantee: J = I − 0.9 I, and 0.1ᵏ vanishes.",
        -0.9 * np.eye(2), cell="residual", start=[0.0, 0.0], lag=100,
    ),
    "leaky: α = 0.9": _preset(
        "W = 0.8 I. The leaky cell has J = 0.9 I + 0.1 · 0.8 I, and 0.98ᵏ takes its time. "
        "Switch to Elman’s cell, with 0.8ᵏ.",
        0.8 * np.eye(2), cell="leaky", start=[0.0, 0.0], lag=100,
    ),
}  # fmt: skip
FIRST = next(iter(PRESETS))


@cache
def networks() -> dict:
    """64 tanh units, T = 100: log10 of the norms for every cell, radius of W and drive.

    One Gaussian W, scaled; its eigenvalues, of the upper half-plane, are those at ρ = 1. α is 0.9.
    """
    rng = np.random.default_rng(0)
    W, start = with_radius(rng, 64, 1.0), 0.1 * rng.normal(size=64)
    xs, values, runs = rng.normal(size=(STEPS, 64)), np.linalg.eigvals(W), {}
    for name, cell in (("Elman", elman()), ("leaky", leaky(0.9)), ("residual", residual())):
        keep, write = CELLS[name](0.9)
        for radius in RADII:
            one = {
                "bound": _exact(keep + write * radius * float(spectral_norm(W))),
                "radius": _exact(float(np.abs(keep + write * radius * values).max())),
            }
            for drive in DRIVES:
                p = RNN(drive * np.eye(64), radius * W, np.zeros(64))
                _, caches = unroll(cell, p, xs, start)
                norm = spectral_norm(products(jacobians(cell, p, caches)))
                runs[f"{name} {radius:g} {drive:g}"] = {**one, "norm": logs(norm, 3)}
    upper = values[values.imag >= 0]
    points = np.stack([upper.real, upper.imag], axis=1).round(3).tolist()
    return {"eigenvalues": points, "norm": float(spectral_norm(W)), "runs": runs}


def logs(values: Array | float, digits: int = 6) -> list[float] | float:
    """log10, as JSON can hold it."""
    with np.errstate(divide="ignore"):
        return np.clip(np.log10(values), -FLOOR, FLOOR).round(digits).tolist()


def measured(cell: Cell, p: object, xs: Array, h0: object, name: str) -> dict:
    """One run of any cell, by `unrolled.gradients.products.lags`; raises as that does."""
    found = lags(cell, p, xs, h0)
    with np.errstate(divide="ignore", invalid="ignore"):
        factors = found.upper / np.r_[1.0, found.upper[:-1]]
    return {
        "name": name,
        "bound": float(factors[np.isfinite(factors)].max(initial=0.0)),
        **{key: logs(value) for key, value in found._asdict().items()},
    }


LIMITS = {"eigenvalues": LIMIT, "bias": 100.0, "start": 100.0}


def _limited(name: str, value: object) -> object:
    """The lists among the traits, held to their limits."""
    if name not in LIMITS:
        return value
    found = pair(name, value) if name == "eigenvalues" else checked(name, value, "n_h", n_h=2)
    return within(name, np.array(found), -LIMITS[name], LIMITS[name]).tolist()


HAND = list(PRESETS[FIRST]["state"])


class GradientExplorer(Explorable):
    """Move eigenvalues and non-normality of W, and see what ‖∂h_k/∂h_0‖ does with the lag k.

    `W`: any 2x2 matrix; `preset`: where to start; other keywords are the traits below.
    With `cell` (a Cell), `p`, `xs` and `h0` it shows that run instead, called `name`.
    Raises ValueError for what it cannot show and, as the package does, OverflowError for a run
    of your own that overflows.
    """

    _esm = module(__file__)
    _css = style(__file__)
    title = "Gradient explorer: what decides whether it vanishes or explodes"

    mode = traitlets.Enum(("hand", "many", "yours"), "hand").tag(sync=True)
    preset = traitlets.Enum(("", *PRESETS), "").tag(sync=True)  # "" once something was changed
    eigenvalues = traitlets.List().tag(sync=True)  # of W: two pairs (re, im)
    nonnormality = traitlets.Float(min=-2 * LIMIT, max=2 * LIMIT).tag(sync=True)
    angle = traitlets.Float(min=-np.pi, max=np.pi).tag(sync=True)
    bias = traitlets.List(traitlets.Float()).tag(sync=True)
    start = traitlets.List(traitlets.Float()).tag(sync=True)  # h_0
    activation = traitlets.Enum(KINDS, "tanh").tag(sync=True)
    cell = traitlets.Enum(tuple(CELLS), "Elman").tag(sync=True)
    alpha = traitlets.Float(0.9, min=0, max=1).tag(sync=True)
    drive = traitlets.Float(min=0, max=5).tag(sync=True)
    lag = traitlets.Int(10, min=1, max=10**6).tag(sync=True)  # which product is looked at
    horizon = traitlets.Int(STEPS, min=10, max=STEPS).tag(sync=True)  # T, of two units
    many_radius = traitlets.Enum(RADII, 0.9).tag(sync=True)  # the 64 units that are shown
    many_drive = traitlets.Enum(DRIVES, 0.0).tag(sync=True)
    many_cell = traitlets.Enum(tuple(CELLS), "Elman").tag(sync=True)
    noise = traitlets.List().tag(sync=True)  # ξ_1 .. ξ_T
    presets = traitlets.Dict().tag(sync=True)
    networks = traitlets.Dict().tag(sync=True)
    yours = traitlets.Dict().tag(sync=True)  # one run of any cell; empty without
    answered = traitlets.Bool(False).tag(sync=True)

    def __init__(
        self,
        W: object = None,
        *,
        preset: object = None,
        mode: object = None,
        p: object = None,
        xs: object = None,
        h0: object = None,
        name: object = "your cell",
        **given: object,
    ):
        yours = {}
        if not isinstance(name, str):
            raise ValueError(f"name: got {short(name)}, expected a text")
        if isinstance(given.get("cell"), Cell):
            if p is None:
                raise ValueError("p: got None, expected the weights of the cell, with xs and h0")
            yours = measured(given.pop("cell"), p, xs, h0, name)
        elif any(x is not None for x in (p, xs, h0)):
            got = short(given.get("cell"))
            raise ValueError(f"cell: got {got}, expected a Cell with p, xs and h0")
        modes = ("hand", "many", "yours") if yours else ("hand", "many")
        mode = modes[-1] if yours and mode is None else one_of("mode", mode or "hand", modes)
        own = {key: self.entered(key, _limited(key, x)) for key, x in given.items()}
        if W is not None:
            W = within("W", checked("W", W, "n_h n_h", n_h=2), -LIMIT, LIMIT)
            own |= schur2(W)._asdict()
        preset = FIRST if preset is None else one_of("preset", preset, PRESETS)
        state = PRESETS[preset]["state"] | own
        if W is not None or any(key in own for key in ("eigenvalues", "nonnormality", "angle")):
            state = PRESETS["orthogonal"]["state"] | own
        steps = {"hand": state["horizon"], "many": STEPS, "yours": len(yours.get("norm", ()))}
        changed = any(state[key] != PRESETS[preset]["state"][key] for key in HAND if key != "lag")
        traits = state | {"lag": min(state["lag"], steps[mode])}
        traits |= {"preset": "" if changed else preset, "mode": mode, "yours": yours}
        traits |= {"noise": NOISE.tolist(), "presets": PRESETS, "networks": networks()}
        super().__init__(**traits)

    def fallback(self) -> str:
        """The norm against the lag with what bounds it, and the same as a table."""
        found = curves(self)
        return _figure(found) + _table(found)


class Curves(NamedTuple):
    """What the main plot shows: log10 at lags 0..T."""

    title: str
    norm: list[float]
    upper: list[float]
    lower: list[float]  # empty for 64 units
    rule: list[float]  # ρ^k, empty for a cell of your own
    bound: float
    radius: float

    def judged(self) -> Verdict:
        return verdict(10 ** np.array(self.norm[1:]), self.bound, self.radius)


def curves(it: GradientExplorer) -> Curves:
    """The curves of the mode that is shown."""
    if it.mode == "yours" and it.yours:
        norm, upper, lower = ([0.0, *it.yours[key]] for key in ("norm", "upper", "lower"))
        return Curves(it.yours["name"], norm, upper, lower, [], it.yours["bound"], 1.0)
    if it.mode == "many":
        run = it.networks["runs"][f"{it.many_cell} {it.many_radius:g} {it.many_drive:g}"]
        norm, lower, bound, radius = [0.0, *run["norm"]], [], run["bound"], run["radius"]
        title = f"64 tanh units, {it.many_cell}, ρ = {it.many_radius:g}, drive {it.many_drive:g}"
    else:
        run = explore(it.state())
        norm, lower = ([0.0, *logs(value)] for value in (run.lags.norm, run.lags.lower))
        bound, radius, title = run.bound, run.radius, f"Two units, {it.activation}, {it.cell}"
    upper, rule = (
        [max(k * logs(x, 15), -FLOOR) if k else 0.0 for k in range(len(norm))]
        for x in (bound, radius)
    )
    return Curves(title, norm, upper, lower, rule, bound, radius)


def shown(log: float | int) -> str:
    """10^log with three digits, or as a power of ten; the twin of the module's `size`."""
    if abs(log) >= FLOOR:
        return "0" if log < 0 else "∞"
    if -3 <= log < 3.9999:
        x = 10**log
        return f"{x:.{max(0, 2 - int(np.floor(np.log10(x) + 1e-4)))}f}"
    mantissa, power = f"{10 ** (log % 1):.1f}", int(log // 1)
    if mantissa == "10.0":
        mantissa, power = "1.0", power + 1
    return f"{mantissa}·{ten_to(power)}"


def _figure(it: Curves) -> str:
    finite = [x for x in it.norm if abs(x) < FLOOR]
    low, high = min(0.0, *finite) - 1, max(0.0, *finite) + 1
    steps = len(it.norm) - 1

    def y(log: float | int) -> float:
        return 15 + 190 * (high - log) / (high - low)

    def path(values: list[float], style: str) -> str:
        spots = [(44 + 250 * k / steps, y(x)) for k, x in enumerate(values) if low <= x <= high]
        line = "L".join(f"{x:.1f} {y:.1f}" for x, y in spots)
        return f'<path d="M{line}" fill="none" {style}/>' if spots else ""

    ticks = sorted({0.0, float(np.ceil(low)), float(np.floor(high))})
    marks = [
        f'<path d="M44 {y(t):.1f}H294" stroke="var(--line)" stroke-width="{1 if t else 2}"/>'
        f'<text x="38" y="{y(t) + 5:.1f}" text-anchor="end">{ten_to(int(t)) if t else "1"}</text>'
        for t in ticks
        if t == 0 or abs(y(t) - y(0)) > 16
    ]
    marks += [
        path(it.rule, 'stroke="var(--ink)" stroke-dasharray="8 3 2 3"'),
        path(it.upper, 'stroke="var(--ink)" stroke-width="1.5" stroke-dasharray="6 4"'),
        path(it.lower, 'stroke="var(--ink)" stroke-width="1.5" stroke-dasharray="2 4"'),
        path(it.norm, 'stroke="var(--gradient)" stroke-width="3.5"'),
        '<text x="44" y="224" text-anchor="middle">0</text>',
        f'<text x="294" y="224" text-anchor="middle">{steps}</text>',
        '<text x="169" y="224" text-anchor="middle">lag k</text>',
    ]  # fmt: skip
    peak = int(np.argmax(it.norm))
    heard = (
        f"{it.title}. Norm of the gradient against the lag: {shown(it.norm[1])} at lag 1, "
        f"{shown(it.norm[peak])} at its highest, lag {peak}, {shown(it.norm[-1])} at lag {steps}."
    )
    return (
        f'<svg viewBox="0 0 320 230" width="480" font-size="13" role="img"'
        f' aria-label="{escape(heard[:250])}">{"".join(marks)}</svg>'
    )


def _table(it: Curves) -> str:
    steps = len(it.norm) - 1
    picked = [k for k in (1, 2, 5, 10, 20, 50, 100) if k < steps] + [steps]
    columns = {"norm": it.norm, "at most": it.upper, "at least": it.lower, "ρᵏ": it.rule}
    columns = {name: values for name, values in columns.items() if values}
    head = "".join(f'<th scope="col">{name}</th>' for name in ("k", *columns))
    body = "".join(
        f'<tr><th scope="row">{k}</th>'
        + "".join(f"<td>{shown(values[k])}</td>" for values in columns.values())
        + "</tr>"
        for k in picked
    )
    note = "ρᵏ bounds nothing. " if it.rule else ""
    found = it.judged()
    end = {"neither": "neither vanishes nor explodes"}.get(found.outcome, found.outcome)
    return (
        f"<table><caption>{escape(it.title)}: the gradient {end}. {note}Thick: the norm at lag k; "
        f"dashed: at most; dotted: at least; dash-dot: ρᵏ.</caption>"
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    )
