"""The reader's own statements: read with their releases, or named with what is expected."""

import json

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.finbert.own import NOW, seconds
from unrolled.finbert.documents import load_statements


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("own")


@pytest.fixture(scope="module")
def statements(folder):
    """A function that writes these objects, or these lines, and reads them."""

    def load(records, zone="America/New_York", **more):
        path = folder / "own.jsonl"
        if not isinstance(records, bytes):
            lines = [one if isinstance(one, str) else json.dumps(one) for one in records]
            records = "\n".join(lines).encode() + b"\n"
        path.write_bytes(records)
        return load_statements(path, zone, now=more.pop("now", NOW), **more)

    return load


def test_statements_are_known_at_their_release(statements):
    found = statements([
        {"date": "2024-01-31", "text": " First. ", "title": "One"},
        {"date": "2024-03-20", "text": "Second.", "time": "14:00"},
        {"date": "2024-06-06", "text": "Third.", "time": "14:15", "zone": "Europe/Berlin"},
        {"date": "2024-07-31T18:00Z", "text": "Fourth.", "extra": 3},
        {"date": "2024-09-18T14:00:00-04:00", "text": "Fifth."},
    ])  # fmt: skip
    assert found.texts == ("First.", "Second.", "Third.", "Fourth.", "Fifth.")
    assert found.titles == ("One", "", "", "", "")
    assert found.released.tolist() == [
        seconds(2024, 2, 1, 5), seconds(2024, 3, 20, 18), seconds(2024, 6, 6, 12, 15),
        seconds(2024, 7, 31, 18), seconds(2024, 9, 18, 18),
    ]  # fmt: skip


GOOD = [{"date": f"2024-0{month}-10", "text": f"Text {month}."} for month in (1, 2, 3)]
BAD_STATEMENTS = [
    ("", "got a blank line, expected a statement in every line"),
    ("{", "got .*, expected an object of JSON"),
    ("[1]", r"got \[1\], expected an object with date and text"),
    ('{"date": "2024-02-10", "date": "2024-02-11", "text": "a"}', "a name twice"),
    ({"text": "a"}, "got text, expected date among them"),
    ({"date": "2024-02-10"}, "got date, expected text among them"),
    ({"date": 20240210, "text": "a"}, "got date = 20240210, expected a text in quotes"),
    ({"date": "2024-02-10", "text": None}, "got text = None, expected a text in quotes"),
    ({"date": "2024-02-10", "text": " \n "}, "got an empty text"),
    ({"date": "2024-02-10", "text": "the Fed\u00e2\u20ac\u2122s"}, "decoded as UTF-8"),
    ({"date": "2024-02-10", "text": "a \ufffd b"}, "decoded as UTF-8"),
    ({"date": "10 Feb 2024", "text": "a"}, "got '10 Feb 2024', expected 2024-01-31"),
    ({"date": "2024-02", "text": "a"}, "got '2024-02', expected a day, too"),
    ({"date": "2024-02-10", "time": "2 pm", "text": "a"}, "time: got '2 pm', expected a time of"),
    ({"date": "2024-02-10T14:00", "time": "14:00", "text": "a"}, "expected the time once"),
    ({"date": "2024-02-10", "zone": "Mars", "text": "a"}, "zone: got 'Mars', expected a name of"),
    ({"date": "2024-02-10T14:00+07:00", "text": "a"}, "expected a time of America/New_York or of"),
    ({"date": "2024-03-10T02:30", "text": "a"}, "when clocks skip an hour"),
    ({"date": "2024-01-10", "text": "a"}, "got the release of own.jsonl, line 1, expected another"),
    ({"date": "2024-01-09", "text": "a"}, "got an earlier release than own.jsonl, line 1"),
    ({"date": "2024-02-10", "text": "TEXT \n 1."}, "got the text of own.jsonl, line 1"),
    ({"date": "2025-06-16", "text": "a"}, "expected a release before 2025-06-15"),
    ({"date": "9999-12-31", "text": "a"}, "expected"),
    *(
        (
            {"date": "2024-02-10", "text": "a", key: "Europe/London"},
            f"got the key '{key}', expected",
        )
        for key in ("timezone", "timeZone", "Zone", "tz", "zoen", "tiem", "times", "release_time")
    ),
]


@pytest.mark.parametrize(("bad", "says"), BAD_STATEMENTS)
def test_a_bad_statement_is_named_with_what_is_expected(statements, bad, says):
    with pytest.raises(ValueError, match=rf"(?s)^own\.jsonl, line 2: .*{says}"):
        statements([GOOD[0], bad, GOOD[2]])


def test_other_keys_are_let_be(statements):
    keys = ("source", "scheduled", "extra", "tone", "rate", "sentiment", "type", "url", "updated")
    found = statements([GOOD[0] | {"title": "One"} | dict.fromkeys(keys, "14:00")])
    assert found.titles == ("One",)
    assert found.released.tolist() == [seconds(2024, 1, 11, 5)]


