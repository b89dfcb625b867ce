"""Truncation window: which pairs of loss and step a gradient keeps, and what that costs.

∇_w = Σ_t Σ_{i≤t} w_{t,i} δ^{(t)}_i h_{i-1}ᵀ is summed in the browser from the errors δ^{(t)}_i and
the states. The module's `kept`, `lateLosses`, `survival`, `gates`, `gradient` and `relativeGap` are
held to `unrolled.truncation.weights` and `unrolled.bptt.paths` by a test, `uniform` to this file.
Notebook: book/truncation.ipynb
"""

from html import escape
from math import floor, log10

import numpy as np
import traitlets

from unrolled.bptt.paths import paths
from unrolled.core.door import checked, whole
from unrolled.core.shapes import Array
from unrolled.core.unroll import Caches, Cell, unroll
from unrolled.page.tables import ten_to
from unrolled.page.widget import Explorable, module, style
from unrolled.rnn.cell import CELL, RNN
from unrolled.truncation.example import example
from unrolled.truncation.weights import kept, late_losses, survival

SCHEMES = ("exact", "window", "k1k2", "chunks", "late", "random")
LONGEST, WIDEST = 30, 8  # steps and units: beyond them the triangle and the state are too large
MOST_DRAWS = 100
LEAST = 0.05  # of the chance π
DIGITS = 9  # significant ones, of what the browser is given
SHOWN = (1, 2, 3, 5, 10, 15, 20, 30)  # windows in the still table


class TruncationWindow(Explorable):
    """Choose which pairs (loss t, step i) count; see what the gradient of W_hh loses.

    The problem is `p`, `xs`, `h0` and the immediate gradients `dstates` of an Elman `cell`: all of
    them or none. The other arguments are the traits below.
    Raises ValueError for what does not fit, and where the gradient of W_hh is 0.
    """

    _esm = module(__file__)
    _css = style(__file__)
    title = "Truncation window: which pairs of loss and step a gradient keeps"

    deltas = traitlets.List().tag(sync=True)  # δ^{(t)}_i: (1,1), (2,1), (2,2), (3,1), ...
    states = traitlets.List().tag(sync=True)  # h_0 .. h_{T-1}
    scheme = traitlets.Enum(SCHEMES, "window").tag(sync=True)
    k = traitlets.Int(5, min=1, max=LONGEST).tag(sync=True)  # of window, chunks, late losses
    k1 = traitlets.Int(2, min=1, max=LONGEST).tag(sync=True)
    k2 = traitlets.Int(5, min=1, max=LONGEST).tag(sync=True)
    keep = traitlets.Float(0.8, min=LEAST, max=1.0).tag(sync=True)  # π
    reweighted = traitlets.Bool(True).tag(sync=True)
    draws = traitlets.Int(1, min=1, max=MOST_DRAWS).tag(sync=True)  # the last is shown
    seed = traitlets.Int(0, min=0, max=2**31 - 1).tag(sync=True)
    loss = traitlets.Int(12, min=1, max=LONGEST).tag(sync=True)  # the row that is marked
    answered = traitlets.Bool(False).tag(sync=True)

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
        deltas, states = _pairs(cell, *(example() if missing else given.values()))
        T = len(states)
        defaults = {"k": min(5, T), "k2": min(5, T), "loss": min(12, T)}
        traits = defaults | traits
        for name in ("k", "k1", "k2", "loss"):
            if name in traits:
                traits[name] = whole(name, traits[name], 1, T)
        if traits.get("k1", 2) > traits["k2"]:
            raise ValueError(f"k2: got {traits['k2']}, expected at least k1 = {traits['k1']}")
        super().__init__(deltas=deltas, states=states, **traits)

    def weights(self) -> Array:
        """w_{t,i} of the scheme, as it stands."""
        T = len(self.states)
        return {
            "exact": lambda: kept(T, 1, T),
            "window": lambda: kept(T, 1, self.k),
            "k1k2": lambda: kept(T, self.k1, self.k2),
            "chunks": lambda: kept(T, self.k, self.k),
            "late": lambda: late_losses(T, self.k),
            "random": lambda: survival(self.gates(self.draws)),
        }[self.scheme]()

    def gates(self, draw: int) -> Array:
        """g_1 .. g_{T-1} of a draw, counted from 1."""
        n = len(self.states) - 1
        opened = np.array([uniform(self.seed, (draw - 1) * n + j) for j in range(n)]) < self.keep
        return opened / (self.keep if self.reweighted else 1.0)

    def error(self, weights: Array) -> float:
        """‖∇_w - ∇‖ / ‖∇‖ for W_hh."""
        full = gradient(self.deltas, self.states, np.ones_like(weights))
        found = gradient(self.deltas, self.states, weights)
        return float(np.linalg.norm(found - full) / np.linalg.norm(full))

    def fallback(self) -> str:
        """The triangle of pairs, and the error against k for three schemes as a table."""
        return _figure(self) + _table(self)


def uniform(seed: int, n: int) -> float:
    """The n-th number of the generator mulberry32, from [0, 1); the module draws the same."""
    mask = 0xFFFFFFFF
    a = (seed + (n + 1) * 0x6D2B79F5) & mask
    x = ((a ^ a >> 15) * (a | 1)) & mask
    x ^= (x + ((x ^ x >> 7) * (x | 61) & mask)) & mask
    return (x ^ x >> 14) / 2**32


