"""Errors in the package at which the chapter stops: file, what stands there, what is planted."""

PLANTED = {
    "mask": (
        "core/losses.py",
        "return mean_loss(loss, zs[",
        "return 2 * mean_loss(loss, zs[",
    ),
    "BP2": (
        "backprop/on_paper.py",
        "(W.T * delta)",
        "(2 * W.T * delta)",
    ),
    "sum": (
        "derivations/symbolic.py",
        "found.function.expand()",
        "-found.function.expand()",
    ),
    "update": (
        "gru/on_paper.py",
        "times(g, new - h_prev, u,",
        "times(g, new + h_prev, u,",
    ),
}
