"""The contest's file: whole, what one seed gives again, and who wins on the page."""

import numpy as np
import pytest

from unrolled.decoder import contest


def test_every_network_has_five_seeds_of_every_corpus():
    for name in contest.NETWORKS:
        for of in contest.SHARES:
            found = contest.curves(name, of)
            checkpoints = contest.UPDATES[of] // contest.EVERY[of]
            assert found.shape == (len(contest.SEEDS), checkpoints)
            for run in contest.loaded()[name][of]:
                assert run["kept"] == int(np.argmin(run["own"]))
                assert len(run["own"]) == checkpoints


@pytest.mark.parametrize("name", ["Elman", "GRU"])
def test_one_seed_gives_its_first_checkpoints_again(name):
    of, seed = "a sixteenth", 2
    _, found, _ = contest.learned(name, of, seed, updates=40)
    kept = contest.loaded()[name][of][seed]
    own, unseen = np.transpose(found)
    assert own == pytest.approx(kept["own"][: len(own)], rel=1e-2)
    assert unseen == pytest.approx(kept["held out"][: len(unseen)], rel=1e-2)


def test_counting_beats_every_median_and_at_small_sizes_every_seed():
    for of in contest.SHARES:
        lines = {line.name: line.perplexities for line in contest.table(of)}
        best = lines.pop("5-gram, interpolated")[0]
        assert best < min(map(np.median, lines.values()))
        beaten = sum(x < best for name in contest.NETWORKS for x in lines[name])
        assert beaten == (6 if of == "all" else 0)


def test_the_transformer_closes_up_as_the_text_grows():
    gaps = [
        np.median(contest.trained_line("Transformer, learned", of).perplexities)
        - contest.counted("5-gram, interpolated", of).perplexities[0]
        for of in contest.SHARES
    ]
    assert gaps == sorted(gaps, reverse=True)
    assert gaps[-1] > 0
