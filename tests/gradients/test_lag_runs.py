"""What the lag plot shows and says: 64 units recorded, cells of one's own, true in every state."""

import json

import numpy as np
import pytest

from tests.gradients.runs import NORM, elman_run, ends, zoo
from tests.widget.engine import derived
from unrolled.bptt.jacobians import jacobians
from unrolled.core.activations import IDENTITY
from unrolled.core.unroll import unroll
from unrolled.gradients import many_units
from unrolled.gradients.lag_plot import BAND, RARE, RULED, SEEN, STEPS, LagPlot
from unrolled.gradients.many_units import DRIVES, INPUTS, LAGS, RADII, loaded, problem, weights
from unrolled.gradients.norms import spectral_norm, spectral_radius
from unrolled.gradients.products import lags, products
from unrolled.page.numbers import size
from unrolled.remedies.shortcuts import elman
from unrolled.rnn.cell import CELL
from unrolled.widget.words import gaps, tell, unreached


def test_the_64_units_are_those_of_the_package(unchecked):
    """One drive of three radii is computed again; rounding moves a logarithm by 0.0005."""
    W, xs, h0 = problem()
    data = loaded()
    values = np.array(data["eigenvalues"]) @ [1, 1j]
    assert abs(np.abs(values).max() - spectral_radius(W)) < 1e-3
    assert abs(data["norm"] - spectral_norm(W)) < 1e-12
    assert len(data["runs"]) == len(RADII)
    for radius, drive in ((0.5, 1), (1.0, 0), (1.5, 5)):
        run = data["runs"][RADII.index(radius)][DRIVES.index(drive)]
        assert many_units.measure(radius, drive).keys() == run.keys()
        norms = [lags(CELL, weights(radius, drive), xs[:, i], h0[i]).norm for i in range(INPUTS)]
        found = np.sort(np.log10(norms)[:, np.array(LAGS) - 1], axis=0)
        for name, wanted in zip(("low", "mid", "high"), found[[0, 2, 4]], strict=True):
            assert np.abs(np.array(run[name]) - wanted).max() < 6e-4
    assert len(json.dumps(LagPlot()._constants)) < 40_000


def test_what_stories_and_question_say_of_the_states_is_so(unchecked):
    _, xs, h0 = problem()
    slope = {}
    for radius, drive in ((1.0, 0), (1.5, 0), (1.5, 5)):
        states, _ = unroll(CELL, weights(radius, drive), xs, h0)
        slope[radius, drive] = (1 - states[10:] ** 2).mean()
    assert slope[1.0, 0] > 0.95
    assert slope[1.5, 0] > 0.6 > 0.2 > slope[1.5, 5]
    at = {r: [ends(LagPlot(radius=r, run=run)) for run in (0, 1)] for r in RADII}
    assert at[1.1][0][0] > 0
    assert all(at[r][1][1] < 0 for r in RADII if r <= 1.75)
    assert at[1.9][1][0] < 0 < at[1.9][1][1]
    assert at[2.0][1][0] > 0
    assert [r for r in RADII if r * NORM < 1] == [0.4, 0.5]
    told = LagPlot()._constants
    rows = zip(RADII, loaded()["runs"], strict=True)
    end = {
        (r, d): size(run["mid"][-1]) for r, row in rows for d, run in zip(DRIVES, row, strict=True)
    }
    says = {story["name"]: story["says"] for story in told["stories"]}
    assert f"grows to {end[1.5, 0]}." in says["Left alone"]
    assert f"{end[1.5, 5]} is left." in says["Driven hard"]
    left = ", ".join(f"{end[r, 1]} at {r:g}" for r in (1.1, 1.25, 1.5, 1.75))
    assert all(left in reply for _, reply in told["question"]["options"])


def test_where_the_state_dies_out_the_radius_decides_in_the_limit(unchecked):
    """Below 1 and without input: over 400 steps the norm loses ρ a step, the state all it had."""
    for radius in (0.4, 0.8, 0.9):
        p = weights(radius, 0)
        h0 = problem()[2]
        states, caches = unroll(CELL, p, np.zeros((400, 64)), h0[0])
        norm = spectral_norm(products(jacobians(CELL, p, caches))[[199, 399]])
        assert np.linalg.norm(states[-1]) < 1e-12
        assert abs((norm[1] / norm[0]) ** (1 / 200) - radius) < 0.002
    rests = [[run["rests"] for run in row] for row in loaded()["runs"]]
    assert rests == [[radius < 1, False, False] for radius in RADII]


def test_what_is_said_of_a_cell_of_ones_own_is_so(rng, unchecked):
    seen = []
    for cell, p, xs, h0 in zoo(rng):
        it = LagPlot(cell=cell, p=p, xs=xs, h0=h0)
        ((facts, texts),) = derived(it, "({ facts, texts }) => [facts, texts]")
        seen.append(facts)
        said = tell(it._constants["words"], facts, texts)
        runs = [(xs[:, i], h0[i]) for i in range(xs.shape[1])] if xs.ndim == 3 else [(xs, h0)]
        found = [lags(cell, p, *one) for one in runs]
        norm = np.sort([one.norm for one in found], axis=0)
        assert (norm[0, -1] > 10, norm[-1, -1] < 0.1) == (facts["grown"], facts["shrunk"])
        k = np.arange(1, len(xs) + 1)
        W = p.W_hh
        if "no factor has a norm" in said:
            assert spectral_norm(W) < 1
            assert (norm <= spectral_norm(W) ** k * (1 + 1e-9)).all()
        if "no negative entry" in said:
            assert spectral_norm(np.linalg.matrix_power(W, 4000)) < 1e-3
            assert (norm[:, -1] <= spectral_norm(np.linalg.matrix_power(W, k[-1])) * 1.001).all()
        if "no single step" in said:
            largest = max(
                spectral_norm(jacobians(cell, p, unroll(cell, p, *one)[1])).max() for one in runs
            )
            assert (norm <= largest**k * (1 + 1e-9)).all()
            assert largest < 1
        assert facts["ruled"] == (cell == CELL)
        middle = norm[len(norm) // 2]
        if facts["rises"]:
            assert texts["top"] == str(middle.argmax() + 1)
        last = middle[-1]
        assert "From lag" in said if last == 0 else size(np.log10(last).round(4)) in said
    rules = [SEEN, RULED + STEPS, BAND]
    assert [unreached(one, seen) for one in rules] == [[], [], []]
    assert gaps(rules[0], seen) == gaps(rules[1], seen) == []
    assert {rule[0] for one in (SEEN, RULED) for rule in one} > set(RARE)


def test_a_run_that_overflows_says_at_which_step():
    cell, p, xs, h0 = elman_run(1e3 * np.ones((2, 2)), steps=200, cell=elman(IDENTITY))
    with pytest.raises(OverflowError, match="exploded at"):
        LagPlot(cell=cell, p=p, xs=xs, h0=h0)
