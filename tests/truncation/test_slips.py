"""Each known slip is recognised as what it is, and what is right never is one."""

import numpy as np

from tests.page.slips import families, recognised
from unrolled.truncation import slips
from unrolled.truncation.slips import SLIPS
from unrolled.truncation.weights import kept

GROUPS = {
    "pairs": ("steps after the loss", "one a loss"),
    "power": ("times for power", "a step too many"),
    "numbers": ("start forgotten", "inputs forgotten", "an input too many"),
    "checkpoints": ("all steps kept", "one segment", "checkpoints alone"),
    "window": ("no first rows", "nothing cut"),
    "reach": ("from the loss", "its block alone"),
    "weight": ("chance for weight", "one barrier", "barriers added"),
    "step": ("untransposed", "no slope"),
    "sum": ("not cut", "losses dropped", "a step short"),
}


def one(rng):
    """Arguments of each group and the right answer, of a random network."""
    T, k, n = int(rng.integers(10, 40)), int(rng.integers(2, 5)), int(rng.integers(2, 6))
    n_x = n + int(rng.integers(1, 5))
    w = rng.uniform(0.1, 0.9)
    pi = rng.uniform(0.1, 0.45)
    k1 = 5
    k2 = int(rng.integers(6, 9))
    t = int(rng.choice([11, 12, 13, 14]))
    step = rng.normal(size=(n, n)), rng.uniform(0.1, 0.9, n), rng.normal(size=n)
    table = np.tril(rng.normal(size=(T, T)))
    return {
        "pairs": ((T,), T * (T + 1) // 2),
        "power": ((w, 3), w**3),
        "numbers": ((T, n_x, n), T * (n_x + n) + n),
        "checkpoints": ((6 * k1, k1, n_x, n), 5 * n + k1 * (n_x + n) + n),
        "window": ((T, k), sum(min(t, k) for t in range(1, T + 1))),
        "reach": ((t, k1, k2), k2 - (15 - t)),
        "weight": ((pi, 3), 1 / pi / pi / pi),
        "step": (step, step[1] * np.array([column @ step[2] for column in step[0].T])),
        "sum": ((table, k), sum(table[t, max(0, t - k + 1) : t + 1].sum() for t in range(T))),
    }


def test_slips_are_recognised_on_1000_random_networks_without_a_false_alarm():
    recognised(families(SLIPS, GROUPS.values()), lambda rng: one(rng).values())


def test_the_right_answers_of_the_questions_are_the_schemes():
    for T, k in ((4, 4), (6, 3)):
        assert slips.pairs_of(T, k) == kept(T, 1, k).sum()
    assert [slips.reach(t, 3, 4) for t in range(1, 7)] == [1, 2, 3, 2, 3, 4]
    assert slips.reach(8, 3, 5) == kept(9, 3, 5)[7].sum() == 4
    assert slips.numbers_of(3, 4, 2) == 20
    assert slips.checkpointed_of(12, 4, 3, 2) == 2 * 2 + 22
    assert slips.weight(0.5, 3) == 8


def test_each_slip_computes_what_its_sentence_says():
    W, slope, delta = np.array([[1.0, 2], [3, 4]]), np.array([0.75, 1]), np.array([1.0, -1])
    table = np.array([[1.0, 0, 0], [2, 4, 0], [8, 16, 32]])
    wanted = {
        "steps after the loss": ((4,), 16), "one a loss": ((4,), 4),
        "times for power": ((0.5, 3), 1.5), "a step too many": ((0.5, 3), 0.0625),
        "start forgotten": ((3, 4, 2), 18), "inputs forgotten": ((3, 4, 2), 8),
        "an input too many": ((3, 4, 2), 24),
        "all steps kept": ((12, 4, 3, 2), 62), "one segment": ((12, 4, 3, 2), 22),
        "checkpoints alone": ((12, 4, 3, 2), 6),
        "no first rows": ((6, 3), 18), "nothing cut": ((6, 3), 21),
        "from the loss": ((8, 3, 5), 5), "its block alone": ((8, 3, 5), 2),
        "chance for weight": ((0.5, 3), 0.125), "one barrier": ((0.5, 3), 2),
        "barriers added": ((0.5, 3), 6),
        "untransposed": ((W, slope, delta), [-0.75, -1]), "no slope": ((W, slope, delta), [-2, -2]),
        "not cut": ((table, 2), 63), "losses dropped": ((table, 2), 62),
        "a step short": ((table, 2), 37),
    }  # fmt: skip
    assert sorted(wanted) == sorted(SLIPS)
    for name, (given, value) in wanted.items():
        assert np.allclose(SLIPS[name].gives(*given), value, rtol=0, atol=1e-12), name
