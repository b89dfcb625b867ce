"""Solvers and the gradients through them: SciPy, torchdiffeq, PyTorch, and fact 7.9."""

import numpy as np
import pytest
import torch
from hypothesis import given
from scipy.integrate import solve_ivp
from torchdiffeq import odeint

from tests.strategies import batches, seeds, sizes
from unrolled.core.gradcheck import (
    check_gradient,
    dot_product_gap,
    finite_difference,
    largest_gap,
    relative_gap,
)
from unrolled.core.tree import ravel, tree_map
from unrolled.mlp.network import Layer
from unrolled.neural_ode import on_paper, torch_twin
from unrolled.neural_ode.adaptive import DORMAND_PRINCE, FOURTH, StepTooSmall, solve_adaptively
from unrolled.neural_ode.fields import (
    MASS_FIELD,
    NET_FIELD,
    TANH_FIELD,
    Mass,
    Net,
    random_net,
)
from unrolled.neural_ode.gradients import adjoint, cost, flow, slope_of, through_solver
from unrolled.neural_ode.solvers import SOLVERS, advance, solve
from unrolled.resnet.block import block

EPS = 1e-6
EXAMPLE = Layer(np.array([[0.0, -2.0], [2.0, -0.2]]), np.array([0.3, -0.1]))
START = np.array([1.0, 0.0])
GRADIENT = np.array([[0.4696730607, 0.1692819053], [0.0972459356, 0.0981043050]])
F = slope_of(TANH_FIELD, EXAMPLE)


def example(p, steps, solver="rk4"):
    h, path = flow(TANH_FIELD, p, START, 0.0, 1.0, steps, solver)
    return 0.5 * float(h @ h), h, path


def exact(f, h0, end):
    return solve_ivp(lambda t, h: f(h, t), (0, end), h0, rtol=1e-13, atol=1e-14).y[:, -1]


def drawn_state(rng, field, B, n):
    h = rng.normal(size=(*B, n))
    return Mass(h, rng.normal(size=B)) if field is MASS_FIELD else h


def drawn_weights(rng, field, n, n_h=3):
    if field is TANH_FIELD:
        return Layer(rng.normal(size=(n, n)), rng.normal(size=n))
    shapes = ((n_h, n), n_h, n_h, (n, n_h), n)
    return Net(*(rng.normal(size=shape) for shape in shapes))


@pytest.mark.parametrize("field", [TANH_FIELD, NET_FIELD, MASS_FIELD])
@given(seed=seeds, n=sizes, B=batches)
def test_a_field_sends_back_what_its_jacobian_says(field, seed, n, B):
    rng = np.random.default_rng(seed)
    p, h = drawn_weights(rng, field, n), drawn_state(rng, field, B, n)
    dp_moved = tree_map(lambda leaf: rng.normal(size=leaf.shape), p)
    moved = drawn_state(rng, field, B, n)
    k, cache = field.of(p, h, 0.7)
    dk = tree_map(lambda leaf: rng.normal(size=np.shape(leaf)), k)
    ahead, behind = (
        field.of(
            tree_map(lambda x, y, e=e: x + e * y, p, dp_moved),
            tree_map(lambda x, y, e=e: x + e * y, h, moved),
            0.7,
        )[0]
        for e in (EPS, -EPS)
    )
    change = tree_map(lambda x, y: (x - y) / (2 * EPS), ahead, behind)
    dp, dh = field.back(p, cache, dk)
    gap = dot_product_gap(
        ravel(tree_map(np.asarray, dk)),
        ravel(tree_map(np.asarray, change)),
        (ravel(dp), ravel(tree_map(np.asarray, dh))),
        (ravel(dp_moved), ravel(tree_map(np.asarray, moved))),
    )
    assert gap < 1e-6


@pytest.mark.parametrize("solver", SOLVERS)
@given(seed=seeds, n=sizes, B=batches)
def test_a_flow_sends_back_what_its_jacobian_says(solver, seed, n, B):
    rng = np.random.default_rng(seed)
    p, h, moved, dh = drawn_weights(rng, NET_FIELD, n), *rng.normal(size=(3, *B, n))
    ahead, behind = (
        flow(NET_FIELD, p, h + e * moved, 0.2, -0.5, 3, solver)[0] for e in (EPS, -EPS)
    )
    path = flow(NET_FIELD, p, h, 0.2, -0.5, 3, solver, every=2)[1]
    back = through_solver(NET_FIELD, p, path, dh)[1]
    assert dot_product_gap(dh, (ahead - behind) / (2 * EPS), back, moved) < 1e-5


