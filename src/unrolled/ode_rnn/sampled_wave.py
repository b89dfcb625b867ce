"""What the explorable *irregular sampling* shows: one wave, and what three answers make of it.

The wave is an oscillator of `unrolled.ode_rnn.worlds`, observed without noise. What is said of it
at any time is the answer to a question asked there alone: the value observed last, or the readout
of the networks of `unrolled.ode_rnn.race`, whose state decays or evolves.        eq-ode-rnn-update
Notebook: book/ode_rnn.ipynb
"""

from typing import NamedTuple

import numpy as np

from unrolled.core.door import as_floats, check_array, check_real
from unrolled.core.records import check_fields
from unrolled.core.shapes import Array, Float
from unrolled.ode_rnn.race import asked, kept
from unrolled.ode_rnn.worlds import DAMPING, OMEGA
from unrolled.training import Learner, predict

PERIOD = 2 * np.pi / OMEGA
LONGEST = 1 / 4  # step of the solver, as that of `race.SMOOTH`
Times = Float[Array, " K"] | list[float] | list[int]


class Wave(NamedTuple):
    """An oscillator by its amplitude at time 0 and the time of a crest."""

    height: float
    crest: float


def wave_at(wave: Wave, t: Float[Array, "*S"] | float) -> Float[Array, "*S"]:
    """height · e^{-λt} cos ω(t - crest): the oscillator by one of its crests."""
    wave, t = check_fields("wave", wave, Wave), as_floats("t", t)
    return wave.height * np.exp(-DAMPING * t) * np.cos(OMEGA * (t - wave.crest))


def look_at(wave: Wave, times: Times) -> Float[Array, "K 2"]:
    """Each observation in order, as its time and the value there; none twice.

    Raises ValueError for times that are not finite or below 0.
    """
    times = as_floats("times", times)
    if times.size:
        check_array("times", times, "K")
        check_real("times", float(times.min()), 0.0)
    met = np.unique(times)
    return np.stack([met, wave_at(wave, met)], axis=-1)


class Answers(NamedTuple):
    """What each says of the wave at one time."""

    last: float
    decay: float
    evolve: float


def answer(wave: Wave, times: Times, t: float | int) -> Answers:
    """What is said at time t of a wave that was observed at these times.

    Raises ValueError for times that are not finite or below 0.
    """
    seen, t = look_at(wave, times), check_real("t", t, 0.0)
    past = seen[seen[:, 0] <= t]
    return Answers(
        last=float(past[-1, 1]) if len(past) else 0.0,
        decay=ask(kept("decay"), past, t),
        evolve=ask(kept("evolve"), past, t),
    )


def ask(who: Learner, past: Float[Array, "K 2"], t: float | int) -> float:
    """What a network says at time t, once it has seen these times and values; or nothing yet."""
    if len(past):
        return float(asked(who, past[:, 0], past[:, 1], np.array([float(t)]))[0])
    return float(predict(who.p, np.array([[t, 0.0, 0.0]]), cell=who.cell)[0][0, 0])


def off_by(wave: Wave, times: Times, t: float | int) -> Answers:
    """How far each answer is from the wave at time t."""
    return Answers(*(abs(one - float(wave_at(wave, t))) for one in answer(wave, times, t)))


def weights() -> dict:
    """The weights of both networks, by name, as a page holds them."""
    return {way: name_weights(kept(way)) for way in ("decay", "evolve")}


def name_weights(who: Learner) -> dict:
    """The weights of a network by name: of its gates, of its way across a gap, of its readout."""
    cell, readout = who.p
    gates = {name: _listed(gate) for name, gate in cell.cell._asdict().items()}
    flow = _listed(cell.gap) if isinstance(cell.gap, tuple) else {"rho": cell.gap.tolist()}
    return {"gates": gates, "gap": flow, "readout": _listed(readout)}


def _listed(record: tuple) -> dict:
    return {name: np.asarray(leaf).tolist() for name, leaf in record._asdict().items()}
