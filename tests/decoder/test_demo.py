"""One causal head over d, e, m: every number from its parents, and what the mask hides."""

import numpy as np
import pytest

from unrolled.attention.demo import ONE_HEAD, TOKENS
from unrolled.attention.heads import multi_head
from unrolled.core.gradcheck import largest_gap
from unrolled.decoder import demo

FOUND = demo.all_numbers()


def test_every_number_follows_from_its_parents():
    trace = demo.trace()
    for q in trace.values():
        if q.rule:
            found = q.rule(*(trace[k].value for k in q.parents))
            assert np.allclose(found, q.value, rtol=0, atol=1e-14), q.name


def test_it_is_the_head_of_the_attention_chapter_with_a_mask():
    Y, cache = multi_head(ONE_HEAD, TOKENS, mask=demo.MASK)
    assert largest_gap(FOUND["Y"], Y) < 1e-14
    assert largest_gap(FOUND["A"], cache.A[0]) < 1e-14
    assert largest_gap(demo.unmasked()["Y"], multi_head(ONE_HEAD, TOKENS)[0]) < 1e-14


def test_the_numbers_of_the_page():
    assert FOUND["A"].round(4).tolist() == [
        [1, 0, 0],
        [0.7843, 0.2157, 0],
        [0.7713, 0.0615, 0.1672],
    ]
    assert FOUND["losses"].round(4).tolist() == [1.9873, 1.3116, 1.3581]
    assert round(FOUND["L"], 4) == 1.5523


@pytest.mark.parametrize("x", [[1.0, -1.0], [0.0, 0.0]])
def test_another_last_letter_moves_the_last_row_alone(x):
    other = demo.with_last_letter(np.array(x))
    for name in ("A", "Y", "H", "Z", "P", "losses"):
        assert np.array_equal(other[name][:2], FOUND[name][:2])
    assert largest_gap(other["Z"][2], FOUND["Z"][2]) > 0.01


def test_without_the_mask_every_row_but_the_last_is_another():
    free = demo.unmasked()
    assert largest_gap(free["A"][2], FOUND["A"][2]) < 1e-15
    assert (np.abs(free["A"][:2] - FOUND["A"][:2]).max(axis=1) > 0.2).all()
