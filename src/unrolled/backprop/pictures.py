"""Pictures of book/backprop.ipynb, each wide and once more for a phone."""

import numpy as np
from matplotlib.axes import Axes

from unrolled.core.shapes import Array, Float
from unrolled.page.diagram import arrow, is_wide, node
from unrolled.page.figure import GRADIENT, OUTPUT, QUIET, STATE, Figure, bare, both
from unrolled.page.numbers import ten_to

INK = "#000000"  # becomes the text's own colour
WIDE, NARROW = (7.0, 2.9), (3.5, 3.0)  # inches


def one_unit(w: float, x: float, y: float) -> Figure:
    """A tanh unit from its weight to the loss, and the slope of each link."""
    a = w * x
    h = np.tanh(a)
    loss = (h - y) ** 2 / 2
    links = (x, 1 - h**2, h - y)
    quantities = (
        ("w", w, QUIET), ("a", a, STATE), ("h", h, STATE), ("ℒ", loss, OUTPUT),
    )  # fmt: skip
    under = ("a = w x", "h = tanh a", "ℒ = ½ (h − y)²")
    slopes = [f"slope {value:.4g}" for value in links]

    def draw(axes: Axes) -> None:
        bare(axes)
        apart, down = (2.1, 0) if is_wide(axes) else (0, -1.35)
        for k, (name, value, colour) in enumerate(quantities):
            node(axes, k * apart, k * down, name, colour)
            at = (k * apart, -0.55) if is_wide(axes) else (-0.5, k * down)
            place = {"ha": "center" if is_wide(axes) else "right", "va": "center", "fontsize": 10}
            axes.text(*at, f"{value:.4f}".rstrip("0").rstrip("."), **place)
        for k, (formula, slope) in enumerate(zip(under, slopes, strict=True)):
            if is_wide(axes):
                arrow(axes, (k * apart + 0.4, 0.08), ((k + 1) * apart - 0.4, 0.08), INK)
                arrow(axes, ((k + 1) * apart - 0.4, -0.1), (k * apart + 0.4, -0.1), GRADIENT)
                middle = (k + 0.5) * apart
                axes.text(middle, 0.3, formula, ha="center", va="bottom", fontsize=9.5)
                axes.text(middle, -0.32, slope, ha="center", va="top", fontsize=9.5, color=GRADIENT)
            else:
                arrow(axes, (-0.08, k * down - 0.38), (-0.08, (k + 1) * down + 0.38), INK)
                arrow(axes, (0.1, (k + 1) * down + 0.38), (0.1, k * down - 0.38), GRADIENT)
                level = (k + 0.5) * down
                axes.text(-0.3, level, formula, ha="right", va="center", fontsize=9.5)
                axes.text(0.35, level, slope, va="center", fontsize=9.5, color=GRADIENT)
        if is_wide(axes):
            axes.set(xlim=(-0.5, 3 * apart + 0.5), ylim=(-0.85, 0.75))
        else:
            axes.set(xlim=(-2.4, 2.2), ylim=(3 * down - 0.4, 0.4))

    return Figure(
        label=f"From the weight w = {w:g} via a = {a:g} and h = {h:.4f} to the loss {loss:.4f}."
        f" The links back have the slopes {links[2]:.4f}, {links[1]:.4f} and {links[0]:g}.",
        caption="Forward: the loss is computed. Back, in orange: the slope of each link.",
        **both(draw, (7.0, 1.6), (3.4, 3.6)),
    )


def draw_errors(
    axes: Axes, steps: Float[Array, " N"], errors: Float[Array, " N"], law: Float[Array, " N"]
) -> Axes:
    """Truncation and rounding error of centred differences by the step, and what they should be."""
    axes.loglog(steps, law, color=QUIET, linestyle=(0, (3, 2)))
    axes.loglog(steps, errors, color=INK, marker="o", markersize=4, linewidth=1)
    axes.annotate(
        "rounding error: 1/ε", (steps[1], errors[1]), (10, 10), textcoords="offset points"
    )
    at, says = (-2, "truncation error: ε²") if is_wide(axes) else (-3, "truncation\nerror: ε²")
    axes.annotate(
        says,
        (steps[at], errors[at]),
        (-12, 2),
        ha="right",
        textcoords="offset points",
    )
    axes.set(xlabel="step ε", ylabel="truncation + rounding error")
    return axes


