"""The decoder: PyTorch, the Jacobian's transpose, the causal mask, and what is refused."""

import numpy as np
import pytest
from hypothesis import given, settings

from tests.strategies import seeds
from unrolled.core.gradcheck import dot_product_gap, largest_gap
from unrolled.core.tree import ravel, tree_leaves, tree_map, tree_size, unravel
from unrolled.decoder import model, torch_twin
from unrolled.decoder.model import decode, loss_and_gradient, random_decoder

SIZES = {"size": 7, "length": 9, "d": 6, "blocks": 2, "n_H": 3, "d_ff": 10}
KINDS = [(positions, tied) for positions in model.POSITIONS for tied in (False, True)]


def drawn(seed=0, positions="learned", tied=False):
    """A decoder with no weight at zero or one."""
    rng = np.random.default_rng(seed)
    p = random_decoder(rng, **SIZES, positions=positions, tied=tied)
    return tree_map(lambda w: w + rng.normal(0, 0.2, w.shape), p)


def letters(seed=0, *shape):
    return np.random.default_rng(100 + seed).integers(0, SIZES["size"], shape)


@pytest.mark.parametrize(("positions", "tied"), KINDS)
def test_logits_loss_and_every_gradient_are_pytorchs(positions, tied):
    p, codes = drawn(1, positions, tied), letters(1, 4, 9)
    loss, gradient = loss_and_gradient(p, codes)
    their_loss, theirs = torch_twin.loss_and_gradient(p, codes)
    assert largest_gap(decode(p, codes)[0], torch_twin.logits(p, codes)) < 1e-10
    assert abs(loss - their_loss) < 1e-10
    assert type(gradient) is type(p)
    for ours, other in zip(tree_leaves(gradient), tree_leaves(theirs), strict=True):
        assert largest_gap(ours, other) < 1e-10


@settings(max_examples=10)  # each runs two blocks three times
@given(seed=seeds)
def test_the_gradient_is_the_transpose_of_the_jacobian(seed):
    rng = np.random.default_rng(seed)
    p, codes = drawn(seed, tied=bool(seed % 2)), letters(seed, 2, 5)
    flat = ravel(p)
    moved, (Z, read) = rng.normal(size=flat.shape), decode(p, codes)
    dZ = rng.normal(size=Z.shape)
    ahead, behind = (decode(unravel(flat + e * moved, p), codes)[0] for e in (1e-6, -1e-6))
    back = ravel(model.decode_back(p, read, dZ))
    assert dot_product_gap(dZ, (ahead - behind) / 2e-6, back, moved) < 1e-6


@pytest.mark.parametrize(("positions", "tied"), KINDS)
def test_a_later_letter_moves_nothing_earlier(positions, tied):
    p, codes = drawn(2, positions, tied), letters(2, 9)
    Z = decode(p, codes)[0]
    for n in range(9):
        other = codes.copy()
        other[n] = (codes[n] + 1) % SIZES["size"]
        changed = decode(p, other)[0]
        assert np.array_equal(changed[:n], Z[:n])
        assert largest_gap(changed[n], Z[n]) > 1e-3


def test_all_positions_at_once_are_every_beginning_on_its_own():
    p, codes = drawn(3), letters(3, 9)
    Z = decode(p, codes)[0]
    for n in range(1, 10):
        assert largest_gap(decode(p, codes[:n])[0][-1], Z[n - 1]) < 1e-13


def test_a_batch_is_its_texts_one_by_one():
    p, codes = drawn(4), letters(4, 3, 2, 6)
    Z = decode(p, codes)[0]
    assert Z.shape == (3, 2, 6, 7)
    for place in np.ndindex(3, 2):
        assert largest_gap(decode(p, codes[place])[0], Z[place]) < 1e-13
    single = [loss_and_gradient(p, codes[place]) for place in np.ndindex(3, 2)]
    loss, gradient = loss_and_gradient(p, codes)
    assert abs(np.mean([one for one, _ in single]) - loss) < 1e-13
    assert largest_gap(np.mean([ravel(g) for _, g in single], axis=0), ravel(gradient)) < 1e-13


