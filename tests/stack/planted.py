"""Errors in the package at which the chapter stops: file, what stands there, what is planted."""

PLANTED = {
    "block left out": (
        "stack/encoder.py",
        "    for p in check_stack(blocks):\n        X, cache",
        "    for p in check_stack(blocks)[1:]:\n        X, cache",
    ),
    "memory not asked": (
        "stack/cross.py",
        "return multi_head(p, X, memory, mask)",
        "return multi_head(p, X, X, mask)",
    ),
    "part that adds nothing": (
        "stack/encoder.py",
        "        X = X + added[-1]\n        added.append(feed_forward",
        "        added.append(feed_forward",
    ),
    "size of what is added, not of the sum": (
        "stack/deep_sizes.py",
        "            X = X + Y\n            added.append(rms(Y))",
        "            X = Y\n            added.append(rms(Y))",
    ),
    "one norm a block": (
        "stack/depth.py",
        "[c.norm_1.scale * c.norm_2.scale for c in caches]",
        "[c.norm_1.scale for c in caches]",
    ),
    "rate that goes on rising": (
        "stack/warm_up.py",
        "peak * min(1.0, k / updates)",
        "peak * (k / updates)",
    ),
}
