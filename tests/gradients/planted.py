"""Errors in the package at which the chapter stops: file, what stands there, what is planted."""

PLANTED = {
    "order": (
        "gradients/products.py",
        "product = factor @ product",
        "product = product @ factor",
    ),
    "radius": (
        "gradients/norms.py",
        "return np.linalg.norm(",
        "return abs(np.linalg.eigvals(W)).max(-1) + 0 * np.linalg.norm(",
    ),
}
