"""The chapter's example: facts A34 and A36, and what solvers do to it."""

import numpy as np

from unrolled.core.gradcheck import largest_gap, relative_gap
from unrolled.neural_ode import example
from unrolled.neural_ode.adaptive import solve_adaptively
from unrolled.neural_ode.solvers import solve


def test_blocks_need_a_step_that_shrinks():
    """ERRATA A34: 0.0639, 0.0159 and 0.0040 with it; 3.79, 4.29 and 8.19 without."""
    off = [np.linalg.norm(example.path(L)[-1] - example.end()) for L in (10, 40, 160)]
    assert np.allclose(off, (0.0639, 0.0159, 0.0040), atol=6e-5)
    lost = [np.linalg.norm(example.unscaled_end(L) - example.end()) for L in (10, 40, 160)]
    assert np.allclose(lost, (3.79, 4.29, 8.19), atol=6e-3)


def test_a_solver_only_approximates():
    """ERRATA A36: Euler 0.064, midpoint 1.3e-3, RK4 1.2e-6 at ten steps."""
    found = [example.errors(solver)[0] for solver in ("euler", "midpoint", "rk4")]
    assert np.allclose(found, (0.064, 1.3e-3, 1.2e-6), rtol=0.03)


def test_blocks_may_jump_over_each_other_and_flows_do_not():
    points = np.array([[0.5], [0.2]])
    assert np.diff(example.crossed(points, 1), axis=0) > 0
    for blocks in (3, 10, 100):
        assert np.diff(example.crossed(points, blocks), axis=0) < 0


def test_a_stiff_equation_needs_short_steps_from_those_that_see_only_the_start():
    truth = solve(example.stiff, np.zeros(1), np.linspace(0, 1, 2001))[-1, 0]
    runs = {
        n: solve(example.stiff, np.zeros(1), np.linspace(0, 1, n + 1), "euler")[-1, 0]
        for n in (23, 30)
    }
    assert abs(runs[23] - truth) > 3
    assert abs(runs[30] - truth) < 0.01
    calls = [
        solve_adaptively(
            lambda h, t, k=k: -k * (h - np.cos(t)), np.zeros(1), 0, 3, 1e-3, 1e-6
        ).calls
        for k in (50, 500)
    ]
    assert calls[1] > 5 * calls[0]


def test_the_way_back_misses_the_start():
    there, back = example.there_and_back(20)
    assert largest_gap(there[-1], back[0]) == 0
    assert abs(np.linalg.norm(back[-1] - there[0]) - 0.0733) < 1e-4
    assert relative_gap(example.backwards().dp.W, example.gradient().W) < 1e-10
