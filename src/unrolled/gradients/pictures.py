"""Pictures of book/gradients.ipynb: `draw_…` fills an Axes, a function without it is a figure."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Circle

from unrolled.core.shapes import Array, Float
from unrolled.page.diagram import arrow, node
from unrolled.page.figure import GRADIENT, INPUT, OUTPUT, QUIET, STATE, Figure, bare, both
from unrolled.page.numbers import ten_to

LINES = ((GRADIENT, "-"), (STATE, "--"), (OUTPUT, "-."), (INPUT, ":"), ("black", (0, (1, 1))),
         (GRADIENT, (0, (6, 1.5))), (STATE, "-"), (OUTPUT, "-"))  # fmt: skip
FLOOR = 1e-16


def spread(values: Float[Array, " N"], gap: float | int) -> Float[Array, " N"]:
    """Heights for labels: as near to `values` as they can be, in order, `gap` apart."""
    order = np.argsort(values, kind="stable")
    placed = np.array(values, dtype=float)[order]
    for _ in range(200):
        short = gap - np.diff(placed)
        if short.max(initial=0) < 1e-9:
            break
        push = np.maximum(short, 0) / 2
        placed[:-1] -= push
        placed[1:] += push
    result = np.empty_like(placed)
    result[order] = placed
    return result


def draw_norms(
    axes: Axes, curves: dict[str, Float[Array, " T"]], decades: tuple[int, int], gap: float = 1.0
) -> Axes:
    """‖∂h_t/∂h_0‖ against the lag on a log scale, each curve named at its end."""
    low, high = decades
    ends = []
    for (_, norm), (colour, line) in zip(curves.items(), LINES, strict=False):
        lags = np.arange(1, len(norm) + 1)
        shown = np.log10(np.maximum(norm, 1e-320))
        inside = (shown >= low) & (shown <= high)
        last = int(np.flatnonzero(inside)[-1])
        axes.plot(lags[inside], shown[inside], color=colour, linestyle=line)
        ends.append((lags[last], shown[last]))
    length = max(len(norm) for norm in curves.values())
    axes.plot([0, length], [0, 0], color=QUIET, linewidth=0.8)
    heights = spread(np.array([y for _, y in ends]), gap)
    styles = zip(curves, ends, heights, LINES, strict=False)
    for name, (x, _), height, (colour, _) in styles:
        axes.annotate(
            name,
            (min(x + 0.015 * length, 1.02 * length), height),
            color=colour,
            va="center",
            fontsize=9,
            annotation_clip=False,
        )
    ticks = np.arange(low, high + 1, max(1, round((high - low) / 6)))
    axes.set(xlabel="lag k", ylabel="‖∂hₖ/∂h₀‖", xlim=(0, length), ylim=(low, high))
    axes.set_yticks(ticks, [ten_to(int(n)) for n in ticks])
    return axes


def make_room(axes: Axes, length: int) -> None:
    """Room for the names after the lines, and ticks as far as the lines go."""
    room = 1.8 / axes.figure.get_figwidth()  # inches
    axes.set_xlim(0, (1 + room) * length)
    axes.set_xticks(np.linspace(0, length, 6 if room < 0.4 else 3).round())


def draw_fading(axes: Axes, shares: Float[Array, " T"]) -> Axes:
    """The unrolled chain; how full a state is says how much the last one depends on it.

    On a narrow canvas it turns back half way.
    """
    row = len(shares) if axes.figure.get_figwidth() > 4 else -(-len(shares) // 2)
    places = [
        (1.15 * (t if t < row else 2 * row - 1 - t), -2.1 * (t >= row)) for t in range(len(shares))
    ]
    for t, (spot, share) in enumerate(zip(places, shares, strict=True), start=1):
        radius = 0.36 * np.sqrt(min(share, 1.0))
        axes.add_patch(Circle(spot, radius, color=GRADIENT, alpha=0.55, linewidth=0))
        node(axes, *spot, "", STATE)
        text = f"{share:.2g}" if share >= 1e-3 else ten_to(int(np.floor(np.log10(share))))
        x, y = spot
        axes.text(x, y - 0.62, text, ha="center", va="center", fontsize=9)
        axes.text(x, y + 0.6, f"h{str(t).translate(SUBSCRIPTS)}", ha="center", fontsize=11)
        if t > 1:
            before = places[t - 2]
            gap = 0.38 * np.sign(np.subtract(before, spot)) * ([1, 0] if before[1] == y else [0, 3])
            arrow(axes, spot + gap, before - gap, GRADIENT)
    axes.set(xlim=(-0.65, 1.15 * row - 0.55), ylim=(places[-1][1] - 0.85, 0.95))
    return axes


SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def fading(shares: Float[Array, " T"]) -> Figure:
    """What is left of a derivative on its way back along a chain of states."""
    return Figure(
        label=f"A chain of {len(shares)} states with arrows from the last back to the first. The "
        f"discs in them shrink: the derivative is {shares[-2]:.2g} one step back, "
        f"{shares[len(shares) // 2]:.2g} half way, {shares[0]:.1e} at the first.",
        caption="How much the last state depends on each earlier one (area of the disc), w = ½.",
        **both(lambda axes: draw_fading(bare(axes), shares), (6.6, 1.5), (3.4, 2.3)),
    )


def draw_ellipse(axes: Axes, W: Float[Array, "2 2"]) -> Axes:
    """The unit circle and what W makes of it; singular directions solid, eigenvectors dashed."""
    angle = np.linspace(0, 2 * np.pi, 181)
    circle = np.stack([np.cos(angle), np.sin(angle)])
    u, sigma, _ = np.linalg.svd(W)
    axes.plot(*circle, color=QUIET, linewidth=1, linestyle=(0, (3, 2)))
    axes.plot(*(W @ circle), color=STATE)
    for side, size in zip(u.T, sigma, strict=True):
        axes.plot(*np.stack([0 * side, size * side], axis=1), color=GRADIENT, linewidth=2.4)
    values, vectors = np.linalg.eig(W)
    if not np.iscomplexobj(values):
        for value, v in zip(values, vectors.T, strict=True):
            axes.plot(*np.stack([0 * v, value * v], axis=1), color="black", linestyle=":")
            axes.plot(*(value * v), "o", color="black", markersize=4)
    rho = np.abs(values).max()
    axes.set_title(f"ρ = {rho:.2f}, ‖W‖₂ = {sigma[0]:.2f}", loc="center", fontweight="normal")
    return axes


def ellipses(matrices: dict[str, Float[Array, "2 2"]]) -> Figure:
    """A circle and its image under some matrices."""
    reach = max(np.linalg.norm(W, 2) for W in matrices.values())

    def draw(panels: Array) -> None:
        for axes, (name, W) in zip(panels, matrices.items(), strict=True):
            draw_ellipse(bare(axes), W)
            axes.set(xlim=(-reach, reach), ylim=(-reach, reach))
            title = f"{name}\n{axes.get_title()}"
            axes.set_title(title, loc="center", fontweight="normal")

    found = "; ".join(
        f"{name}: radius {np.abs(np.linalg.eigvals(W)).max():.2f}, norm {np.linalg.norm(W, 2):.2f}"
        for name, W in matrices.items()
    )
    return Figure(
        label=f"A dashed unit circle and its image, an ellipse, for three matrices. {found}.",
        caption="The ellipse is the image of the dashed circle. Thick: its semi-axes, whose"
        " lengths are the singular values. Dotted: eigenvectors times eigenvalues, where they are"
        " real.",
        **both(draw, (6.6, 2.8), (3.4, 6.2), panels=len(matrices)),
    )


def draw_parts(axes: Axes, parts: Float[Array, " T"]) -> Axes:
    """The size of the gradient's parts against their lag."""
    shown = np.maximum(parts, FLOOR)
    axes.vlines(np.arange(len(parts)), FLOOR, shown, color=GRADIENT, linewidth=1.6)
    axes.set(yscale="log", xlabel="lag", ylabel="norm of the part", ylim=(FLOOR, 10 * parts.max()))
    return axes


