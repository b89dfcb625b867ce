"""One right call, or two, of every public function of the mathematics rooms, for `tests.fuzz`.

Numbers are multiples of 1/64, so that float16 holds them. A call is made anew each time it is
wanted, because a generator is used up.
"""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np

from unrolled.attention import attend, heads, mask, score
from unrolled.bptt import demo
from unrolled.core import tasks
from unrolled.core.activations import RELU, TANH
from unrolled.core.cell import Cell
from unrolled.core.door import as_floats
from unrolled.core.losses import CROSS_ENTROPY, SQUARED_ERROR
from unrolled.core.optim import adam, sgd
from unrolled.core.tree import tree_leaves
from unrolled.core.unroll import unroll
from unrolled.gru import after
from unrolled.gru import cell as gru
from unrolled.lstm import cell as lstm
from unrolled.lstm.gate import Gate
from unrolled.lstm.one_unit import LSTM_UNIT
from unrolled.mlp import demo as demo_step
from unrolled.mlp.network import Layer, forward
from unrolled.remedies.shortcuts import leaky
from unrolled.rnn.cell import CELL, RNN, StepCache
from unrolled.rnn.readout import Model, Readout
from unrolled.training import Learner
from unrolled.transformer import block, feed_forward, norm

# Rooms and functions behind the doors: what hands them their arguments has checked these.
ARITHMETIC = {
    "gru.after.after_step", "gru.after.after_step_back", "gru.cell.gru_step",
    "gru.cell.gru_step_back", "gru.gradient.step_terms", "lstm.cell.lstm_step",
    "lstm.cell.lstm_step_back", "lstm.cell.valves", "rnn.cell.preactivation", "rnn.cell.rnn_step",
    "rnn.cell.rnn_step_back", "rnn.readout.readout", "rnn.readout.readout_back",
    "training.with_readout",
}  # fmt: skip
BEHIND = {
    "core.door": "the doors themselves, and the names that they say",
    "core.records": "doors, too",
    "core.derived": "where derived data is kept; takes a name of its own",
    "core.threads": "how many threads there are; takes no arguments",
    "rnn.prose": "reads the book's own notebooks",
    "bert.pieces": "a vocabulary of fourteen; takes no arguments",
    "bert.tiny_bert": "writes the files of a tiny model",
    "bptt.six_paths": "what ImmediateOrTotal is handed; its doors have tests of their own",
    "core.tree": "trees of anything: a leaf may be whatever is not a tuple",
    "core.shapes": "sums that the cells call at every step, and how a door reads a shape",
    "core.cell": "wraps a cell for those who walk it",
    "core.singly": "the same for a cell written for one sequence",
    "gradients.many_units": "writes and reads the derived data of LagPlot; takes no arguments",
    "remedies.gallery": "seven cells for one picture; takes a seed",
    "remedies.contest": "writes and reads the derived data of the contest; takes names of its own",
    "gradients.runs": "records what LagPlot is handed, behind its doors",
    "truncation.pairs": "what TruncationWindow is handed; its doors have tests of their own",
    "backprop.exercises": "judges what a reader wrote, whatever that is; tests of its own",
    "truncation.exercises": "likewise",
    "backprop.mistakes": "planted mistakes in the one network of the chapter",
    "bptt.mistakes": "likewise",
    "bptt.derivatives": "the derivatives inside `rtrl`, whose doors it has",
    "mlp.how_many": "writes and reads the derived data of the spirals",
    "truncation.recall": "writes and reads the derived data of the recall task",
    "rnn.fast": "the loops inside `unroll` and `bptt`, whose doors it has",
    "lstm.fast": "likewise",
    "gru.fast": "likewise",
    "lstm.gate": "what gated cells are made of: they have checked what they hand on",
    "lstm.rates": "likewise, for one task at four rates",
    "lstm.lags": "writes and reads the derived data of two tasks at three lags",
    "gru.lags": "likewise",
    "gru.how_far": "random networks of the chapter's own, from a seed",
    "attention.fast": "attention itself, behind the doors of `attend` and `heads`",
    "transformer.fast": "likewise",
    "transformer.random_blocks": "random blocks of the chapter's own, from a seed",
    "transformer.depth": "writes and reads the derived data of deep stacks, random and trained",
    "transformer.find_contest": "writes and reads the derived data of a game; its doors have tests",
    "transformer.find_and_copy": "the game and its encoder; its doors have tests",
    "bert.meaning": "writes and reads the derived data of words and sentences",
    "bert.mistakes": "mistakes in the one model, behind the doors of `bert.model`",
    "bert.heads": "writes and reads the derived data of the heads; its doors have tests",
    "bert.basic": "letters and texts; tests of their own, against the library",
    "bert.wordpiece": "likewise",
    "bert.model": "weights of a whole model, from a file; bad input has tests of its own",
    "bert.checkpoint": "reads a folder; what does not fit has tests of its own",
    "bert.settings": "likewise",
    "bert.weights": "the doors of `bert.model`; likewise",
    "bert.minilm": "the one model; likewise",
    "gru.latch": "one worked example; takes its own sequence",
}


