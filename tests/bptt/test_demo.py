"""The worked example: every quantity follows from its parents, and can be shown."""

import numpy as np
import pytest

from unrolled.bptt import demo
from unrolled.page.trace import Steps, worked

TRACE = demo.trace()


def test_every_quantity_follows_from_its_parents():
    """What is displayed as formula and numbers is what the real functions computed."""
    for q in TRACE.values():
        if q.rule:
            again = q.rule(*(TRACE[parent].value for parent in q.parents))
            assert np.abs(again - q.value).max() < 1e-15, q.name


def test_steps_show_symbols_numbers_and_result():
    latex = worked(TRACE, "h_1")
    assert r"\tanh" in latex
    assert "0.55" in latex
    assert "0.5005" in latex
    assert Steps(TRACE, "h_1", "h_2")._repr_markdown_().count("&=") == 4
    assert Steps(TRACE, "a_1")._repr_markdown_().count("&=") == 3  # the result in a line of its own
    with pytest.raises(ValueError, match="expected some of W_hx"):
        Steps(TRACE, "h_9")
