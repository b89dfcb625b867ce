"""Errors in the package at which the chapter stops: file, what stands there, what is planted."""

PLANTED = {
    "gates exchanged": (
        "lstm/cell.py",
        "c = v.f * before.c + v.i * v.c",
        "c = v.i * before.c + v.f * v.c",
    ),
    "slope of tanh": (
        "lstm/cell.py",
        "d.h * o * (1 - shown * shown)",
        "d.h * o * (1 - shown)",
    ),
    "slope of a gate": (
        "lstm/fast.py",
        "np.multiply(v.c * v.i, 1 - v.i,",
        "np.multiply(v.c * v.i, 1 - v.c,",
    ),
    "state after the step": (
        "lstm/fast.py",
        "outer(flat, before.h)",
        "outer(flat, v.o * shown)",
    ),
    "forget gate on the way back": (
        "lstm/fast.py",
        "dc *= v.f[t]",
        "dc *= v.i[t]",
    ),
}
