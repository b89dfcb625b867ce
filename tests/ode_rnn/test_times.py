"""Rows of observations, and what is refused at the doors of the room."""

import numpy as np
import pytest

from tests.ode_rnn.own import SQUARES
from unrolled.core.cell import Cell
from unrolled.core.unroll import unroll
from unrolled.gru.cell import CELL as GRU_CELL
from unrolled.lstm.cell import CELL as LSTM_CELL
from unrolled.neural_ode.gradients import Field
from unrolled.ode_rnn import race, worlds
from unrolled.ode_rnn.between import DECAYS, Between, evolves, stretched
from unrolled.ode_rnn.cells import crossing, decaying, evolving, ignoring, imputing
from unrolled.ode_rnn.times import anything, gap_of, heard, rows

pytestmark = pytest.mark.usefixtures("unchecked")
TIMES, VALUES = np.array([1.0, 1.5, 4.0]), np.arange(6.0).reshape(3, 2)
SEEN = np.array([[True, False], [False, False], [True, True]])


def test_a_row_holds_the_gap_what_was_measured_and_where():
    shown = np.where(SEEN, VALUES, np.nan)  # what was not measured is never read
    found = rows(TIMES, shown, SEEN)
    assert found.tolist() == [[0, 0, 0, 1, 0], [0.5, 0, 0, 0, 0], [2.5, 4, 5, 1, 1]]
    assert gap_of(found).tolist() == [0, 0.5, 2.5]
    assert anything(found).tolist() == [[True], [False], [True]]
    assert heard(found).shape == (3, 4)
    assert rows(TIMES, VALUES, start=0.25)[0].tolist() == [0.75, 0, 1, 1, 1]
    assert rows(TIMES, VALUES)[:, 3:].min() == 1


def test_each_sequence_of_a_batch_has_its_own_times(rng):
    times = np.cumsum(rng.uniform(0.1, 2, (5, 3)), axis=0)
    values = rng.normal(size=(5, 3, 2))
    found = rows(times, values)
    for b in range(3):
        assert np.array_equal(found[:, b], rows(times[:, b], values[:, b]))


@pytest.mark.parametrize(
    ("times", "said"),
    [
        ([0.0, 2.0, 1.0], "times: got 2 and then 1, expected rising times, each only once"),
        ([0.0, 1.0, 1.0], "times: got 1 and then 1, expected rising times, each only once"),
        ([0.0, np.nan, 1.0], r"times: got nan at index \(1,\), expected finite numbers"),
        ([0.0, 1.0, np.inf], r"times: got inf at index \(2,\), expected finite numbers"),
        ([-1.7e308, 1.7e308, 1.75e308], r"gaps: got inf at index \(1,\), expected finite numbers"),
        ([0.0, 1.0], r"values: got shape \(3, 2\), expected \(2, n_x\)"),
    ],
)
def test_times_that_are_not_in_order_are_refused(times, said):
    with pytest.raises(ValueError, match=said):
        rows(np.array(times), VALUES)


def test_the_sequence_whose_times_are_wrong_is_named():
    times = np.array([[0.0, 0.0], [1.0, 3.0], [2.0, 2.5]])
    with pytest.raises(ValueError, match=r"got 3 and then 2\.5 in sequence 1, expected rising"):
        rows(times, np.zeros((3, 2, 1)))


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"start": 2.0}, "start: got one after the first time 1, expected one before it"),
        ({"start": np.nan}, "start: got nan, expected a finite number"),
        ({"values": VALUES + [[0, np.nan]] * 3}, r"values: got nan at index \(0, 1\), expected"),
        ({"observed": SEEN[:2]}, r"observed: got bool of shape \(2, 2\), expected truth values"),
        ({"observed": SEEN * 1.0}, r"observed: got float64 of shape \(3, 2\), expected truth"),
        ({"observed": "all"}, "observed: got 'all', expected an array of real numbers"),
    ],
)
def test_what_does_not_fit_the_times_is_refused(given, said):
    with pytest.raises(ValueError, match=said):
        rows(**{"times": TIMES, "values": VALUES} | given)


