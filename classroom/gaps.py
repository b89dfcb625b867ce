"""Gaps between observations: what a student's code is tried on, and the mistakes of such code."""

from collections.abc import Callable

import numpy as np

from classroom.networks import hundredths
from classroom.questions import Drawn
from unrolled.ode_rnn.slips import SLIPS, across, observed, row, unobserved
from unrolled.page.ask import Slip

STAGES = 4  # of RK4: it evaluates the field once in each


def logs(n: Drawn) -> tuple:
    """Two instruments: the first measures alone, then the second alone, then both at once."""
    start, end = n["times_1"]
    between, _ = n["times_2"]
    (_, first), (alone, second) = n["values_1"], n["values_2"]
    one = start, between, np.array([0, alone]), np.array([0, 1])
    return one, (between, end, np.array([first, second]), np.array([1, 1]))


def two_rows(one: tuple, other: tuple) -> list[np.ndarray]:
    """The second and the third row of the two instruments' sequence."""
    return [row(*one), row(*other)]


def in_both(name: str) -> Slip:
    """A slip of a row, made in both rows."""
    slip = SLIPS[name]
    return Slip(slip.says, lambda one, other: [slip.gives(*one), slip.gives(*other)])


def with_c(name: str) -> Slip:
    """A slip of the part that crosses a gap; the other part waits, as it should."""
    slip = SLIPS[name]
    return Slip(slip.says, lambda way, before, now, h, c: (slip.gives(way, before, now, h), c))


def update(n: Drawn, m: np.ndarray) -> Callable:
    """What the recurrent cell makes of a state with the observation, for any mask."""
    inputs = np.concatenate([n["m"] * m * n["x"], m])
    return lambda h: np.tanh(n["W_hx"] @ inputs + n["W_hh"] @ h + n["b_h"])


def followed(way: Callable, times: tuple, h: np.ndarray, updates: tuple) -> list[np.ndarray]:
    """The state after an observation, and in the row after it, which observes nothing.

    `updates` are what the cell makes of a state with the observation, with an empty row, and with
    the missing component taken for a measured 0.
    """
    before, now, later = times
    after = observed(way, before, now, h, updates[0])
    return [after, unobserved(way, now, later, after, updates[1])]


def _in_both_rows(name: str) -> Callable:
    """A slip at the observation, and at the gap after it, too."""

    def gives(way, times, h, updates):
        before, now, later = times
        after = SLIPS[name].gives(way, before, now, h, updates[0])
        return [after, SLIPS[name].gives(way, now, later, after)]

    return gives


def _at_the_observation(way, times, h, updates):
    before, now, later = times
    after = SLIPS["update first"].gives(way, before, now, h, updates[0])
    return [after, across(way, now, later, after)]


def _where_nothing_is(way, times, h, updates):
    _, now, later = times
    after = followed(way, times, h, updates)[0]
    return [after, SLIPS["updated unseen"].gives(way, now, later, after, updates[1])]


FOLLOWED: dict[str, Slip] = {
    "gap ignored": Slip(SLIPS["gap ignored"].says, _in_both_rows("gap ignored")),
    "time for gap": Slip(SLIPS["time for gap"].says, _in_both_rows("time for gap")),
    "update first": Slip(SLIPS["update first"].says, _at_the_observation),
    "updated unseen": Slip(SLIPS["updated unseen"].says, _where_nothing_is),
    "missing as zero": Slip(
        SLIPS["missing as zero"].says,
        lambda way, times, h, updates: followed(way, times, h, updates[2:] + updates[1:2]),
    ),
}


def spent(
    gaps: np.ndarray, seen: np.ndarray, longest: float, rounded: Callable = np.ceil
) -> list[float]:
    """How long a step of the first gap is; of all gaps the steps, and the evaluations by RK4.

    The last number is that of the updates.
    """
    steps = [int(rounded(gap / longest)) for gap in gaps]
    return [gaps[0] / steps[0], sum(steps), STAGES * sum(steps), int(np.sum(seen))]


MISCOUNTED: dict[str, Slip] = {
    "one evaluation a step": Slip(
        "RK4 has four stages, and each of them evaluates the field once.",
        lambda gaps, seen, longest: [
            (right := spent(gaps, seen, longest))[0],
            right[1],
            right[1],
            right[3],
        ],
    ),
    "one step a gap": Slip(
        "You took one step for each gap. These gaps are longer than the longest step.",
        lambda gaps, seen, longest: spent(gaps, seen, longest, rounded=lambda steps: 1),
    ),
    "rounded down": Slip(
        "With so few steps, some of them are too long. Round each gap's number of steps up.",
        lambda gaps, seen, longest: spent(gaps, seen, longest, rounded=np.floor),
    ),
    "one long gap": Slip(
        "You divided the whole time. Each gap has steps of its own, so round up gap by gap.",
        lambda gaps, seen, longest: [
            spent(gaps, seen, longest)[0],
            *spent(np.array([gaps.sum()]), seen, longest)[1:],
        ],
    ),
    "gaps of observations": Slip(
        "Every row has a gap to cross, whether it observes something or not.",
        lambda gaps, seen, longest: [
            spent(gaps, seen, longest)[0],
            *spent(gaps[seen == 1], seen, longest)[1:],
        ],
    ),
    "updates everywhere": Slip(
        "The cell updates the state only in the rows that observe something.",
        lambda gaps, seen, longest: spent(gaps, np.ones_like(seen), longest),
    ),
}


