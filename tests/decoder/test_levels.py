"""Weights as text and back."""

import numpy as np
import pytest

from tests.decoder.test_model import drawn
from unrolled.core.gradcheck import largest_gap
from unrolled.core.tree import tree_leaves
from unrolled.decoder import contest, levels
from unrolled.decoder.levels import read_weights, write_weights


@pytest.mark.parametrize("tied", [False, True])
def test_weights_come_back_within_half_a_level(tied):
    p = drawn(1, tied=tied)
    back = read_weights(write_weights(p), p)
    assert type(back) is type(p)
    for ours, other in zip(tree_leaves(p), tree_leaves(back), strict=True):
        rows = np.abs(levels._rows(ours)).max(axis=1, keepdims=True)
        gaps = np.abs(levels._rows(ours) - levels._rows(other))
        assert (gaps <= 0.5001 * rows / levels.MOST + 2**-19 * levels.MOST / 2).all()


def test_what_came_back_goes_and_comes_the_same():
    p = read_weights(write_weights(drawn(2)), drawn(2))
    again = read_weights(write_weights(p), p)
    assert all(
        largest_gap(a, b) < 1e-4 for a, b in zip(tree_leaves(p), tree_leaves(again), strict=True)
    )


def test_there_are_93_characters_that_json_leaves_as_they_are():
    assert len(set(levels.PRINTABLE)) == 2 * levels.MOST + 1
    assert not set('"\\') & set(levels.PRINTABLE)


def test_networks_and_text_fit_the_page():
    """75,554 and 27,554 weights, and 70,764 letters."""
    signs = len(contest.corpus("all").whole)
    for name in ("LSTM", "Transformer, learned"):
        kept = write_weights(contest.start(name, 0))
        size = sum(map(len, kept.values()))
        assert size < 100_000
        signs += size
    assert signs < 200_000


def test_what_is_refused():
    p = drawn()
    kept = write_weights(p)
    with pytest.raises(ValueError, match=r"kept: got .* levels and .* scales, expected"):
        read_weights(kept | {"levels": kept["levels"][1:]}, p)
    with pytest.raises(ValueError, match=r"p: got 24, expected weights up to 23.0"):
        write_weights((np.array([24.0]),))
    with pytest.raises(ValueError, match="p: got nan"):
        write_weights((np.array([np.nan]),))
