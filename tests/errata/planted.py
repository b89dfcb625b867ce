"""Errors in the package at which the chapter stops: file, what stands there, what is planted."""

PLANTED = {
    "entry": (
        "errata/output_layer.py",
        "-y + y_hat * y.sum()",
        "-y - y_hat * y.sum()",
    ),
    "order": (
        "errata/displayed.py",
        "row = row @ J[i]",
        "row = J[i] @ row",
    ),
    "row": (
        "errata/group8.json",
        "0.1294/3 = 0.0431",
        "0.1294/3 = 0.0432",
    ),
}
