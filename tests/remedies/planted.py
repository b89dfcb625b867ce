"""Errors in the package at which the chapter stops: file, what stands there, what is planted."""

PLANTED = {
    "clip": ("core/optim.py", "* (limit / norm), g)", "* (limit / norm**2), g)"),
    "slope": (
        "remedies/shortcuts.py",
        "activation.slope(a, written))",
        "1 + 0 * activation.slope(a, written))",
    ),
    "leak": (
        "remedies/shortcuts.py",
        "1.0 - alpha, activation",
        "1.0, activation",
    ),
    "norm": (
        "core/optim.py",
        "float(np.sqrt(sum(np.vdot",
        "float((sum(np.vdot",
    ),
}
