"""The cover of the chapter shows what it says."""

import numpy as np

from tests.intro.test_covers import find_colours, read_numbers
from unrolled.attention.cover import cover
from unrolled.attention.demo import ONE_HEAD, TOKENS
from unrolled.attention.heads import multi_head


def test_it_has_the_colours_of_what_it_shows():
    assert find_colours(cover()) == {"--state", "--output"}


def test_the_weights_are_those_of_the_third_token():
    weights = multi_head(ONE_HEAD, TOKENS)[1].A[0, 2]
    assert np.allclose(read_numbers(cover()), weights, atol=5.1e-3)
