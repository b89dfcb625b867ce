"""A right call, or two, of every public function of the room's mathematics; see `tests.fuzz`."""

import numpy as np

from tests.calls import DSTATES, H0, OWN_RUN, OWN_WALK, WALK, XS, YOURS, P, caches, call, drawn, rng
from unrolled.rnn.cell import CELL, RNN


def items(result: object) -> list:
    return list(result)


BEHIND = {
    "truncation.pairs": "what TruncationWindow is handed; its doors have tests of their own",
    "truncation.exercises": "judges what a reader wrote, whatever that is; tests of its own",
    "truncation.recall": "writes and reads the derived data of the recall task",
}
CALLS = {
    "truncation.costs.costs": [call(T=4, n_x=2, n_h=3, k=2, every=2)],
    "truncation.example.example": [call()],
    "truncation.checkpointing.bptt_checkpointed": [
        call(cell=CELL, p=P, xs=XS, h0=H0, every=2, errors=lambda states, part: DSTATES[part]),
        call(**OWN_RUN, ours=YOURS, every=2, errors=lambda states, part: DSTATES[part]),
    ],
    "truncation.walks.chunked": [
        call(cell=CELL, p=P, xs=XS, h0=H0, k=2, errors=lambda states, chunk: DSTATES[chunk]),
        call(**OWN_RUN, ours=YOURS, k=3, errors=lambda states, chunk: DSTATES[chunk]),
    ],
    "truncation.walks.numbers": [call(caches=caches)],
    "truncation.walks.gated": [
        call(**WALK, gates=np.array([1.0, 0.5, 0.0])),
        call(**OWN_WALK, ours=YOURS, gates=np.array([1.0, 0.5, 0.0])),
    ],
    "truncation.weights.kept": [call(T=5, k1=2, k2=3)],
    "truncation.weights.late_losses": [call(T=5, k=3)],
    "truncation.weights.weighted": [
        call(table=RNN(drawn(3, 3, 2), drawn(3, 3, 2), drawn(3, 3)), weights=np.tri(3))
    ],
    "truncation.weights.survival": [call(gates=np.array([1.0, 0.5]))],
    "truncation.weights.random_gates": [call(rng=rng, T=5, keep=0.5, reweighted=True)],
    "truncation.weights.every_draw": [call(items, T=3, keep=0.5, reweighted=True)],
    "truncation.weights.chance": [call(keep=0.5)],
    "truncation.weights.checked_gates": [call(gates=np.array([1.0, 0.5]))],
}
