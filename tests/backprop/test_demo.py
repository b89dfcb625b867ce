"""The worked d-e-m-o network: formulas and numbers shown are what the functions computed."""

import numpy as np

from unrolled.backprop import demo


def test_every_rule_of_the_worked_step_gives_its_quantity():
    trace = demo.trace()
    for q in trace.values():
        if q.rule:
            found = q.rule(*(trace[parent].value for parent in q.parents))
            assert np.allclose(found, q.value, rtol=0, atol=1e-15), q.name
