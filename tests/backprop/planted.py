"""Errors in the package at which the chapter stops: file, what stands there, what is planted."""

PLANTED = {
    "BP1": (
        "backprop/backward.py",
        "return dy * _like(",
        "return dy + 0 * _like(",
    ),
    "BP2": (
        "backprop/backward.py",
        "return back * _like(",
        "return back + 0 * _like(",
    ),
    "BP3": (
        "backprop/backward.py",
        "total(delta))",
        "0 * total(delta))",
    ),
    "BP4": (
        "backprop/backward.py",
        "outer(delta, h_before)",
        "outer(delta, h_before) + 1",
    ),
}
