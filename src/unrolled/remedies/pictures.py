"""Pictures of the remedies: `draw_…` fills an Axes, the function without it is the figure."""

from matplotlib.axes import Axes

from unrolled.page.figure import GRADIENT, QUIET, STATE, Figure, drawing


def draw_outcomes(axes: Axes, losses: dict[str, float], chance: float) -> Axes:
    """Where the training of each remedy ended, and what knowing nothing would give."""
    names = list(losses)[::-1]
    axes.axvline(chance, color=QUIET, linestyle=(0, (3, 2)), linewidth=1)
    for y, name in enumerate(names):
        axes.plot([chance, losses[name]], [y, y], color=QUIET, linewidth=0.8)
        axes.plot(losses[name], y, "o", color=GRADIENT if losses[name] > 0.9 * chance else STATE)
    axes.set_yticks(range(len(names)), names)
    axes.set(xscale="log", ylim=(-0.6, len(names) - 0.4), xlabel="loss after training")
    return axes


def outcomes(tasks: dict[str, tuple[dict[str, float], float]]) -> Figure:
    """The remedies on some tasks: final loss, against that of knowing nothing."""
    with drawing(7.0, 3.4, columns=len(tasks), sharey=True) as (canvas, panels):
        for axes, (name, (losses, chance)) in zip(panels, tasks.items(), strict=True):
            draw_outcomes(axes, losses, chance).set_title(name)
    best = "; ".join(
        f"{name}: best {min(losses, key=losses.get)} ({min(losses.values()):.2g})"
        for name, (losses, _) in tasks.items()
    )
    return Figure(
        canvas,
        f"Loss after training for {len(losses)} remedies on two tasks, log scale; the dashed line "
        f"is what knowing nothing gives. {best}.",
        "Left of the dashed line something has been learned. No remedy wins on both tasks.",
    )
