"""The cover of the chapter shows what it says."""

from matplotlib.figure import Figure as Canvas

from tests.intro.test_covers import find_colours
from unrolled.remedies.cover import cover, draw_walks


def test_it_has_the_colours_of_what_it_shows():
    assert find_colours(cover()) == {"--output", "--gradient"}


def test_one_loss_jumps_and_the_clipped_one_falls():
    axes = Canvas().subplots()
    losses = draw_walks(axes)
    jump, clipped = losses["as it is"], losses["clipped"]
    assert jump[0] == clipped[0]
    assert jump[1] < jump[0] < axes.get_ylim()[1] < jump[2]
    assert max(clipped) == clipped[0]
    assert clipped[-1] < 0.01
