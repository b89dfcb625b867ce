"""One table for all models: the text and its parts, costs, and one seed computed again."""

import numpy as np
import pytest

from unrolled.core import count
from unrolled.core.gradcheck import largest_gap
from unrolled.core.text import LETTERS, encode, prose
from unrolled.core.tree import tree_size
from unrolled.decoder import contest, model
from unrolled.language_models import reading
from unrolled.rnn.torch_reader import held_out as readers_text


def test_the_text_is_that_of_the_earlier_chapters_and_nothing_is_learned_from_its_last_tenth():
    assert np.array_equal(contest.held_out(), readers_text())
    codes = encode(prose(), LETTERS)
    for name, share in contest.SHARES.items():
        text = contest.corpus(name)
        before = len(codes) * 9 // 10
        assert len(text.whole) == before // share
        assert np.array_equal(text.whole, codes[before - len(text.whole) : before])
        assert np.array_equal(np.concatenate([text.learned, text.own_test]), text.whole)


def test_the_tables_of_the_earlier_chapter_have_their_numbers():
    found = {name: contest.counted(name, "all").perplexities[0] for name in contest.COUNTERS}
    assert found["uniform"] == 34
    assert round(found["bigram"], 2) == 10.35
    assert round(found["4-gram"], 2) == 4.55
    assert round(found["5-gram"], 2) == 5.12
    assert found["5-gram, interpolated"] < 4.2


def test_more_text_helps_every_model_that_counts():
    for name in contest.COUNTERS[1:]:
        falling = [contest.counted(name, of).perplexities[0] for of in contest.SHARES]
        assert falling[0] > falling[1] > falling[2]


@pytest.mark.parametrize("name", contest.NETWORKS)
def test_surprises_are_those_of_the_network(name):
    """Each letter is predicted once; a decoder's window has at least half of its letters."""
    p, codes = contest.start(name, 1), contest.held_out()[:190]
    found = contest.surprises(p, codes)
    assert found.shape == (189,)
    if name in contest.CELLS:
        assert found.mean() == pytest.approx(contest.gradient(name, p, codes[None])[0])
        return
    for at in (0, 31, 63, 64, 95, 96, 127, 150, 188):  # the letter at + 1 is predicted
        begin = max(0, 32 * ((at - 32) // 32)) if at >= 64 else 0
        begin = min(begin, len(codes) - 1 - contest.LENGTH)
        Z = model.decode(p, codes[begin : at + 1])[0][-1]
        wanted = -(Z - np.log(np.exp(Z).sum()))[codes[at + 1]]
        assert found[at] == pytest.approx(wanted, rel=1e-10), at


def test_a_text_shorter_than_a_window_is_read_at_once():
    p, codes = contest.start("Transformer, learned", 1), contest.held_out()[:20]
    Z = model.decode(p, codes[:-1])[0]
    wanted = -(Z - np.log(np.exp(Z).sum(-1, keepdims=True)))[np.arange(19), codes[1:]]
    assert largest_gap(contest.surprises(p, codes), wanted) < 1e-12


@pytest.mark.parametrize("name", contest.NETWORKS)
def test_what_an_update_costs(name, monkeypatch):
    monkeypatch.setattr(count, "UNCOUNTED", ())  # a norm's sum of squares is no matrix product
    windows = np.zeros((contest.BATCH, contest.LENGTH + 1), int)
    p = contest.start(name, 0)
    done = count.multiply_adds(lambda q: contest.gradient(name, q, windows), p)
    assert contest.cost_of_update(name) == done


def test_the_table_of_the_earlier_chapters_has_the_same_lines():
    for name in contest.CELLS:
        assert reading.network_line(name).parameters == contest.parameters(name)
        assert contest.UNITS == reading.UNITS
    assert np.array_equal(reading.split()[1], contest.held_out())
    assert np.array_equal(reading.split()[0], contest.corpus("all").whole)
    assert [line.name for line in reading.table()] == list(contest.COUNTERS[:-1])
    for line in reading.table():
        assert line == contest.counted(line.name, "all")


def test_parameters():
    assert [contest.parameters(name) for name in contest.NETWORKS] == [
        8546,
        27554,
        21218,
        75554,
        75554 - 64 * 64,
    ]
    assert tree_size(contest.start("LSTM", 0)) == 4 * 64 * (34 + 64 + 1) + 34 * 65


def test_the_rate_rises_and_falls():
    rates = [contest.rate_at(k, 1000, 0.01) for k in (1, 50, 100, 500, 1000)]
    assert rates[0] < rates[1] < rates[2] > rates[3] > rates[4]
    assert rates[4] == pytest.approx(0.001)


def test_encodings_are_learned_or_held_still():
    windows = contest.held_out()[:130].reshape(2, 65)
    for name, positions in contest.DECODERS.items():
        g = contest.gradient(name, contest.start(name, 0), windows)[1]
        assert g.P.any() == (positions == "learned")
        assert np.abs(g.E).sum() > 0


def test_what_is_refused(unchecked):
    for call, sentence in (
        (lambda: contest.corpus("half"), "name: got 'half', expected one of 'a sixteenth'"),
        (lambda: contest.start("BERT", 0), "name: got 'BERT', expected one of 'Elman'"),
        (lambda: contest.start("GRU", -1), "seed: got -1, expected"),
        (lambda: contest.counted("6-gram", "all"), "name: got '6-gram', expected one of"),
        (
            lambda: contest.learned("GRU", "all", 0, updates=300),
            "updates: got 300, expected a mult",
        ),
        (lambda: contest.learned("GRU", "all", 0, updates=10), "updates: got 10, expected a whole"),
    ):
        with pytest.raises(ValueError, match=sentence):
            call()
