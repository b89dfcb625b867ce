"""The two forms of the GRU, trained alike: data that is what the code computes."""

import numpy as np
import pytest

from unrolled.core.tree import tree_size
from unrolled.gru import ablation, two_forms
from unrolled.gru.lags import UNITS, gru
from unrolled.lstm.lags import EVERY, GAMES, SEEDS, played


@pytest.mark.parametrize("game", GAMES)
def test_the_first_updates_are_those_of_the_file(game):
    again = played(game, ablation.LAG, two_forms.resets_after, 0, EVERY)
    assert again == pytest.approx(two_forms.loaded()[game][0][:1], abs=2e-5)


def test_the_file_is_whole():
    data = two_forms.loaded()
    assert list(data) == list(GAMES)
    for runs in data.values():
        assert np.shape(runs) == (len(SEEDS), ablation.UPDATES // EVERY)


def test_both_forms_start_with_the_same_weights():
    ours, theirs = (
        start(np.random.default_rng(3), 2, 1, 10) for start in (two_forms.resets_after, gru)
    )
    assert np.array_equal(ours.p.cell.gates.h.W_h, theirs.p.cell.h.W_h)
    assert not ours.p.cell.b_reset.any()
    assert tree_size(ours.p) == tree_size(theirs.p) + UNITS


def test_the_ends_are_the_last_losses():
    for game in GAMES:
        ends = two_forms.ends(game)
        assert ends["after"] == [run[-1] for run in two_forms.loaded()[game]]
        assert ends["before"] == [run[-1] for run in ablation.loaded()[game]["none"]]
