"""Gradient explorer: it shows what `unrolled.gradients` says, and each theorem it names holds."""

import math

import numpy as np

from tests.gradients.test_schur import pair
from tests.remedies.explorer_reference import (
    draw,
    drawn,
    is_power,
    last,
    powers,
    radius,
    rates,
    within,
)
from tests.widget import kit
from tests.widget.case import Case
from tests.widget.common import error, slider
from tests.widget.engine import derived
from unrolled.gradients.norms import spectral_radius
from unrolled.gradients.schur import matrix
from unrolled.gradients.verdict import verdict
from unrolled.page.numbers import size
from unrolled.remedies.gradient_explorer import GradientExplorer, measured

NAME = "gradient_explorer"
RUN = "({ W, norm, lower, bound, radius }) => ({ W, norm, lower, bound, radius })"


def solve(page):
    page.get_by_role("radio", name="logistic").check()
    page.evaluate("document.querySelector('.explorable-live .kit-more').open = true")
    slider(page, "middle of both λ").fill("2")


CASE = Case(
    make=GradientExplorer,
    name=NAME,
    states={
        "start": {},
        "pair": {"eigenvalues": [[-1.2, 2.4], [-1.2, -2.4]], "nonnormality": 3.0, "cell": "leaky"},
        "zero": {"W": [[-3, 0], [0, -2]], "cell": "ReLU", "drive": 0.0, "horizon": 17, "lag": 40},
    },
    draw=draw,
    refused=[
        ({"W": np.eye(3)}, "W: got shape (3, 3), expected (n_h=2, n_h=2)"),
        ({"W": [[1, math.nan], [0, 1]]}, "W: got nan at index (0, 1), expected finite"),
        ({"W": [[1, 11], [0, 1]]}, "W: got 11.0, expected a finite number from -10"),
        ({"eigenvalues": [[1, 1], [1, 1]]}, "expected two reals or a conjugate pair"),
        ({"eigenvalues": [[1, 1], [2, -1]]}, "expected two reals or a conjugate pair"),
        ({"eigenvalues": [[21, 0], [1, 0]]}, "eigenvalues: got 21.0, expected a finite number"),
        ({"bias": [1.0]}, "bias: got shape (1,), expected (n_h=2)"),
        ({"start": [0, 101]}, "start: got 101.0, expected a finite number from -100"),
        ({"cell": "LSTM"}, "cell: got 'LSTM', expected one of 'linear', 'tanh', 'logistic'"),
    ],
    solve=solve,
    done={"cell": "logistic", "eigenvalues": [[2.0, 0.0], [0.9, 0.0]]},
    short=[
        {"cell": "logistic", "eigenvalues": [[1.99, 0.0], [0.9, 0.0]]},
        {"cell": "logistic", "eigenvalues": [[4.0, 0.0], [0.9, 0.0]]},
        {"cell": "tanh", "eigenvalues": [[3.0, 0.0], [3.0, 0.0]]},  # it vanishes, by saturation
    ],
    claims={
        "in double precision": lambda it: last(it) == 0,
        "has grown to": lambda it: last(it) > 10,
        "has shrunk to": lambda it: 0 < last(it) < 0.1,
        "It had to": lambda it: last(it) < 0.1 and within(it, rates(it.state())[1]),
        "must vanish all the same": lambda it: within(it, rates(it.state())[1]) and last(it) >= 0.1,
        "a bound below 1": lambda it: rates(it.state())[1] < 1,
        "is its power exactly": lambda it: is_power(it) and within(it, radius(it)),
        "at 0: it vanishes. On": lambda it: is_power(it) and powers(it)[-1] < -9,
        "at 0: it explodes. On": lambda it: is_power(it) and powers(it)[-1] > 9,
        "promise: it vanishes.": lambda it: is_power(it) and powers(it)[-1] < -9,
        "promise: it explodes.": lambda it: is_power(it) and powers(it)[-1] > 9,
        "lacks an eigenvector": lambda it: abs(np.diff(powers(it))[-1] - np.log10(2)) < 1e-3,
        "has all its eigenvectors": lambda it: -1e-9 < min(powers(it)[5:]) <= max(powers(it)) < 3,
        "has no negative entry": lambda it: rates(it.state())[2].min() >= 0 and powers(it)[-1] < -9,
        "necessary for that, not": lambda it: rates(it.state())[1] > 1 and last(it) < 0.1,
        "left room for that": lambda it: rates(it.state())[1] > 1 and last(it) > 10,
        "It could, for the bound": lambda it: rates(it.state())[1] > 1 and last(it) > 10,
        "= 1 promised nothing": lambda it: abs(radius(it) - 1) < 1e-9,
        "nothing was guaranteed": lambda it: rates(it.state())[1] >= 1 > radius(it),
        "promised vanishing": lambda it: radius(it) < 1,
        "promised exploding": lambda it: radius(it) > 1,
    },
)


