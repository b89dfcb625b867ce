"""Every entry has a row, every row a check or a reason, and a check that can fail."""

import re

import numpy as np
import pytest

from unrolled.errata.finding import Claim, Misfit, Triple, entry
from unrolled.errata.rows import DOCUMENTS, KINDS, REASONS, VERDICTS, Row, document, find_checks

KNOWN = {
    "mingot": ("A", 59),
    "group8": ("B", 58),
    "oke": ("C", 42),
    "xie": ("D", 15),
    "handwritten": ("E", 18),
}  # the letter and the number of entries, fixed
ROWS = [row for name in DOCUMENTS for row in document(name).rows]
CHECKED = [row for row in ROWS if row.check]
each_row = pytest.mark.parametrize("row", ROWS, ids=lambda row: row.no)
each_check = pytest.mark.parametrize("row", CHECKED, ids=lambda row: row.no)


def test_every_entry_has_its_row():
    found = {name: [row.no for row in document(name).rows] for name in DOCUMENTS}
    assert found.keys() == KNOWN.keys()
    for name, (letter, count) in KNOWN.items():
        assert len(found[name]) == count
        assert set(found[name]) == {f"{letter}{n}" for n in range(1, count + 1)}


@each_row
def test_it_has_all_its_parts_and_a_check_or_a_reason(row):
    assert row.kind in KINDS
    assert row.verdict in VERDICTS
    assert all((row.place, row.printed, row.true))
    assert bool(row.check) != bool(row.why)
    assert row.check or row.why in REASONS
    assert not re.search(r"\b00[0-4]\b|\bl\.\s?\d|\bline \d{3}", row.place + row.printed + row.true)


@each_check
def test_its_check_holds(row):
    found = row.judge()
    assert found.words()
    assert all(np.isfinite(found.numbers()))


@each_check
def test_it_turns_red_when_what_is_true_is_broken(row):
    found = row.judge()
    if isinstance(found, Triple):
        broken = [found._replace(mended=np.multiply(found.mended, 1.01) + 0.01)]
        if not found.agrees:
            broken.append(found._replace(mended=_filled(found.printed, found.truth)))
            broken.append(found._replace(printed=found.truth))
    else:
        n = len(found.mended)
        broken = [found._replace(mended=[i != k for i in range(n)]) for k in range(n)]
        broken.append(found._replace(printed=[not all(found.printed)]))
    assert not any(b.holds() for b in broken)


def _filled(printed, truth):
    return np.zeros_like(truth) + 7 if isinstance(printed, Misfit) else printed


@each_check
def test_the_other_way_is_not_the_mended_form_itself(row):
    found = row.judge()
    if isinstance(found, Triple) and np.ndim(found.truth):
        assert not np.shares_memory(found.mended, found.truth)


def test_a_row_with_a_wrong_number_fails():
    row = next(row for row in ROWS if row.no == "B3")
    row.judge()
    with pytest.raises(AssertionError, match=r"0\.0432 is not what"):
        row._replace(true=row.true.replace("0.0431", "0.0432")).judge()


def test_a_row_with_the_check_of_another_fails():
    one, other = (next(row for row in ROWS if row.no == no) for no in ("B3", "B4"))
    with pytest.raises(AssertionError, match="B4"):
        other._replace(check=one.check).judge()


def test_a_row_with_a_wrong_verdict_fails():
    row = next(row for row in ROWS if row.no == "B43")
    with pytest.raises(AssertionError, match="right, but"):
        row._replace(verdict="right").judge()


def test_a_broken_check_fails():
    def broken():
        return Claim([False], [True, False], {"x": 1.0})

    with pytest.raises(AssertionError, match="B99: the check broken is red"):
        Row("B99", "", "", "claim", "x", "y", "wrong", broken).judge()


def test_every_check_is_that_of_an_entry_and_an_entry_has_one_check():
    assert find_checks().keys() == {row.no for row in CHECKED}
    with pytest.raises(ValueError, match="entry: B3 has a check already"):
        entry("B3")(find_checks()["B4"])
