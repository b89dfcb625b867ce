"""The cover of the chapter shows what it says."""

import numpy as np

from tests.intro.test_covers import find_colours, read_numbers
from unrolled.backprop.cover import cover
from unrolled.backprop.demo import trace
from unrolled.demo.weights import XS


def test_it_has_the_colours_of_what_it_shows():
    assert find_colours(cover()) == {"--input", "--state", "--output", "--gradient"}


def test_only_the_letter_that_was_read_sends_something_back_to_the_inputs():
    dW1 = trace()["dW1"].value
    assert np.array_equal((dW1 != 0).any(axis=0), XS[0] == 1)
    assert read_numbers(cover()) == [1]
