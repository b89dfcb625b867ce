"""The pictures of the chapter, by what they say; what they look like was looked at."""

import numpy as np

from unrolled.pretraining import conditionals, contest, fine_tuning, pictures, probe
from unrolled.pretraining.systems import SYSTEMS, sees


def test_the_table_of_four_says_as_many_words_as_it_has_tokens():
    assert pictures.READ.keys() == pictures.BELOW.keys() == SYSTEMS.keys()
    for name, (read, says) in pictures.READ.items():
        assert len(read) == len(says)
        answer = 3 if name == "T5" else 0
        assert sees(name, len(read) - answer, answer).shape == (len(read), len(read))
    assert "encoder" in pictures.four_systems().label


def test_two_words_say_their_sum():
    assert "1.498" in pictures.two_words(conditionals.TWO_WORDS).label


def test_gaps_are_told_for_every_objective_that_fills_them():
    figure = pictures.gaps_by_objective(contest.measured())
    assert all(pictures.NAMED.get(name, name) in figure.label for name in contest.FILLERS)
    assert pictures.GAPS.keys() == contest.measured()["masked"][0]["gaps"].keys()


def test_tasks_and_what_was_forgotten_say_their_medians():
    data = fine_tuning.measured()
    runs = data["agreement"]
    best = np.median([run["accuracy"]["all"][-1] for run in runs])
    left = np.median([run["gaps"]["all"] for run in runs])
    assert f"all weights {best:.0%}" in pictures.labels_needed(data).label
    assert f"all weights: {best:.0%} and {left:.0%}" in pictures.gained_and_forgotten(data).label


def test_padding_says_its_cosines():
    padded = {n: probe.padded(n) for n in probe.FILLED}
    figure = pictures.unmasked_padding(padded, probe.lengths())
    assert all(
        f"{np.median(one['cosines']):.2f} at {n}" in figure.label for n, one in padded.items()
    )
