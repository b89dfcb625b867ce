"""A right call, or two, of every public function of the room's mathematics; see `tests.fuzz`."""

from tests.backprop.calls import values_of
from tests.calls import DSTATES, H0, OWN_RUN, RUN, WALK, XS, YOURS, P, call, drawn
from unrolled.bptt import demo
from unrolled.rnn.cell import CELL, RNN

BEHIND = {
    "bptt.echo": "trains four units on one task; its doors are those of `training`",
    "bptt.spelling": "trains small networks to spell a word; its doors are those of `training`",
    "bptt.six_paths": "what ImmediateOrTotal is handed; its doors have tests of their own",
    "bptt.mistakes": "planted mistakes in the one network of the chapter",
    "bptt.derivatives": "the derivatives inside `rtrl`, whose doors it has",
}
CALLS = {
    "bptt.cost.cost_of_a_step": [call(n_x=2, n_h=3)],
    "bptt.jacobians.jacobians": [call(**RUN)],
    "bptt.paths.paths": [call(**WALK)],
    "bptt.paths.forward_terms": [call(table=RNN(drawn(3, 3, 2), drawn(3, 3, 2), drawn(3, 3)))],
    "bptt.paths.backward_terms": [call(table=RNN(drawn(3, 3, 2), drawn(3, 3, 2), drawn(3, 3)))],
    "bptt.paths.check_table": [call(table=RNN(drawn(3, 3, 2), drawn(3, 3, 2), drawn(3, 3)))],
    "bptt.paths.counted_twice": [call(**WALK)],
    "bptt.rtrl.rtrl": [
        call(cell=CELL, p=P, xs=XS, h0=H0, dstates=DSTATES),
        call(**OWN_RUN, ours=YOURS, dstates=DSTATES),
    ],
    "bptt.demo.trace": [call(values_of, model=demo.MODEL)],
}