def test_a_step_of_euler_is_a_residual_block(rng):
    p, h = Layer(rng.normal(size=(3, 3)), rng.normal(size=3)), rng.normal(size=(2, 3))
    found = flow(TANH_FIELD, p, h, 0.0, 0.25, 1, "euler")[0]
    assert largest_gap(found, block(p, h, scale=0.25)[0]) == 0


def test_rk4_is_torchdiffeqs(rng):
    p, h = drawn_weights(rng, NET_FIELD, 3), rng.normal(size=(5, 3))
    times = np.array([0.0, 0.1, 0.35, 0.4, 1.0])
    theirs = torch_twin.net_field(*map(torch.from_numpy, p))
    for ours, name in (("euler", "euler"), ("midpoint", "midpoint")):
        found = odeint(
            lambda t, h: theirs(h, t), torch.from_numpy(h), torch.from_numpy(times), method=name
        )
        assert largest_gap(solve(slope_of(NET_FIELD, p), h, times, ours), found.numpy()) < 1e-13
    found = odeint(  # torchdiffeq's rk4 is the 3/8 rule, another method of order 4
        lambda t, h: theirs(h, t),
        torch.from_numpy(h),
        torch.linspace(0, 1, 401, dtype=torch.float64),
        method="rk4",
    )
    ours = solve(slope_of(NET_FIELD, p), h, np.linspace(0, 1, 401))
    assert largest_gap(ours, found.numpy()) < 1e-8


@pytest.mark.parametrize("solver", SOLVERS)
def test_a_solver_has_its_order(solver):
    """ERRATA A36 and fact 7.8: slope of log error by log step over six step sizes."""
    truth = exact(F, START, 1.0)
    steps = np.array([10, 20, 40, 80, 160, 320])
    errors = [
        np.linalg.norm(solve(F, START, np.array([0.0, 1.0]), solver, int(n))[-1] - truth)
        for n in steps
    ]
    order = np.polyfit(np.log(1 / steps), np.log(errors), 1)[0]
    assert abs(order - SOLVERS[solver].order) < 0.08


@pytest.mark.parametrize(("b", "order"), [(DORMAND_PRINCE.b, 5), (FOURTH, 4)])
def test_both_of_dormand_and_prince_have_their_order(b, order):
    truth, table = exact(F, START, 2.0), DORMAND_PRINCE._replace(b=b)
    steps, errors = np.array([10, 14, 20, 28, 40]), []
    for n in steps:
        h = START
        for i in range(n):
            h = advance(table, F, h, i * 2 / n, 2 / n)[0]
        errors.append(np.linalg.norm(h - truth))
    assert abs(np.polyfit(-np.log(steps), np.log(errors), 1)[0] - order) < 0.2


def test_adaptive_steps_are_scipys(rng):
    p, h = drawn_weights(rng, NET_FIELD, 3), rng.normal(size=3)
    for f, h0, span in ((F, START, (0, 10)), (slope_of(NET_FIELD, p), h, (1.0, -2.0))):
        for tolerance in (1e-3, 1e-6, 1e-9):
            ours = solve_adaptively(f, h0, *span, rtol=tolerance, atol=tolerance)
            theirs = solve_ivp(lambda t, h, f=f: f(h, t), span, h0, rtol=tolerance, atol=tolerance)
            assert ours.calls == theirs.nfev
            assert largest_gap(ours.times, theirs.t) < 1e-7
            assert largest_gap(ours.states, theirs.y.T) < 1e-7


def test_its_calls_are_counted_and_the_last_stage_is_used_again():
    calls = []

    def counted(h, t):
        calls.append(t)
        return F(h, t)

    walk = solve_adaptively(counted, START, 0, 10)
    tried = len(walk.times) - 1 + len(walk.refused)
    assert len(calls) == walk.calls == 2 + 6 * tried


def test_the_error_follows_the_tolerance():
    """Tolerance proportionality: slope of log error by log tolerance, five tolerances."""
    truth = exact(F, START, 10.0)
    tolerances = 10.0 ** -np.arange(4, 12)
    errors = [
        np.linalg.norm(solve_adaptively(F, START, 0, 10, t, t).states[-1] - truth)
        for t in tolerances
    ]
    assert 0.85 < np.polyfit(np.log(tolerances), np.log(errors), 1)[0] < 1.15


