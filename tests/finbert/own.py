"""Small worlds and what is read of them, for the tests of the room."""

from functools import cache

import numpy as np

from unrolled.finbert import pipeline, tone
from unrolled.finbert.world import make_world


@cache
def small_world(strength=0.4, series=0.3, seed=3, years=4):
    return make_world(np.random.default_rng(seed), strength, series, years)


@cache
def small_sequences(use="both", seed=3):
    world = small_world(seed=seed)
    vectors = tone.document_vectors(tone.tuned_on_words(), world.statements)
    return pipeline.sequences(world, vectors, use)