def draw_totals(axes: Axes, ts: Array, totals: Float[Array, " N"]) -> Axes:
    """The size of the whole gradient of one loss against its time."""
    axes.semilogy(ts, totals, "o-", color=STATE, markersize=4)
    axes.set(xlabel="t", ylabel="norm of the whole", ylim=(FLOOR, 10 * totals.max()))
    return axes


def lag_parts(parts: Float[Array, " T"], ts: Array, totals: Float[Array, " N"]) -> Figure:
    """What vanishes and what does not."""

    def draw(panels: Array) -> None:
        draw_parts(panels[0], parts).set_title("parts of one gradient, by lag")
        draw_totals(panels[1], ts, totals).set_title("whole gradients, by time")

    return Figure(
        label=f"First, parts of one gradient fall from {parts[0]:.1f} at lag 0 to {parts[40]:.0e} "
        f"at lag 40. Then the whole gradient of the loss at t: between {totals.min():.2f} and "
        f"{totals.max():.1f} for t from {ts[0]} to {ts[-1]}, no decay.",
        caption="The parts that come from far away vanish. The gradient, their sum, does not.",
        **both(draw, (6.4, 2.4), (3.4, 4.2), panels=2),
    )


def draw_staircase(axes: Axes, w: float | int, h: float | int, steps: int) -> Axes:
    """tanh(w h), the diagonal, and the walk of the state between them."""
    reach = np.linspace(-0.1, 1.15, 200)
    axes.plot(reach, np.tanh(w * reach), color=STATE)
    axes.plot(reach, reach, color=QUIET, linewidth=0.9, linestyle=(0, (3, 2)))
    corners = [(h, 0.0)]
    for _ in range(steps):
        new = float(np.tanh(w * h))
        corners += [(h, new), (new, new)]
        h = new
    axes.plot(*np.transpose(corners), color="black", linewidth=1.2)
    axes.plot(*corners[-1], "o", color="black", markersize=5)
    axes.set(xlabel="hₜ₋₁", ylabel="hₜ", xlim=(-0.1, 1.15), ylim=(-0.1, 1.1))
    return axes


def staircase(w: float | int, h: float | int, steps: int = 12) -> Figure:
    """One unit that feeds itself, beside the factor of each of its steps."""
    states = [float(h)]
    for _ in range(steps):
        states.append(float(np.tanh(w * states[-1])))
    factors = w * (1 - np.array(states[1:]) ** 2)

    def draw(panels: Array) -> None:
        left, right = panels
        draw_staircase(left, w, h, steps).set_title("the state")
        right.semilogy(np.arange(1, steps + 1), factors, "o-", color=GRADIENT, markersize=4)
        right.axhline(1, color=QUIET, linewidth=0.8)
        right.set(xlabel="step", ylim=(0.01, 3), title="what the step multiplies by")
        right.set_xticks(range(0, steps + 1, 3))

    return Figure(
        label=f"First: from {h} the state climbs in three steps to {states[-1]:.3f}, where "
        f"tanh({w:g} h) is flat. Then: the factor of a step falls from {factors[0]:.2f} to "
        f"{factors[-1]:.3f}.",
        caption=f"The blue curve is tanh({w:g}h); the state walks between it and the dashed "
        "diagonal.",
        **both(draw, (6.6, 2.5), (3.4, 4.6), panels=2),
    )
