"""Errors in the package at which the chapter stops: file, what stands there, what is planted."""

PLANTED = {
    "counts": (
        "language_models/counting.py",
        "(counts, (codes[:-1], codes[1:])",
        "(counts, (codes[1:], codes[:-1])",
    ),
}
