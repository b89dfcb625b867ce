"""A witness that disagrees stops the build."""

import numpy as np
import pytest
import sympy as sp
import torch

from unrolled.backprop.on_paper import output_error, softmax_jacobian
from unrolled.bptt import demo
from unrolled.page.autograd import gradient_of
from unrolled.page.tables import Grid
from unrolled.page.trace import Steps, Values
from unrolled.page.witness import claim, witness
from unrolled.rnn.cell import RNN


def test_agreement_is_shown_in_one_line_that_opens():
    found = witness(
        "eq-x", numpy=[1.0, 2.0], spelled_out=[1, 2], torch=np.array([1.0, 2.0 + 1e-15])
    )
    assert repr(found) == "checked: spelled out, it agrees exactly, PyTorch agrees to 8.9e-16"
    assert found._repr_html_().startswith('<details class="witness"><summary aria-label="Checked')


@pytest.mark.parametrize("kind", ["spelled_out", "torch", "finite_difference"])
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


def test_a_bound_holds_in_every_case_and_says_how_near_it_comes(unchecked):
    found = witness("eq-x", at_most=([1.0, 2.0], 2.5), sympy=0)
    assert repr(found) == (
        "checked: it holds in all 2 cases, with 0.5 to spare, SymPy agrees exactly"
    )
    witness("eq-x", at_most=(1.0 + 1e-15, 1.0))
    for left, right in ((1.1, 1.0), ([1.0, np.nan], 2.0), ([0, 3], [1, 2])):
        with pytest.raises(AssertionError, match=r"eq-x: .* > "):
            witness("eq-x", at_most=(left, right))
    for bad in (1.0, (1.0,), ([], [])):
        with pytest.raises(ValueError, match="witness of eq-x: got"):
            witness("eq-x", at_most=bad)


def test_a_sentence_is_claimed_with_its_numbers(unchecked):
    found = claim("Seven are enough.", [True, True], loss=[0.123456789, 2], many=np.ones((3, 7)))
    assert repr(found + witness("eq-x", sympy=0)) == (
        "checked: Seven are enough, SymPy agrees exactly"
    )
    shown = found._repr_html_()
    assert "loss: 0.123457, 2<br>many: 3 × 7 numbers from 1 to 1" in shown
    with pytest.raises(AssertionError, match=r"claim: Six are enough\. \(1 of 2 times"):
        claim("Six are enough.", [True, False])
    for bad in (1, [], "yes", [1, 0]):
        with pytest.raises(ValueError, match="holds: got"):
            claim("Six are enough.", bad)


def test_nothing_to_compare_is_an_error():
    for arguments in ({}, {"numpy": 1.0}, {"torch": 1.0}, {"numpy": 1.0, "tensorflow": 1.0}):
        with pytest.raises(ValueError, match="expected `sympy`, `at_most`, or `numpy`"):
            witness("eq-x", **arguments)


def test_what_is_no_expression_and_no_number_is_told(unchecked):
    x = sp.Symbol("x")
    for bad in (sp.Eq(x, 1), x == 1, [x, sp.true], "x"):
        with pytest.raises(ValueError, match=r"sympy=.*expected an expression, the difference"):
            witness("eq-x", sympy=bad)
    for bad in (np.sin, "a", 1j, torch.ones(1, requires_grad=True), [[1], [2, 3]]):
        with pytest.raises(ValueError, match=r"witness: got .* expected real numbers"):
            witness("eq-x", numpy=[1.0], torch=bad)


def test_no_comparison_is_empty_and_a_tolerance_of_zero_is_zero(unchecked):
    for arguments in ({"sympy": []}, {"sympy": sp.zeros(0, 0)}, {"numpy": [], "spelled_out": []}):
        with pytest.raises(ValueError, match=r"witness of eq-x: got .* expected"):
            witness("eq-x", **arguments)
    with pytest.raises(AssertionError, match="differ by"):
        witness("eq-x", numpy=1.0, spelled_out=1.0 + 1e-15, tolerance=0)
    for tolerance in (-1, np.nan, "a"):
        with pytest.raises(ValueError, match="tolerance: got"):
            witness("eq-x", numpy=1.0, spelled_out=1.0, tolerance=tolerance)


def test_a_name_that_is_not_in_the_trace_is_told(unchecked):
    trace = demo.trace()
    for shown in (Values, Steps):
        for names in ((), ("h1",), ("h_1", 3)):
            with pytest.raises(ValueError, match=r"names: got .*, expected some of W_hx"):
                shown(trace, *names)
        with pytest.raises(ValueError, match="trace: got 3"):
            shown(3, "h_1")


def test_what_was_given_has_one_row():
    assert r"\mathbf b_{h} &= \begin{bmatrix} 0.05 \\ -0.02 \end{bmatrix} \end" in repr(
        Steps(demo.trace(), "b_h")
    )


def test_a_grid_has_a_cell_under_every_head():
    with pytest.raises(ValueError, match="rows: got 2 cells in row 1, expected 1"):
        Grid(["a"], [["b"], ["c", "d"]])


def test_autograd_answers_for_what_a_function_does_not_use():
    used, unused = gradient_of(lambda a, b: (a * a).sum(), [1, 2], [3.0])
    assert used.tolist() == [2, 4]
    assert unused.tolist() == [0]
    for f in (lambda a: 3.0, lambda a: a, lambda a: a.detach().sum()):
        with pytest.raises(ValueError, match=r"f: got .*, expected one number made of"):
            gradient_of(f, [1.0, 2.0])


@pytest.mark.parametrize("bad", [[1 + 2j], ["1"], np.ma.masked_array([1.0], True)])
def test_what_is_no_real_number_proves_nothing(unchecked, bad):
    with pytest.raises(ValueError, match=r"witness: got .*, expected real numbers"):
        witness("eq-rnn-state", numpy=bad, spelled_out=bad)
