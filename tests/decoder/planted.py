"""Errors in the package at which the chapter stops: file, what stands there, what is planted."""

PLANTED = {
    "mask left out": (
        "decoder/model.py",
        "encode(p.blocks, X, causal(N), first=True)",
        "encode(p.blocks, X, None, first=True)",
    ),
    "norms after the sums": (
        "decoder/model.py",
        "encode(p.blocks, X, causal(N), first=True)",
        "encode(p.blocks, X, causal(N), first=False)",
    ),
    "positions left out": (
        "decoder/model.py",
        "d**0.5 * p.E[codes] + p.P[:N]",
        "d**0.5 * p.E[codes]",
    ),
    "the letter read is wanted": (
        "decoder/model.py",
        "[codes[..., 1:]]",
        "[codes[..., :-1]]",
    ),
    "embeddings learn without their factor": (
        "decoder/model.py",
        "dE = d**0.5 * outer(",
        "dE = outer(",
    ),
    "the newest key is not kept": (
        "decoder/cache.py",
        "K = np.concatenate([kept.K, k[:, None]], axis=1)",
        "K = np.concatenate([k[:, None], kept.K], axis=1)",
    ),
    "scores not scaled": (
        "decoder/cache.py",
        "softmax(np.matvec(K, q) / q.shape[-1] ** 0.5)",
        "softmax(np.matvec(K, q))",
    ),
    "one letter too few in the nucleus": (
        "decoder/sampling.py",
        "before = np.cumsum(falling, axis=-1) - falling",
        "before = np.cumsum(falling, axis=-1)",
    ),
    "the shorter past is forgotten": (
        "decoder/ngram.py",
        "(counts + p.weight * y) / (counts.sum() + p.weight)",
        "(counts + p.weight / p.size) / (counts.sum() + p.weight)",
    ),
}