class Call(NamedTuple):
    """A right call; `then` makes of its result what can be compared."""

    given: dict
    then: Callable = lambda result: result
    free: tuple[str, ...] = ()  # arguments that have a meaning as None, too
    loose: bool = False  # numbers of it may be infinite or NaN
    ours: tuple[str, ...] = ()  # arguments, or parts of them, that are left as they are
    many: tuple[str, ...] = ()  # numbers that may as well be arrays of numbers

    def arguments(self) -> dict:
        made = (rng, caches, own_caches, lstm_caches, gru_caches, kept, task)

        def anew(value: object) -> object:
            return value() if any(value is f for f in made) else value

        return {name: anew(value) for name, value in self.given.items()}


def drawn(*shape: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).integers(-96, 97, shape) / 64


def rng() -> np.random.Generator:
    return np.random.default_rng(3)


W, B, H = drawn(3, 2), drawn(3), drawn(2, 3, seed=1)
Y_HAT = np.array([[0.25, 0.5, 0.25], [0.125, 0.375, 0.5]])
LANGUAGE = np.array([[0.25, 0.125], [0.5, 0.125]])
SQUARE = np.array([[1.0, 0.5], [0.25, -0.75]])
XS = drawn(4, 2, seed=2)
YS = np.eye(2)[[0, 1, 1, 0]]
H0 = drawn(3, seed=3)
P = RNN(W, drawn(3, 3, seed=4) / 2, B)
OUT = Readout(drawn(2, 3, seed=5), drawn(2, seed=6))
MODEL = Model(P, OUT)
NETWORK = (Layer(W, B), Layer(drawn(2, 3, seed=5), drawn(2, seed=6)))
DSTATES = drawn(4, 3, seed=7)
WHO = Learner(leaky(0.5), MODEL, H0)


def gate(seed: int) -> Gate:
    return Gate(drawn(3, 2, seed=seed), drawn(3, 3, seed=seed + 1), drawn(3, seed=seed + 2))


LSTM = lstm.LSTM(gate(1), gate(2), gate(3), gate(4))
GRU = gru.GRU(gate(1), gate(2), gate(3))
AFTER = after.ResetAfter(GRU, B)
GATED_H0, GATED_D = lstm.State(H0, B), lstm.State(DSTATES, drawn(4, 3, seed=8))
KNOBS = drawn(5, seed=9)


QUERIES, KEYS, VALUES = drawn(2, 3, seed=1), drawn(4, 3, seed=2), drawn(4, 2, seed=3)
ATTENDED = attend.attend(QUERIES, KEYS, VALUES)[1]
SCORE = score.Additive(drawn(5, 3), drawn(5, 3, seed=1), drawn(5), drawn(5, seed=2))
HEADS = heads.MultiHead(
    *drawn(2, 2, 3, 4) / 2, drawn(2, 3, 4, seed=2), drawn(4, 6), *drawn(3, 2, 3), drawn(4)
)
TOKENS = drawn(5, 4, seed=5)
HEADED = heads.multi_head(HEADS, TOKENS)[1]
NORM = norm.Norm(drawn(4), drawn(4, seed=1))
NORMED = norm.layer_norm(NORM, TOKENS)[1]
FEED = feed_forward.FeedForward(drawn(6, 4), drawn(6), drawn(4, 6), drawn(4))
FED = feed_forward.feed_forward(FEED, TOKENS)[1]
BLOCK = block.Block(HEADS, NORM, FEED, norm.Norm(drawn(4, seed=2), drawn(4, seed=3)))
BLOCKED = block.block(BLOCK, TOKENS)[1]