def test_blank_lines_at_the_end_are_no_statements(statements):
    assert statements([*GOOD, "", " ", ""]).texts == statements(GOOD).texts


@example([GOOD[0], ""])
@given(st.lists(st.one_of(st.sampled_from(GOOD), st.text(max_size=20), st.dictionaries(
    st.sampled_from(["date", "text", "time", "zone", "title", "x"]),
    st.one_of(st.none(), st.integers(), st.text(max_size=9), st.sampled_from(
        ["2024-05-01", "2024-05-01T10:00Z", "UTC", "14:00", "words"]))
)), max_size=4))  # fmt: skip
def test_whatever_is_in_a_jsonl_it_is_read_right_or_refused_in_words(statements, records):
    try:
        found = statements(
            [one.replace("\n", " ") if isinstance(one, str) else one for one in records]
        )
    except ValueError as wrong:
        assert "own.jsonl" in str(wrong)  # noqa: PT017
        assert "got " in str(wrong)  # noqa: PT017
        assert "expected " in str(wrong)  # noqa: PT017
    else:
        while isinstance(records[-1], str) and not records[-1].strip():
            records = records[:-1]  # blank lines at the end are no statements
        assert len(found.texts) == len(records)
        assert (np.diff(found.released) > 0).all()


def test_bytes_that_are_no_text_are_named_by_their_line(statements):
    with pytest.raises(ValueError, match=r"own\.jsonl, line 2: got the byte 0x92, expected UTF-8"):
        statements(json.dumps(GOOD[0]).encode() + b'\n{"date": "2024-02-10", "text": "Fed\x92s"}')


def test_a_folder_of_text_files_has_the_date_in_its_names(tmp_path):
    for name, text in (
        ("2024-03-20T1400.txt", "Second."), ("fed_20240131.txt", "\ufeffFirst."),
        ("2024-06-12T14-15 final.TXT", "Third."), ("notes.md", "no date"),
    ):  # fmt: skip
        (tmp_path / name).write_text(text, "utf-8")
    found = load_statements(tmp_path, "America/New_York", now=NOW)
    assert found.texts == ("First.", "Second.", "Third.")
    assert found.released.tolist() == [
        seconds(2024, 2, 1, 5), seconds(2024, 3, 20, 18), seconds(2024, 6, 12, 18, 15)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("names", "says"),
    [
        ({}, r"got no \.txt file, expected one for each statement"),
        ({"statement.txt": b"a"}, r"statement\.txt: got 0 dates in the name, expected one"),
        ({"2024-01-31 to 2024-02-01.txt": b"a"}, r"got 2 dates in the name"),
        ({"2024-01-31_2024-02-01.txt": b"a"}, r"got 2 dates in the name"),
        ({"20240131_20240201.txt": b"a"}, r"got 2 dates in the name"),
        *(
            ({f"2024-01-31{end}.txt": b"a"}, f"31{end}.txt: got '{got}' beside .* expected a date")
            for end, got in (
                ("T163000", "163000"),
                ("-1630", "1630"),
                (" 1400", "1400"),
                ("T14", "14"),
                ("_10-15", "10-15"),
                ("_1400", "1400"),
                (" 2pm", "2"),
                ("T1400Z", "Z"),
                ("T1400 EST", "EST"),
                ("T0200 pm", "pm"),
                ("T1400-0500", "0500"),
            )
        ),
        ({"20240131-1630.txt": b"a"}, r"got '1630' beside 20240131 in the name"),
        ({"no 3, 20240131.txt": b"a"}, r"got '3' beside 20240131 in the name"),
        ({"2024-01-31.TXT": b""}, r"2024-01-31\.TXT: got an empty text"),
        ({"2024-13-31.txt": b"a"}, r"2024-13-31\.txt: got '2024-13-31', expected a day"),
        ({"2024-01-31T2560.txt": b"a"}, r"time: got '25:60', expected a time of day"),
        ({"2024-01-31.txt": b""}, r"2024-01-31\.txt: got an empty text"),
        ({"2024-01-31.txt": b"a\n\xff"}, r"2024-01-31\.txt, line 2: got the byte 0xff"),
        ({"2024-01-31.txt": b"a", "20240131.txt": b"b"}, r"got the release of 2024-01-31\.txt"),
        ({"2024-01-31.txt": b"a", "2024-03-20.txt": b"A"}, r"got the text of 2024-01-31\.txt"),
    ],
)
def test_a_folder_that_does_not_fit_is_refused(tmp_path, names, says):
    for name, text in names.items():
        (tmp_path / name).write_bytes(text)
    with pytest.raises(ValueError, match=says):
        load_statements(tmp_path, "UTC", now=NOW)
