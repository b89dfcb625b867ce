"""Strings written backwards: what is held out, one short run of each kind, and the file."""

import numpy as np
import pytest

from unrolled.encoder_decoder import reversal
from unrolled.encoder_decoder.translator import random_translator


def test_every_tenth_string_is_held_out():
    rng = np.random.default_rng(0)
    texts = ["".join(rng.choice(list(reversal.READS), 6)) for _ in range(2000)]
    assert abs(np.mean([reversal.is_held_out(text) for text in texts]) - 0.1) < 0.03
    for held_out in (True, False):
        assert reversal.is_held_out(reversal.draw_string(rng, 5, held_out)) == held_out


def test_the_checksum_by_hand():
    assert reversal.is_held_out("bdc") == ((2 * 1 + 3 * 3 + 4 * 2) % 10 == 0)
    assert reversal.is_held_out("aaa")
    assert reversal.is_held_out("acb")  # 0 + 3 · 2 + 4 · 1


def test_an_untrained_translator_reverses_nothing():
    p = random_translator(np.random.default_rng(0), 8, len(reversal.WRITES), 8, False)
    assert reversal.measure(p, 4, 50) == 0
    assert all(len(said.rstrip("…")) <= 6 for said in reversal.reverse(p, ["abcd", "a"]))
    assert any(said.endswith("…") for said in reversal.reverse(p, ["abcd", "a"])), "cut off"


def test_a_copy_is_right_for_palindromes_and_every_seed_beats_it():
    assert reversal.copied(1) == 1
    texts = reversal.draw_tested(4)
    assert reversal.copied(4) == np.mean([a + b == d + c for a, b, c, d in texts])
    assert all(map(reversal.is_held_out, texts))
    runs = [run for by in reversal.loaded().values() for runs in by.values() for run in runs]
    for n, length in enumerate(reversal.LENGTHS[:3]):
        assert min(run[n] for run in runs) > reversal.copied(length)


def test_a_little_training_is_enough_with_attention():
    p = reversal.train_reversal(16, True, 0, 250, 4)
    assert reversal.measure(p, 3, 100) > 0.9
    again = reversal.train_reversal(16, True, 0, 2, 4)
    same = reversal.train_reversal(16, True, 0, 2, 4)
    assert np.array_equal(again.decoder.i.W_x, same.decoder.i.W_x)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: reversal.train_reversal(0, True, 0, 1), "n_h: got 0"),
        (lambda: reversal.train_reversal(4, True, 0, 1, 0), "longest: got 0"),
        (lambda: reversal.is_held_out("xyz"), "text: got 'x'"),
    ],
)
def test_what_cannot_be_is_told(call, says):
    with pytest.raises(ValueError, match=says):
        call()


def test_one_seed_of_the_file_comes_out_again():
    """Nearly: another processor rounds otherwise, and 3,000 updates make that visible."""
    again = reversal.compare(8, False, 0)
    assert again == pytest.approx(reversal.loaded()["vector"]["8"][0], abs=0.1)


def test_the_file_is_whole_and_shows_the_bottleneck():
    found = reversal.loaded()
    assert {name: tuple(map(int, runs)) for name, runs in found.items()} == reversal.SIZES
    shape = (len(reversal.SEEDS), len(reversal.LENGTHS))
    assert all(np.shape(runs) == shape for by in found.values() for runs in by.values())
    middle = {n: np.median(runs, axis=0) for n, runs in found["vector"].items()}
    for small, large in (("8", "16"), ("16", "32"), ("32", "64")):
        assert (middle[small] <= middle[large] + 0.01).all()
    ten = reversal.LENGTHS.index(10)
    assert middle["16"][ten] < 0.25 < 0.9 < middle["64"][ten] < 0.95
    attending = np.array([*found["attention"].values()])
    trained = np.array(reversal.LENGTHS) <= reversal.LONGEST
    perfect = (attending[:, :, trained] == 1).all(axis=-1)
    assert perfect.sum(axis=-1).tolist() == [4, 5]  # of five seeds, with 16 and with 32 units
    everything = np.concatenate([np.concatenate([*by.values()]) for by in found.values()])
    assert everything[:, -1].max() < 0.05  # nobody has learned to go on
