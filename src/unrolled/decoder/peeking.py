"""What a decoder learns where the mask is forgotten: to copy the letter it should predict.

A small decoder, trained for a few seconds, with the causal mask or with none.
Notebook: book/decoder.ipynb
"""

import numpy as np

from unrolled.core.door import check_whole
from unrolled.core.losses import CROSS_ENTROPY, mean_loss, mean_loss_back
from unrolled.core.optim import adam
from unrolled.core.shapes import Array, Bool, Float, Int
from unrolled.core.tree import ravel, unravel
from unrolled.decoder import contest
from unrolled.decoder.model import (
    Decoder,
    Read,
    check_codes,
    decode_back,
    fitting_decoder,
    output_weights,
    random_decoder,
)
from unrolled.stack.encoder import encode
from unrolled.transformer.norm import layer_norm

LENGTH, BATCH, D, RATE = 32, 8, 32, 0.01


def read_under(
    p: Decoder, codes: Int[Array, "*B N"], mask: Bool[Array, "N N"]
) -> tuple[Float[Array, "*B N V"], Read]:
    """`decode` under any mask, for instance one that shows every letter to every letter."""
    p = fitting_decoder("p", p)
    codes = check_codes("codes", codes, len(p.P), size=len(p.E))
    X = p.E.shape[1] ** 0.5 * p.E[codes] + p.P[: codes.shape[-1]]
    X, caches = encode(p.blocks, X, mask, first=True)
    Y, normed = layer_norm(p.norm, X)
    return Y @ output_weights(p).T + p.b_out, Read(codes, tuple(caches), normed, Y)


def loss_under(p: Decoder, codes: Int[Array, "*B M"], mask: Bool[Array, "N N"]) -> float:
    """Mean cross-entropy of every next letter."""
    codes = np.asarray(codes)
    wanted = np.eye(len(p.E))[codes[..., 1:]]
    return mean_loss(CROSS_ENTROPY, read_under(p, codes[..., :-1], mask)[0], wanted)


def trained(mask: Bool[Array, "N N"], updates: int) -> tuple[Decoder, list[float]]:
    """A small decoder after so many updates on the book's text, and the loss of each update."""
    updates = check_whole("updates", updates, 1)
    text, rng = contest.corpus("all").learned, np.random.default_rng(0)
    p = random_decoder(rng, contest.SIZE, LENGTH, D, 1, 2, 2 * D)
    optimiser, flat, losses = adam(RATE), ravel(p), []
    memory = optimiser.start(flat)
    for _ in range(updates):
        begins = rng.integers(0, len(text) - LENGTH - 1, BATCH)
        windows = text[begins[:, None] + np.arange(LENGTH + 1)]
        wanted = np.eye(contest.SIZE)[windows[:, 1:]]
        Z, read = read_under(p, windows[:, :-1], mask)
        losses.append(mean_loss(CROSS_ENTROPY, Z, wanted))
        gradient = decode_back(p, read, mean_loss_back(CROSS_ENTROPY, Z, wanted))
        flat, memory = optimiser.step(flat, ravel(gradient), memory)
        p = unravel(flat, p)
    return p, losses
