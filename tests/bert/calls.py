"""A right call, or two, of every public function of the room's mathematics; see `tests.fuzz`."""

import numpy as np

from tests.calls import call

BEHIND = {
    "bert.pieces": "a vocabulary of fourteen; takes no arguments",
    "bert.tiny_bert": "writes the files of a tiny model",
    "bert.meaning": "writes and reads the derived data of words and sentences",
    "bert.mistakes": "mistakes in the one model, behind the doors of `bert.model`",
    "bert.heads": "writes and reads the derived data of the heads; its doors have tests",
    "bert.basic": "letters and texts; tests of their own, against the library",
    "bert.wordpiece": "letters and texts; tests of their own, against the library",
    "bert.model": "weights of a whole model, from a file; bad input has tests of its own",
    "bert.checkpoint": "reads a folder; what does not fit has tests of its own",
    "bert.settings": "reads a folder; what does not fit has tests of its own",
    "bert.weights": "the doors of `bert.model`; bad input has tests of its own",
    "bert.export": "writes the one model for the page; tests of its own, in a browser too",
    "bert.strips": "queries and keys of the one model; writes and reads derived data",
    "bert.little_english": "sentences of a small grammar; its doors have tests",
    "bert.masked": "the small masked model, from a file; its doors have tests",
    "bert.masked_contest": "writes and reads derived data of masked models; its doors have tests",
    "bert.prune": "heads of the one model; writes and reads derived data",
    "bert.fine_tune": "vectors of the one model; its doors have tests",
    "bert.minilm": "the one model; bad input has tests of its own",
}
CALLS = {
    "bert.count.parameters": [call(d=4, blocks=2, d_ff=6, V=10, N_max=8, pooler=False)],
    "bert.cosine.alike": [call(vectors=np.array([[1.0, 2], [3, -1], [0.5, 0]]))],
    "bert.patterns.places": [call(tokens=["a", "b", "a"], ours=("tokens",))],
    "bert.patterns.patterns": [
        call(tokens=["a", "b", "a"], A=np.full((2, 1, 3, 3), 0.25), ours=("tokens",))
    ],
}
