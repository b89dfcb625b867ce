"""What a state does between two observations: it stays, it decays, or it follows an ODE.

h_k⁻ = h_{k-1}                                       it stays                    eq-ode-rnn-stay
h_k⁻ = exp(-λ Δt_k) ⊙ h_{k-1},  λ = softplus(ρ)      it decays                   eq-ode-rnn-decay
h_k⁻ = h_{k-1} + ∫ f_θ(h) dt over the gap            it evolves                  eq-ode-rnn-evolve
Notebook: book/ode_rnn.ipynb
"""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np

from unrolled.core.door import (
    check_array,
    check_choice,
    check_finite,
    check_function,
    check_real,
    check_whole,
)
from unrolled.core.records import check_fields, check_like, signature
from unrolled.core.shapes import Array, Float, total
from unrolled.core.tree import tree_zeros
from unrolled.neural_ode.fields import NET_FIELD, Net, random_net
from unrolled.neural_ode.gradients import Field, check_taken, step_back
from unrolled.neural_ode.solvers import SOLVERS, advance

MOST_STEPS = 1000  # across one gap


class Between(NamedTuple):
    """A state's way across a gap, and the same read backwards."""

    of: Callable  # (p, gap, h) -> h_k⁻
    back: Callable  # (p, gap, h, dh_k⁻) -> dp, dgap, dh
    random: Callable  # (rng, n_h) -> p
    what: str  # in one word
    check: Callable | None = None  # (p, h) -> p as arrays that fit the state, or ValueError


def _check_nothing(p: object, h: Array) -> tuple:
    if not (isinstance(p, tuple) and len(p) == 0):
        raise ValueError(f"p.gap: got {signature(p)}, expected (), for the state stays")
    return ()


STAYS = Between(
    of=lambda p, gap, h: h,
    back=lambda p, gap, h, dh: ((), np.zeros_like(gap), dh),
    random=lambda rng, n_h: (),
    what="stays",
    check=_check_nothing,
)


def decayed(
    rho: Float[Array, " n_h"], gap: Float[Array, "*B"], h: Float[Array, "*B n_h"]
) -> Float[Array, "*B n_h"]:
    """h_k⁻ = exp(-λ Δt_k) ⊙ h_{k-1} with rates λ = log(1 + e^ρ) above 0.    eq-ode-rnn-decay"""
    return np.exp(-np.logaddexp(0, rho) * gap[..., None]) * h


def decayed_back(
    rho: Float[Array, " n_h"],
    gap: Float[Array, "*B"],
    h: Float[Array, "*B n_h"],
    dh: Float[Array, "*B n_h"],
) -> tuple[Float[Array, " n_h"], Float[Array, "*B"], Float[Array, "*B n_h"]]:
    """Gradients of ρ, of the gap and of the state before it."""
    rate = np.logaddexp(0, rho)
    left = np.exp(-rate * gap[..., None])
    by_h = -dh * left * h  # what each unit says of rate times gap
    drho = total(by_h * gap[..., None]) / (1 + np.exp(-rho))
    return drho, np.asarray(by_h @ rate), dh * left


DECAYS = Between(
    decayed,
    decayed_back,
    random=lambda rng, n_h: rng.normal(-1, 0.5, n_h),
    what="decays",
    check=lambda rho, h: check_array("p.gap", rho, "n_h", n_h=h.shape[-1]),
)


class Stretch(NamedTuple):
    """A state and the time it has to cross, which rides along unchanged."""

    h: Float[Array, "*B n_h"]
    time: Float[Array, "*B"]


def stretched(field: Field) -> Field:
    """The field over a time of length 1: dh/ds = Δt f(h), with one Δt for each sequence.

    Sequences with different gaps can then share a step, and the gradient of the gap comes out
    with the others.                                                        eq-ode-rnn-stretched
    Raises ValueError for what is no field.
    """
    return _stretched(check_fields("field", field, Field))


@cache
def _stretched(field: Field) -> Field:

    def of(p: object, now: Stretch, s: float | int) -> tuple[Stretch, tuple]:
        slope, seen = field.of(p, now.h, 0.0)
        return Stretch(now.time[..., None] * slope, np.zeros_like(now.time)), (now, slope, seen)

    def back(p: object, kept: tuple, d: Stretch) -> tuple[object, Stretch]:
        now, slope, seen = kept
        dp, dh = field.back(p, seen, now.time[..., None] * d.h)
        return dp, Stretch(dh, np.sum(d.h * slope, axis=-1))

    return Field(of, back)


