"""A decoder: a stack of causal blocks that predicts the next letter at every position at once.

X⁽⁰⁾ = √d E[x] + P                                                          eq-decoder-embed
X⁽ℓ⁾ = Block⁽ℓ⁾(X⁽ℓ⁻¹⁾) with the causal mask, norms first                     eq-decoder-stack
Z = LN(X⁽ᴸ⁾) W_outᵀ + b_out                                                eq-decoder-logits
𝓛 = -(1/N) Σ_n log P(x_{n+1} | x_1 … x_n)                                    eq-decoder-loss
Notebook: book/decoder.ipynb
"""

from typing import NamedTuple

import numpy as np

from unrolled.attention.mask import causal
from unrolled.core.door import (
    check_array,
    check_choice,
    check_flag,
    check_generator,
    check_whole,
    short_repr,
)
from unrolled.core.losses import CROSS_ENTROPY, mean_loss, mean_loss_back
from unrolled.core.records import check_fields
from unrolled.core.shapes import Array, Float, Int, outer, total
from unrolled.core.tree import tree_size, tree_zeros
from unrolled.stack.encoder import check_stack, encode, encode_back, random_encoder
from unrolled.transformer.block import Block, Cache, fitting
from unrolled.transformer.norm import Norm, Normed, layer_norm, layer_norm_back, new_norm
from unrolled.transformer.norm import fitting as fitting_norm
from unrolled.transformer.positions import sinusoids

POSITIONS = ("learned", "sinusoidal")
SPREAD = 0.5**0.5  # of the first learned encodings, which makes them as long as sinusoidal ones


class Decoder(NamedTuple):
    """Weights of the whole network. Its gradient is another Decoder.

    W_out is an array, or the empty tuple where the output layer is tied to the embeddings.
    """

    E: Float[Array, "V d"]  # an embedding for each letter
    P: Float[Array, "N d"]  # a positional encoding for each position
    blocks: tuple[Block, ...]
    norm: Norm  # after the last block
    W_out: Float[Array, "V d"] | tuple
    b_out: Float[Array, " V"]


class Read(NamedTuple):
    """What the step back must remember."""

    codes: Int[Array, "*B N"]
    blocks: tuple[Cache, ...]
    normed: Normed
    Y: Float[Array, "*B N d"]  # what the output layer reads


def decode(p: Decoder, codes: Int[Array, "*B N"]) -> tuple[Float[Array, "*B N V"], Read]:
    """Logits of the next letter at every position, each from the letters up to it.

    eq-decoder-embed, eq-decoder-stack, eq-decoder-logits, eq-decoder-later
    Raises ValueError for codes that are not letters and for more letters than positions.
    """
    p = fitting_decoder("p", p)
    codes = check_codes("codes", codes, len(p.P), size=len(p.E))
    N, d = codes.shape[-1], p.E.shape[1]
    X = d**0.5 * p.E[codes] + p.P[:N]
    X, caches = encode(p.blocks, X, causal(N), first=True)
    Y, normed = layer_norm(p.norm, X)
    Z = Y @ output_weights(p).T + p.b_out
    return Z, Read(codes, tuple(caches), normed, Y)


def decode_back(p: Decoder, read: Read, dZ: Float[Array, "*B N V"]) -> Decoder:
    """Gradients of all weights from dZ = ∇_Z 𝓛; a tied matrix receives both its gradients."""
    p = fitting_decoder("p", p)
    codes, caches, normed, Y = check_fields("read", read, Read, ", which decode returns last")
    dZ = check_array("dZ", dZ, "*B N V", B=codes.shape[:-1], N=codes.shape[-1], V=len(p.E))
    d_norm, dX = layer_norm_back(p.norm, normed, dZ @ output_weights(p))
    d_blocks, dX = encode_back(p.blocks, list(caches), dX)
    V, d = p.E.shape
    dE = d**0.5 * outer(np.eye(V)[codes], dX)
    dP = np.zeros(p.P.shape)
    dP[: codes.shape[-1]] = dX.reshape(-1, *dX.shape[-2:]).sum(axis=0)
    dW = outer(dZ, Y)
    if is_tied(p):
        return Decoder(dE + dW, dP, tuple(d_blocks), d_norm, (), total(dZ))
    return Decoder(dE, dP, tuple(d_blocks), d_norm, dW, total(dZ))


def loss_and_gradient(p: Decoder, codes: Int[Array, "*B M"]) -> tuple[float, Decoder]:
    """Mean cross-entropy of every next letter, and its gradient: teacher forcing.

    Of M letters the network reads the first M - 1 and predicts the last M - 1.   eq-decoder-loss
    """
    p = fitting_decoder("p", p)
    codes = check_codes("codes", codes, len(p.P) + 1, size=len(p.E), least=2)
    Z, read = decode(p, codes[..., :-1])
    wanted = np.eye(len(p.E))[codes[..., 1:]]
    gradient = decode_back(p, read, mean_loss_back(CROSS_ENTROPY, Z, wanted))
    return mean_loss(CROSS_ENTROPY, Z, wanted), gradient