def test_a_random_run_is_that_of_the_package(unchecked, rng):
    """T = 12. A rounding error grows as products of Jacobians do: the problem's own condition."""
    states = [drawn(rng, 12, pair(rng, 2.5), rng.choice([0, 3, -1])) for _ in range(1000)]
    plain = 0
    for found, state in zip(derived(GradientExplorer(), RUN, states), states, strict=True):
        M, bound, W = rates(state)
        wanted = measured(state)
        condition = 1.0 if state["cell"] == "linear" else max(1.0, wanted.upper.max())
        gap = error(10 ** np.array(found["norm"][1:]), wanted.norm)
        assert gap < 1e-11 * condition
        assert error(10 ** np.array(found["lower"][1:]), wanted.lower) < 1e-11 * condition
        assert error(found["W"], W) < 1e-12
        assert error(found["bound"], bound) < 1e-12
        assert abs(found["radius"] - spectral_radius(M)) < 1e-6  # of equal ones half the digits
        plain += gap < 1e-12
    assert plain > 980


def test_the_kit_makes_a_matrix_of_its_schur_parameters_as_the_package_does(rng):
    asked = [[pair(rng, 2.5), float(rng.normal(0, 5)), float(rng.normal())] for _ in range(1000)]
    asked += [[values, 0.0, angle] for values, _, angle in asked[:200]]
    assert error(kit.run("maths", "schur2", asked), [matrix(*one) for one in asked]) < 1e-12


def test_the_facts_are_the_verdict_of_the_package(unchecked, rng):
    states = [draw(rng) for _ in range(1000)]
    pick = "({ facts, texts, norm, bound, radius }) => [facts, texts, norm, bound, radius]"
    for facts, texts, norm, bound, rate in derived(GradientExplorer(), pick, states):
        told = [texts[name] for name in ("top", "peak", "last")]
        top = int(np.argmax(norm[1:])) + 1
        assert told == [str(top), size(norm[top]), size(norm[-1])]
        assert texts["zero"] == str(norm.index(-math.inf) if -math.inf in norm else -1)
        wanted = verdict(10.0 ** np.array(norm[1:]), bound, rate)
        assert facts["shrunk"] == (wanted.outcome == "vanishes")
        assert facts["grown"] == (wanted.outcome == "explodes")
        assert (facts["rises"], facts["certain"]) == wanted[1:3]
        assert facts["below"] == (wanted.rule_of_radius == "vanishes")
        assert facts["above"] == (wanted.rule_of_radius == "explodes")


def test_the_largest_numbers_that_the_doors_let_in_do_not_overflow():
    for cell in ("linear", "residual", "leaky", "ReLU"):
        for values in ([[20.0, 20.0], [20.0, -20.0]], [[20.0, 0.0], [20.0, 0.0]]):
            it = GradientExplorer(eigenvalues=values, nonnormality=40, cell=cell, drive=5)
            assert np.isfinite(measured(it.state()).norm).all()
            assert max(derived(it, RUN)[0]["norm"]) < 300
