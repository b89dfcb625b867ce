"""What a layer of lines does to the two spirals.

Notebook: book/mlp.ipynb
"""

from collections.abc import Callable

import numpy as np
from matplotlib.axes import Axes

from unrolled.core.shapes import Array, Float
from unrolled.mlp.network import Network, forward, predict
from unrolled.mlp.pictures import CLASSES, draw_points
from unrolled.page.figure import QUIET, Figure, both

EDGE = 2.4  # the plane is shown from -EDGE to EDGE
SHADE = {"colors": [QUIET], "alpha": 0.2}


def draw_sides(axes: Axes, value: Callable) -> Axes:
    """Shade where `value` of a point is above 0, and draw the border."""
    across, up = np.meshgrid(np.linspace(-EDGE, EDGE, 193), np.linspace(-EDGE, EDGE, 97))
    found = value(np.stack([across, up], axis=-1))
    axes.contourf(across, up, found, [0, np.inf], **SHADE)
    axes.contour(across, up, found, [0], colors="black", linewidths=1.4)
    return axes


def draw_lines(axes: Axes, network: Network) -> None:
    """Where the pre-activation of each hidden unit is 0."""
    first = network[0]
    for w, b in zip(first.W, first.b, strict=True):
        ends = np.array([-2 * EDGE, 2 * EDGE])
        along = np.array([-w[1], w[0]]) / np.linalg.norm(w)
        foot = -b * w / (w @ w)
        axes.plot(*(foot + ends[:, None] * along).T, color=QUIET, lw=1.1, ls=(0, (4, 2)))


def draw_plane(axes: Axes, network: Network, xs: Array, ys: Array) -> None:
    """The lines of the hidden units, and the border that the output layer joins from them."""
    draw_sides(axes, lambda points: -np.diff(predict(network, points))[..., 0])
    draw_lines(axes, network)
    draw_points(axes, xs, ys, 2.4)
    axes.set(xlim=(-EDGE, EDGE), ylim=(-EDGE, EDGE), xticks=[], yticks=[])


def seen_by_output(network: Network, xs: Float[Array, "N 2"]) -> Float[Array, "N 2"]:
    """The hidden vectors from the side: logit of discs less that of triangles, and what is across.

    Across is the direction, at right angles to the first one, in which the points differ most.
    """
    h = forward(network, xs).h[-2]
    out = network[-1]
    w = out.W[0] - out.W[1]
    margin = h @ w + out.b[0] - out.b[1]
    rest = h - np.outer(h @ w, w) / (w @ w)
    rest = rest - rest.mean(axis=0)
    direction = np.linalg.svd(rest, full_matrices=False)[2][0]
    return np.stack([margin, rest @ direction], axis=-1)


def draw_hidden(axes: Axes, network: Network, xs: Array, ys: Array) -> None:
    """The same points after the hidden layer, and the one straight cut of the output layer."""
    seen = seen_by_output(network, xs)
    wide, high = 1.1 * np.abs(seen).max(axis=0)
    axes.axvspan(0, wide, color=QUIET, alpha=0.2, lw=0)
    axes.axvline(0, color="black", lw=1.4)
    for k, (colour, marker, filled) in enumerate(CLASSES):
        points = seen[ys[:, k] == 1]
        axes.plot(*points.T, marker, color=colour, ms=2.4, ls="none", fillstyle=filled, mew=0.6)
    axes.set(xlim=(-wide, wide), ylim=(-high, high), xticks=[], yticks=[])


def folded(networks: dict[int, Network], xs: Array, ys: Array) -> Figure:
    """The plane with the lines of the hidden units, and what the last network's layer makes of it.

    `networks` are by their number of hidden units.
    """
    right = {
        n: int((predict(net, xs).argmax(axis=1) == ys.argmax(axis=1)).sum())
        for n, net in networks.items()
    }
    most = max(networks)

    def draw(panels: Array) -> None:
        *planes, last = np.ravel(panels)
        for axes, (n, network) in zip(planes, networks.items(), strict=True):
            draw_plane(axes, network, xs, ys)
            axes.set_title(f"{n} lines: {right[n]} of {len(xs)}", fontsize=9.5)
        draw_hidden(last, networks[most], xs, ys)
        last.set_title(f"after the layer of {most}", fontsize=9.5)
        last.set_box_aspect(1)

    found = "; ".join(f"with {n} hidden units {count}" for n, count in right.items())
    return Figure(
        label=f"The spirals cut by the lines of the hidden units, and the region of the discs:"
        f" {found} of {len(xs)} points are right. Then the points after the layer of {most}:"
        " one straight line separates discs and triangles.",
        caption="Dashed: the line of each hidden unit, where its pre-activation is 0. Solid: the"
        f" border that the output layer makes from them. The panel <i>after the layer of {most}</i>"
        f" shows the same points by their {most} hidden values, projected onto a plane, with the"
        " straight cut of the output layer.",
        **both(draw, (6.8, 2.6), (3.2, 9.6), panels=len(networks) + 1),
    )
