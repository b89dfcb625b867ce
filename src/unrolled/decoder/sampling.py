"""How boldly a model writes: temperature, top-k, nucleus; and how often it repeats itself.

temperature   ŷ_i ∝ e^{z_i/τ}                                                  eq-rnn-temperature
top-k         only the k likeliest letters are left                            eq-decoder-top-k
nucleus       only the fewest letters that share a probability of s are left   eq-decoder-nucleus
Notebook: book/decoder.ipynb
"""

import numpy as np

from unrolled.core.door import check_array, check_generator, check_real, check_whole
from unrolled.core.records import check_fields
from unrolled.core.shapes import Array, Float, Int
from unrolled.decoder.model import check_codes
from unrolled.decoder.writers import Writer
from unrolled.rnn.writing import tempered

LENGTH = 10  # of the pieces whose repetition is counted


def top_k(y: Float[Array, "*B V"], k: int) -> Float[Array, "*B V"]:
    """The k largest probabilities, made to sum to 1; of equal ones the first letters stay.

    eq-decoder-top-k (Fan, Lewis and Dauphin 2018)
    """
    y = check_probabilities("y", y)
    k = check_whole("k", k, 1, y.shape[-1])
    return _only(y, _rank(y) < k)


def nucleus(y: Float[Array, "*B V"], share: float | int) -> Float[Array, "*B V"]:
    """The likeliest letters until their probabilities reach `share`, made to sum to 1.

    eq-decoder-nucleus (Holtzman et al. 2020). Raises ValueError for a share that is not above 0
    and at most 1.
    """
    y = check_probabilities("y", y)
    share = check_real("share", share, above=0, high=1)
    rank = _rank(y)
    falling = -np.sort(-y, axis=-1)
    before = np.cumsum(falling, axis=-1) - falling  # what the likelier letters share
    return _only(y, np.take_along_axis(before, rank, axis=-1) < share - 1e-12)


def next_letter(
    z: Float[Array, " V"],
    temperature: float | int = 1,
    k: int | None = None,
    share: float | int | None = None,
) -> Float[Array, " V"]:
    """Probabilities to draw from: the temperature first, then top-k, then the nucleus.

    Temperature 0 puts all on the likeliest letter.
    """
    z = check_array("z", z, "V")
    if check_real("temperature", temperature, low=0) == 0:
        return np.eye(len(z))[z.argmax()]
    y = tempered(z, temperature)
    y = y if k is None else top_k(y, k)
    return y if share is None else nucleus(y, share)


def write(
    writer: Writer,
    start: Int[Array, " N"],
    length: int,
    rng: np.random.Generator,
    temperature: float | int = 1,
    k: int | None = None,
    share: float | int | None = None,
) -> Int[Array, " M"]:
    """`length` letters after `start`, each drawn with `rng` and read before the next is drawn."""
    check_fields("writer", writer, Writer)
    rng = check_generator("rng", rng)
    length = check_whole("length", length, 0, of="letters")
    start = check_array("start", start, "N")
    start = check_codes("start", start, len(start), size=writer.size)
    state = writer.start
    for code in start:
        z, state = writer.read(state, code)
    found = []
    for _ in range(length):
        y = next_letter(z, temperature, k, share)
        found.append(int(rng.choice(len(y), p=y)))
        z, state = writer.read(state, found[-1])
    return np.array(found, dtype=int)


def repeated_share(codes: Int[Array, " N"], length: int = LENGTH) -> float:
    """The share of all pieces of `length` letters that occurred earlier in the same text.

    Raises ValueError for a text shorter than that.
    """
    length = check_whole("length", length, 1)
    codes = check_array("codes", codes, "N")
    if len(codes) < length:
        raise ValueError(f"codes: got {len(codes)} letters, expected at least {length}")
    pieces = np.lib.stride_tricks.sliding_window_view(codes, length)
    return 1 - len(np.unique(pieces, axis=0)) / len(pieces)


def check_probabilities(name: str, y: object) -> Float[Array, "*B V"]:
    """Numbers from 0 to 1 that sum to 1 along the last axis, or ValueError."""
    y = check_array(name, y, "*B V")
    sums = y.sum(axis=-1)
    if y.min() < 0 or np.abs(sums - 1).max() > 1e-9:
        far = sums.flat[np.abs(sums - 1).argmax()]
        raise ValueError(f"{name}: got a sum of {far:g}, expected probabilities that sum to 1")
    return y


def _rank(y: Array) -> Array:
    """0 for the likeliest letter, 1 for the next, and so on; of equal ones the first is first."""
    return np.argsort(np.argsort(-y, axis=-1, kind="stable"), axis=-1)


def _only(y: Array, kept: Array) -> Array:
    left = np.where(kept, y, 0)
    return left / left.sum(axis=-1, keepdims=True)
