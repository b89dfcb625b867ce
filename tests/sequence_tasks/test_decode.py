"""Deciding on a sequence: against each other, against everything, and at the doors."""

import numpy as np
import pytest

from unrolled.sequence_tasks.decode import (
    Writer,
    beam,
    exhaustive,
    greedy,
    grow_beam,
    sample,
)


def chain(seed, letters=3):
    """A writer whose next letter depends on the last one; the first letter stops it."""
    p = np.random.default_rng(seed).dirichlet(np.ones(letters), size=letters + 1)
    return Writer(None, lambda state, token: (np.log(p[-1 if token is None else token]), token), 0)


@pytest.mark.parametrize("seed", range(20))
def test_width_1_is_greedy_and_a_wide_beam_is_exhaustive(seed):
    writer = chain(seed)
    everything = exhaustive(writer, 4)
    assert beam(writer, 1, 4) == [greedy(writer, 4)]
    wide = beam(writer, 200, 4)
    assert sorted(wide) == sorted(everything)
    assert [one.log_p for one in wide] == [one.log_p for one in everything]
    assert np.isclose(sum(np.exp(one.log_p) for one in everything), 1)


def test_a_beam_of_two_finds_what_greedy_misses():
    p = {None: [0.01, 0.59, 0.4], 1: [0.5, 0.25, 0.25], 2: [0.9, 0.05, 0.05]}
    writer = Writer(None, lambda state, token: (np.log(p[token]), token), 0)
    assert greedy(writer, 5).tokens == (1,)
    assert beam(writer, 2, 5)[0].tokens == (2,)
    assert np.isclose(np.exp(beam(writer, 2, 5)[0].log_p), 0.36)


def test_the_tree_keeps_as_many_as_the_beam_is_wide():
    found, looked_at = grow_beam(chain(0), 2, 4)
    assert len(found) == 2
    assert all(sum(branch.kept for branch in step) == 2 for step in looked_at)
    assert [branch.written for branch in looked_at[-1] if branch.kept] == found


def test_samples_come_as_often_as_they_are_likely():
    writer, rng = chain(1), np.random.default_rng(0)
    everything = {(one.tokens, one.ended): np.exp(one.log_p) for one in exhaustive(writer, 2)}
    drawn = [sample(writer, rng, 2) for _ in range(4000)]
    for name, p in everything.items():
        share = np.mean([(one.tokens, one.ended) == name for one in drawn])
        assert abs(share - p) < 4 * np.sqrt(p * (1 - p) / len(drawn)) + 1e-9
    cold = sample(writer, rng, 2, temperature=1e-6)
    assert cold == greedy(writer, 2)


def test_what_never_stops_is_cut_off_and_says_so():
    writer = Writer(0, lambda state, token: (np.log([1e-9, 1 - 1e-9]), state), 0)
    for written in (
        greedy(writer, 3),
        sample(writer, np.random.default_rng(0), 3),
        beam(writer, 2, 3)[0],
    ):
        assert (written.tokens, written.ended) == ((1, 1, 1), False)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda w: greedy(w, 0), "limit: got 0"),
        (lambda w: beam(w, 0, 3), "width: got 0"),
        (lambda w: sample(w, np.random.default_rng(0), 3, 0), "temperature: got 0"),
        (lambda w: exhaustive(w, 30), "limit: got 30, expected one with at most 100000"),
    ],
)
def test_what_cannot_be_is_told(call, said):
    with pytest.raises(ValueError, match=said):
        call(chain(0))


@pytest.mark.parametrize(
    ("gives", "stop", "said"),
    [
        ([0.6, 0.4], 0, "step: gave .*, expected log p of each token"),
        ([np.nan, -1.0], 0, "step: gave .*, expected log p of each token"),
        ([], 0, "step: gave .*, expected log p of each token"),
        ([[-1.0, -1.0]], 0, "step: gave .*, expected log p of each token"),
        ([-1.0, -0.5], 2, "stop: got 2, expected"),
        ([-1.0, -0.5], -1, "stop: got -1, expected"),
    ],
)
@pytest.mark.parametrize("decode", [lambda w: greedy(w, 3), lambda w: beam(w, 2, 3)])
def test_a_step_that_is_no_log_p_is_refused(decode, gives, stop, said):
    with pytest.raises(ValueError, match=said):
        decode(Writer(None, lambda state, token: (np.array(gives), state), stop))


def test_what_is_impossible_is_not_kept():
    writer = Writer(None, lambda state, token: (np.array([0.0, -np.inf]), state), 0)
    assert [one.tokens for one in beam(writer, 5, 3)] == [()]
