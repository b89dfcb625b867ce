"""What the tests of the room share: small worlds, a present, and seconds of UTC."""

from datetime import UTC, datetime
from functools import cache
from zoneinfo import ZoneInfo

import numpy as np

from unrolled.finbert import pipeline, tone
from unrolled.finbert.world import make_world

NOW = datetime(2025, 6, 15, 12, tzinfo=UTC)


def seconds(*parts, zone="UTC"):
    return int(datetime(*parts, tzinfo=ZoneInfo(zone)).timestamp())


@cache
def small_world(strength=0.4, series=0.3, seed=3, years=4):
    return make_world(np.random.default_rng(seed), strength, series, years)


@cache
def small_sequences(use="both", seed=3):
    world = small_world(seed=seed)
    vectors = tone.document_vectors(tone.tuned_on_words(), world.statements)
    return pipeline.sequences(world, vectors, use)
