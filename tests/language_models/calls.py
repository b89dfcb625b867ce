"""A right call, or two, of every public function of the room's mathematics; see `tests.fuzz`."""

import numpy as np

from tests.calls import call

LANGUAGE = np.array([[0.25, 0.125], [0.5, 0.125]])

BEHIND = {
    "language_models.surprise_model": "what Surprise computes; its doors have tests of their own",
    "language_models.reading": "lines of one table, from a text and from derived data; tests do it",
}
CALLS = {
    "language_models.counting.mean_surprise": [call(probabilities=np.array([0.5, 0.25, 1.0]))],
    "language_models.counting.bigram": [call(codes=np.arange(8) % 3, size=3, plus=0.5)],
    "language_models.counting.bigram_loss": [
        call(train=np.arange(8) % 3, held_out=np.arange(4) % 3, size=3, plus=0.5)
    ],
    "language_models.counting.ngram_loss": [
        call(train=np.arange(8) % 3, held_out=np.arange(4) % 3, size=3, n=2, plus=0.5)
    ],
    "language_models.counting.ngram_probabilities": [
        call(train=np.arange(8) % 3, held_out=np.arange(4) % 3, size=3, n=2, plus=0.5)
    ],
    "language_models.tables.given": [call(joint=LANGUAGE, t=2, first=2)],
    "language_models.tables.chain": [call(joint=LANGUAGE)],
    "language_models.tables.ngram": [call(joint=LANGUAGE, n=1)],
    "language_models.tables.lost": [call(joint=LANGUAGE, n=1)],
    "language_models.tables.latent": [call(joint=LANGUAGE, summaries=(np.array([0.0, 1.0]),))],
}