def test_a_state_may_be_a_tree(rng):
    p, state = drawn_weights(rng, MASS_FIELD, 2), Mass(rng.normal(size=(4, 2)), np.zeros(4))
    f = slope_of(MASS_FIELD, p)
    fixed = solve(f, state, np.array([0.0, 1.0]), steps=200)
    walk = solve_adaptively(f, state, 0.0, 1.0, 1e-10, 1e-10)
    assert isinstance(walk.states, Mass)
    assert (
        largest_gap(tree_map(lambda x: x[-1], fixed), tree_map(lambda x: x[-1], walk.states)) < 1e-8
    )


def test_the_three_gradients_of_the_example():
    """Fact 7.9, and errors of order 1 of the gradient through Euler's steps."""
    _, h, path = example(EXAMPLE, 400)
    ours = through_solver(TANH_FIELD, EXAMPLE, path, h)[0]
    assert largest_gap(ours.W, GRADIENT) < 1e-9
    back = adjoint(TANH_FIELD, EXAMPLE, h, h, 0.0, 1.0, 400)
    assert largest_gap(back.dp.W, GRADIENT) < 1e-9
    assert largest_gap(back.h, START) < 1e-12
    assert relative_gap(finite_difference(lambda p: example(p, 400)[0], EXAMPLE).W, ours.W) < 1e-9
    off = []
    for steps in (20, 40, 80, 160):
        _, h, path = example(EXAMPLE, steps, "euler")
        off.append(relative_gap(through_solver(TANH_FIELD, EXAMPLE, path, h)[0].W, ours.W))
    assert np.allclose(off, [0.045, 0.022, 0.011, 0.0056], rtol=0.03)
    _, h, path = example(EXAMPLE, 20, "euler")
    mine, back = (
        through_solver(TANH_FIELD, EXAMPLE, path, h)[0],
        adjoint(TANH_FIELD, EXAMPLE, h, h, 0.0, 1.0, 20, "euler"),
    )
    assert abs(relative_gap(back.dp.W, mine.W) - 0.0495) < 1e-4
    assert abs(np.linalg.norm(back.h - START) - 0.073) < 5e-4


@pytest.mark.parametrize("solver", SOLVERS)
def test_autograd_through_the_solver_finds_the_same(solver, rng):
    p, h, dh = drawn_weights(rng, NET_FIELD, 3), *rng.normal(size=(2, 5, 3))
    weights = [torch.tensor(leaf, requires_grad=True) for leaf in p]
    x = torch.tensor(h, requires_grad=True)
    end = torch_twin.flow(torch_twin.net_field(*weights), x, -0.3, 0.9, 7, solver)
    end.backward(torch.from_numpy(dh))
    mine, path = flow(NET_FIELD, p, h, -0.3, 0.9, 7, solver)
    dp, dstart = through_solver(NET_FIELD, p, path, dh)
    assert largest_gap(mine, end.detach().numpy()) < 1e-12
    assert largest_gap(dstart, x.grad.numpy()) < 1e-10
    for ours, theirs in zip(dp, weights, strict=True):
        assert largest_gap(ours, theirs.grad.numpy()) < 1e-10


def test_a_batch_is_a_stack_of_singles(rng):
    p, h, dh = drawn_weights(rng, NET_FIELD, 3), *rng.normal(size=(2, 2, 4, 3))
    end, path = flow(NET_FIELD, p, h, 0.0, 1.0, 3)
    back = through_solver(NET_FIELD, p, path, dh)[1]
    for i in np.ndindex(2, 4):
        one, alone = flow(NET_FIELD, p, h[i], 0.0, 1.0, 3)
        assert largest_gap(one, end[i]) < 1e-14
        assert largest_gap(through_solver(NET_FIELD, p, alone, dh[i])[1], back[i]) < 1e-13


