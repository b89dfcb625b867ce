"""Looking up with and without the root of the dimension."""

import numpy as np
import pytest

from unrolled.attention import lookup

DATA = lookup.loaded()


@pytest.mark.parametrize("divided", [True, False])
def test_the_queries_that_are_sure_and_wrong_come_out_as_in_the_file(divided, unchecked):
    name = "divided" if divided else "not divided"
    found = [lookup.sure_and_wrong(64, divided, seed) for seed in (1, 2)]
    assert found == pytest.approx(DATA["sure and wrong"][name]["64"][1:3], abs=0.01)


def test_only_large_keys_without_the_root_have_them():
    shares = {
        name: {d: np.max(s) for d, s in by.items()} for name, by in DATA["sure and wrong"].items()
    }
    assert max(shares["divided"].values()) == 0
    assert (
        shares["not divided"]["4"] < 0.001 < 0.07 < min(DATA["sure and wrong"]["not divided"]["64"])
    )


def test_training_ends_when_the_loss_is_low_enough():
    p = lookup.random_looker(np.random.default_rng(0), 1, 64, 1)
    _, found = lookup.train_looker(0, p, 400, lookup.ROOT_RATE, until=lookup.BEGUN)
    last = found[-lookup.EVERY :, 0].mean()
    assert last < lookup.BEGUN < found[-lookup.EVERY - 1 : -1, 0].mean()
    assert lookup.EVERY < len(found) < 400
