"""The sizes of stream and gradient in a stack before training: every place, and the file."""

import numpy as np
import pytest

from unrolled.core.derived import data_file
from unrolled.stack import deep_sizes
from unrolled.stack.deep_sizes import KINDS, MOST, SEEDS, climb, loaded, lower_stack, measured, rms
from unrolled.stack.encoder import added_by_parts, encode, random_encoder
from unrolled.stack.find_and_copy import N_HEADS, WIDE, D
from unrolled.stack.warm_up import first_gradients

DOWN = ("above", "summed")


@pytest.mark.parametrize("kind", KINDS)
def test_one_seed_comes_out_as_it_is_in_the_file(kind):
    for blocks in (1, 4, MOST):
        weights = loaded()[kind]["down"][str(blocks)]["weights"]
        again = measured(kind, blocks, seed=2)[1].weights
        assert again == pytest.approx([row[2] for row in weights], rel=1e-3)


@pytest.mark.parametrize("kind", KINDS)
def test_the_medians_of_all_seeds_are_those_in_the_file(kind):
    runs = [measured(kind, 3, seed) for seed in SEEDS]
    down = loaded()[kind]["down"]["3"]
    for name in (*DOWN, "start"):
        wanted = np.median([getattr(way, name) for _, way in runs], axis=0)
        assert down[name] == pytest.approx(wanted, rel=1e-3), name
    ups = loaded()[kind]["up"]
    for name in ("added", "summed"):
        wanted = np.median([getattr(up, name) for up, _ in runs], axis=0)
        assert ups[name][:6] == pytest.approx(wanted, rel=1e-3), name


def test_the_file_has_every_depth_and_is_small():
    assert data_file(deep_sizes.__name__).stat().st_size < 30_000
    assert list(loaded()) == list(KINDS)
    for kind in KINDS:
        assert [len(loaded()[kind]["up"][name]) for name in ("added", "summed")] == [2 * MOST] * 2
        for blocks in range(1, MOST + 1):
            down = loaded()[kind]["down"][str(blocks)]
            assert np.shape(down["weights"]) == (blocks, len(SEEDS))
            assert [len(down[name]) for name in DOWN] == [2 * blocks] * 2


@pytest.mark.parametrize("first", [False, True])
def test_a_climb_is_what_the_encoder_does(rng, first):
    blocks, X = random_encoder(rng, 4, N_HEADS, D, WIDE), rng.normal(size=(3, 5, D))
    up = climb(blocks, X, first)
    tops = [rms(encode(blocks[: n + 1], X, first=first)[0]) for n in range(4)]
    assert up.start == pytest.approx(rms(X))
    if first:
        assert up.added == pytest.approx([rms(Y) for Y in added_by_parts(blocks, X)])
        assert up.summed[1::2] == pytest.approx(tops)
    else:
        assert tops == pytest.approx([1] * 4, abs=1e-4)


def test_the_whole_stack_has_the_gradients_of_the_chapter_s_figure():
    for kind, how in KINDS.items():
        found = measured(kind, MOST, seed=1)[1].weights
        assert found == pytest.approx(first_gradients(MOST, 1, *how))


def test_a_gradient_s_sizes_are_shares_of_what_the_loss_sends():
    for kind, (first, final) in KINDS.items():
        down = measured(kind, 3, seed=0)[1]
        assert len(down.above) == len(down.summed) == 6
        if not final:
            assert down.above[-1] == pytest.approx(1)
        if first:
            assert down.summed == down.above


def test_a_lower_stack_is_the_lower_part_of_a_taller_one():
    low, tall = lower_stack(3, 2), lower_stack(3, 5)
    assert len(low.blocks) == 2
    assert np.array_equal(low.W_in, tall.W_in)
    assert np.array_equal(low.blocks[1].feed.W_2, tall.blocks[1].feed.W_2)


def test_what_does_not_fit_is_refused(unchecked):
    with pytest.raises(ValueError, match="blocks: got 13"):
        lower_stack(0, 13)
    with pytest.raises(ValueError, match="kind: got 'between'"):
        measured("between", 3, 0)
    with pytest.raises(ValueError, match="side: got 'beside'"):
        deep_sizes.shares_of("beside")
    with pytest.raises(ValueError, match="blocks: got 0"):
        deep_sizes.gradients_of("after", 0)
