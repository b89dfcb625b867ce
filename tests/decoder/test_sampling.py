"""Sampling and the three kinds of writers."""

import numpy as np
import pytest

from tests.decoder.test_model import drawn
from unrolled.core.gradcheck import largest_gap
from unrolled.core.text import LETTERS, encode, prose
from unrolled.decoder import sampling, writers
from unrolled.decoder.model import decode
from unrolled.decoder.ngram import chances, count_ngrams, next_chances, numbers_held
from unrolled.decoder.sampling import next_letter, nucleus, repeated_share, top_k, write
from unrolled.gru.cell import CELL as GRU
from unrolled.lstm.cell import CELL as LSTM
from unrolled.rnn.cell import CELL as ELMAN
from unrolled.rnn.readout import Model, random_readout
from unrolled.training import predict

Y = np.array([0.1, 0.4, 0.2, 0.25, 0.05])


def test_top_k_keeps_the_likeliest_and_their_ratios():
    assert np.allclose(top_k(Y, 1), [0, 1, 0, 0, 0])
    assert np.allclose(top_k(Y, 2), [0, 0.4 / 0.65, 0, 0.25 / 0.65, 0])
    assert np.allclose(top_k(Y, 5), Y)
    assert np.allclose(top_k(np.full(4, 0.25), 2), [0.5, 0.5, 0, 0])


def test_a_nucleus_is_the_fewest_letters_that_reach_the_share():
    assert np.allclose(nucleus(Y, 0.4), [0, 1, 0, 0, 0])
    assert np.allclose(nucleus(Y, 0.41), top_k(Y, 2))
    assert np.allclose(nucleus(Y, 0.65), top_k(Y, 2))
    assert np.allclose(nucleus(Y, 0.9), top_k(Y, 4) if Y[[1, 3, 2]].sum() < 0.9 else top_k(Y, 3))
    assert np.allclose(nucleus(Y, 1), Y)


def test_a_nucleus_is_small_where_the_model_is_sure_and_large_where_it_is_not():
    sure, unsure = np.array([0.95, 0.03, 0.01, 0.01]), np.full(4, 0.25)
    both = nucleus(np.array([sure, unsure]), 0.9)
    assert (both > 0).sum(axis=-1).tolist() == [1, 4]
    assert (top_k(np.array([sure, unsure]), 2) > 0).sum(axis=-1).tolist() == [2, 2]


def test_temperature_zero_is_the_limit_of_low_temperatures(rng):
    z = rng.normal(size=6)
    assert largest_gap(next_letter(z, 0), next_letter(z, 0.001)) < 1e-12
    assert np.allclose(next_letter(z), np.exp(z) / np.exp(z).sum())
    assert np.allclose(next_letter(z, 2, 3, 0.5), nucleus(top_k(next_letter(z, 2), 3), 0.5))


def test_counts_at_once_and_letter_by_letter_agree():
    codes = encode(prose(), LETTERS)
    train, held_out = codes[:4000], codes[4000:4200]
    p = count_ngrams(train, 34, 5)
    found = chances(train, held_out, 34, 5)
    for at in (0, 1, 3, 4, 50, 199):
        y = next_chances(p, held_out[:at].tolist())
        assert y.sum() == pytest.approx(1)
        assert y[held_out[at]] == pytest.approx(found[at], rel=1e-12)
    held = sum(int((row > 0).sum()) for table in p.counts for row in table.values())
    assert numbers_held(train, 34, 5) == held


def test_a_past_never_seen_asks_the_shorter_one():
    p = count_ngrams(np.array([0, 1, 0, 2, 0, 1]), 4, 3)
    assert np.allclose(next_chances(p, [3, 3]), next_chances(p, []))
    assert np.allclose(next_chances(p, [3, 0]), next_chances(p, [0]))
    assert not np.allclose(next_chances(p, [1, 0]), next_chances(p, [0]))


@pytest.mark.parametrize("cell", [ELMAN, LSTM, GRU])
def test_a_recurrent_writer_reads_as_predict_does(cell, rng):
    model = Model(cell.random(rng, 7, 5), random_readout(rng, 5, 7))
    codes = rng.integers(0, 7, 12)
    wanted, _ = predict(model, np.eye(7)[codes])
    assert largest_gap(_read(writers.recurrent_writer(model), codes), wanted) < 1e-12


