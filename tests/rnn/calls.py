"""A right call, or two, of every public function of the room's mathematics; see `tests.fuzz`."""

import numpy as np

from tests.backprop.calls import values_of
from tests.calls import DSTATES, FIT, H0, MODEL, OUT, XS, P, call, rng, task
from unrolled.bptt import demo
from unrolled.core import tasks
from unrolled.core.losses import CROSS_ENTROPY, SQUARED_ERROR
from unrolled.core.optim import adam
from unrolled.remedies.shortcuts import leaky
from unrolled.rnn.cell import CELL
from unrolled.training import Learner

WHO = Learner(leaky(0.5), MODEL, H0)


def task_of() -> tasks.Task:
    return task()


BEHIND = {
    "rnn.prose": "reads the book's own notebooks",
    "rnn.fast": "the loops inside `unroll` and `bptt`, whose doors it has",
}
ARITHMETIC = {
    "rnn.cell.preactivation",
    "rnn.cell.rnn_step",
    "rnn.cell.rnn_step_back",
    "rnn.readout.readout",
    "rnn.readout.readout_back",
    "training.with_readout",
}
CALLS = {
    "rnn.cell.check_weights": [call(p=P)],
    "rnn.cell.check_rnn": [call(p=P, xs=XS, h0=H0)],
    "rnn.readout.check_readout": [call(p=OUT, n_h=3)],
    "rnn.readout.check_model": [call(model=MODEL, ours=("model.0",))],
    "rnn.cell.random_rnn": [call(rng=rng, n_x=2, n_h=3)],
    "rnn.readout.random_readout": [call(rng=rng, n_h=3, n_y=2)],
    "rnn.readout.random_model": [call(rng=rng, n_x=2, n_h=3, n_y=2)],
    "rnn.memory.without_memory": [call(codes=np.arange(8) % 3, size=3)],
    "rnn.writing.tempered": [call(z=DSTATES, temperature=0.5)],
    "rnn.writing.write": [
        call(model=demo.MODEL, alphabet="demo", start="de", length=3),
        call(model=demo.MODEL, alphabet="demo", start="de", length=3, rng=rng, free=("rng",)),
    ],
    "training.predict": [call(model=MODEL, xs=XS, h0=H0, free=("h0",))],
    "training.loss_and_gradient": [
        call(**FIT, loss=CROSS_ENTROPY),
        call(
            **FIT,
            observed=np.array([True, False, True, True]),
            window=2,
            free=("observed", "window"),
        ),
    ],
    "training.check_learner": [call(lambda who: who[1:], who=WHO, ours=("who.1.0",))],
    "training.learner": [
        call(
            lambda who: who.p, rng=rng, cell=CELL, n_x=2, n_h=3, n_y=2, W_hh=P.W_hh, free=("W_hh",)
        )
    ],
    "training.train": [
        call(
            lambda r: (r[0].p, r[1]),
            who=WHO,
            draw=task_of,
            loss=SQUARED_ERROR,
            optimiser=adam(0.5),
            updates=2,
            window=2,
            free=("window",),
        )
    ],
    "training.task_gradient": [
        call(who=WHO, task=task, loss=SQUARED_ERROR, window=2, free=("window", "task.2"))
    ],
    "rnn.demo.trace": [call(values_of, model=demo.MODEL)],
}
