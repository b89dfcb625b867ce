"""A GRU with a gate held open: the gate stays open, and the file holds what the code computes."""

import numpy as np
import pytest

from unrolled.core.tree import tree_leaves
from unrolled.core.unroll import unroll
from unrolled.gru import ablation
from unrolled.gru.ablation import GATES, UPDATES, held_open, loaded
from unrolled.gru.cell import CELL
from unrolled.lstm.lags import EVERY, GAMES, SEEDS, played
from unrolled.rnn.cell import CELL as ELMAN
from unrolled.rnn.cell import RNN
from unrolled.training import task_gradient

DRAWN = (6, 4, 10)


@pytest.mark.parametrize("name", GATES)
def test_the_first_updates_are_those_of_the_file(name):
    for game in GAMES:
        again = played(game, 10, held_open(name), seed=1, updates=100)
        assert again == pytest.approx(loaded()[game][name][1][:2], rel=1e-2)


def test_the_file_is_whole():
    assert list(loaded()) == list(GAMES)
    for game in loaded().values():
        assert list(game) == list(GATES)
        for runs in game.values():
            assert np.shape(runs) == (len(SEEDS), UPDATES // EVERY)


@pytest.mark.parametrize("name", GATES)
def test_a_gate_is_open_and_training_leaves_it_so(name, rng):
    who = held_open(name)(rng, *DRAWN)
    task = GAMES["copying"].draw(rng, 10)
    slope = task_gradient(who, task, GAMES["copying"].loss)[1].cell
    start = np.zeros((task.xs.shape[1], len(who.h0)))
    steps = unroll(CELL, who.p.cell, task.xs, start)[1].steps
    for gate in "ur":
        is_open = gate in GATES[name]
        assert (getattr(steps, gate) == 1).all() == is_open
        assert all((leaf == 0).all() for leaf in tree_leaves(getattr(slope, gate))) == is_open


def test_with_both_gates_open_it_is_elmans_cell(rng):
    p = held_open("both")(rng, *DRAWN).p.cell
    xs, h0 = rng.normal(size=(7, 6)), rng.uniform(-1, 1, len(p.h.b))
    states = unroll(CELL, p, xs, h0)[0]
    assert states == pytest.approx(unroll(ELMAN, RNN(*p.h), xs, h0)[0])


def test_with_the_update_gate_open_the_first_way_back_is_gone(unchecked):
    reach = {name: ablation.first_reach("copying", name, 0) for name in GATES}
    assert reach["update"] < 0.01 < min(reach[name] for name in ("none", "reset", "both"))
    with pytest.raises(ValueError, match="name: got 'forget'"):
        held_open("forget")
