"""A right call, or two, of every public function of the room's mathematics; see `tests.fuzz`."""

from tests.attention.calls import HEADS, TOKENS
from tests.calls import call, drawn, rng
from tests.transformer.calls import BLOCK, BLOCKED
from unrolled.attention import mask

BEHIND = {
    "stack.depth": "writes and reads the derived data of deep stacks, random and trained",
    "stack.deep_sizes": "writes and reads the derived data of sizes; its doors have tests",
    "stack.find_contest": "writes and reads the derived data of a game; its doors have tests",
    "stack.find_longer": "writes and reads the derived data of a game; its doors have tests",
    "stack.sight": "who sees whom in random stacks of the chapter's own; its doors have tests",
    "stack.warm_up": "writes and reads the derived data of warm-ups; its doors have tests",
    "stack.find_and_copy": "the game and its encoder; its doors have tests",
}
CALLS = {
    "stack.cross.cross_attention": [
        call(p=HEADS, X=TOKENS, memory=drawn(3, 4)),
        call(p=HEADS, X=TOKENS, memory=TOKENS, mask=mask.causal(5), ours=("mask", "p")),
    ],
    "stack.encoder.added_by_parts": [call(blocks=(BLOCK, BLOCK), X=TOKENS, ours=("blocks",))],
    "stack.encoder.check_stack": [call(blocks=(BLOCK,), ours=("blocks",))],
    "stack.encoder.encode": [call(blocks=(BLOCK, BLOCK), X=TOKENS, ours=("blocks",))],
    "stack.encoder.encode_back": [
        call(blocks=(BLOCK,), caches=[BLOCKED], dX=drawn(5, 4), ours=("blocks", "caches"))
    ],
    "stack.encoder.random_encoder": [call(rng=rng, n=2, n_H=2, d=4, d_ff=3)],
}