def decay(
    gap_counts: bool = True, softplus: bool = True, sign: int = -1, exact: bool = True
) -> Callable:
    """The decay of a state, with mistakes."""

    def step(rho, gap, h):
        rate = np.log(1 + np.exp(rho)) if softplus else rho
        exponent = sign * rate * (gap if gap_counts else 1)
        return (np.exp(exponent) if exact else 1 + exponent) * h

    return step


def through_decay(
    sign: int = -1,
    sloped: bool = True,
    decayed: bool = True,
    by_gap: bool = True,
    by_rate: bool = True,
) -> Callable:
    """The gradients of ρ, of the gap and of h before a decay, with mistakes."""

    def back(rho, gap, h, g):
        rate = np.log(1 + np.exp(rho))
        left = np.exp(-rate * gap)
        by_exponent = sign * g * left * h
        drho = by_exponent * (gap if by_gap else 1) / (1 + np.exp(-rho) if sloped else 1)
        dgap = np.sum(by_exponent * (rate if by_rate else 1))
        return drho, dgap, g * left if decayed else g

    return back


def evolve_and_update(
    length: Callable = lambda gap, n: gap / n,
    steps: Callable = lambda n: n,
    update_first: bool = False,
    updates: Callable = np.any,
    all_measured: bool = False,
) -> Callable:
    """A step of the ODE-RNN, with mistakes."""

    def step(W, b, W_hx, W_hh, b_h, row, h, n):
        gap, n_x = row[0], len(row) // 2
        inputs, mask = row[1:], row[1 + n_x :]
        if all_measured:
            inputs = np.concatenate([row[1 : 1 + n_x], np.ones(n_x)])

        def flow(h):
            for _ in range(steps(n)):
                h = h + length(gap, n) * np.tanh(W @ h + b)
            return h

        def updated(h):
            return np.tanh(W_hx @ inputs + W_hh @ h + b_h) if updates(mask > 0) else h

        return flow(updated(h)) if update_first else updated(flow(h))

    return step


def hundredth(rng: np.random.Generator, least: int, most: int) -> float:
    """A number of two decimals, from so many hundredths to so many."""
    return float(rng.integers(least, most + 1) / 100)


def gaps_to_cross(rng: np.random.Generator) -> Drawn:
    """A sequence's gaps, which rows observe something, and the longest step; no gap is a multiple.

    Two rows of the six or more observe nothing.
    """
    count, longest = rng.integers(6, 8), rng.integers(12, 39)
    gaps = rng.integers(1, 6, count) * longest + rng.integers(1, longest, count)
    seen = rng.permutation(np.arange(count) > 1).astype(int)
    return {"gaps": gaps / 100, "seen": seen, "longest": np.array(longest / 100)}


def decays(rng: np.random.Generator, n: Drawn) -> list[tuple]:
    """Cases for a decay: ρ, a gap and a state."""
    return [
        (hundredths(rng, size, most=1.5), hundredth(rng, 30, 250), hundredths(rng, size))
        for size in (2, 3, 4, 2, 5)
    ]


def decays_and_gradients(rng: np.random.Generator, n: Drawn) -> list[tuple]:
    """Cases for the way back: also a gradient."""
    return [(*case, hundredths(rng, len(case[0]), most=1.5)) for case in decays(rng, n)]


def rows_and_states(rng: np.random.Generator, n: Drawn) -> list[tuple]:
    """Cases for a step: a field, a cell, a row, a state, and into how many steps the gap goes.

    Of the components of a row some were measured, all, or none.
    """
    found = []
    for size, mask, steps in (
        (2, [1, 0], 3),
        (3, [1], 2),
        (2, [0, 0], 4),
        (4, [0, 1, 1], 2),
        (3, [1, 1], 1),
        (2, [0], 3),
    ):
        n_x = len(mask)
        field = hundredths(rng, size, size, most=1.5), hundredths(rng, size)
        cell = hundredths(rng, size, 2 * n_x), hundredths(rng, size, size), hundredths(rng, size)
        gap, values = hundredth(rng, 40, 160), np.abs(hundredths(rng, n_x))
        found.append((*field, *cell, np.r_[gap, mask * values, mask], hundredths(rng, size), steps))
    return found
