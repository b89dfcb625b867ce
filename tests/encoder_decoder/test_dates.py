"""Wordings worked by hand, the parts for training and test, and one seed recomputed."""

from datetime import date as Date

import numpy as np
import pytest

from unrolled.encoder_decoder import dates
from unrolled.encoder_decoder.letters import MARKS, START
from unrolled.encoder_decoder.translator import random_translator
from unrolled.encoder_decoder.weights import translator

THIRD = Date(2024, 5, 3)
LEAP = Date(2000, 2, 29)


@pytest.mark.parametrize("form", dates.FORMS)
def test_each_form_is_named_by_the_third_of_may(form):
    assert dates.say(THIRD, form) == form


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ("3 may 2024", "29 february 2000"),
        ("2024, may 3", "2000, february 29"),
        ("the 3rd of may, 2024", "the 29th of february, 2000"),
        ("the third of may 2024", "the twenty-ninth of february 2000"),
        ("03/05/2024", "29/02/2000"),
    ],
)
def test_a_leap_day(form, said):
    assert dates.say(LEAP, form) == said
    assert dates.iso(LEAP) == "2000-02-29"


def test_days_in_words_and_in_figures():
    words = [dates.ordinal(n) for n in range(1, 32)]
    assert len(set(words)) == 31
    assert (words[19], words[20], words[29], words[30]) == (
        "twentieth", "twenty-first", "thirtieth", "thirty-first",
    )  # fmt: skip
    said = [dates.say(Date(2024, 5, n), "the 3rd of may, 2024").split()[1] for n in range(1, 32)]
    assert [said[n - 1] for n in (1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 31)] == [
        "1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "23rd", "31st",
    ]  # fmt: skip


@pytest.mark.parametrize("form", dates.FORMS)
def test_a_word_is_where_it_is_said(form):
    for date in (THIRD, LEAP, Date(1951, 11, 1)):
        text = dates.say(date, form)
        year, month, day = (text[slice(*dates.word_at(date, form, part))] for part in dates.PLACES)
        assert year == str(date.year)
        assert month in (dates.MONTHS[date.month - 1], f"{date.month:02d}")
        counted = {str(date.day), f"{date.day:02d}", dates.ordinal(date.day)}
        assert day in counted or day[:-2] == str(date.day)


def test_the_places_are_those_of_the_written_date():
    found = {part: dates.iso(LEAP)[slice(*at)] for part, at in dates.PLACES.items()}
    assert found == {"year": "2000", "month": "02", "day": "29"}


def test_all_dates_of_a_hundred_years_are_parted():
    known, held = dates.parted()
    assert len(known) + len(held) == len({*known, *held}) == 36_525
    assert len(held) == dates.HELD_OUT
    assert (min({*known, *held}), max({*known, *held})) == (Date(1950, 1, 1), Date(2049, 12, 31))


def test_the_alphabets_are_the_letters_that_are_needed():
    known = dates.parted()[0][:5000]
    used = {letter for date in known for form in dates.FORMS for letter in dates.say(date, form)}
    assert used == set(dates.READS)
    assert len(dates.READS) == len(used)
    assert {letter for date in known for letter in dates.iso(date)} | {*MARKS} == {*dates.WRITES}
    batch = dates.as_pairs([THIRD, LEAP], ["03/05/2024", "2024, may 3"])
    assert batch.written.tolist() == [11, 11]
    assert batch.lengths.tolist() == [10, 17]
    assert (batch.before[0].argmax(axis=-1) == START).all()


def test_the_baseline_gets_no_held_out_date_right():
    assert dates.guess() not in {dates.iso(date) for date in dates.parted()[1]}


def test_an_untrained_translator_gets_none_right():
    p = random_translator(np.random.default_rng(0), len(dates.READS), len(dates.WRITES), 8, False)
    assert dates.measure(p, tested=100) == 0


def test_looks_have_a_row_for_each_letter_and_the_stop():
    said, A = dates.looked_at(translator("attention"), "the third of may 2024")
    assert said == "2024-05-03"
    assert A.shape == (11, 21)
    assert np.allclose(A.sum(axis=-1), 1)


def test_where_it_looks_is_counted_by_hand_for_one_date():
    p = translator("attention")
    date, form = dates.parted()[1][0], next(iter(dates.FORMS))
    said, A = dates.looked_at(p, dates.say(date, form))
    assert said == dates.iso(date)
    for part, share in dates.follow_grammar(p, 1).items():
        first, end = dates.word_at(date, form, part)
        at = A.argmax(axis=-1)[slice(*dates.PLACES[part])]
        assert share == np.mean((at >= first) & (at <= end))


