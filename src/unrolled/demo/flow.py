"""Flow: the four equations of back-propagation, number by number, on the 4-2-4 network.

The module's `flow`, `terms` and `descend` are held to `unrolled.demo.step` by a test.
Notebook: book/backprop.ipynb
"""

import numpy as np
import traitlets

from unrolled.core.shapes import Array
from unrolled.core.text import one_hot
from unrolled.demo import step as demo_step
from unrolled.demo.network import ALPHABET
from unrolled.mlp.network import Layer, Network
from unrolled.page.tables import decimals
from unrolled.page.widget import Explorable, module, style

EQUATIONS = ("forward", "BP1", "BP2", "BP3", "BP4")
KEYS = [
    f"{name}{n}[{','.join(str(k + 1) for k in place)}]"
    for n, layer in enumerate(demo_step.NETWORK, start=1)
    for name, value in layer._asdict().items()
    for place in np.ndindex(value.shape)
]
# The still figure: a column's middle, number of units and pitch; a box's width and colour; dashes.
COLUMNS = ((28, 4, 64), (166, 2, 128), (308, 4, 64))
BOXES = {"x": (52, "input"), "h": (100, "state"), "ŷ": (100, "output")}
DASHES = " stroke-dasharray='4 4'"


class Flow(Explorable):
    """Pick an equation and a weight; see which numbers it joins, and drag the weight.

    `network` is a 4-2-4 tuple of two `Layer`s, `letter` is read and `target` is wanted.
    Raises ValueError for wrong shapes, NaN and infinity, and letters that are not in "demo".
    """

    _esm = module(__file__)
    _css = style(__file__)
    title = "Flow: values forward, errors back"

    weights = traitlets.Dict().tag(sync=True)  # W1, b1, W2, b2 as nested lists
    initial = traitlets.Dict().tag(sync=True)  # what Reset returns to
    letter = traitlets.Enum(list(ALPHABET), default_value="d").tag(sync=True)
    target = traitlets.Enum(list(ALPHABET), default_value="e").tag(sync=True)
    equation = traitlets.Enum(EQUATIONS, default_value="forward").tag(sync=True)
    weight = traitlets.Enum(KEYS, default_value="W2[2,1]").tag(sync=True)
    answered = traitlets.Bool(False).tag(sync=True)

    def __init__(
        self,
        network: Network | None = None,
        letter: str = "d",
        target: str = "e",
        **traits: object,
    ):
        network = demo_step.checked_network(demo_step.NETWORK if network is None else network)
        weights = {
            f"{name}{n}": value.tolist()
            for n, layer in enumerate(network, start=1)
            for name, value in layer._asdict().items()
        }
        super().__init__(weights=weights, initial=weights, letter=letter, target=target, **traits)

    def fallback(self) -> str:
        """The network of the default state with its values and errors, and the same as a table."""
        found = values(self.weights, self.letter, self.target)
        return _graph(found, self.letter, self.target) + _table(found)


def values(weights: dict[str, list], letter: str, target: str) -> dict[str, Array]:
    """Every quantity of one example, from `demo_step.trace`."""
    network = tuple(Layer(np.array(weights[f"W{n}"]), np.array(weights[f"b{n}"])) for n in (1, 2))
    x, y = one_hot(letter + target, ALPHABET)
    return {name: step.value for name, step in demo_step.trace(network, x, y).items()}


def _units(found: dict[str, Array]) -> list[tuple[str, str, str]]:
    """Name with symbol, value and error of the ten units, layer by layer."""
    names = [*(f"unit {j}, h" for j in (1, 2)), *(f"output {c}, ŷ" for c in ALPHABET)]
    shown = [*found["h1"], *found["y_hat"]], [*found["delta1"], *found["delta2"]]
    inputs = [(f"input {c}, x", f"{x:.0f}", "") for c, x in zip(ALPHABET, found["x"], strict=True)]
    return inputs + list(zip(names, *(map(decimals, numbers) for numbers in shown), strict=True))


def _graph(found: dict[str, Array], letter: str, target: str) -> str:
    """The network; a line is as wide as its weight's gradient is large, dashed where that is 0."""
    layers = [[(x, 126 + pitch * (k - (n - 1) / 2)) for k in range(n)] for x, n, pitch in COLUMNS]
    top = max(np.abs(found["dW1"]).max(), np.abs(found["dW2"]).max()) or 1
    lines = "".join(
        "<path d='M{} {}L{} {}'".format(*layers[n][k], *layers[n + 1][j])
        + f" stroke-width='{1 + 4 * abs(g) / top:.2f}'{'' if g else DASHES}/>"
        for n in (0, 1)
        for (j, k), g in np.ndenumerate(found[f"dW{n + 1}"])
    )
    spots = [spot for layer in layers for spot in layer]
    boxes = "".join(_box(*spot, *unit) for spot, unit in zip(spots, _units(found), strict=True))
    heard = {n: ", ".join(map(decimals, found[n])) for n in ("h1", "y_hat", "delta1", "delta2")}
    label = (
        f"4-2-4 network, {letter} read, {target} wanted. Hidden {heard['h1']}; ŷ {heard['y_hat']}."
        f" Errors back: outputs {heard['delta2']}; hidden {heard['delta1']}."
        f" Loss {decimals(found['L'].item())}."
    )
    return (
        f'<svg viewBox="0 0 360 252" width="560" font-size="13" role="img" aria-label="{label}">'
        f'<g stroke="var(--gradient)">{lines}</g>{boxes}</svg>'
    )


def _box(x: float | int, y: float | int, name: str, value: str, error: str) -> str:
    """One unit: its value and, below, its error."""
    width, colour = BOXES[name[-1]]
    rows = [(name.partition(" ")[2].replace(",", ""), value), ("δ", error)][: 2 if error else 1]
    text = "".join(
        f'<text x="{x - width / 2 + 5}" y="{y + 4.5 + 18 * n - 9 * bool(error)}">{sign}</text>'
        f'<text x="{x + width / 2 - 5}" y="{y + 4.5 + 18 * n - 9 * bool(error)}"'
        f' text-anchor="end">{shown}</text>'
        for n, (sign, shown) in enumerate(rows)
    )
    return (
        f'<rect x="{x - width / 2}" y="{y - 22}" width="{width}" height="44" rx="6"'
        f' fill="var(--paper)" stroke="var(--{colour})" stroke-width="2"/>{text}'
    )


def _table(found: dict[str, Array]) -> str:
    """Unit, value and error."""
    rows = "".join(
        f'<tr><th scope="row">{name}</th>{"".join(f"<td>{text}</td>" for text in texts)}</tr>'
        for name, *texts in _units(found)
    )
    head = "".join(f'<th scope="col">{n}</th>' for n in ("unit", "value", "error δ"))
    return (
        "<table><caption>Values go forward, errors come back. Lines are as wide as the gradient"
        " of their weight; dashed: exactly 0.</caption>"
        f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    )
