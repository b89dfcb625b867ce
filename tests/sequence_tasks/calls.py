"""A right call, or two, of every public function of the room's mathematics; see `tests.fuzz`."""

from functools import cache

import numpy as np

from tests.calls import OUT, XS, B, P, W, call, drawn, made_anew, rng
from unrolled.rnn.cell import CELL, RNN
from unrolled.rnn.readout import Model, Readout
from unrolled.sequence_tasks import both_ways, decode

BOTH = both_ways.Both(P, RNN(W / 2, drawn(3, 3, seed=8) / 2, B))
STARTS = both_ways.Both(drawn(1, 3), drawn(1, 3, seed=1))
BATCH = XS[:, None]
LENGTHS = np.array([3])
MODEL = Model(P, OUT)
SAME = Model(RNN(drawn(3, 2), drawn(3, 3, seed=4) / 2, B), Readout(drawn(2, 3, seed=5), drawn(2)))
WITH_VECTOR = Model(RNN(drawn(3, 4), SAME.cell.W_hh, B), SAME.readout)
CHANCES = np.array([[0.25, 0.125], [0.5, 0.125]])


def step(state, token):
    return np.log([0.5, 0.25, 0.25]), state


WRITER = decode.Writer(0, step, 0)


@made_anew
@cache
def both_caches():
    return both_ways.bidirectional(CELL, BOTH, BATCH, STARTS)[1]


BEHIND = {
    "sequence_tasks.deeper": "writes and reads the derived data of two tasks",
    "sequence_tasks.number_names": "writes and reads the derived data of numbers and their names",
    "sequence_tasks.reviews": "writes and reads the derived data of reviews; its doors have tests",
    "sequence_tasks.silent_e": "writes and reads the derived data of letters and their sounds",
    "sequence_tasks.shapes_recorded": "trains what an explorable shows; its gradient has a test",
    "sequence_tasks.shapes_states": "writes and reads states as text; its door has a test",
    "sequence_tasks.depth_paths": "behind the explorable DeepPaths; its own doors have tests",
    "sequence_tasks.padding": "behind the doors of both_ways and reading; its own door has tests",
}
ARITHMETIC = {"sequence_tasks.depth.stack"}  # takes any number of cells; its doors have tests
OURS = ("cell",)
CALLS = {
    "sequence_tasks.both_ways.bidirectional": [
        call(cell=CELL, p=BOTH, xs=BATCH, h0=STARTS, ours=OURS),
    ],
    "sequence_tasks.both_ways.bidirectional_back": [
        call(cell=CELL, p=BOTH, caches=both_caches, dboth=drawn(4, 1, 6), ours=(*OURS, "caches")),
    ],
    "sequence_tasks.depth.count_paths": [call(steps=5, layers=2)],
    "sequence_tasks.decode.beam": [call(writer=WRITER, width=2, limit=3, ours=("writer",))],
    "sequence_tasks.decode.grow_beam": [
        call(writer=WRITER, width=2, limit=3, ours=("writer",), then=lambda found: len(found[0]))
    ],
    "sequence_tasks.decode.exhaustive": [
        call(writer=WRITER, limit=3, most=100, ours=("writer",), then=len)
    ],
    "sequence_tasks.decode.greedy": [call(writer=WRITER, limit=3, ours=("writer",))],
    "sequence_tasks.decode.sample": [
        call(writer=WRITER, rng=rng, limit=3, temperature=0.5, ours=("writer",))
    ],
    "sequence_tasks.feedback.joint": [
        call(model=SAME, h0=drawn(3), steps=2, fed="letter"),
        call(model=WITH_VECTOR, h0=drawn(3), steps=2, fed="logits", x=drawn(2)),
    ],
    "sequence_tasks.feedback.mutual_information": [call(p=CHANCES)],
    "sequence_tasks.reading.classify": [
        call(cell=CELL, model=MODEL, xs=BATCH, reading="last state", ours=OURS)
    ],
    "sequence_tasks.reading.classify_gradient": [
        call(cell=CELL, model=MODEL, xs=BATCH, ys=np.eye(2)[:1], reading="last state", ours=OURS)
    ],
    "sequence_tasks.reading.draw_reader": [
        call(rng=rng, cell=CELL, reading="both ends", n_x=2, n_h=3, n_y=2, ours=OURS)
    ],
    "sequence_tasks.reading.run_states": [
        call(cell=CELL, p=P, xs=BATCH, ours=OURS, then=lambda found: found[0])
    ],
    "sequence_tasks.reading.zeros": [call(cell=CELL, n_h=3, batch=(2,), ours=("cell", "batch"))],
}
