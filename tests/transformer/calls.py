"""A right call, or two, of every public function of the room's mathematics; see `tests.fuzz`."""

from tests.attention.calls import HEADS, TOKENS
from tests.calls import call, drawn, rng
from unrolled.attention import mask
from unrolled.core.activations import TANH
from unrolled.transformer import block, feed_forward, norm

NORM = norm.Norm(drawn(4), drawn(4, seed=1))
NORMED = norm.layer_norm(NORM, TOKENS)[1]
FEED = feed_forward.FeedForward(drawn(6, 4), drawn(6), drawn(4, 6), drawn(4))
FED = feed_forward.feed_forward(FEED, TOKENS)[1]
BLOCK = block.Block(HEADS, NORM, FEED, norm.Norm(drawn(4, seed=2), drawn(4, seed=3)))
BLOCKED = block.block(BLOCK, TOKENS)[1]

BEHIND = {
    "transformer.fast": "the block itself, behind the doors of `block`",
    "transformer.random_blocks": "random blocks of the chapter's own, from a seed",
    "transformer.position_contest": "a game that needs positions; its doors have tests",
}
CALLS = {
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
    "transformer.positions.rotate": [call(X=TOKENS, longest=100.0)],
}
