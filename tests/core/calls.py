"""A right call, or two, of every public function of the room's mathematics; see `tests.fuzz`."""

import numpy as np

from tests.calls import DSTATES, H0, OWN_RUN, OWN_WALK, WALK, XS, YOURS, B, H, P, W, call, rng
from unrolled.core.activations import TANH
from unrolled.core.door import as_floats
from unrolled.core.losses import CROSS_ENTROPY, SQUARED_ERROR
from unrolled.core.optim import sgd
from unrolled.core.tree import tree_leaves
from unrolled.rnn.cell import CELL, RNN

Y_HAT = np.array([[0.25, 0.5, 0.25], [0.125, 0.375, 0.5]])


def energy(p: object) -> float:
    return float(sum((leaf**2).sum() for leaf in p))


def slopes(p: object) -> object:
    return RNN(*(2 * leaf for leaf in p))


def flat(tree: object) -> np.ndarray:
    return np.concatenate([as_floats("leaf", leaf).ravel() for leaf in tree_leaves(tree)])


def stepped(optimiser: object) -> object:
    return optimiser.step(W, W, optimiser.start(W))[0]


BEHIND = {
    "core.door": "the doors themselves, and the names that they say",
    "core.records": "doors, too",
    "core.derived": "where derived data is kept; takes a name of its own",
    "core.threads": "how many threads there are; takes no arguments",
    "core.tree": "trees of anything: a leaf may be whatever is not a tuple",
    "core.shapes": "sums that the cells call at every step, and how a door reads a shape",
    "core.cell": "wraps a cell for those who walk it",
    "core.singly": "the same for a cell written for one sequence",
}
CALLS = {
    "core.activations.check_activation": [call(ours=("name",), name="phi", value=TANH)],
    **{
        f"core.activations.{name}": [call(a=H), call(a=0.5, many=("a",))]
        for name in ("logistic", "gelu", "silu")
    },
    "core.activations.softmax": [call(z=H), call(z=B)],
    "core.activations.log_softmax": [call(z=H, loose=True), call(z=B, loose=True)],
    "core.activations.softmax_jacobian": [call(y_hat=Y_HAT)],
    "core.activations.softmax_back": [call(y_hat=Y_HAT, dy=H)],
    "core.cellcheck.check_cell": [call(**OWN_RUN, ours=YOURS)],
    "core.count.multiply_adds": [call(f=lambda p: p.W_hh @ p.b_h, trees=P)],
    "core.count.slope": [call(sizes=np.array([2.0, 4.0]), costs=np.array([4.0, 16.0]))],
    "core.gradcheck.finite_difference": [call(f=energy, p=P, eps=1 / 64)],
    "core.gradcheck.largest_gap": [
        call(a=P, b=P, loose=True),
        call(a=W, b=2 * W, loose=True),  # NaN if there is one
    ],
    "core.gradcheck.check_gradient": [call(f=energy, p=P, gradient=slopes(P), tolerance=1 / 64)],
    "core.gradcheck.error_curve": [
        call(f=energy, p=P, gradient=slopes(P), steps=np.array([1 / 16, 1 / 64]))
    ],
    "core.gradcheck.dot_product_gap": [call(dy=B, moved=B, gradient=P, direction=P)],
    "core.gradcheck.relative_gap": [
        call(found=P, wanted=P, loose=True),
        call(found=W, wanted=2 * W, loose=True),  # as well
    ],
    "core.initial.orthogonal": [call(rng=rng, n=3, gain=0.5)],
    "core.initial.with_radius": [call(rng=rng, n=3, radius=1.5)],
    **{
        f"core.losses.{name}": [call(z=H, y=np.eye(3)[:2]), call(z=B, y=B)]
        for name in (
            "cross_entropy",
            "cross_entropy_back",
            "squared_error",
            "squared_error_back",
        )
    },
    "core.losses.mean_loss": [call(loss=CROSS_ENTROPY, zs=H, ys=np.eye(3)[:2])],
    "core.losses.mean_loss_back": [call(loss=SQUARED_ERROR, zs=H, ys=H)],
    "core.losses.observed_loss": [
        call(loss=SQUARED_ERROR, zs=XS, ys=XS, observed=np.array([True, False, True, False]))
    ],
    "core.losses.observed_loss_back": [
        call(loss=SQUARED_ERROR, zs=XS, ys=XS, observed=np.array([True, False, True, False]))
    ],
    "core.losses.perplexity": [call(mean_cross_entropy=0.5)],
    "core.optim.sgd": [call(stepped, rate=0.5)],
    "core.optim.momentum": [call(stepped, rate=0.5, beta=0.75)],
    "core.optim.adam": [call(stepped, rate=0.5, beta1=0.75, beta2=0.5, eps=1 / 64)],
    "core.optim.descend": [call(optimiser=sgd(0.5), gradient=slopes, p=P, steps=3)],
    "core.optim.global_norm": [  # whoever clips is told
        call(tree=P, loose=True),
        call(tree=W, loose=True),
    ],
    "core.optim.clip_by_norm": [  # a tuple of numbers is a tree, too
        call(flat, g=P, limit=0.5),
        call(flat, g=W, limit=100.0),
    ],
    "core.optim.clip_by_value": [call(flat, g=P, limit=0.5)],
    "core.tasks.spirals": [call(rng=rng, n=3, turns=1.5, noise=0.25)],
    "core.tasks.irregular_prices": [call(rng=rng, days=6, chance=0.5, loose=True)],
    "core.tasks.log_returns": [
        call(
            prices=np.array([1, np.nan, 2, 4]),
            observed=np.array([True, False, True, True]),
            loose=True,
        ),
        call(prices=np.array([1.0, 2, 4]), observed=np.array([True, True, True]), loose=True),
    ],
    "core.tasks.adding": [call(rng=rng, n=2, steps=4)],
    "core.tasks.copying": [call(rng=rng, n=2, delay=3, length=2, symbols=3)],
    "core.tasks.recalling": [call(rng=rng, n=2, steps=4, symbols=3)],
    "core.text.encode": [call(text="demo", alphabet="demo")],
    "core.text.one_hot": [call(text="demo", alphabet="demo")],
    "core.text.prose": [call(len)],
    "core.text.streams": [call(codes=np.arange(8), count=2)],
    "core.unroll.unroll": [call(cell=CELL, p=P, xs=XS, h0=H0), call(**OWN_RUN, ours=YOURS)],
    "core.unroll.bptt": [
        call(**WALK, window=2, free=("window",)),
        call(**OWN_WALK, ours=YOURS),
    ],
    "core.unroll.at_the_door": [call(lambda r: r, cell=CELL, p=P, xs=XS, h0=H0)],
    "core.unroll.matching": [call(ours=("states",), dstates=DSTATES, states=DSTATES)],
}
