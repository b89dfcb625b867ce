"""What the chapter says of blocks, beyond its own draws."""

import numpy as np

from unrolled.attention.mask import causal
from unrolled.core.gradcheck import largest_gap
from unrolled.core.tree import tree_map, tree_size
from unrolled.transformer import random_blocks
from unrolled.transformer.block import block, random_block
from unrolled.transformer.norm import layer_norm, new_norm
from unrolled.transformer.positions import shift, sinusoids


def test_along_the_wrong_axis_a_token_depends_on_the_others():
    for seed in range(20, 30):
        p, X = random_blocks.drawn(seed)
        other = X.copy()
        other[-1] += 1
        right = [layer_norm(p.norm_1, Z)[0][0] for Z in (X, other)]
        wrong = [random_blocks.across(Z)[0] for Z in (X, other)]
        assert np.array_equal(*right)
        assert not np.allclose(*wrong)
        assert min(random_blocks.off(seed)) > 0.2


def test_a_block_from_its_parts_is_the_block():
    p, X = random_blocks.drawn(40)
    norm = lambda Z: layer_norm(new_norm(random_blocks.D), Z)[0]  # noqa: E731
    assert largest_gap(random_blocks.built(p, X, norm, lambda Z: Z), block(p, X)[0]) < 1e-13


def test_behind_a_causal_mask_nothing_later_moves_what_is_before():
    for seed in range(20, 30):
        moved = random_blocks.moved(seed)
        assert moved[0] > 0.01
        assert moved[1] == 0


def test_a_block_of_zeros_changes_nothing_if_its_norms_stand_before_the_parts(rng):
    p = tree_map(np.zeros_like, random_block(rng, 2, 4, 6))
    X = rng.normal(size=(5, 4))
    assert np.array_equal(block(p, X, causal(5), first=True)[0], X)


def test_the_product_of_two_places_depends_on_their_distance_alone(rng):
    P = sinusoids(30, 8, 100.0)
    G = P @ P.T
    assert max(np.ptp(np.diag(G, k)) for k in range(30)) < 1e-12
    k = float(rng.uniform(-5, 5))
    assert largest_gap(shift(k, 8) @ shift(-k, 8), np.eye(8)) < 1e-14


def test_a_block_s_weights_are_counted(rng):
    for n_H, d, d_ff in ((1, 3, 5), (2, 4, 7), (3, 6, 1)):
        wanted = 4 * d * d + 2 * d * d_ff + 9 * d + d_ff
        assert tree_size(random_block(rng, n_H, d, d_ff)) == wanted


def test_without_norms_tokens_grow_and_one_key_takes_all():
    lengths, largest = random_blocks.without_norms(9, blocks=8)
    assert (np.diff(lengths) > 0).all()
    assert lengths[-1] > 15
    assert largest[-1, 0] > 0.99 > 0.4 > largest[:, 1].max()
