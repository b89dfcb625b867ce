"""Pictures of book/gradients.ipynb: `draw_…` fills an Axes, a function without it is a figure."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Circle

from unrolled.core.shapes import Array, Float
from unrolled.page.diagram import arrow, node
from unrolled.page.figure import GRADIENT, INPUT, OUTPUT, QUIET, STATE, Figure, bare, drawing
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
        lags, shown = np.arange(1, len(norm) + 1), np.log10(np.maximum(norm, 1e-320))
        inside = (shown >= low) & (shown <= high)
        last = int(np.flatnonzero(inside)[-1])
        axes.plot(lags[inside], shown[inside], color=colour, linestyle=line)
        ends.append((lags[last], shown[last]))
    length = max(len(norm) for norm in curves.values())
    axes.plot([0, length], [0, 0], color=QUIET, linewidth=0.8)
    heights = spread(np.array([y for _, y in ends]), gap)
    styles = zip(curves, ends, heights, LINES, strict=False)
    for name, (x, _), height, (colour, _) in styles:
        axes.annotate(name, (min(x + 0.015 * length, 1.02 * length), height), color=colour,
                      va="center", fontsize=9, annotation_clip=False)  # fmt: skip
    ticks = np.arange(low, high + 1, max(1, round((high - low) / 6)))
    axes.set(xlabel="lag k", ylabel="‖∂hₖ/∂h₀‖", xlim=(0, length), ylim=(low, high))
    axes.set_yticks(ticks, [ten_to(int(n)) for n in ticks])
    return axes


def norms(
    curves: dict[str, Float[Array, " T"]], decades: tuple[int, int], label: str, caption: str
) -> Figure:
    """Gradient norm against lag, one line a case; the label ends with the last values."""
    with drawing(6.4, 3.4) as (canvas, axes):
        draw_norms(axes, curves, decades, gap=0.062 * (decades[1] - decades[0]))
        axes.set_xlim(0, 1.28 * max(len(norm) for norm in curves.values()))
        axes.set_xticks(np.linspace(0, max(len(norm) for norm in curves.values()), 6).round())
    ends = ", ".join(f"{name} {norm[-1]:.1e}" for name, norm in curves.items())
    return Figure(canvas, f"{label} At the last lag: {ends}.", caption)


def draw_fading(axes: Axes, shares: Float[Array, " T"]) -> Axes:
    """The unrolled chain; how full a state is says how much of the gradient has reached it."""
    for t, share in enumerate(shares, start=1):
        spot = (1.15 * t, 0)
        radius = 0.36 * np.sqrt(min(share, 1.0))
        axes.add_patch(Circle(spot, radius, color=GRADIENT, alpha=0.55, linewidth=0))
        node(axes, *spot, "", STATE)
        text = f"{share:.2g}" if share >= 1e-3 else ten_to(int(np.floor(np.log10(share))))
        axes.text(spot[0], -0.62, text, ha="center", va="center", fontsize=9)
        axes.text(spot[0], 0.6, f"h{str(t).translate(SUBSCRIPTS)}", ha="center", fontsize=11)
        if t > 1:
            arrow(axes, (1.15 * t - 0.38, 0), (1.15 * (t - 1) + 0.38, 0), GRADIENT)
    axes.set(xlim=(0.5, 1.15 * len(shares) + 0.6), ylim=(-0.85, 0.95))
    return axes


SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def fading(shares: Float[Array, " T"]) -> Figure:
    """What is left of a gradient on its way back along a chain of states."""
    with drawing(6.6, 1.5) as (canvas, axes):
        draw_fading(bare(axes), shares)
    return Figure(
        canvas,
        f"A chain of {len(shares)} states with arrows from the last back to the first. The discs "
        f"in them shrink: the share of the gradient that arrives is {shares[-2]:.2g} one step "
        f"back, {shares[len(shares) // 2]:.2g} half way, {shares[0]:.1e} at the first.",
        "How much of the last state's gradient reaches each state (area of the disc).",
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
    with drawing(6.6, 2.7, columns=len(matrices)) as (canvas, panels):
        reach = max(np.linalg.norm(W, 2) for W in matrices.values())
        for axes, (name, W) in zip(panels, matrices.items(), strict=True):
            draw_ellipse(bare(axes), W)
            axes.set(xlim=(-reach, reach), ylim=(-reach, reach))
            axes.text(0, -1.02 * reach, name, ha="center", va="top", fontsize=10)
    found = "; ".join(
        f"{name}: radius {np.abs(np.linalg.eigvals(W)).max():.2f}, norm {np.linalg.norm(W, 2):.2f}"
        for name, W in matrices.items()
    )
    return Figure(
        canvas,
        f"A dashed unit circle and its image, an ellipse, for three matrices. {found}.",
        "The ellipse is the image of the dashed circle. Thick: its half axes, the singular values. "
        "Dotted: eigenvectors times eigenvalues, where they are real.",
    )


def draw_roots(axes: Axes, ks: Array, roots: Float[Array, " N"], radius: float) -> Axes:
    """‖W^k‖^(1/k) and the radius that it tends to."""
    axes.semilogx(ks, roots, color=GRADIENT)
    axes.axhline(radius, color=STATE, linestyle="--")
    axes.axhline(1, color=QUIET, linewidth=0.8)
    axes.annotate(f"ρ = {radius:.2g}", (ks[-1], radius), (0, 8), color=STATE, ha="right",
                  textcoords="offset points")  # fmt: skip
    axes.set(xlabel="k", ylabel="‖Wᵏ‖^(1/k)")
    return axes


def roots(ks: Array, values: Float[Array, " N"], radius: float) -> Figure:
    """Gelfand's limit."""
    with drawing(5.4, 2.6) as (canvas, axes):
        draw_roots(axes, ks, values, radius)
    below = ks[np.flatnonzero(values < 1)[0]]
    return Figure(
        canvas,
        f"The kth root of the norm of the kth power falls from {values[0]:.2f} at k = {ks[0]}, "
        f"passes 1 at k = {below} and is {values[-1]:.3f} at k = {ks[-1]}; the radius is "
        f"{radius:.2g}.",
        "Growth per step, averaged over k steps. Only in the end is it the radius.",
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
    with drawing(6.4, 2.7, columns=2) as (canvas, (left, right)):
        draw_parts(left, parts).set_title("parts of one gradient, by lag")
        draw_totals(right, ts, totals).set_title("whole gradients, by time")
    return Figure(
        canvas,
        f"Left, parts of one gradient fall from {parts[0]:.1f} at lag 0 to {parts[40]:.0e} at lag "
        f"40. Right, the whole gradient of the loss at t: between {totals.min():.2f} and "
        f"{totals.max():.1f} for t from {ts[0]} to {ts[-1]}, no decay.",
        "The parts that come from far away vanish. The gradient, their sum, does not.",
    )


def draw_tangents(axes: Axes, tangents: dict[str, Float[Array, " K"]]) -> Axes:
    """The angle to v₁, as its tangent, against the number of steps."""
    heights = 10 ** spread(np.log10([tangent[-1] for tangent in tangents.values()]), 0.4)
    curves = zip(tangents.items(), heights, LINES, strict=False)
    for (name, tangent), height, (colour, line) in curves:
        axes.semilogy(tangent, color=colour, linestyle=line)
        axes.annotate(name, (len(tangent) - 1, height), (5, 0), va="center", fontsize=9,
                      color=colour, textcoords="offset points", annotation_clip=False)  # fmt: skip
    axes.set(xlabel="k", ylabel="tan of the angle to v₁", ylim=(heights.min() / 3, None))
    return axes


def tangents(curves: dict[str, Float[Array, " K"]]) -> Figure:
    """Power iteration on some matrices."""
    with drawing(5.8, 2.8) as (canvas, axes):
        draw_tangents(axes, curves)
    ends = ", ".join(f"{name} {tangent[-1]:.1e}" for name, tangent in curves.items())
    return Figure(
        canvas,
        f"Tangent of the angle to the principal eigenvector, log scale, against the number of "
        f"multiplications. In the end: {ends}.",
        "Straight lines of slope log |λ₂/λ₁|, once the smaller eigenvalues have died out.",
    )
