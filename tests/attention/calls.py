"""A right call, or two, of every public function of the room's mathematics; see `tests.fuzz`."""

from tests.calls import call, drawn, rng
from unrolled.attention import attend, heads, mask

QUERIES, KEYS, VALUES = drawn(2, 3, seed=1), drawn(4, 3, seed=2), drawn(4, 2, seed=3)
ATTENDED = attend.attend(QUERIES, KEYS, VALUES)[1]
HEADS = heads.MultiHead(
    *drawn(2, 2, 3, 4) / 2, drawn(2, 3, 4, seed=2), drawn(4, 6), *drawn(3, 2, 3), drawn(4)
)
TOKENS = drawn(5, 4, seed=5)
HEADED = heads.multi_head(HEADS, TOKENS)[1]

BEHIND = {
    "attention.ribbons": "places in a picture, behind the doors of `sentence`",
    "attention.typeset": "places in a picture, behind the doors of `sentence`",
    "attention.lookup": "writes and reads the derived data of a game; its doors have tests",
    "attention.fast": "attention itself, behind the doors of `attend` and `heads`",
}
CALLS = {
    "attention.mask.causal": [call(N=4)],
    "attention.mask.padding": [call(lengths=[2, 3], N=4, ours=("lengths",))],
    "attention.score.dot": [call(Q=QUERIES, K=KEYS)],
    "attention.score.scaled": [call(Q=QUERIES, K=KEYS)],
    "attention.score.pair": [call(Q=QUERIES, K=KEYS, of="")],
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
    "attention.saturation.random_start": [call(rng=rng, d=4, keys=3, draws=2, divided=True)],
    "attention.saturation.quartiles": [call(values=drawn(5))],
}