def test_a_decoder_that_runs_out_of_positions_goes_on_from_the_later_half(rng):
    p, codes = drawn(1), rng.integers(0, 7, 15)
    found = _read(writers.decoder_writer(p), codes)
    assert largest_gap(found[:9], decode(p, codes[:9])[0]) < 1e-12
    assert largest_gap(found[9:14], decode(p, codes[5:14])[0][4:]) < 1e-12  # 5 to 8 are read again
    assert largest_gap(found[14], decode(p, codes[10:15])[0][-1]) < 1e-12


def _read(writer, codes):
    state, found = writer.start, []
    for code in codes:
        z, state = writer.read(state, code)
        found.append(z)
    return np.array(found)


def test_writing_reads_what_it_wrote(rng):
    writer = writers.decoder_writer(drawn(2))
    start = np.array([1, 2])
    found = write(writer, start, 30, np.random.default_rng(5), 0.7, 5, 0.9)
    again = write(writer, start, 30, np.random.default_rng(5), 0.7, 5, 0.9)
    assert np.array_equal(found, again)
    greedy = write(writer, start, 6, rng, 0)
    zs = _read(writer, np.concatenate([start, greedy]))
    assert np.array_equal(zs[1:-1].argmax(axis=-1), greedy)
    assert len(write(writer, start, 0, rng)) == 0


def test_the_likeliest_letter_every_time_ends_in_a_loop(rng):
    """The state of an n-gram model is its last n - 1 letters: once they return, all returns."""
    codes = encode(prose(), LETTERS)[:20000]
    writer = writers.counting_writer(count_ngrams(codes, 34, 5))
    start = encode("the ", LETTERS)
    greedy, drawn_ones = (
        repeated_share(write(writer, start, 1000, rng, temperature)) for temperature in (0, 1)
    )
    assert greedy > 0.8
    assert drawn_ones < 0.2


def test_which_share_is_repeated():
    assert repeated_share(np.zeros(12, int)) == pytest.approx(2 / 3)
    assert repeated_share(np.arange(30)) == 0
    assert repeated_share(np.tile(np.arange(5), 4), 5) == pytest.approx(11 / 16)


def test_what_is_refused(unchecked):
    writer, rng = writers.decoder_writer(drawn()), np.random.default_rng(0)
    one = np.array([1])
    for call, sentence in (
        (lambda: top_k(Y, 0), "k: got 0, expected a whole number from 1 to 5"),
        (lambda: top_k(Y, 6), "k: got 6, expected"),
        (lambda: top_k(2 * Y, 2), "y: got a sum of 2, expected probabilities"),
        (lambda: nucleus(Y, 0), "share: got 0, expected"),
        (lambda: nucleus(Y, 1.1), "share: got 1.1, expected"),
        (lambda: next_letter(Y, -1), "temperature: got -1, expected"),
        (lambda: write(writer, np.array([7]), 3, rng), "start: got 7, expected whole codes"),
        (lambda: write(writer, np.array([], int), 3, rng), "start: got the empty shape"),
        (lambda: write(writer, one, -1, rng), "length: got -1, expected"),
        (lambda: write(writer, one, 1, 0), "rng: got 0, expected a generator"),
        (lambda: write(drawn(), one, 1, rng), "writer: got Decoder"),
        (lambda: repeated_share(one), "codes: got 1 letters, expected at least 10"),
        (lambda: sampling.check_probabilities("y", np.array([1.5, -0.5])), "y: got a sum of 1,"),
        (lambda: count_ngrams(one, 4, 3), "codes: got 1 letters, expected 3 to 3"),
        (lambda: count_ngrams(np.array([1, 4]), 4, 1), "codes: got 4, expected whole codes"),
        (lambda: count_ngrams(one, 4, 1, 0), "weight: got 0, expected"),
        (lambda: chances(np.arange(3), np.arange(3), 3, 13), "n: got 13, expected"),
    ):
        with pytest.raises(ValueError, match=sentence):
            call()