def output_weights(p: Decoder) -> Float[Array, "V d"]:
    """The matrix of the output layer, which may be that of the embeddings."""
    return p.E if is_tied(p) else p.W_out


def is_tied(p: Decoder) -> bool:
    """Whether the output layer has no matrix of its own."""
    return isinstance(p.W_out, tuple)


def parameters(p: Decoder, positions: str = "learned") -> int:
    """How many numbers are learned; sinusoidal encodings are none of them.

    L (4d² + 2 d d_ff + 9d + d_ff) + 2d + V d + V, with V d more for an output layer of its own
    and N d more for learned positions.                                  eq-decoder-parameters
    """
    p = fitting_decoder("p", p)
    fixed = check_choice("positions", positions, POSITIONS) == "sinusoidal"
    return tree_size(p) - fixed * p.P.size


def held_still(gradient: Decoder, positions: str) -> Decoder:
    """The gradient with zeros for encodings that are not learned."""
    if check_choice("positions", positions, POSITIONS) == "learned":
        return gradient
    return gradient._replace(P=tree_zeros(gradient.P))


def random_decoder(
    rng: np.random.Generator,
    size: int,
    length: int,
    d: int,
    blocks: int,
    n_H: int,
    d_ff: int,
    positions: str = "learned",
    tied: bool = False,
) -> Decoder:
    """Random weights for an alphabet of `size` letters and texts of at most `length`.

    Embeddings are drawn from N(0, 1/d), matrices from N(0, 1/fan-in); what a sub-layer adds is
    divided by √(2L), so that the residual stream does not grow with depth (as in GPT-2).
    Raises ValueError for heads that do not divide d and for an odd d with sinusoids.
    """
    rng = check_generator("rng", rng)
    size, length = check_whole("size", size, 2), check_whole("length", length, 1)
    d, L = check_whole("d", d, 1), check_whole("blocks", blocks, 1)
    tied = check_flag("tied", tied)
    E = rng.normal(0, d**-0.5, (size, d))
    if check_choice("positions", positions, POSITIONS) == "sinusoidal":
        P = sinusoids(length, d)
    else:
        P = rng.normal(0, SPREAD, (length, d))
    stack = tuple(_quieter(p, (2 * L) ** -0.5) for p in random_encoder(rng, L, n_H, d, d_ff))
    W_out = () if tied else rng.normal(0, d**-0.5, (size, d))
    return Decoder(E, P, stack, new_norm(d), W_out, np.zeros(size))


def _quieter(p: Block, factor: float) -> Block:
    """A block whose two sub-layers add `factor` times as much."""
    heads = p.heads._replace(W_O=factor * p.heads.W_O)
    return p._replace(heads=heads, feed=p.feed._replace(W_2=factor * p.feed.W_2))


def check_codes(
    name: str, codes: object, most: int, *, size: int, least: int = 1
) -> Int[Array, "*B N"]:
    """Codes of letters, from 0 to size - 1, `least` to `most` in a row, or ValueError."""
    most, size = check_whole("most", most, 0), check_whole("size", size, 1)
    found = check_array(name, codes, "*B N")
    if not least <= found.shape[-1] <= most:
        raise ValueError(f"{name}: got {found.shape[-1]} letters, expected {least} to {most}")
    wrong = (found < 0) | (found >= size) | (found % 1 != 0)
    if wrong.any():
        bad = found[wrong][0]
        raise ValueError(f"{name}: got {bad:g}, expected whole codes from 0 to {size - 1}")
    return found.astype(int)


def fitting_decoder(name: str, p: object) -> Decoder:
    """Weights whose shapes fit each other, or ValueError that names what does not."""
    check_fields(name, p, Decoder)
    E = check_array(f"{name}.E", p.E, "V d")
    V, d = E.shape
    P = check_array(f"{name}.P", p.P, "N d", d=d)
    if not isinstance(p.blocks, tuple):
        raise ValueError(f"{name}.blocks: got {short_repr(p.blocks)}, expected a tuple of blocks")
    blocks = tuple(
        fitting(f"{name}.blocks[{k}]", one) for k, one in enumerate(check_stack(p.blocks))
    )
    for k, one in enumerate(blocks):
        check_array(f"{name}.blocks[{k}].heads.b_O", one.heads.b_O, "d", d=d)
    norm = fitting_norm(f"{name}.norm", p.norm, d=d)
    tied = isinstance(p.W_out, tuple) and not p.W_out
    W_out = () if tied else check_array(f"{name}.W_out", p.W_out, "V d", V=V, d=d)
    return Decoder(E, P, blocks, norm, W_out, check_array(f"{name}.b_out", p.b_out, "V", V=V))
