"""The cover of the chapter shows what it says."""

import numpy as np

from tests.intro.test_covers import find_colours, read_numbers
from unrolled.transformer.block import block
from unrolled.transformer.cover import cover
from unrolled.transformer.demo import BLOCK, TOKENS


def test_it_has_the_colours_of_what_it_shows():
    assert find_colours(cover()) == {"--input", "--state"}


def test_the_bars_end_at_what_leaves_the_block():
    ends = np.abs(block(BLOCK, TOKENS)[0][0])  # a sign is no part of a number here
    assert np.allclose(read_numbers(cover()), ends, atol=5.1e-3)