def valley(
    steps: Float[Array, " N"], errors: Float[Array, " N"], law: Float[Array, " N"]
) -> Figure:
    """The V of the gradient check."""
    best = errors.argmin()
    return Figure(
        label="Truncation plus rounding error of centred differences by the step, log scales: a V."
        f" It falls from {errors[0]:.0e} at ε = {steps[0]:.0e} to {errors[best]:.0e} at"
        f" {steps[best]:.0e} and rises to {errors[-1]:.0e} at {steps[-1]:.0e}.",
        caption="Marks: truncation and rounding error together, the largest over all weights and"
        " biases of the d-e-m-o network. Dashed: the formula for their sum.",
        **both(lambda axes: draw_errors(axes, steps, errors, law), WIDE, NARROW),
    )


def relative_errors(rows: dict[str, Float[Array, " N"]], lines: tuple[float, ...]) -> Figure:
    """The relative errors of some gradients, a row for each kind, and where lines are drawn."""
    names = list(rows)

    def draw(axes: Axes) -> None:
        for line in lines:
            axes.axvline(line, color=QUIET, linewidth=0.8, linestyle=(0, (3, 2)))
        for k, (name, values) in enumerate(rows.items()):
            right = name.startswith("right")
            style = {"color": INK if right else GRADIENT, "marker": "o" if right else "x"}
            axes.plot(values, np.full(len(values), -k), linestyle="none", markersize=5, **style)
        axes.set_xscale("log")
        axes.set(xlim=(1e-11, 5), ylim=(0.6 - len(rows), 0.4), xlabel="largest relative error")
        ticks = lines if is_wide(axes) else lines[::2]  # on a phone the others have no room
        axes.set_xticks(ticks, [ten_to(round(np.log10(tick))) for tick in ticks])
        axes.set_yticks(-np.arange(len(rows)), names, fontsize=9.5)
        axes.minorticks_off()

    of = {start: np.concatenate([v for n, v in rows.items() if n.startswith("right") is start])
          for start in (True, False)}  # fmt: skip
    first = rows[names[0]]
    return Figure(
        label=f"Largest relative errors, log scale. {names[0]}: {first.min():.0e} to"
        f" {first.max():.0e}. Other checks of right gradients: up to {of[True].max():.1f}."
        f" Five mistakes: {of[False].min():.2f} to {of[False].max():.1f}.",
        caption="Five random networks in each row. Discs: the gradient is right. Crosses: it is"
        " wrong. The check in float32 uses ε = 0.01.",
        **both(draw, (7.0, 3.4), (3.5, 3.6)),
    )


def step_down(rates: Float[Array, " N"], reached: Float[Array, " N"], squared: float) -> Figure:
    """The loss after one step of gradient descent, against the line that the gradient promises."""
    promised = reached[0] - rates * squared

    def draw(axes: Axes) -> None:
        axes.plot(rates, promised, color=QUIET, linestyle=(0, (3, 2)), label="promised")
        axes.plot(rates, reached, color=OUTPUT, label="reached")
        axes.set(xlabel="learning rate η", ylabel="loss after one step", xlim=(0, rates[-1]))
        axes.legend(fontsize=10)

    return Figure(
        label=f"The loss after one step, against the learning rate. The line falls from"
        f" {promised[0]:.2f} to {promised[-1]:.2f}; the curve starts along it and ends at"
        f" {reached[-1]:.2f}.",
        caption="Dashed: what the gradient promises. Solid: the loss that the step reaches.",
        **both(draw, (7.0, 2.7), (3.5, 2.8)),
    )