def evolves(
    field: Field = NET_FIELD,
    random: Callable[[np.random.Generator, int], object] | None = None,
    longest: float | int = 0.5,
    solver: str = "rk4",
) -> Between:
    """h_k⁻ is where the flow of dh/dt = f_θ(h) takes h_{k-1} in Δt_k.         eq-ode-rnn-evolve

    A gap is crossed in equal steps of the solver, as few as can be with none above `longest`. The
    gradient of the gap is, up to the solver's error, f(h_k⁻) times that of h_k⁻.  eq-ode-rnn-gap
    Two gaps lead to where their sum leads.                                       eq-ode-rnn-twice
    `random` draws the weights of the field, (rng, n_h) -> p; without it they are those of
    NET_FIELD. Raises ValueError for what is no field, for a longest step not above 0 and for
    another solver; `unroll` does for a gap of over 1000 steps.
    """
    field = check_fields("field", field, Field)
    random = random_flow if random is None else check_function("random", random)
    solver = check_choice("solver", solver, SOLVERS)
    return _evolves(field, random, check_real("longest", longest, above=0), solver)


@cache
def _evolves(field: Field, random: Callable, longest: float, solver: str) -> Between:
    table, over_piece = SOLVERS[solver], _stretched(field)

    def pieces(gap: Array) -> tuple[list[Array], Array]:
        """The gap in steps, 0 for sequences that have arrived, and each one's number of steps."""
        count = np.asarray(np.maximum(np.ceil(np.abs(gap) / longest), 1))
        if count.max() > MOST_STEPS:
            expected = f"at most {MOST_STEPS} steps of {longest:g}"
            raise ValueError(f"xs: got a gap of {np.abs(gap).max():g}, expected {expected}")
        return [np.where(n < count, gap / count, 0.0) for n in range(int(count.max()))], count

    def slope(p: object) -> Callable:
        return lambda now, s: over_piece.of(p, now, s)[0]

    def path(p: object, times: list[Array], h: Array) -> list[Array]:
        """The states at both ends of every step."""
        states = [h]
        for time in times:
            states.append(advance(table, slope(p), Stretch(states[-1], time), 0.0, 1.0)[0].h)
        return states

    def of(p: object, gap: Array, h: Array) -> Array:
        return path(p, pieces(gap)[0], h)[-1]

    def back(p: object, gap: Array, h: Array, dh: Array) -> tuple[object, Array, Array]:
        times, count = pieces(gap)
        dp, dgap = tree_zeros(p), np.zeros_like(gap)
        for n, before in reversed(list(enumerate(path(p, times, h)[:-1]))):
            d = Stretch(dh, np.zeros_like(gap))
            now = Stretch(before, times[n])
            dp, (dh, dtime) = step_back(table, over_piece, p, now, 0.0, 1.0, dp, d)
            dgap = dgap + np.where(n < count, dtime / count, 0.0)
        return dp, np.asarray(dgap), dh

    def check(p: object, h: Array) -> object:
        if field is NET_FIELD:
            return check_net(p, h.shape[-1])
        check_taken(field, p, "h0", h, 0.0)
        return p

    return Between(of, back, random, "evolves", check)


def check_net(p: Net, n_h: int) -> Net:
    """The weights of NET_FIELD as arrays that fit n_h units, or ValueError."""
    p = check_fields("p.gap", p, Net)
    inner = check_array("p.gap.b_1", p.b_1, "n_inner").shape
    like = Net(*map(np.zeros, ((*inner, n_h), inner, inner, (n_h, *inner), n_h)))
    return check_like("p.gap", p, like, check_finite)


def random_flow(rng: np.random.Generator, n_h: int) -> Net:
    """Weights of a field with n_h hidden units. It does not see the time: w_t stays 0."""
    n_h = check_whole("n_h", n_h, 1)
    net = random_net(rng, n_h, n_h)
    return net._replace(w_t=np.zeros(n_h))