@cache
def lstm_caches():
    return unroll(lstm.CELL, LSTM, XS, GATED_H0)[1]


@cache
def gru_caches():
    return unroll(gru.CELL, GRU, XS, H0)[1]


@cache
def caches():
    return unroll(CELL, P, XS, H0)[1]


@cache
def own_caches():
    return unroll(OWN, P, XS, H0)[1]


@cache
def kept():
    return forward(NETWORK, XS)


@cache
def task():
    return tasks.Task(XS[:, None], YS[:, None], np.array([False, True, False, True]))


def task_of() -> tasks.Task:
    return task()


def values_of(trace: dict) -> list:
    return [quantity.value for quantity in trace.values()]


def energy(p: object) -> float:
    return float(sum((leaf**2).sum() for leaf in p))


def slopes(p: object) -> object:
    return RNN(*(2 * leaf for leaf in p))


def own_step(p, x, h):  # as a student writes it, for one sequence
    h_next = np.tanh(p.W_hx @ x + p.W_hh @ h + p.b_h)
    return h_next, StepCache(x, h, h_next)


def own_step_back(p, cache, dh):
    delta = (1 - cache.h**2) * dh
    dp = RNN(np.outer(delta, cache.x), np.outer(delta, cache.h_prev), delta)
    return dp, p.W_hx.T @ delta, p.W_hh.T @ delta


OWN = Cell(own_step, own_step_back)


def walked(cell: object) -> object:
    return unroll(cell, P, XS, H0)[0]


def flat(tree: object) -> np.ndarray:
    return np.concatenate([as_floats("leaf", leaf).ravel() for leaf in tree_leaves(tree)])


def stepped(optimiser: object) -> object:
    return optimiser.step(W, W, optimiser.start(W))[0]


def call(
    then: Callable = lambda result: result,
    free: tuple = (),
    loose: bool = False,
    ours: tuple = (),
    many: tuple = (),
    **given: object,
) -> Call:
    return Call(given, then, free, loose, ours, many)


def items(result: object) -> list:
    return list(result)


RUN = {"cell": CELL, "p": P, "caches": caches}
WALK = {**RUN, "dstates": DSTATES}
OWN_WALK = {"cell": OWN, "p": P, "caches": own_caches, "dstates": DSTATES}
OWN_RUN = {"cell": OWN, "p": P, "xs": XS, "h0": H0}
YOURS = ("p",)  # a cell without a check takes the weights that it is given
PASSES = {"loose": True}  # NaN and infinity go on; the walk says at which step they came up
FIT = {"model": MODEL, "xs": XS, "ys": YS, "h0": H0}

