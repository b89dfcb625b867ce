"""A right call, or two, of every public function of the room's mathematics; see `tests.fuzz`."""

from tests.calls import H0, XS, P, W, call, rng
from tests.rnn.calls import WHO
from unrolled.core.activations import TANH
from unrolled.core.unroll import unroll


def walked(cell: object) -> object:
    return unroll(cell, P, XS, H0)[0]


BEHIND = {
    "remedies.gallery": "seven cells for one picture; takes a seed",
    "remedies.variants": "writes and reads derived data; takes settings and seeds of its own",
    "remedies.contest": "writes and reads the derived data of the contest; takes names of its own",
}
CALLS = {
    "remedies.decay.spectral_decay": [call(W=W, weight=0.5)],
    "remedies.shortcuts.shortcut": [call(walked, keep=0.5, write=0.75, activation=TANH)],
    "remedies.shortcuts.elman": [call(walked, activation=TANH)],
    "remedies.shortcuts.leaky": [call(walked, alpha=0.5, activation=TANH)],
    "remedies.shortcuts.residual": [call(walked, activation=TANH)],
    "remedies.shortcuts.skip": [call(lambda cell: len(repr(cell)), d=2)],
    "remedies.shortcuts.with_skip": [call(lambda who: who.p, rng=rng, who=WHO, d=2, scale=0.5)],
}
