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
    "embeddings as short as they are": (
        "decoder/model.py",
        "d**0.5 * p.E[codes] + p.P[:N]",
        "p.E[codes] + p.P[:N]",
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
    "a nucleus with half the share": (
        "decoder/sampling.py",
        "np.take_along_axis(before, rank, axis=-1) < share - 1e-12",
        "np.take_along_axis(before, rank, axis=-1) < 0.5 * share",
    ),
    "the shorter context is forgotten": (
        "decoder/ngram.py",
        "(counts + p.weight * y) / (counts.sum() + p.weight)",
        "(counts + p.weight / p.size) / (counts.sum() + p.weight)",
    ),
    "one letter too many of the likeliest": (
        "decoder/sampling.py",
        "return _only(y, _rank(y) < k)",
        "return _only(y, _rank(y) <= k)",
    ),
    "values cost nothing": (
        "decoder/cache.py",
        "n * (h.b_K.size + h.b_V.size)",
        "n * h.b_K.size",
    ),
    "interpolation starts from nothing": (
        "decoder/ngram.py",
        "y = np.full(p.size, 1 / p.size)",
        "y = np.zeros(p.size)",
    ),
}
