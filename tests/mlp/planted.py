"""Errors in the package at which the chapter stops: file, what stands there, what is planted."""

PLANTED = {
    "slope": (
        "core/activations.py",
        "lambda a, h: h * (1 - h)",
        "lambda a, h: a * (1 - a)",
    ),
    "fan-in": (
        "mlp/network.py",
        "n * (m + 1)",
        "m * (n + 1)",
    ),
    "memory": (
        "core/optim.py",
        "beta * v + dw",
        "beta * v - dw",
    ),
    "softmax": (
        "core/activations.py",
        "z.max(axis=-1, keepdims=True))\n    return e / e",
        "z.max(axis=-1, keepdims=True))\n    return e / 2 / e",
    ),
    "surprise": (
        "core/losses.py",
        "* log_softmax(z)).sum(axis=-1)",
        "* log_softmax(z)).sum(axis=-1) / 2",
    ),
    "start": (
        "mlp/network.py",
        "scale * n_from**-0.5",
        "scale * n_to**-0.5",
    ),
}
