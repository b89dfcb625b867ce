"""Decoders that write: what a student's code is tried on, and the mistakes of such code."""

from collections.abc import Callable

import numpy as np

from classroom.networks import hundredths
from classroom.questions import Drawn
from unrolled.decoder.slips import (
    NUCLEUS,
    SLIPS,
    TOP_K,
    cost,
    interpolated,
    nucleus,
    top_k,
    visible,
)
from unrolled.page.ask import Slip

SIZE = 5  # letters of the alphabet whose probabilities are cut


def attended(s: np.ndarray, V: np.ndarray, n: int, weights: Callable = visible) -> np.ndarray:
    """Attention weights of letter n, and the weighted sum of the values."""
    row = weights(s, n)
    return np.r_[row, row @ V]


def with_output(gives: Callable) -> Callable:
    """A slip of the attention weights, together with the output that it leads to."""
    return lambda s, V, n: attended(s, V, n, gives)


def learned_at_once(T: int, B: int, given: np.ndarray) -> list[float]:
    """Predictions of one update, weights above 0 of a head in a window; loss and perplexity."""
    loss = -np.log(given).mean()
    return [B * (T - 1), T * (T - 1) / 2, loss, np.exp(loss)]


def _last_alone(T, B, given):
    loss = -np.log(given[-1])
    return [B, T * (T - 1) / 2, loss, np.exp(loss)]


def _last_too(T, B, given):
    return [B * T, T * (T + 1) / 2, *learned_at_once(T, B, given)[2:]]


def _no_mask(T, B, given):
    return [B * (T - 1), (T - 1) ** 2, *learned_at_once(T, B, given)[2:]]


def _not_itself(T, B, given):
    return [B * (T - 1), (T - 1) * (T - 2) / 2, *learned_at_once(T, B, given)[2:]]


def _of_the_mean(T, B, given):
    loss = -np.log(given.mean())
    return [*learned_at_once(T, B, given)[:2], loss, np.exp(loss)]


def _sum(T, B, given):
    loss = -np.log(given).sum()
    return [*learned_at_once(T, B, given)[:2], loss, np.exp(loss)]


WINDOW: dict[str, Slip] = {
    "last letter alone": Slip(
        "A decoder predicts at every position of a window, and every prediction has a loss.",
        _last_alone,
    ),
    "last letter too": Slip(
        "The last letter of a window is only predicted. No position reads it.", _last_too
    ),
    "no mask": Slip("Without a mask a head could look everywhere. Leave out later keys.", _no_mask),
    "not itself": Slip("A letter also sees itself: only what comes later is hidden.", _not_itself),
    "mean first": Slip("Take the logarithm of each probability, and the mean last.", _of_the_mean),
    "sum": Slip("That is the sum of the surprises. The loss is their mean.", _sum),
}


def spent(d: int, d_ff: int, blocks: int, size: int, n: int) -> list[int]:
    """Multiply–adds of letter n with a cache and without it, and how many numbers are kept."""
    with_cache = cost(d, d_ff, blocks, size, n)
    return [with_cache, n * with_cache, 2 * blocks * n * d]


def _seen_pairs(d, d_ff, blocks, size, n):
    """Without a cache, as if the scores of later keys were never computed."""
    once, _, kept = spent(d, d_ff, blocks, size, n)
    return [once, sum(cost(d, d_ff, blocks, size, i) for i in range(1, n + 1)), kept]


def _kept(share: float) -> Callable:
    return lambda d, d_ff, blocks, size, n: [
        *spent(d, d_ff, blocks, size, n)[:2],
        2 * blocks * n * d * share,
    ]


SPENT: dict[str, Slip] = {
    "no attention": Slip(
        SLIPS["no attention"].says,
        lambda d, d_ff, blocks, size, n: [
            (once := cost(d, d_ff, blocks, size, 0)),
            n * once,
            2 * blocks * n * d,
        ],
    ),
    "one block": Slip(
        SLIPS["one block"].says, lambda d, d_ff, blocks, size, n: spent(d, d_ff, 1, size, n)
    ),
    "seen pairs": Slip(
        "Without the cache, the scores of later keys are computed, too. The mask hides them"
        " afterwards.",
        _seen_pairs,
    ),
    "keys alone": Slip("The cache keeps a value for every key.", _kept(0.5)),
    "cache of one block": Slip(
        "Each block keeps keys and values of its own.",
        lambda d, d_ff, blocks, size, n: [*spent(d, d_ff, blocks, size, n)[:2], 2 * n * d],
    ),
}


def cut(
    y: np.ndarray, k: int, share: float, by_k: Callable = top_k, by_share: Callable = nucleus
) -> list[float]:
    """The largest probability after top-k and in the nucleus, and the smallest that is left."""
    kept = [left[left > 0] for left in (by_k(y, k), by_share(y, share))]
    return [*map(max, kept), *map(min, kept)]


def _cut(by_k: str = "", by_share: str = "") -> Callable:
    """Slips of one cut or of both."""
    first = TOP_K[by_k].gives if by_k else top_k
    second = NUCLEUS[by_share].gives if by_share else nucleus
    return lambda y, k, share: cut(y, k, share, first, second)


CUT: dict[str, Slip] = {
    "neither rescaled": Slip(
        TOP_K["top-k not rescaled"].says, _cut("top-k not rescaled", "nucleus not rescaled")
    ),
    **{name: Slip(slip.says, _cut(by_k=name)) for name, slip in TOP_K.items()},
    **{name: Slip(slip.says, _cut(by_share=name)) for name, slip in NUCLEUS.items()},
}


def interpolated_twice(
    after_one: np.ndarray, after_two: np.ndarray, weight: float, step: Callable = interpolated
) -> tuple:
    """Probabilities after one letter, backed by a uniform guess, and after two letters."""
    shorter = step(after_one, weight, np.full(len(after_one), 1 / len(after_one)))
    return shorter, step(after_two, weight, shorter)


