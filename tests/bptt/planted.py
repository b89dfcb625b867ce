"""Errors in the package at which the chapter stops: file, what stands there, what is planted."""

PLANTED = {
    "sign": (
        "rnn/cell.py",
        "1 - cache.h * cache.h",
        "1 + cache.h * cache.h",
    ),
    "transpose": (
        "rnn/fast.py",
        "np.dot(deltas[t], W_hh,",
        "np.dot(deltas[t], W_hh.T,",
    ),
    "index": (
        "rnn/cell.py",
        "outer(deltas, cache.h_prev)",
        "outer(deltas, cache.h)",
    ),
    "1/T": (
        "core/losses.py",
        " / np.prod(zs.shape[:-1])",
        "",
    ),
}
