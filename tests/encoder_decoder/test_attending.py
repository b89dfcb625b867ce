"""The attending step: its gradient, its speed's twin, padding, and what is refused."""

import numpy as np
import pytest

from tests.gated import like, size
from unrolled.core.gradcheck import dot_product_gap, largest_gap
from unrolled.core.tree import ravel, tree_map
from unrolled.core.unroll import bptt, unroll
from unrolled.encoder_decoder.attending import Attending, attending, look, random_attending
from unrolled.lstm.cell import State
from unrolled.sequence_tasks.padding import is_step

LENGTHS = np.array([5, 3, 1])


def problem(batch, seed=0):
    """A decoder with n_y = 2, n_h = 3, n_k = 4 that looks at five keys, and a gradient."""
    rng = np.random.default_rng(seed)
    lstm, score = random_attending(rng, 2, 3, 4)
    p = like(rng, Attending(lstm, score, np.zeros((5, *batch, 4))))
    start = State(*rng.normal(size=(2, *batch, 3)))
    ys = rng.normal(size=(4, *batch, 2))
    d = State(*rng.normal(size=(2, 4, *batch, 3)))
    return p, ys, start, d


MASKS = pytest.mark.parametrize(
    ("batch", "seen"),
    [((), None), ((3,), None), ((3,), is_step(LENGTHS, 5)), ((2, 3), None)],
    ids=["single", "batch", "padded", "two axes"],
)


@MASKS
def test_all_at_once_is_step_by_step(batch, seen):
    p, ys, start, d = problem(batch)
    cell = attending(seen)
    plain = cell._replace(fast=None)
    states, caches = unroll(cell, p, ys, start)
    one_by_one, kept = unroll(plain, p, ys, start)
    assert largest_gap(states, one_by_one) < 1e-14
    assert largest_gap(tuple(caches.steps), tuple(kept.steps)) < 1e-14
    for window in (None, 2):
        found = bptt(cell, p, caches, d, window)
        slow = bptt(plain, p, kept, d, window)
        assert largest_gap(found, slow) < 1e-12 * size(slow)


@MASKS
def test_the_gradient_is_the_transpose(batch, seen):
    p, ys, start, d = problem(batch, 1)
    cell = attending(seen)
    to = like(np.random.default_rng(2), (p, ys, start))

    def moved(by):
        at = tree_map(lambda a, b: a + by * b, (p, ys, start), to)
        return unroll(cell, *at)[0]

    rate = tree_map(lambda a, b: (a - b) / 2e-5, moved(1e-5), moved(-1e-5))
    found = bptt(cell, p, unroll(cell, p, ys, start)[1], d)
    assert dot_product_gap(ravel(d), ravel(rate), found, to) < 1e-7


def test_what_is_padding_weighs_nothing_and_gets_no_gradient():
    p, ys, start, d = problem((3,))
    seen = is_step(LENGTHS, 5)
    cell = attending(seen)
    results = []
    for filling in (0.0, 99.0):
        filled = p._replace(keys=np.where(seen[..., None], p.keys, filling))
        states, caches = unroll(cell, filled, ys, start)
        A = caches.steps.A
        assert np.allclose(A.sum(axis=-1), 1)
        assert (A[:, ~seen.T] == 0).all()
        found = bptt(cell, filled, caches, d)
        assert (found[0].keys[~seen] == 0).all()
        results.append((states, *found))
    assert largest_gap(*results) == 0


def test_equal_scores_give_the_plain_mean():
    p = problem(())[0]
    r, A, _ = look(p.score._replace(w=np.zeros(3)), np.ones(3), p.keys, None)
    assert np.allclose(A, 1 / 5)
    assert np.allclose(r, p.keys.mean(axis=0))


@pytest.mark.parametrize(
    ("change", "seen", "says"),
    [
        ({"keys": np.zeros((5, 4))}, None, "p.keys: got shape"),
        ({"keys": np.zeros((5, 3, 2))}, None, "p.lstm: got weights for 6 inputs, expected 2 "),
        ({}, np.ones((4, 3), bool), r"seen: got shape \(4, 3\), expected \(5, 3\)"),
        ({}, np.zeros((5, 3), bool), "mask: got False for every key"),
        ({"score": (1, 2)}, None, "p.score: got"),
    ],
)
def test_what_does_not_fit_is_told(change, seen, says, unchecked):
    p, ys, start, _ = problem((3,))
    with pytest.raises(ValueError, match=says):
        unroll(attending(seen), p._replace(**change), ys, start)
