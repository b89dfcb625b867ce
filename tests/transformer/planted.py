"""Errors in the package at which the chapter stops: file, what stands there, what is planted."""

PLANTED = {
    "axis of the norm": (
        "transformer/fast.py",
        "off = X - X.mean(axis=-1, keepdims=True)",
        "off = X - X.mean(axis=-2, keepdims=True)",
    ),
    "residual left out": (
        "transformer/fast.py",
        "    feed = (inner, *parts)\n    X = X + Y",
        "    feed = (inner, *parts)\n    X = Y",
    ),
    "length of the gradient": (
        "transformer/fast.py",
        "- unit * along)",
        "- unit)",
    ),
    "sines for cosines": (
        "transformer/positions.py",
        "np.stack([np.sin(angle), np.cos(angle)]",
        "np.stack([np.cos(angle), np.sin(angle)]",
    ),
    "residual on the way back": (
        "transformer/block.py",
        'dY = dY + (norm_back("norm_2", dX) if first else dX)',
        'dY = norm_back("norm_2", dX) if first else dX',
    ),
}
