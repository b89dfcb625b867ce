"""The cover of the chapter shows what it says."""

import numpy as np
from matplotlib.figure import Figure as Canvas

from tests.intro.test_covers import find_colours, read_numbers
from unrolled.gradients.cover import cover, draw_sizes


def test_it_has_the_colours_of_what_it_shows():
    assert find_colours(cover()) == {"--gradient"}


def test_the_gradient_fades_at_every_step():
    axes = Canvas().subplots()
    draw_sizes(axes)
    sizes = [bar.get_height() for bar in axes.patches]
    assert len(sizes) == 10
    assert (np.diff(sizes) < 0).all()
    assert np.allclose(read_numbers(cover())[1:], [sizes[0], sizes[-1]], atol=5e-4)