def test_positions_that_are_not_read_have_no_gradient():
    gradient = loss_and_gradient(drawn(5), letters(5, 2, 5))[1]
    assert not gradient.P[4:].any()
    assert np.abs(gradient.P[:4]).min() > 0
    assert not model.held_still(gradient, "sinusoidal").P.any()
    assert model.held_still(gradient, "learned") is gradient


@pytest.mark.parametrize("tied", [False, True])
def test_how_many_parameters(tied):
    p = random_decoder(np.random.default_rng(0), **SIZES, tied=tied)
    V, N, d, L, _, d_ff = SIZES.values()
    each = 4 * d * d + 2 * d * d_ff + 9 * d + d_ff
    expected = L * each + 2 * d + V * d + V + (not tied) * V * d
    assert model.parameters(p) == tree_size(p) == expected + N * d
    assert model.parameters(p, "sinusoidal") == expected


def test_untrained_it_is_unsure_and_with_a_tied_output_layer_it_bets_on_the_letter_just_read():
    codes = np.random.default_rng(2).integers(0, 34, (8, 33))
    sizes = {"size": 34, "length": 32, "d": 64, "blocks": 2, "n_H": 4, "d_ff": 128}
    own, tied = (random_decoder(np.random.default_rng(1), **sizes, tied=t) for t in (False, True))
    assert abs(loss_and_gradient(own, codes)[0] - np.log(34)) < 1
    again = decode(tied, codes[:, :-1])[0].argmax(axis=-1) == codes[:, :-1]
    assert again.mean() > 0.9
    assert (decode(own, codes[:, :-1])[0].argmax(axis=-1) == codes[:, :-1]).mean() < 0.1


def test_what_is_refused(unchecked):
    p, rng = drawn(), np.random.default_rng(0)
    for wrong, sentence in (
        (np.zeros(10, int), "codes: got 10 letters, expected 1 to 9"),
        (np.array([0, 7]), "codes: got 7, expected whole codes from 0 to 6"),
        (np.array([0, -1]), "codes: got -1, expected"),
        (np.array([0.5, 1]), "codes: got 0.5, expected"),
        (np.array([np.nan]), "codes: got nan at index"),
        (np.array([], int), "codes: got the empty shape"),
        ("abc", "codes: got 'abc', expected an array"),
    ):
        with pytest.raises(ValueError, match=sentence):
            decode(p, wrong)
    with pytest.raises(ValueError, match="codes: got 1 letters, expected 2 to 10"):
        loss_and_gradient(p, np.array([1]))
    for change, sentence in (
        ({"P": p.P[:, :-1]}, r"p.P: got shape \(9, 5\), expected"),
        ({"blocks": ()}, "blocks: expected a list of one Block or more"),
        ({"blocks": list(p.blocks)}, "p.blocks: got .* expected a tuple"),
        ({"blocks": (p.norm,)}, r"p.blocks\[0\]: got Norm"),
        ({"norm": p.b_out}, "p.norm: got an array"),
        ({"W_out": p.W_out.T}, r"p.W_out: got shape \(6, 7\)"),
        ({"b_out": p.b_out[1:]}, r"p.b_out: got shape \(6,\)"),
        ({"E": np.inf * p.E}, "p.E: got .*inf"),
    ):
        with pytest.raises(ValueError, match=sentence):
            decode(p._replace(**change), np.array([1, 2]))
    with pytest.raises(ValueError, match="positions: got 'rotary', expected one of 'learned'"):
        random_decoder(rng, **SIZES, positions="rotary")
    with pytest.raises(ValueError, match="n_H: got 4 heads, expected a divisor"):
        random_decoder(rng, **SIZES | {"n_H": 4})
    with pytest.raises(ValueError, match="d: got 3, expected an even"):
        random_decoder(rng, **SIZES | {"d": 3}, positions="sinusoidal")
    with pytest.raises(ValueError, match="tied: got 1, expected True or False"):
        random_decoder(rng, **SIZES, tied=1)
    Z, read = decode(p, np.array([1, 2]))
    with pytest.raises(ValueError, match="dZ: got shape"):
        model.decode_back(p, read, Z[1:])
    with pytest.raises(ValueError, match=r"read: got .* expected Read"):
        model.decode_back(p, p, Z)