@pytest.mark.parametrize(
    ("place", "follows"),
    [
        (lambda first, end: first - 1, 0),
        (lambda first, end: first, 1),
        (lambda first, end: end, 1),  # the sign right after the word
        (lambda first, end: end + 1, 0),
    ],
)
def test_a_digit_follows_the_grammar_on_its_word_and_on_the_sign_after_it(
    monkeypatch, place, follows
):
    def look(_, batch):
        """Every digit of a part looks at one place beside its word, or on it."""
        A = np.zeros((*batch.ys.shape[:2], len(batch.xs) + 3))
        for b, (date, form) in enumerate(zip(dates.parted()[1], dates.in_turn(12), strict=False)):
            for part, digits in dates.PLACES.items():
                A[slice(*digits), b, place(*dates.word_at(date, form, part))] = 1
        return A

    monkeypatch.setattr(dates, "alignment", look)
    found = dates.follow_grammar(translator("attention"), 12)
    assert set(found.values()) == {follows}


def test_no_held_out_date_is_drawn_in_training(monkeypatch):
    drawn = []
    as_pairs = dates.as_pairs
    monkeypatch.setattr(
        dates, "as_pairs", lambda some, forms: drawn.extend(some) or as_pairs(some, forms)
    )
    dates.train_dates(False, 0, 40, n_h=2)
    assert len(drawn) == 40 * dates.BATCH
    assert not set(drawn) & set(dates.parted()[1])


def test_the_first_updates_are_those_of_the_file():
    early, same = dates.train_path(True, 0, [3, 2])
    again = dates.train_dates(True, 0, 3)
    assert np.array_equal(again.readout.b_y, early.readout.b_y)
    assert not np.array_equal(same.readout.b_y, early.readout.b_y)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: dates.say(THIRD, "3.5.2024"), "form: got '3.5.2024', expected one of"),
        (lambda: dates.say("2024-05-03", "3 may 2024"), "date: got '2024-05-03', expected a date"),
        (lambda: dates.word_at(THIRD, "3 may 2024", "hour"), "part: got 'hour'"),
        (lambda: dates.as_pairs([THIRD], []), "forms: got 0, expected 1"),
        (lambda: dates.read_dates(translator("vector"), ["3 May"]), "text: got 'M' in '3 May'"),
        (lambda: dates.read_dates(translator("vector"), [""]), "text: got ''"),
        (lambda: dates.looked_at(translator("vector"), "3 may 2024"), "without a score"),
        (lambda: dates.train_dates(True, 0, -1), "marks: got -1"),
    ],
)
def test_what_is_no_date_is_told(call, says, unchecked):
    with pytest.raises(ValueError, match=says):
        call()


def test_own_words_reach_one_letter_further():
    found = dates.own_words(THIRD, "the third of may 2024")
    assert found == [((0, 4), (17, 21)), ((5, 7), (13, 17)), ((8, 10), (4, 10))]


def test_one_seed_of_the_file_comes_out_again():
    kept = dates.loaded()["vector"][0]["500"]
    (p,) = dates.train_path(False, 0, [500])
    assert dates.measure_forms(p) == kept
    assert dates.measure(p) == pytest.approx(kept["all"], abs=1e-4)


def test_the_file_is_whole_and_attention_wins_in_every_seed():
    found = dates.loaded()
    assert list(found) == ["vector", "attention"]
    for name, runs in found.items():
        assert len(runs) == len(dates.SEEDS)
        more = list(dates.PLACES) if name == "attention" else []
        for run in runs:
            assert list(run) == [str(mark) for mark in dates.UPDATES]
            assert all(list(one) == ["all", *dates.FORMS, *more] for one in run.values())
    for mark in ("500", "1000", "1500"):
        vector, attention = ([run[mark]["all"] for run in found[name]] for name in found)
        assert max(vector) < min(attention)
        assert min(vector) > 0  # the baseline gets none right
    assert min(run["1000"]["all"] for run in found["attention"]) > 0.95
    assert {run["1500"]["all"] for run in found["attention"]} == {1.0}
    assert all(min(r["1500"][f] for f in dates.FORMS) == r["1500"]["2024, may 3"]
               for r in found["vector"])  # fmt: skip