@pytest.mark.parametrize("every", [1, 2, 3, 7, 10, 64])
def test_checkpoints_change_memory_and_work_and_nothing_else(every, rng):
    p, h, dh = drawn_weights(rng, NET_FIELD, 3), *rng.normal(size=(2, 5, 3))
    all_kept = flow(NET_FIELD, p, h, 0.0, 1.0, 10)[1]
    calls = []

    def counted(p, h, t):
        calls.append(t)
        return NET_FIELD.of(p, h, t)

    field = NET_FIELD._replace(of=counted)
    path = flow(field, p, h, 0.0, 1.0, 10, every=every)[1]
    assert len(calls) == 1 + 4 * 10  # once at the door
    calls.clear()
    found = through_solver(field, p, path, dh)
    assert largest_gap(found, through_solver(NET_FIELD, p, all_kept, dh)) == 0
    spent = cost(10, every)
    assert len(path.states) == spent.kept
    assert len(calls) == 4 * (10 + spent.again)  # a step back looks at its stages once more


def test_checkpoints_at_every_tenth_of_a_hundred_steps_need_the_least():
    most = {every: cost(100, every).most for every in range(1, 101)}
    assert min(most, key=most.get) == 10
    assert cost(100, 10) == (10, 19, 90)


def test_there_and_back_is_nearly_where_it_began(rng):
    p, h = drawn_weights(rng, NET_FIELD, 3), rng.normal(size=(5, 3))
    there = flow(NET_FIELD, p, h, 0.0, 1.0, 200)[0]
    assert largest_gap(flow(NET_FIELD, p, there, 1.0, 0.0, 200)[0], h) < 1e-8


def test_the_trace_is_that_of_the_jacobian(rng):
    p, h = random_net(rng, 3, 5), rng.normal(size=3)
    rows = []
    for moved in np.eye(3) * EPS:
        ahead, behind = (NET_FIELD.of(p, h + e * moved, 0.4)[0] for e in (1, -1))
        rows.append((ahead - behind) / (2 * EPS))
    found = MASS_FIELD.of(p, Mass(h, np.zeros(())), 0.4)[0].log_density
    assert abs(found + np.trace(rows)) < 1e-8


def test_the_gradient_through_the_trace_is_that_of_centred_differences(rng):
    p, x = random_net(rng, 2, 5), Mass(rng.normal(size=(4, 2)), np.zeros(4))

    def loss(p):
        end = flow(MASS_FIELD, p, x, 0.0, 1.0, 4)[0]
        return float(np.sum(np.sin(end.h)) + np.sum(np.cos(end.log_density)))

    end, path = flow(MASS_FIELD, p, x, 0.0, 1.0, 4)
    dend = Mass(np.cos(end.h), -np.sin(end.log_density))
    assert check_gradient(loss, p, through_solver(MASS_FIELD, p, path, dend)[0]) < 1e-7


def test_what_goes_wrong_says_where():
    for times, said in (
        ([0.0, 1.0, 1.0], "times: got 1.0 and then 1.0, expected times in order, each only once"),
        ([0.0, 2.0, 1.0], "times: got 2.0 and then 1.0, expected times in order, each only once"),
        ([0.0, np.nan], "times: got nan at index .1,., expected finite numbers"),
    ):
        with pytest.raises(ValueError, match=said):
            solve(F, START, np.array(times))
    with pytest.raises(ValueError, match=r"end: got 2.0, expected another time than start = 2.0"):
        solve_adaptively(F, START, 2, 2)
    with pytest.raises(ValueError, match="steps: got 0, expected"):
        flow(TANH_FIELD, EXAMPLE, START, 0.0, 1.0, 0)
    with pytest.raises(ValueError, match=r"dh: got shape .3,., expected .2,."):
        through_solver(TANH_FIELD, EXAMPLE, example(EXAMPLE, 3)[2], np.zeros(3))
    with pytest.raises(OverflowError, match=r"h: exploded at time 0.2"):
        solve(lambda h, t: 1e200 * h * h, np.array([1.0]), np.linspace(0, 1, 11), "euler")
    with pytest.raises(StepTooSmall, match=r"dt: got .* at time 1, where h is"):
        solve_adaptively(lambda h, t: h**2, np.array([1.0]), 0, 2)


def test_on_paper():
    z = on_paper.sp.Symbol("z")
    for solver, n in (("euler", 2), ("midpoint", 3), ("rk4", 5)):
        assert on_paper.local_error(solver) == z**n / on_paper.sp.factorial(n)
    assert on_paper.linear_adjoint() == on_paper.sp.zeros(2, 1)
    assert on_paper.linear_weights() == 0
    assert on_paper.carried_density() == 0
