"""Errors in the package at which the chapter stops: file, what stands there, what is planted."""

PLANTED = {
    "root of the size": (
        "attention/score.py",
        "/ np.shape(Q)[-1] ** 0.5",
        "/ np.shape(Q)[-1]",
    ),
    "softmax over the queries": (
        "encoder_decoder/average.py",
        "sums = S.sum(axis=-1, keepdims=True)",
        "sums = S.sum(axis=-2, keepdims=True)",
    ),
    "mask turned round": (
        "encoder_decoder/average.py",
        "np.where(mask, S, -np.inf)",
        "np.where(mask, -np.inf, S)",
    ),
    "shares of the slope": (
        "encoder_decoder/average.py",
        "(A * dA).sum(axis=-1, keepdims=True)",
        "(A * dA).sum(axis=-2, keepdims=True)",
    ),
    "keys for values": (
        "attention/fast.py",
        "K, V = split(memory, p.W_K, p.b_K), split(memory, p.W_V, p.b_V)",
        "K, V = split(memory, p.W_K, p.b_K), split(memory, p.W_K, p.b_K)",
    ),
}