CALLS: dict[str, list[Call]] = {
    "backprop.backward.output_error": [call(dy=H, slope=H)],
    "backprop.backward.hidden_error": [call(W_next=W, delta_next=H, slope=drawn(2, 2))],
    "backprop.backward.layer_gradient": [call(delta=H, h_before=drawn(2, 4))],
    "backprop.backward.backward": [
        call(network=NETWORK, kept=kept, dy=drawn(4, 2)),
        call(network=NETWORK, kept=kept, dy=drawn(4, 2), phi=TANH, out=RELU),
    ],
    "backprop.backward.loss_and_gradient": [
        call(network=NETWORK, xs=XS, ys=YS, phi=TANH, loss=CROSS_ENTROPY)
    ],
    "backprop.cost.cost_of_passes": [call(sizes=(2, 3, 2))],
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
    "core.activations.check_activation": [call(ours=("name",), name="phi", value=TANH)],
    **{
        f"core.activations.{name}": [call(a=H), call(a=0.5, many=("a",))]
        for name in ("logistic", "gelu", "silu")
    },
    "core.activations.softmax": [call(z=H), call(z=B)],
    "core.activations.log_softmax": [call(z=H, loose=True), call(z=B, loose=True)],  # log 0 is -inf
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
    "gru.after.check_weights": [call(p=AFTER)],
    "gru.after.check_after": [call(p=AFTER, xs=XS, h0=H0)],
    "gru.cell.check_gru": [call(p=GRU, xs=XS, h0=H0)],
    "gru.cell.random_gru": [call(rng=rng, n_x=2, n_h=3, update=-0.5)],
    "gru.gradient.jacobian_terms": [call(p=GRU, caches=gru_caches)],
    "gru.gradient.update_bias": [call(steps=2.5)],
    "gru.influence.influence": [
        call(p=GRU, x=XS[0], h_prev=H0, **PASSES),
        call(p=AFTER, x=XS[0], h_prev=H0, **PASSES),
    ],
    "gru.influence.opposed": [call(W_hh=np.array([[0.5, -0.25], [1.0, 0.75]]))],
    "gru.one_unit.gru_weights": [call(knobs=KNOBS)],
    "lstm.cell.check_lstm": [call(p=LSTM, xs=XS, before=GATED_H0)],
    "lstm.cell.random_lstm": [call(rng=rng, n_x=2, n_h=3, forget=0.5)],
    "lstm.cost.cell_weights": [call(sums=4, n_x=2, n_h=3)],
    "lstm.gradient.shown_slope": [call(o=np.abs(H) / 2, c=drawn(2, 3))],
    "lstm.gradient.cell_gradients": [call(p=LSTM, caches=lstm_caches, d=GATED_D)],
    "lstm.gradient.cell_jacobians": [call(p=LSTM, caches=lstm_caches)],
    "lstm.gradient.path_shares": [call(f=np.full((4, 3), 0.5))],
    "lstm.gradient.half_life": [call(f=0.75)],
    "lstm.gradient.forget_bias": [call(steps=20.0)],
    "language_models.counting.mean_surprise": [call(chances=np.array([0.5, 0.25, 1.0]))],
    "language_models.counting.bigram": [call(codes=np.arange(8) % 3, size=3, plus=0.5)],
    "language_models.counting.bigram_loss": [
        call(train=np.arange(8) % 3, held_out=np.arange(4) % 3, size=3, plus=0.5)
    ],
    "language_models.counting.ngram_loss": [
        call(train=np.arange(8) % 3, held_out=np.arange(4) % 3, size=3, n=2, plus=0.5)
    ],
    "language_models.tables.given": [call(joint=LANGUAGE, t=2, first=2)],
    "language_models.tables.chain": [call(joint=LANGUAGE)],
    "language_models.tables.ngram": [call(joint=LANGUAGE, n=1)],
    "language_models.tables.lost": [call(joint=LANGUAGE, n=1)],
    "language_models.tables.latent": [call(joint=LANGUAGE, summaries=(np.array([0.0, 1.0]),))],
    "gradients.norms.slope_bound": [call(activation=TANH)],
    "gradients.norms.spectral_norm": [call(W=W), call(W=drawn(2, 3, 2))],
    "gradients.norms.spectral_radius": [call(W=SQUARE), call(W=drawn(2, 3, 3))],
    "gradients.norms.gelfand": [call(W=SQUARE, ks=np.array([1, 2, 5]))],
    "gradients.power.power_iteration": [
        call(M=np.array([[1.0, 0.5], [0.5, -0.25]]), x=np.array([1.0, 0.5]), k=3, loose=True)
    ],
    "gradients.products.products": [call(J=drawn(4, 2, 2))],
    "gradients.products.lags": [
        call(cell=CELL, p=P, xs=XS, h0=H0),
        call(**OWN_RUN, ours=YOURS),
    ],
    "gradients.products.lag_spectrum": [call(**WALK), call(**OWN_WALK, ours=YOURS)],
    "gradients.schur.schur2": [call(W=SQUARE)],
    "gradients.schur.matrix": [
        call(eigenvalues=[[0.5, 0.25], [0.5, -0.25]], nonnormality=0.5, angle=0.25)
    ],
    "gradients.schur.pair": [
        call(ours=("name",), name="eigenvalues", value=[[0.5, 0.0], [0.25, 0.0]])
    ],
    "gradients.verdict.verdict": [call(norm=np.array([1.0, 0.5]), bound=1.5, radius=0.5)],
    "lstm.one_unit.bit_and_noise": [call(steps=4)],
    "lstm.one_unit.candidate": [call(knobs=KNOBS)],
    "lstm.one_unit.gate": [call(knobs=KNOBS, own=1, mark=0.5)],
    "lstm.one_unit.lstm_weights": [call(knobs=KNOBS)],
    "lstm.one_unit.walked": [
        call(
            unit=LSTM_UNIT, knobs=KNOBS, xs=XS, openings=np.abs(drawn(4, 3)) / 2, free=("openings",)
        )
    ],
    "attention.mask.causal": [call(N=4)],
    "attention.mask.padding": [call(lengths=[2, 3], N=4, ours=("lengths",))],
    "attention.mask.seen": [call(mask=mask.causal(3), shape=(3, 3), ours=("mask", "shape"))],
    "attention.score.dot": [call(Q=QUERIES, K=KEYS)],
    "attention.score.scaled": [call(Q=QUERIES, K=KEYS)],
    "attention.score.pair": [call(Q=QUERIES, K=KEYS, of="")],
    "attention.score.additive": [call(p=SCORE, Q=QUERIES, K=KEYS)],
    "attention.score.additive_back": [
        call(p=SCORE, Q=QUERIES, K=KEYS, hidden=drawn(2, 4, 5), dS=drawn(2, 4))
    ],
    "attention.score.random_additive": [call(rng=rng, n_q=2, n_k=3, n_a=4)],
    "attention.attend.weights": [call(S=drawn(2, 4), mask=mask.causal(4)[2:], ours=("mask",))],
    "attention.attend.attend": [
        call(Q=QUERIES, K=KEYS, V=VALUES),
        call(Q=QUERIES, K=KEYS, V=VALUES, mask=mask.causal(4)[2:], ours=("mask",)),
    ],
    "attention.attend.attend_back": [call(cache=ATTENDED, dY=drawn(2, 2))],
    "attention.heads.multi_head": [
        call(p=HEADS, X=TOKENS),
        call(p=HEADS, X=TOKENS, memory=drawn(3, 4), free=("memory",)),
    ],
    "attention.heads.multi_head_back": [call(p=HEADS, cache=HEADED, dY=drawn(5, 4))],
    "attention.heads.fitting": [call(p=HEADS, called="p", ours=("called",))],
    "attention.heads.kept": [call(p=HEADS, cache=HEADED, ours=("p",))],
    "attention.heads.random_heads": [call(rng=rng, n_H=2, d=4)],
    "attention.saturation.variance": [call(rng=rng, d=4, draws=3, mean=0.5)],
    "attention.saturation.sharpness": [call(rng=rng, d=4, keys=3, draws=2, scale=True)],
    "transformer.norm.layer_norm": [call(p=NORM, X=TOKENS, epsilon=0.25)],
    "transformer.norm.layer_norm_back": [call(p=NORM, cache=NORMED, dY=drawn(5, 4))],
    "transformer.norm.fitting": [call(name="p", p=NORM, ours=("name",))],
    "transformer.norm.new_norm": [call(d=4)],
    "transformer.feed_forward.feed_forward": [call(p=FEED, X=TOKENS, phi=TANH)],
    "transformer.feed_forward.feed_forward_back": [
        call(p=FEED, cache=FED, dY=drawn(5, 4), phi=TANH)
    ],
    "transformer.feed_forward.fitting": [call(name="p", p=FEED, ours=("name",))],
    "transformer.feed_forward.random_feed_forward": [call(rng=rng, d=2, d_ff=3)],
    "transformer.block.block": [
        call(p=BLOCK, X=TOKENS, phi=TANH, first=True, epsilon=0.25),
        call(p=BLOCK, X=TOKENS, mask=mask.causal(5), ours=("mask", "p")),
    ],
    "transformer.block.block_back": [call(p=BLOCK, cache=BLOCKED, dY=drawn(5, 4), ours=("cache",))],
    "transformer.block.stretched": [call(mask=mask.causal(5), X=TOKENS, ours=("mask", "X"))],
    "transformer.block.fitting": [call(name="p", p=BLOCK, ours=("name",))],
    "transformer.block.random_block": [call(rng=rng, n_H=2, d=4, d_ff=3)],
    "transformer.cut.through": [call(p=BLOCK, X=TOKENS, cut="norms")],
    "transformer.cut.follows": [call(p=BLOCK, X=TOKENS, cut="river 1")],
    "transformer.positions.sinusoids": [call(N=3, d=4, longest=100.0)],
    "transformer.positions.shift": [call(k=2.0, d=4, longest=100.0)],
    "transformer.encoder.encode": [call(blocks=(BLOCK, BLOCK), X=TOKENS, ours=("blocks",))],
    "transformer.encoder.encode_back": [
        call(blocks=(BLOCK,), caches=[BLOCKED], dX=drawn(5, 4), ours=("blocks", "caches"))
    ],
    "transformer.encoder.random_encoder": [call(rng=rng, n=2, n_H=2, d=4, d_ff=3)],
    "bert.count.parameters": [call(d=4, blocks=2, d_ff=6, V=10, N_max=8, pooler=False)],
    "bert.cosine.alike": [call(vectors=np.array([[1.0, 2], [3, -1], [0.5, 0]]))],
    "bert.patterns.places": [call(tokens=["a", "b", "a"], ours=("tokens",))],
    "bert.patterns.patterns": [
        call(tokens=["a", "b", "a"], A=np.full((2, 1, 3, 3), 0.25), ours=("tokens",))
    ],
    "mlp.network.neuron": [call(w=B, b=0.5, x=H, phi=TANH), call(w=B, b=0.5, x=B)],
    "mlp.network.forward": [call(network=NETWORK, x=XS, phi=RELU, out=TANH)],
    "mlp.network.predict": [call(network=NETWORK, x=XS), call(network=NETWORK, x=XS[0])],
    "mlp.network.random_network": [call(rng=rng, sizes=(2, 3, 2), scale=0.5)],
    "mlp.network.parameter_count": [call(sizes=(2, 3, 2))],
    "mlp.network.check_network": [call(network=NETWORK, x=XS)],
    "remedies.decay.spectral_decay": [call(W=W, weight=0.5)],
    "remedies.shortcuts.shortcut": [call(walked, keep=0.5, write=0.75, activation=TANH)],
    "remedies.shortcuts.elman": [call(walked, activation=TANH)],
    "remedies.shortcuts.leaky": [call(walked, alpha=0.5, activation=TANH)],
    "remedies.shortcuts.residual": [call(walked, activation=TANH)],
    "remedies.shortcuts.skip": [call(lambda cell: len(repr(cell)), d=2)],
    "remedies.shortcuts.with_skip": [call(lambda who: who.p, rng=rng, who=WHO, d=2, scale=0.5)],
    "rnn.cell.check_weights": [call(p=P)],
    "rnn.cell.check_rnn": [call(p=P, xs=XS, h0=H0)],
    "rnn.readout.check_readout": [call(p=OUT, n_h=3)],
    "rnn.readout.check_model": [call(model=MODEL, ours=("model.0",))],  # any cell's weights
    "rnn.readout.random_model": [call(rng=rng, n_x=2, n_h=3, n_y=2)],
    "rnn.memory.without_memory": [call(codes=np.arange(8) % 3, size=3)],
    "rnn.writing.tempered": [call(z=DSTATES, temperature=0.5)],
    "rnn.writing.write": [
        call(model=demo.MODEL, alphabet="demo", start="de", length=3),
        call(model=demo.MODEL, alphabet="demo", start="de", length=3, rng=rng, free=("rng",)),
    ],
    "training.predict": [call(model=MODEL, xs=XS, h0=H0)],
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
    "truncation.example.example": [call()],
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
    "rnn.demo.trace": [call(values_of, model=demo.MODEL)],
    "bptt.demo.trace": [call(values_of, model=demo.MODEL)],
    "backprop.demo.trace": [
        call(values_of, network=demo_step.NETWORK, x=demo_step.X, y=demo_step.Y)
    ],
}
