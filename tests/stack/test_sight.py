"""Who sees whom, found by changing one token at a time."""

import numpy as np
import pytest

from unrolled.stack import sight


def test_an_encoder_sees_all_a_decoder_what_is_not_later_and_cross_attention_the_whole_memory():
    encoder, decoder, cross = sight.three_sights(5, 4, seed=3)
    assert encoder.all()
    assert np.array_equal(decoder, np.tri(4, dtype=bool))
    assert cross.all()
    assert cross.shape == (4, 5)


def test_what_treats_tokens_one_by_one_sees_the_diagonal(rng):
    assert np.array_equal(sight.who_sees(np.tanh, rng.normal(size=(4, 3))), np.eye(4, dtype=bool))


def test_the_last_token_moves_the_first_unless_a_causal_mask_hides_it():
    for seed in range(20, 26):
        free, masked = sight.moved(seed)
        assert 0.02 < free < 1
        assert masked == 0


def test_what_is_no_function_or_no_sequence_is_refused(unchecked):
    with pytest.raises(ValueError, match="f: got 3"):
        sight.who_sees(3, np.zeros((2, 2)))
    with pytest.raises(ValueError, match="X: got"):
        sight.who_sees(np.tanh, np.zeros(2))
