"""A right call, or two, of every public function of the room's mathematics; see `tests.fuzz`."""

import numpy as np

from tests.calls import call, drawn, rng
from tests.encoder_decoder import caption_calls
from unrolled.attention import mask
from unrolled.core.tree import tree_map
from unrolled.encoder_decoder import additive, attending, letters, translator
from unrolled.lstm.cell import State

QUERIES, KEYS = drawn(2, 3, seed=1), drawn(4, 3, seed=2)
SCORE = additive.Additive(drawn(5, 3), drawn(5, 3, seed=1), drawn(5), drawn(5, seed=2))


def rounded(tree):
    """Numbers that float16 holds."""
    return tree_map(lambda leaf: np.round(leaf * 64) / 64, tree)


WRITES = letters.MARKS + "ab"
BATCH = letters.pairs(["ab", "c"], ["b", "ba"], "abc", WRITES)
PLAIN, WITH = (
    rounded(translator.random_translator(np.random.default_rng(0), 3, 4, 2, attends))
    for attends in (False, True)
)
LOOKING = attending.Attending(WITH.decoder, WITH.score, drawn(3, 2, seed=3))
START = State(drawn(2), drawn(2, seed=1))

BEHIND = {
    **caption_calls.BEHIND,
    "encoder_decoder.dates": "writes and reads the derived data of dates; its doors have tests",
    "encoder_decoder.fast": "the loops inside `unroll` and `bptt`, whose doors it has",
    "encoder_decoder.reversal": "writes and reads the derived data of strings written backwards",
    "encoder_decoder.weights": "writes and reads the trained translators; its doors have tests",
    "encoder_decoder.reversal_weights": "reads two trained translators; its doors have tests",
}
ARITHMETIC = {
    *caption_calls.ARITHMETIC,
    "encoder_decoder.additive.scores",
    "encoder_decoder.letters.spelt",
    "encoder_decoder.additive.scores_back",
    "encoder_decoder.attending.look",
    "encoder_decoder.attending.look_back",
    "encoder_decoder.average.unweigh",
    "encoder_decoder.average.weigh",
}
CALLS = {
    **caption_calls.CALLS,
    "encoder_decoder.additive.additive": [call(p=SCORE, Q=QUERIES, K=KEYS)],
    "encoder_decoder.additive.additive_back": [
        call(p=SCORE, Q=QUERIES, K=KEYS, hidden=drawn(2, 4, 5) / 2, dS=drawn(2, 4))
    ],
    "encoder_decoder.additive.check_additive": [call(p=SCORE, name="p", ours=("name",))],
    "encoder_decoder.additive.random_additive": [call(rng=rng, n_q=2, n_k=3, n_a=4)],
    "encoder_decoder.attending.attending": [
        call(seen=np.ones((3, 1), bool), ours=("seen",), then=lambda cell: len(cell))
    ],
    "encoder_decoder.attending.check_attending": [
        call(p=LOOKING, xs=drawn(3, 4), before=START),
    ],
    "encoder_decoder.attending.random_attending": [call(rng=rng, n_y=3, n_h=2, n_k=2)],
    "encoder_decoder.average.seen": [
        call(mask=mask.causal(3), shape=(3, 3), ours=("mask", "shape"))
    ],
    "encoder_decoder.average.weights": [
        call(S=drawn(2, 4), mask=mask.causal(4)[2:], ours=("mask",))
    ],
    "encoder_decoder.letters.check_pairs": [call(batch=BATCH)],
    "encoder_decoder.letters.encode": [call(text="cab", alphabet="abc", ours=("alphabet",))],
    "encoder_decoder.letters.late": [call(ys=BATCH.ys)],
    "encoder_decoder.letters.one_hot": [
        call(codes=[[0, 1], [1]], n=2, ours=("codes",)),
        call(codes=[[0, 1], [1]], n=2, steps=3, ours=("codes",), free=("steps",)),
    ],
    "encoder_decoder.letters.pairs": [
        call(
            sources=["ab", "c"],
            targets=["b", "ba"],
            reads="abc",
            writes=WRITES,
            ours=("sources", "targets", "reads", "writes"),
        )
    ],
    "encoder_decoder.translator.alignment": [call(p=WITH, batch=BATCH)],
    "encoder_decoder.translator.check_translator": [call(p=WITH), call(p=PLAIN)],
    "encoder_decoder.translator.random_translator": [
        call(rng=rng, n_x=3, n_y=4, n_h=2, attends=True),
        call(rng=rng, n_x=3, n_y=4, n_h=2, attends=False),
    ],
    "encoder_decoder.translator.read": [
        call(p=PLAIN, xs=BATCH.xs, then=lambda found: found.keys),
        call(p=PLAIN, xs=BATCH.xs, lengths=BATCH.lengths, free=("lengths",),
             then=lambda found: found.context),
    ],
    "encoder_decoder.translator.translate": [
        call(p=WITH, xs=BATCH.xs[:, 0], limit=3, then=lambda found: found.log_p),
    ],
    "encoder_decoder.translator.translate_all": [
        call(p=WITH, xs=BATCH.xs, lengths=BATCH.lengths, limit=3, free=("lengths",),
             then=lambda found: [one.log_p for one in found]),
    ],
    "encoder_decoder.translator.translate_gradient": [
        call(p=WITH, batch=BATCH), call(p=PLAIN, batch=BATCH),
    ],
    "encoder_decoder.translator.translate_states": [
        call(p=WITH, batch=BATCH, then=lambda found: found.zs),
    ],
    "encoder_decoder.translator.writer": [
        call(p=WITH, xs=BATCH.xs[:, 0], then=lambda found: found.step(found.start, None)[0]),
    ],
}  # fmt: skip
