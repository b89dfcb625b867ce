"""The cover of the chapter shows what it says."""

import numpy as np

from tests.intro.test_covers import find_colours, read_numbers
from unrolled.stack.cover import cover
from unrolled.stack.depth import SEEDS, sent_back


def test_it_has_the_colours_of_what_it_shows():
    assert find_colours(cover()) == {"--input", "--state"}


def test_its_numbers_are_how_far_the_tokens_differ():
    ends = [[sent_back(seed, first)[0][-1] for seed in SEEDS] for first in (False, True)]
    wanted = [f(found) for found in ends for f in (min, max)]
    assert np.allclose(read_numbers(cover()), wanted, atol=5.1e-3)
