"""The worked Jacobians: each follows from its parents, and they are autograd's."""

import numpy as np
import pytest
import torch

from unrolled.gradients.demo import largest, trace
from unrolled.page.autograd import jacobian_of
from unrolled.page.trace import Steps
from unrolled.rnn import demo

TRACE = trace()


@pytest.mark.parametrize("name", [name for name, q in TRACE.items() if q.rule])
def test_a_quantity_follows_from_its_parents_by_its_rule(name):
    q = TRACE[name]
    again = q.rule(*(TRACE[parent].value for parent in q.parents))
    assert again == pytest.approx(q.value, abs=1e-15)
    assert Steps(TRACE, name).latex


def test_the_product_is_how_the_third_state_depends_on_the_first():
    W_hx, W_hh, b_h = map(torch.from_numpy, demo.MODEL.cell)

    def third(h):
        for x in torch.from_numpy(demo.XS[1:]):
            h = torch.tanh(W_hx @ x + W_hh @ h + b_h)
        return h

    first = np.tanh(demo.MODEL.cell.W_hx @ demo.XS[0] + demo.MODEL.cell.b_h)
    assert TRACE["P"].value == pytest.approx(jacobian_of(third, first), abs=1e-15)


def test_the_formula_of_the_norm_is_the_singular_values(rng):
    for M in rng.normal(size=(100, 2, 2)):
        found = largest(np.sum(M**2), np.linalg.det(M))
        assert found == pytest.approx(np.linalg.norm(M, 2), rel=1e-8)
