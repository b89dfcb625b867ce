"""What the pictures of the opening and of the broken rules are drawn from."""

import numpy as np
import pytest

from tests.gradients.test_claims import left
from unrolled.gradients.rule_pictures import copies, recalled, two_copies


def test_the_distance_of_two_copies_is_the_derivative_times_the_hair():
    states, gaps = two_copies(3, 0.5, 0.001, 50)
    assert states.shape == (51, 2)
    assert states[0] == pytest.approx([0.5, 0.501])
    assert states[1:, 0] == pytest.approx(np.tanh(3 * states[:-1, 0]))
    assert gaps[1:] == pytest.approx(np.log10(left([[3]], [0.5], 50)), abs=0.01)


def test_the_hidden_picture_tells_the_first_step_alone():
    hidden, whole = copies(seen=1).label, copies(seen=50).label
    assert "0.54" in hidden
    assert "10⁻⁷⁴" not in hidden
    assert "10⁻⁷⁴" in whole


def test_a_row_tells_how_many_learned():
    found = np.array([[[1.0, 0.5, 0.95], [0.4, 0.5, 0.6]]])
    assert "norm 0.5: 2, 0." in recalled(found, (0.5,), (5, 10)).label
