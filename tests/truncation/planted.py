"""Errors in the package at which the chapter stops: file, what stands there, what is planted."""

PLANTED = {
    "window": (
        "truncation/weights.py",
        "(i > end - k2)",
        "(i >= end - k2)",
    ),
    "losses": (
        "truncation/weights.py",
        "(t > T - k)",
        "(t >= T - k)",
    ),
    "weight": (
        "truncation/weights.py",
        "opened / (keep if reweighted else 1.0)",
        "opened / (1.0 if reweighted else 1.0)",
    ),
    "checkpoint": (
        "truncation/checkpointing.py",
        "most = max(most, sum(map(tree_size, checkpoints)) + numbers(caches))",
        "most = max(most, numbers(caches))",
    ),
    "state": (
        "truncation/walks.py",
        "h = tree_at(states, -1)",
        "h = h0",
    ),
}