def at_both(gives: Callable) -> Callable:
    """A slip of interpolation, made after one letter and after two."""
    return lambda one, two, weight: interpolated_twice(one, two, weight, gives)


def _uniform_again(one, two, weight):
    uniform = np.full(len(one), 1 / len(one))
    return interpolated(one, weight, uniform), interpolated(two, weight, uniform)


TO_UNIFORM = Slip(
    "After two letters, the shorter context is the one letter, not the uniform guess.",
    _uniform_again,
)


def drawn_from(
    order: tuple[str, ...] = ("temperature", "k", "share"),
    heat: Callable = lambda z, tau: z / tau,
    sign: int = -1,
    between: bool = True,
    again: bool = True,
    reached: bool = True,
) -> Callable:
    """The probabilities to draw from, with mistakes."""

    def chosen(z, tau, k, share):
        y = _softmax(z)
        for dial in order:
            if dial == "temperature":
                y = np.where(y > 0, _softmax(heat(np.log(np.maximum(y, 1e-300)), tau)), 0)
                y = y / y.sum()
            rank = np.argsort(np.argsort(sign * y))
            if dial == "k":
                y = np.where(rank < k, y, 0)
                y = y / y.sum() if between else y
            if dial == "share":
                y = np.where(_before(y, rank, reached) < share, y, 0)
        return y / y.sum() if again else y

    return chosen


def _before(y: np.ndarray, rank: np.ndarray, reached: bool) -> np.ndarray:
    """What all likelier letters share, and the letter itself where it must not reach the share."""
    summed = np.cumsum(y[np.argsort(rank)])[rank]
    return summed - y if reached else np.where(rank > 0, summed, 0)


def _softmax(z: np.ndarray) -> np.ndarray:
    powers = np.exp(z - z.max())
    return powers / powers.sum()


def one_letter(
    newest: bool = True,
    scale: Callable = lambda x, q: len(q) ** 0.5,
    first: bool = False,
    weights: Callable = _softmax,
    kept: Callable = lambda old, new: new,
) -> Callable:
    """One letter through one head with a cache, with mistakes."""

    def step(W_Q, W_K, W_V, x, K, V):
        q, k, v = W_Q @ x, W_K @ x, W_V @ x
        K_new, V_new = (
            np.vstack([new, old] if first else [old, new]) for old, new in ((K, k), (V, v))
        )
        keys, values = (K_new, V_new) if newest else (K, V)
        y = weights(keys @ q / scale(x, q)) @ values
        return y, kept(K, K_new), kept(V, V_new)

    return step


def logits_and_dials(rng: np.random.Generator, n: Drawn) -> list[tuple]:
    """Cases for the choice of a letter: logits, a temperature, k, and a share.

    No share is near what the likeliest letters have together, and two letters or more are left.
    Each case tells a mistake from the right way, and the cases take turns with the mistakes. Where
    top-k is left out, the likeliest k letters don't reach the share.
    """
    mistakes = (
        drawn_from(order=("k", "share", "temperature")),
        drawn_from(order=("temperature", "k")),
        drawn_from(order=("temperature", "share")),
        drawn_from(reached=False),
        drawn_from(between=False),
    )
    found = []
    while len(found) < 6:
        size = int(rng.integers(5, 9))
        z = hundredths(rng, size, most=2)
        tau, k = float(rng.integers(4, 16) / 10), int(rng.integers(3, size))
        share = float(rng.integers(50, 91) / 100)
        sums = np.cumsum(-np.sort(-_softmax(z / tau)))
        near = np.abs(np.r_[sums, sums / sums[k - 1]] - share).min() < 0.005
        few = len(found) != 2 or sums[k - 1] < share
        clear = len(set(z)) == size and abs(tau - 1) > 0.15 and few and not near
        right = drawn_from()(z, tau, k, share)
        wrong = mistakes[len(found) % len(mistakes)](z, tau, k, share)
        if clear and np.sum(right > 0) > 1 and np.abs(wrong - right).max() > 0.01:
            found.append((z, tau, k, share))
    return found


def letters_and_caches(rng: np.random.Generator, n: Drawn) -> list[tuple]:
    """Cases for one letter: three matrices, a token, and what was kept of earlier letters."""
    return [
        (
            *(hundredths(rng, d_k, d) for _ in range(2)),
            hundredths(rng, d_v, d),
            hundredths(rng, d, most=1.5),
            hundredths(rng, kept, d_k, most=1.5),
            hundredths(rng, kept, d_v, most=1.5),
        )
        for d, d_k, d_v, kept in (
            (3, 2, 2, 2),
            (4, 2, 3, 1),
            (4, 3, 2, 5),
            (2, 3, 3, 3),
            (5, 2, 4, 4),
            (6, 4, 2, 2),
        )
    ]


def probabilities(rng: np.random.Generator) -> Drawn:
    """Probabilities of two decimals, and a k and a share that keep different letters.

    All differ, and no sum of the likeliest is near the share.
    """
    while True:
        y = np.round(rng.dirichlet(np.full(SIZE, 1.2)), 2)
        k, share = int(rng.integers(2, 4)), float(rng.integers(55, 93) / 100)
        falling = -np.sort(-y)
        sums = np.cumsum(falling)
        within = 1 + np.count_nonzero(sums < share)
        apart = np.min(falling - np.r_[falling[1:], 0]) > 0.015
        clear = apart and np.abs(sums - share).min() > 0.015 and abs(sums[-1] - 1) < 1e-9
        if clear and within in {2, 3, 4} - {k}:
            return {"y": rng.permutation(y), "k": np.array(k), "share": np.array(share)}
