"""Errors in the package at which the chapter stops: file, what stands there, what is planted."""

PLANTED = {
    "the state of the padding handed on": (
        "encoder_decoder/translator.py",
        "tree_map(lambda each: at_last(each, lengths), states)",
        "tree_map(lambda each: each[-1], states)",
    ),
    "padding that is looked at": (
        "encoder_decoder/translator.py",
        "return attending(seen), Attending(",
        "return attending(None), Attending(",
    ),
    "padding that counts in the loss": (
        "encoder_decoder/translator.py",
        "due = is_step(batch.written, len(batch.ys))",
        "due = is_step(0 * batch.written + len(batch.ys), len(batch.ys))",
    ),
    "an encoder without a gradient from the first state": (
        "encoder_decoder/translator.py",
        "State(d_last.h + d_keys, d_last.c)",
        "State(0 * d_last.h + d_keys, 0 * d_last.c)",
    ),
    "the letter that is due given away": (
        "encoder_decoder/letters.py",
        "before[1:] = ys[:-1]",
        "before[:] = ys",
    ),
    "an average without its way back": (
        "encoder_decoder/fast.py",
        "dK += A[t][..., None] * dr[..., None, :]",
        "dK += 0 * A[t][..., None] * dr[..., None, :]",
    ),
    "a query without its way back": (
        "encoder_decoder/fast.py",
        "dh = dh + d_query[t] @ p.score.W_q",
        "dh = dh + 0 * d_query[t] @ p.score.W_q",
    ),
    "a score without its bend": (
        "encoder_decoder/additive.py",
        "hidden = np.tanh(asked",
        "hidden = 1.0 * (asked",
    ),
}
