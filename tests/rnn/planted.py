"""Errors in the package at which the chapter stops: file, what stands there, what is planted."""

PLANTED = {
    "recurrent": (
        "rnn/cell.py",
        "+ np.matvec(p.W_hh, h_prev) + p.b_h",
        "+ p.b_h",
    ),
}
