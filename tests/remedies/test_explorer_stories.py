"""Gradient explorer: its stories are true, and its pictures can be pulled."""

import math

import numpy as np
import pytest

from tests.remedies.explorer_reference import draw, rates
from tests.widget.common import error, slider
from tests.widget.engine import derived
from unrolled.gradients.norms import spectral_radius
from unrolled.page.numbers import size
from unrolled.remedies.gradient_explorer import STORIES, GradientExplorer, measured

NAME = "gradient_explorer"
NORM = "(now, widget) => now.norm"


def test_the_stories_show_the_numbers_that_were_promised(unchecked):
    """Logarithms: where tanh saturates, and beside an unstable point, rounding costs digits."""
    runs = [measured(state).norm for *_, state in STORIES]
    asked = [state for *_, state in STORIES]
    for found, norm in zip(derived(GradientExplorer(), NORM, asked), runs, strict=True):
        assert error(found[1:], np.log10(norm)) < 1e-5
    shear, saturated, zero, turn, leaky = runs
    promised = [(shear, {9: 38.7, 10: 38.7, 62: 1.001, 100: 0.0295}),
                (saturated, {1: 0.542, 5: 8.20e-7, 10: 2.17e-14, 50: 5.2e-75}),
                (zero, {1: 2.84, 10: 564, 20: 2.01e5, 30: 7.19e7}),
                (turn, {10: 1.05**10, 100: 1.05**100}), (leaky, {100: 0.98**100})]  # fmt: skip
    for norm, wanted in promised:
        assert error([norm[k - 1] for k in wanted], list(wanted.values()), 0) < 6e-3
    assert shear.argmax() == 9 - 1
    replies = GradientExplorer()._constants["question"]["options"]
    assert all("rises to 38.7 at lag 9 before" in reply for _, reply in replies)
    assert shear[62 - 1] > 1 > shear[63 - 1]
    assert math.isclose(zero[-1] / zero[-2], 1.8, rel_tol=1e-6)
    plain = asked[4] | {"cell": "tanh", "start": [0.5, 0.5]}
    assert (measured(plain).norm <= 0.8 ** np.arange(1, 101)).all()


def test_the_unstable_point_holds_for_its_steps_and_its_slopes_are_1_and_a_tenth():
    state = STORIES[2][2]
    W = rates(state)[2]
    assert error(W, [[2, -2], [2, -2]]) < 1e-14
    slopes = 1 - np.tanh(W @ state["start"] + state["bias"]) ** 2
    assert error(slopes, [1, 0.1]) < 1e-12
    assert math.isclose(spectral_radius(np.diag(slopes) @ W), 1.8, rel_tol=1e-12)
    longer = measured(state | {"horizon": 100}).norm
    gone = np.flatnonzero(np.abs(longer[1:] / longer[:-1] - 1.8) > 0.05)
    assert 45 < gone[gone > 5][0] < 75  # rounding alone drives the state away


def test_what_python_changes_is_no_story_any_more():
    it = GradientExplorer(**STORIES[0][2], answered=True)
    assert it.still().count('aria-pressed="true"') == 1
    it.eigenvalues = [[1.2, 0.3], [1.2, -0.3]]
    assert it.still().count('aria-pressed="true"') == 0
    assert "has grown to" in it.still()


def test_a_matrix_is_taken_apart_and_shown():
    it = GradientExplorer([[1, 2], [3, 4]], answered=True)
    assert error(rates(it.state())[2], [[1, 2], [3, 4]]) < 1e-13
    cells = "".join(f"<span>{n}.00</span> " for n in (1, 2, 3, 4))
    assert cells.strip() in it.still()


@pytest.mark.parametrize(
    ("before", "i", "to", "after"),
    [
        ([[1, 1], [1, -1]], 0, [0.5, 2], [[0.5, 2], [0.5, -2]]),
        ([[1, 1], [1, -1]], 1, [0.5, -2], [[0.5, 2], [0.5, -2]]),
        ([[1, 1], [1, -1]], 0, [0.5, -2], [[0.5, -2], [0.5, 2]]),
        ([[1, 1], [1, -1]], 0, [0.5, 0.05], [[0.5, 0], [0.5, 0]]),
        ([[1, 0], [1, 0]], 0, [0.5, 0.1], [[0.5, 0], [1, 0]]),
        ([[1, 0], [-1, 0]], 1, [0.5, 2], [[1, 0], [0.5, 0]]),
        ([[1, 0], [1, 0]], 1, [1.2, -0.3], [[1.2, 0.3], [1.2, -0.3]]),
    ],
)
def test_a_pair_meets_on_the_axis_parts_along_it_and_leaves_it_together(call, before, i, to, after):
    assert call(NAME, "pulled", [[before, i, to]]) == [after]


def test_the_decades_hold_the_norm_and_a_norm_of_1(call, rng):
    norms = [np.cumsum(rng.normal(0, 10 ** rng.uniform(-2, 1), 50)) for _ in range(200)]
    asked = [[norm.tolist(), float(rng.normal(0, 100))] for norm in norms]
    for (low, high, ticks), (norm, _) in zip(call(NAME, "decades", asked), asked, strict=True):
        assert low <= min(0, *norm) <= max(0, *norm) <= high
        assert [0, "1"] in ticks
        assert 1 <= len(ticks) <= 8


def test_eigenvalues_and_the_lag_are_pulled_in_the_pictures(show):
    page = show(GradientExplorer(answered=True), height=2000).page
    page.evaluate("document.querySelector('.explorable-live .kit-more').open = true")
    circle = page.locator(".explorable-live .kit-linked circle").first.bounding_box()
    unit = circle["width"] / 2  # the stroke is thin
    zero, y = circle["x"] + unit, circle["y"] + unit

    def pull(start, *way):
        page.mouse.move(zero + start[0] * unit, y - start[1] * unit)
        page.mouse.down()
        for re, im in way:
            page.mouse.move(zero + re * unit, y - im * unit, steps=3)
        page.mouse.up()
        labels = ["middle of both λ", "distance of both λ from it; below 0: a pair"]
        return [float(slider(page, label).input_value()) for label in labels]

    assert np.allclose(pull((0.9, 0), (0.9, 1), (-0.5, 1.5)), [-0.5, -1.5], atol=0.04)  # a pair
    assert np.allclose(pull((-0.5, 1.5), (0.5, 0), (1, 0)), [0.75, 0.25], atol=0.04)  # and apart
    dot = page.locator(".explorable-live .kit-main .knob").bounding_box()
    page.mouse.move(dot["x"] + 5, dot["y"] + 5)
    page.mouse.down()
    page.mouse.move(dot["x"] + 2000, dot["y"], steps=3)
    page.mouse.up()
    assert slider(page, "lag k").input_value() == "100"


def test_the_numbers_of_the_table_are_those_of_the_package(unchecked, rng):
    states = [draw(rng) for _ in range(100)]
    tables = derived(GradientExplorer(), "(now, widget) => widget.table(now).rows", states)
    for found, state in zip(tables, states, strict=True):
        run = measured(state)
        M, bound, _ = rates(state)
        for k, *cells in found:
            if k > state["horizon"]:
                assert cells == ["–"] * 4
                continue
            wanted = run.norm[k - 1], bound**k, run.lower[k - 1], spectral_radius(M) ** k
            for shown, x in zip(cells, wanted, strict=True):
                assert not 1e-9 < x < 1e9 or shown == size(np.log10(x))
