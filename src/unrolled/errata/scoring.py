"""Scores of attention: where their variance is 1, and what a token looks at."""

import numpy as np
import torch

from unrolled.core.shapes import Array
from unrolled.errata.attending import WK, WQ, X, by_columns
from unrolled.errata.finding import Claim, entry
from unrolled.page.autograd import jacobian_of


@entry("C33")
def weights_follow_the_input() -> Claim:
    """The same layer and the same attention on two inputs: what the weights are."""

    def attended(M: Array) -> Array:
        return by_columns((WK @ M).T @ (WQ @ M) / 2)

    layer = [jacobian_of(lambda v: torch.from_numpy(WQ.copy()) @ v, X[:, i]) for i in (0, 1)]
    fixed = np.abs(layer[0] - layer[1]).max()
    spread = float(np.ptp(layer[0]))
    moved = float(np.abs(attended(X) - attended(X[:, ::-1] * 2)).max())
    return Claim(
        [spread < 1e-6],
        [spread > 0.1, fixed == 0, moved > 0.1],
        {
            "a layer's weights spread by": spread,
            "with another input move by": float(fixed),
            "attention weights by": moved,
        },
    )


@entry("C35")
def looks_at_itself() -> Claim:
    """20 random tokens of 64 features: how many score themselves highest, raw and projected."""
    rng = np.random.default_rng(0)
    M, Q, K = rng.normal(size=(64, 20)), *rng.normal(size=(2, 8, 64))
    scores = M.T @ M, (K @ M).T @ (Q @ M)
    own = [int((S.argmax(axis=0) == np.arange(20)).sum()) for S in scores]
    shown = {"of 20 tokens score themselves highest": own[0], "with projections": own[1]}
    return Claim([own[0] < 20], [own[0] == 20, own[1] < 10], shown)


@entry("C36")
def variance() -> Claim:
    """Var(q·k/√d) for mean 0, for mean 1, and the mean of k·k/√d; 40,000 draws at d = 64."""
    rng = np.random.default_rng(0)
    q, k = rng.normal(size=(2, 40_000, 64))
    plain, shifted = ((a * b).sum(axis=1).var() / 64 for a, b in ((q, k), (q + 1, k + 1)))
    same = float((k * k).sum(axis=1).mean() / 8)
    return Claim(
        [bool(abs(v - 1) < 0.1) for v in (plain, shifted)],
        [bool(abs(plain - 1) < 0.05), bool(abs(shifted - 3) < 0.15), abs(same - 8) < 0.1],
        {"variance with mean 0": plain, "with mean 1": shifted, "q = k: mean": same},
    )
