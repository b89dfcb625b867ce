"""Errors in the package at which the chapter stops: file, what stands there, what is planted."""

PLANTED = {
    "causal model sees ahead": (
        "pretraining/objectives.py",
        "sees = np.broadcast_to(causal(N), (B, N, N))",
        "sees = np.broadcast_to(causal(N) | True, (B, N, N))",
    ),
    "causal model says what it reads": (
        "pretraining/objectives.py",
        "says[:, :-1] = ids[:, 1:]",
        "says[:, :-1] = ids[:, :-1]",
    ),
    "a span that ends without a sentinel": (
        "pretraining/objectives.py",
        "return kept + text[last:], [*cut, INDEX[SENTINELS[len(spans)]]]",
        "return kept + text[last:], [*cut, INDEX[SENTINELS[0]]]",
    ),
    "segments left out": (
        "pretraining/encoder.py",
        "+ p.segment[lesson.segments]",
        "",
    ),
    "gradient of a pair without its label": (
        "pretraining/encoder.py",
        "dz = (logistic(z) - lesson.follows) / len(z)",
        "dz = logistic(z) / len(z)",
    ),
    "product of too few conditionals": (
        "pretraining/conditionals.py",
        "for axis in range(joint.ndim):\n        product",
        "for axis in range(1):\n        product",
    ),
    "shares of a text that are not normed": (
        "pretraining/contest.py",
        "return words, softmax(log_probability(p, texts))",
        "return words, np.exp(log_probability(p, texts))",
    ),
    "contingency over the joint": (
        "pretraining/conditionals.py",
        "(joint - alone) ** 2, alone,",
        "(joint - alone) ** 2, joint,",
    ),
    "padding counted in the mean": (
        "pretraining/fine_tuning.py",
        "share = there / there.sum(axis=1, keepdims=True)",
        "share = there / there.shape[1]",
    ),
}
