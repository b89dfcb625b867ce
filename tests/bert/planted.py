"""Errors in the package at which the chapter stops: file, what stands there, what is planted."""

PLANTED = {
    "segments left out": (
        "bert/model.py",
        "+ p.segment[segments]",
        "",
    ),
    "positions turned round": (
        "bert/model.py",
        "p.position[: ids.shape[-1]]",
        "p.position[ids.shape[-1] - 1 :: -1]",
    ),
    "gelu of the logistic function": (
        "core/activations.py",
        "return a * _normal_cdf(a)\n",
        "return a * _logistic(a)\n",
    ),
    "padding counted": (
        "bert/mistakes.py",
        "mask.sum(axis=1, keepdims=True)",
        "np.full((len(mask), 1), mask.shape[1])",
    ),
    "a square alone": (
        "bert/count.py",
        "(d * d + d) * check_flag",
        "d * d * check_flag",
    ),
}
