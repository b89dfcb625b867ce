"""A witness that disagrees stops the build."""

import numpy as np
import pytest
import sympy as sp

from unrolled.backprop.on_paper import output_error, softmax_jacobian
from unrolled.page.witness import witness
from unrolled.rnn.cell import RNN


def test_agreement_is_shown_in_one_line_that_opens():
    found = witness("eq-x", numpy=[1.0, 2.0], by_hand=[1, 2], torch=np.array([1.0, 2.0 + 1e-15]))
    assert repr(found) == "checked: NumPy = by hand exactly, NumPy = PyTorch to 8.9e-16"
    assert found._repr_html_().startswith('<details class="witness"><summary>checked')


@pytest.mark.parametrize("kind", ["by_hand", "torch", "finite_difference"])
@pytest.mark.parametrize("other", [[1.0, 2.1], [1.0, np.nan], [1.0], [[1.0, 2.0]]])
def test_disagreement_raises(kind, other):
    with pytest.raises(AssertionError, match="eq-x"):
        witness("eq-x", numpy=[1.0, 2.0], **{kind: other})


def test_trees_are_compared_leaf_by_leaf():
    p = RNN(np.ones((1, 2)), np.ones((1, 1)), np.ones(1))
    witness("eq-x", numpy=p, torch=p)
    with pytest.raises(AssertionError, match=r"differ by 1 >"):
        witness("eq-x", numpy=p, torch=p._replace(b_h=np.zeros(1)))
    with pytest.raises(AssertionError, match=r"differ by nan >"):
        witness("eq-x", numpy=p, torch=p._replace(b_h=np.array([np.nan])))


def test_sympy_must_leave_nothing():
    witness("eq-x", sympy=softmax_jacobian() + output_error())
    with pytest.raises(AssertionError, match="SymPy leaves x"):
        witness("eq-x", sympy=[0, sp.Symbol("x")])


def test_nothing_to_compare_is_an_error():
    for arguments in ({}, {"numpy": 1.0}, {"torch": 1.0}, {"numpy": 1.0, "tensorflow": 1.0}):
        with pytest.raises(ValueError, match="expected `sympy`, or `numpy`"):
            witness("eq-x", **arguments)
