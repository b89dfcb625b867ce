"""A right call, or two, of every public function of the room's mathematics; see `tests.fuzz`."""

import numpy as np

from tests.calls import call, drawn, made_anew, rng
from unrolled.core.unroll import unroll
from unrolled.gru.cell import CELL as GRU_CELL
from unrolled.lstm.cell import CELL as LSTM_CELL
from unrolled.neural_ode.fields import NET_FIELD, Net
from unrolled.ode_rnn import between, times, worlds

TIMES, VALUES = np.array([0.25, 1.0, 1.5, 4.0]), drawn(4, 2, seed=2)
SEEN = np.array([[True, False], [True, True], [False, False], [False, True]])
ROWS = times.rows(TIMES, VALUES, SEEN)
FLOW = Net(drawn(5, 3), drawn(5), drawn(5, seed=1), drawn(3, 5, seed=2) / 2, drawn(3, seed=3))


@made_anew
def found():
    drawn_anew = worlds.sample(np.random.default_rng(1), "switch", 2)
    return drawn_anew._replace(
        times=np.cumsum(np.full(drawn_anew.times.shape, 1 / 4), axis=0),
        values=np.round(drawn_anew.values * 64) / 64,
    )


def run(cell):
    """The states of a few rows, from weights that the cell draws."""
    p = cell.random(np.random.default_rng(0), 5, 3)
    return unroll(cell, p, ROWS, cell.start(3))[0]


def crossed(way):
    """A state after a gap."""
    p = way.random(np.random.default_rng(0), 3)
    return way.of(p, np.array(0.5), drawn(3))


def slope(field):
    now = between.Stretch(drawn(3), np.array(0.5))
    return field.of(FLOW, now, 0.0)[0]


ARITHMETIC = {
    "ode_rnn.between.decayed",
    "ode_rnn.between.decayed_back",
    *(f"ode_rnn.times.{name}" for name in ("gap_of", "heard", "anything")),
}
BEHIND = {
    "ode_rnn.sampled_wave": "behind the explorable IrregularSampling; its own doors have tests",
    "ode_rnn.race": "writes and reads the derived data of the race; its doors have tests",
}
CALLS = {
    "ode_rnn.times.rows": [
        call(times=TIMES, values=VALUES),
        call(times=TIMES, values=VALUES, observed=SEEN, start=0.0, free=("observed", "start")),
    ],
    "ode_rnn.times.check_truths": [
        call(name="observed", value=SEEN, shape=(4, 2), ours=("name", "shape"))
    ],
    "ode_rnn.between.stretched": [call(slope, field=NET_FIELD, ours=("field",))],
    "ode_rnn.between.evolves": [
        call(
            crossed,
            field=NET_FIELD,
            random=between.random_flow,
            longest=0.25,
            solver="midpoint",
            free=("random",),
            ours=("field",),  # a loss, too, has `of` and `back`; other fields are tested
        )
    ],
    "ode_rnn.between.random_flow": [call(rng=rng, n_h=3)],
    "ode_rnn.between.check_net": [call(p=FLOW, n_h=3, ours=("n_h",))],
    "ode_rnn.cells.crossing": [
        call(run, cell=GRU_CELL, between=between.DECAYS, ours=("between.3",), free=("between.4",)),
        call(
            run,
            cell=LSTM_CELL,
            between=between.evolves(),
            ours=("between.3",),
            free=("between.4",),
        ),
    ],
    "ode_rnn.cells.check_rows": [call(xs=ROWS)],
    "ode_rnn.cells.ignoring": [call(run, cell=GRU_CELL)],
    "ode_rnn.cells.decaying": [call(run, cell=LSTM_CELL)],
    "ode_rnn.cells.evolving": [
        call(
            run,
            cell=GRU_CELL,
            field=NET_FIELD,
            random=between.random_flow,
            longest=0.25,
            solver="rk4",
            free=("random",),
            ours=("field",),  # a loss, too, has `of` and `back`; other fields are tested
        )
    ],
    "ode_rnn.cells.imputing": [call(run, tick=0.25, n_x=2, cell=LSTM_CELL)],
    "ode_rnn.worlds.sample": [
        call(rng=rng, world="oscillator", n=2, rate=2.0),
        call(rng=rng, world="ward", n=2, rate=0.5),
    ],
    "ode_rnn.worlds.look": [call(rng=rng, world="switch", rate=1.0, n=3)],
    "ode_rnn.worlds.task": [call(found=found)],
    "ode_rnn.worlds.best": [
        call(world="oscillator", found=found, rate=1.0),
        call(world="ward", found=found, rate=0.5),
    ],
}
