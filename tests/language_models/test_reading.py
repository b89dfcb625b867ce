"""The table that grows: its lines, and what is refused."""

import numpy as np
import pytest

from unrolled.language_models import reading
from unrolled.language_models.reading_pictures import one_table


def test_the_tables_of_counts_have_the_chapter_s_numbers():
    found = {line.name: round(line.perplexities[0], 2) for line in reading.table()}
    assert found == {"uniform": 34, "bigram": 10.35, "4-gram": 4.55, "5-gram": 5.12}


def test_each_chapter_has_one_line_more():
    networks = tuple(reading.SUMS)
    for many in range(len(networks) + 1):
        lines = reading.table(networks[:many])
        assert [line.name for line in lines] == [*reading.TABLES, *networks[:many]]
        assert [len(line.perplexities) for line in lines] == [1] * 4 + [5] * many


def test_a_network_s_perplexity_is_that_of_the_checkpoint_that_its_own_test_chose():
    for name in reading.SUMS:
        runs = reading.read_data("unrolled.decoder.contest")[name]["all"]
        kept = [run["held out"][int(np.argmin(run["own"]))] for run in runs]
        assert reading.network_line(name).perplexities == kept


def test_bits():
    assert reading.bits(34) == pytest.approx(5.087, abs=1e-3)
    assert reading.bits(2) == 1


def test_the_grid_has_a_row_for_each_line():
    line = reading.Line("GRU", 1234, 5 * 10**9, [4.0, 2.0, 8.0])
    assert one_table([line]).rows == [["GRU", "4.00<br>(2.00–8.00)", "2.00", "1,234"]]
    assert one_table([line], cost=True).rows[0][4] == "5"
    assert one_table([line, reading.table()[0]], cost=True).rows[1][1:] == [
        "34.00",
        "5.09",
        "0",
        "0",
    ]


def test_without_a_network_there_are_no_seeds():
    assert one_table(reading.table()).head == [
        "model",
        "perplexity",
        "bits",
        "size",
    ]


def test_what_is_refused(unchecked):
    text, unseen = reading.split()
    for call, sentence in (
        (lambda: reading.counted_line("6-gram", text, unseen), "name: got '6-gram', expected one"),
        (lambda: reading.network_line("BERT"), "name: got 'BERT', expected one of 'Elman'"),
        (lambda: reading.bits(0), "perplexity: got 0, expected"),
    ):
        with pytest.raises(ValueError, match=sentence):
            call()
