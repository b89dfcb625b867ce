"""Errors in the package at which the chapter stops: file, what stands there, what is planted."""

PLANTED = {
    "gates exchanged": ("gru/cell.py", "u = LOGISTIC.of(sums(p.u, ", "u = LOGISTIC.of(sums(p.r, "),
    "shares exchanged": (
        "gru/cell.py",
        "(1 - u) * h_prev + u * new",
        "u * h_prev + (1 - u) * new",
    ),
    "reset left out": (
        "gru/cell.py",
        "np.tanh(sums(p.h, x, r * h_prev))",
        "np.tanh(sums(p.h, x, h_prev))",
    ),
    "reset after everything": (
        "gru/after.py",
        "gates.h.b + r * seen",
        "r * (gates.h.b + seen)",
    ),
    "way through the update gate": (
        "gru/cell.py",
        "dh * (new - h_prev) * u * (1 - u)",
        "dh * new * u * (1 - u)",
    ),
    "candidate of the whole state": (
        "gru/fast.py",
        "outer(at_new, r * h_prev)",
        "outer(at_new, h_prev)",
    ),
}
