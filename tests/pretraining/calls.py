"""A right call, or two, of every public function of the room's mathematics; see `tests.fuzz`."""

import numpy as np

from tests.calls import call, drawn, rng

TABLE = np.array([[32, 4, 4], [8, 12, 4]]) / 64
BEHIND = {
    "pretraining.causal_model": "the twin of the masked model, from a file; reads derived data",
    "pretraining.fill_the_mask_readers": "behind the explorable FillTheMask; its doors have tests",
    "pretraining.stories": "sentences of a small grammar; its doors have tests",
    "pretraining.objectives": "rows of indices of words; its doors have tests",
    "pretraining.encoder": "the doors of `pretraining.objectives` and of a stack; tests of its own",
    "pretraining.contest": "writes and reads derived data; its doors have tests",
    "pretraining.agreeing_pairs": "two gaps of the model in the file; its doors have tests",
    "pretraining.fine_tuning": "writes and reads derived data; its doors have tests",
    "pretraining.probe": "writes and reads the vectors of the one model; its doors have tests",
    "pretraining.probe_texts": "sentences of a few frames; its doors have tests",
    "pretraining.systems": "facts of four papers; its doors have tests",
}
CALLS = {
    "pretraining.conditionals.full_conditional": [call(joint=TABLE, axis=1)],
    "pretraining.conditionals.full_conditionals": [call(joint=TABLE)],
    "pretraining.conditionals.chain_rule": [call(joint=TABLE)],
    "pretraining.conditionals.mean_square_contingency": [call(joint=TABLE)],
    "pretraining.conditionals.pseudo_log_likelihood": [call(joint=TABLE, text=(1, 0))],
    "pretraining.conditionals.gibbs": [call(rng=rng, joint=TABLE, sweeps=3)],
    "pretraining.conditionals.pair_products": [call(first=drawn(2, 3), second=drawn(2, 3, seed=1))],
    "pretraining.conditionals.check_joint": [call(joint=TABLE)],
}