def answered(cell, xs=None, **given):
    """The states of right rows, but for what is given."""
    xs = rows(TIMES, VALUES, SEEN) if xs is None else xs
    p = cell.random(np.random.default_rng(0), 5, 3)
    return unroll(cell, given.get("p", p), xs, given.get("h0", cell.start(3)))


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        (lambda: answered(decaying(), np.zeros((3, 4))), "xs: got 4 numbers a row, expected rows"),
        (lambda: answered(decaying(), np.zeros((3, 1))), "xs: got 1 numbers a row, expected rows"),
        (lambda: answered(imputing(0.25, 2), np.zeros((3, 3))), "xs: got shape .*n_row=5"),
        (
            lambda: answered(imputing(0.25, 2), 1e3 * rows(TIMES, VALUES)),
            "xs: got a gap of 2500",
        ),
        (
            lambda: answered(decaying(), p=np.zeros(3)),
            "p: got an array .*expected Weights",
        ),
        (lambda: answered(ignoring(LSTM_CELL), h0=np.zeros(3)), "h0: got an array .* State"),
        (lambda: answered(imputing(0.25, 2), h0=np.zeros(3)), "h0: got an array .*expected Held"),
        (
            lambda: answered(evolving(), 1e3 * rows(TIMES, VALUES)),
            "xs: got a gap of 2500",
        ),
        (lambda: crossing(GRU_CELL, GRU_CELL), "between: got Cell.*expected Between"),
        (lambda: crossing(DECAYS, DECAYS), "cell: got Between.*expected Cell"),
        (lambda: crossing(GRU_CELL, Between(len, len, len, "", 3)), "between.check: got 3, expec"),
        (lambda: stretched(abs), "field: got <built-in function abs>, expected Field"),
        (lambda: evolving(field=Field(3, abs)), "field.of: got 3, expected a function"),
        (lambda: evolving(longest=0), "longest: got 0, expected a finite number above 0"),
        (lambda: evolves(solver="rk5"), "solver: got 'rk5', expected one of 'euler'"),
        (lambda: evolves(random=3), "random: got 3, expected a function"),
        (lambda: imputing(0, 1), "tick: got 0, expected a finite number above 0"),
        (lambda: imputing(0.5, 0), "n_x: got 0, expected a whole number from 1 on"),
        (lambda: decaying().random(np.random.default_rng(0), 2, 3), "n_row: got 2, expected"),
        (lambda: evolving().random(np.random.default_rng(0), 3, 0), "n_h: got 0, expected"),
        (lambda: imputing(1, 2).random(np.random.default_rng(0), 3, 2), "n_row: got 3, expected"),
        (lambda: decaying().random(0, 3, 3), "rng: got 0, expected a generator"),
        (lambda: worlds.sample(np.random.default_rng(0), "ward", 2, 0), "rate: got 0, expected a"),
        (lambda: worlds.sample(np.random.default_rng(0), "sea", 2), "world: got 'sea', expected"),
        (lambda: worlds.task(TIMES), "found: got an array of shape .*expected Sample"),
        (lambda: worlds.best("ward", (1, 2)), "found: got a tuple of 2, expected Sample"),
        (lambda: race.start("guess", 0), "way: got 'guess', expected one of 'ignore'"),
        (lambda: race.learned("decay", "ward", 0, 0), "updates: got 0, expected"),
        (lambda: race.learned("decay", "sea", 0, 1), "contest: got 'sea', expected one of 'osc"),
        (lambda: race.held_out("ward", 0), "n: got 0, expected a whole number from 1 on"),
        (lambda: race.errors("ward", "guess"), "way: got 'guess', expected one of"),
        (lambda: race.kept("guess"), "way: got 'guess', expected one of 'ignore'"),
    ],
)
def test_what_is_refused(broken, said):
    with pytest.raises(ValueError, match=said):
        broken()


@pytest.mark.parametrize(
    ("cell", "gap", "said"),
    [
        (
            ignoring(),
            np.zeros(3),
            "p.gap: got an array of shape .*expected .., for the state",
        ),
        (decaying(), np.zeros(4), r"p.gap: got shape \(4,\), expected \(n_h=3\)"),
        (evolving(), np.zeros(4), "p.gap: got an array of shape .*expected Net"),
        (evolving(field=SQUARES._replace(of=lambda p, h, t: (h[:1], h))), (), "h0: got shapes"),
    ],
)
def test_weights_of_another_way_across_a_gap_are_refused(cell, gap, said):
    p = decaying().random(np.random.default_rng(0), 5, 3)._replace(gap=gap)
    with pytest.raises(ValueError, match=said):
        unroll(cell, p, rows(TIMES, VALUES, SEEN), np.zeros(3))


def test_what_is_wrong_inside_a_cell_of_ones_own_is_told():
    own = Cell(GRU_CELL.step, GRU_CELL.step_back)
    p = decaying().random(np.random.default_rng(0), 5, 3)
    with pytest.raises(ValueError, match=r"h0: got nan at index \(0,\), expected finite numbers"):
        unroll(decaying(own), p, rows(TIMES, VALUES), np.array([np.nan, 0, 0]))
