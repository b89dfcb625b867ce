"""Five stories of the truncation window: the same twenty steps, by every scheme but one."""

from unrolled.page.numbers import percent
from unrolled.truncation.weights import kept


def stories(T: int, window: list, chunks: list, k1k2: list) -> list[dict]:
    """What one should see in each scheme; of short sequences there is nothing to tell."""
    if T < 8:
        return []
    k = -(-T // 4)
    start = {"keep": 0.8, "reweighted": True, "seed": 0, "draws": 1, "k1": 2}
    walked = [int(kept(T, 1, k).sum()), sum(min(T, e) - max(0, e - k) for e in range(2, T + 2, 2))]
    off = [percent(errors[k - one]) for errors, one in ((window, 1), (k1k2[1], 2), (chunks, 1))]

    def story(name: str, says: str, **given: object) -> dict:
        return {"name": name, "says": says, "set": {**start, "k": k, **given}}

    return [
        story(
            "Full BPTT",
            f"One chunk holds all {T} steps, and no pair is dropped: the error is 0."
            f" The price is memory for {T} steps.",
            scheme="chunks",
            k=T,
            loss=T,
        ),
        story(
            "A window",
            f"The far corner is gone, and {off[0]} of the gradient with it. Every update misses the"
            " same corner, so the error is a bias.",
            scheme="window",
            loss=T,
        ),
        story(
            "Stairs",
            f"Each walk back serves two losses, so the edge turns into stairs. The work falls"
            f" from {walked[0]} steps to {walked[1]}, and the error is {off[1]}.",
            scheme="k1k2",
            loss=T - 1 - T % 2,
        ),
        story(
            "Chunks of a stream",
            f"The framed loss is the first in its chunk, so it keeps only its own step. The work"
            f" is down to {T} steps, but some near pairs are lost, too: the error is {off[2]}.",
            scheme="chunks",
            loss=2 * k + 1,
        ),
        story(
            "Random cuts",
            "Each draw cuts elsewhere and is far off. But every path that survives is"
            " divided by its probability, so the mean of a hundred draws is nearly right: there"
            " is no bias.",
            scheme="random",
            draws=100,
            loss=T,
        ),
    ]