def gradient(deltas: list, states: list, weights: Array) -> Array:
    """Σ w_{t,i} δ^{(t)}_i h_{i-1}ᵀ, with the pairs in the order of the trait."""
    t, i = np.tril_indices(len(states))
    kept_deltas = weights[t, i][:, None] * np.array(deltas)
    return kept_deltas.T @ np.array(states)[i]


def _pairs(cell: Cell, p: object, xs: object, h0: object, dstates: object) -> tuple[list, list]:
    """The errors δ^{(t)}_i (each the path into b_h) and the states before each step, rounded."""
    if not isinstance(p, RNN):
        raise ValueError(f"p: got {type(p).__name__}, expected an RNN")
    xs = checked("xs", xs, "T n_x")
    h0 = checked("h0", h0, "n_h")
    T, n_h = len(xs), len(h0)
    if not 2 <= T <= LONGEST:
        raise ValueError(f"xs: got {T} steps, expected 2 to {LONGEST}")
    if n_h > WIDEST:
        raise ValueError(f"h0: got {n_h} units, expected at most {WIDEST}")
    states, caches = unroll(cell, p, xs, h0)
    dstates = checked("dstates", dstates, "T n_h", T=T, n_h=n_h)
    before = np.vstack([h0, states[:-1]])
    deltas = _deltas(cell, p, caches, dstates, before)
    t, i = np.tril_indices(T)
    if not np.einsum("ph,pk->hk", deltas[t, i], before[i]).any():
        raise ValueError("dstates: got a gradient of W_hh that is 0, expected one to compare with")
    return _rounded(deltas[t, i]), _rounded(before)


def _deltas(cell: Cell, p: RNN, caches: Caches, dstates: Array, before: Array) -> Array:
    table = paths(cell, p, caches, dstates)
    if not np.allclose(table.W_hh, table.b_h[..., None] * before[None, :, None, :]):
        raise ValueError("cell: got paths that are not δ hᵀ, expected an Elman cell such as CELL")
    return table.b_h


def _rounded(array: Array) -> list:
    return [[float(f"{x:.{DIGITS}g}") for x in row] for row in array]


def percent(share: float) -> str:
    """Two significant digits, or a power of ten."""
    p = 100 * share
    if p == 0:
        return "0\u00a0%"
    if 1e-3 <= p < 1e4:
        return f"{p:.{max(0, 1 - floor(log10(p)))}f}\u00a0%"
    digits, power = f"{p:.1e}".split("e")
    return f"{digits}·{ten_to(int(power))}\u00a0%"


NAMES = {
    "exact": "Everything is kept",
    "window": "Every loss keeps its last {k} steps",
    "k1k2": "Every {k1} steps the losses since then keep the last {k2} steps",
    "chunks": "Chunks of {k} steps",
    "late": "Only the last {k} losses are kept",
    "random": "A random draw of cuts, each gate open with chance {keep:g}",
}


def _figure(it: TruncationWindow) -> str:
    weights = it.weights()
    T = len(weights)
    pitch, side = 300 / T, 300 / T * 0.68
    marks = []
    for t, i in zip(*np.tril_indices(T), strict=True):
        x, y = 34 + pitch * i + 0.16 * pitch, 8 + pitch * t + 0.16 * pitch
        how = 'fill="var(--gradient)"' if weights[t, i] else 'fill="none" stroke="var(--quiet)"'
        marks.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{side:.1f}" height="{side:.1f}" {how}/>'
        )
    for n in (n for n in range(1, T + 1) if n == 1 or n % 5 == 0):
        middle = pitch * (n - 0.5)
        marks.append(f'<text x="28" y="{13 + middle:.1f}" text-anchor="end">{n}</text>')
        marks.append(f'<text x="{34 + middle:.1f}" y="325" text-anchor="middle">{n}</text>')
    heard = (
        f"Triangle of {T * (T + 1) // 2} pairs, loss t downwards, step i to the right. "
        f"{NAMES[it.scheme].format(k=it.k, k1=it.k1, k2=it.k2, keep=it.keep)}: "
        f"{np.count_nonzero(weights)} pairs (filled). "
        f"Relative error of the gradient of W_hh: {percent(it.error(weights))}."
    )
    return (
        f'<svg viewBox="0 0 342 346" width="400" font-size="14" role="img"'
        f' aria-label="{escape(heard)}">{"".join(marks)}<text x="60" y="20">loss t, down</text>'
        f'<text x="334" y="342" text-anchor="end">step i</text></svg>'
    )


def _table(it: TruncationWindow) -> str:
    T = len(it.states)
    rows = ""
    for k in sorted({k for k in SHOWN if k <= T} | {T}):
        schemes = (kept(T, 1, k), kept(T, k, k), late_losses(T, k))
        cells = "".join(f"<td>{percent(it.error(weights))}</td>" for weights in schemes)
        rows += f'<tr><th scope="row">{k}</th>{cells}</tr>'
    names = ("k", "window", "chunks", "last k losses")
    head = "".join(f'<th scope="col">{name}</th>' for name in names)
    return (
        "<table><caption>Relative error of the gradient of W<sub>hh</sub>, by k.</caption>"
        f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    )
