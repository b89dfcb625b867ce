"""Errors in the package at which the chapter stops: file, what stands there, what is planted."""

PLANTED = {
    "input": (
        "rnn/cell.py",
        "return np.matvec(p.W_hx, x) + np",
        "return np",
    ),
}
