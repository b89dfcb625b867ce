"""The reader's own files: what is right is read, and a bad line is named with what is expected."""

import string
from datetime import datetime

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.finbert.own import NOW, seconds
from unrolled.finbert.documents import load_statements
from unrolled.finbert.loaders import Prices, first_after, load_prices

LINES = ["2024-03-28,2214.35", "2024-04-02,2264.10", "2024-04-03,2280.67", "2024-04-04,2290.94"]
MONTHS = ["2024-01-31,2034.0", "2024-02-29,2023.2", "2024-03-31,2158.0", "2024-04-30,2331.4"]
VOICE = r"(?s).*: got .*, expected .*"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("own")


@pytest.fixture(scope="module")
def prices(folder):
    """A function that writes a file of these lines and reads it."""

    def load(lines, header="date,price", zone="Europe/London", end="\n", **more):
        path = folder / "gold.csv"
        text = lines if isinstance(lines, bytes) else (end.join([header, *lines]) + end).encode()
        path.write_bytes(text)
        return load_prices(path, zone, now=more.pop("now", NOW), **more)

    return load


def test_a_fixing_is_known_at_its_time_in_its_zone_summer_and_winter(prices):
    found = prices(LINES, at="15:00")
    assert found.values.tolist() == [2214.35, 2264.10, 2280.67, 2290.94]
    assert found.known[0] == seconds(2024, 3, 28, 15)  # clocks go forward on the 31st
    assert found.known[1] == seconds(2024, 4, 2, 14)
    assert np.array_equal(found.begins, found.known)


def test_without_a_time_a_price_may_be_of_any_time_of_its_day(prices):
    found = prices(LINES)
    assert found.begins[1] == seconds(2024, 4, 1, 23)  # midnight in London's summer
    assert found.known[1] == seconds(2024, 4, 2, 23)


def test_a_monthly_average_begins_with_its_month_and_is_known_when_it_is_over(prices):
    for lines in (MONTHS, [f"{one[:8]}01{one[10:]}" for one in MONTHS],
                  [f"{one[:7]}{one[10:]}" for one in MONTHS]):  # fmt: skip
        found = prices(lines, every="month", zone="UTC")
        assert found.begins.tolist() == [seconds(2024, month, 1) for month in (1, 2, 3, 4)]
        assert found.known.tolist() == [seconds(2024, month, 1) for month in (2, 3, 4, 5)]


def test_one_price_a_month_is_asked_about(prices):
    with pytest.raises(ValueError, match=r"gold\.csv: got one price a month, expected every='mon"):
        prices(MONTHS)
    assert prices(MONTHS, every="day", zone="UTC").known[0] == seconds(2024, 2, 1)
    with pytest.raises(ValueError, match=r"gold\.csv: got months without a day, expected every="):
        prices(["2024-01,2034.0"])


@pytest.mark.parametrize(
    ("file", "more"),
    [
        ("\ufeffdate,price\r\n2024-04-02,2264.1\r\n2024-04-03,2280.67\r\n\r\n \r\n", {}),
        ("Date;Gold\n2024-04-02;2264,1\n2024-04-03;2280,67\n", {"decimal": ","}),
        ("date\tclose\n2024-04-02\t2264.1\n2024-04-03\t2280.67", {}),
        ('day,price\n2024-04-02,"2,264.10"\n2024-04-03,"2,280.67"\n', {"thousands": ","}),
        (
            "day;price\n2024-04-02;2.264,1\n2024-04-03;2.280,67\n",
            {"thousands": ".", "decimal": ","},
        ),
        ("day,price\n2024-04-02,2 264.1\n2024-04-03,2280.67\n", {"thousands": " "}),
        ("id,date,usd pm\n1,2024-04-02,2264.1\n2,2024-04-03,2280.67\n", {"price": "USD PM"}),
        ("date,whatever\n2024-04-02,2.2641e3\n2024-04-03,2280.67\n", {}),
        ("when,price\n2024-04-02,2264.1\n2024-04-03,2280.67\n", {"date": "when"}),
        ("date,open,price\n2024-04-02,,2264.1\n2024-04-03,,2280.67\n", {}),
    ],
)
def test_marks_columns_and_ends_of_lines_as_they_come(prices, file, more):
    found = prices(file.encode(), **more)
    assert found.values.tolist() == [2264.1, 2280.67]


def test_times_with_and_without_their_distance_from_utc(prices):
    for times, known in (
        (("2024-03-30T15:00", "2024-04-02 15:00:30"), [15, 14]),
        (("2024-03-30T15:00Z", "2024-04-02T15:00:30+00:00"), [15, 15]),
        (("2024-03-30T15:00+00:00", "2024-04-02T15:00:30+0100"), [15, 14]),
    ):
        found = prices([f"{time},1{k}" for k, time in enumerate(times)])
        asked = [seconds(2024, 3, 30, known[0]), seconds(2024, 4, 2, known[1], 0, 30)]
        assert found.known.tolist() == asked


def test_when_clocks_are_put_back_a_time_counts_as_the_later_one(prices):
    assert prices(["2024-10-27T01:30,1"]).known[0] == seconds(2024, 10, 27, 1, 30)
    with pytest.raises(ValueError, match=r"line 2: got 2024-03-31 01:30, when clocks skip an hour"):
        prices(["2024-03-31T01:30,1"])


BAD = {  # what may stand in the third line, and what is said of it
    "2024-04-02": r"got 1 cells, expected 2, as in the header",
    "2024-04-02,1,2": r"got 3 cells, expected 2",
    "": r"got a blank line, expected a price in every line",
    " , ": r"got a blank line",
    ",2264.1": r"got '', expected 2024-01-31",
    "02.04.2024,1": r"got '02.04.2024', expected 2024-01-31",
    "04/02/2024,1": r"got '04/02/2024', expected 2024-01-31",
    "20240402,1": r"got '20240402', expected",
    "2024-02-30,1": r"got '2024-02-30', expected a day and a time that there are",
    "0000-01-01,1": r"got '0000-01-01', expected 2024-01-31",
    "2024-04-02T24:00,1": r"got '2024-04-02T24:00', expected a day and a time",
    "2024-04,1": r"got a month, expected a date, as in line 2",
    "2024-04-02T10:00,1": r"got a time, expected a date, as in line 2",
    "2024-04-02,": r"got '', expected a price above 0",
    "2024-04-02,nan": r"got 'nan', expected a price above 0",
    "2024-04-02,inf": r"got 'inf', expected",
    "2024-04-02,.": r"got '.', expected",
    "2024-04-02,0": r"got '0', expected a price above 0",
    "2024-04-02,0.000": r"got '0.000', expected",
    "2024-04-02,-5": r"got '-5', expected",
    "2024-04-02,1e999": r"got '1e999', expected",
    "2024-04-02,1_000": r"got '1_000', expected",
    "2024-04-02,١٢": r"got '١٢', expected",
    "2024-04-02,$5": r"got '\$5', expected",
    '2024-04-02,"2264,1"': r"got '2264,1', expected a price .*1234.5; other marks .* decimal=",
    '2024-04-02,"2,264.10"': r"got '2,264.10', expected .* thousands=",
    '2024-04-02,"1': r"expected a line of CSV",
    "2024-03-28,1": r"got the same date as in line 2, expected a later one",
    "2024-03-27,1": r"got an earlier date than in line 2, expected a later one",
    "2025-06-16,1": r"got 2025-06-16 .*, expected a time before 2025-06-15",
    "9999-12-31,1": r"expected",
}


@pytest.mark.parametrize("bad", BAD)
def test_a_bad_line_is_named_with_what_is_expected(prices, bad):
    with pytest.raises(ValueError, match=rf"^gold\.csv, line [345]: .*{BAD[bad]}"):
        prices([LINES[0], bad, *LINES[2:]])


@given(
    bad=st.sampled_from([bad for bad in BAD if bad != '2024-04-02,"1']),
    at=st.integers(1, 4),
    end=st.sampled_from(["\n", "\r\n"]),
    bom=st.sampled_from([b"", b"\xef\xbb\xbf"]),
)
def test_wherever_it_stands(prices, bad, at, end, bom):
    lines = [*LINES[:at], bad, *LINES[at:]]
    text = end.join(["date,price", *lines, LINES[3].replace("04-04", "04-05")]) + end
    with pytest.raises(ValueError, match=r"^gold\.csv, line \d: got") as said:
        prices(bom + text.encode())
    assert f"line {at + 2}:" in str(said.value) or "2024-04-02" in bad or "2024-03" in bad


CELLS = st.one_of(
    st.sampled_from(
        [*LINES, "2024-04-05,1", "2024-04-06T10:00Z,7", "2024-05,8", '"', ",", "1,234"]
    ),
    st.text(st.sampled_from(string.digits + "-:.,;TZ+e \"'\tx"), max_size=30),
    st.text(max_size=10),
)


@given(lines=st.lists(CELLS, max_size=5), every=st.sampled_from([None, "day", "month"]))
def test_whatever_is_in_a_file_it_is_read_right_or_refused_in_words(prices, lines, every):
    text = "\n".join(["date,price", *lines]).encode("utf-8", "surrogatepass")
    try:
        found = prices(text, every=every)
    except ValueError as wrong:
        assert "gold.csv" in str(wrong)  # noqa: PT017
        assert ": got " in str(wrong)  # noqa: PT017
        assert ", expected " in str(wrong)  # noqa: PT017
    else:
        assert (np.diff(found.known) > 0).all()
        assert (found.values > 0).all()
        assert (found.begins <= found.known).all()


@pytest.mark.parametrize(
    ("file", "says"),
    [
        (b"", r"gold\.csv: got an empty file"),
        (b"\xef\xbb\xbf\n \n", r"gold\.csv: got an empty file"),
        (b"date,price\n", r"gold\.csv: got a header alone"),
        (b"2024-04-02,2264.1\n2024-04-03,1\n", r"line 1: got .*, expected a header"),
        (b"\ndate,price\n2024-04-02,1\n", r"line 1: got a blank line"),
        (b"date\n2024-04-02\n", r"line 1: got 'date', expected a header with a comma, ; or tab"),
        (b"date,price,price\n2024-04-02,1,2\n", r"line 1: got the columns .*, expected every name"),
        (b"date,price,close\n2024-04-02,1,2\n", r"line 1: got the columns .*, or price= with its"),
        (b"date,price,day\n2024-04-02,1,2\n", r"line 1: got the columns .*, or date= with its"),
        (
            b"when,price\n2024-04-02,1\n",
            r"line 1: got the columns when, price, expected one of",
        ),
        ("date,price\n2024-04-02,1\n".encode("utf-16"), r"line 1: got UTF-16, expected UTF-8"),
        (
            b"date,price\n2024-04-02,1\n2024-04-03,\xe9\n",
            r"line 3: got the byte 0xe9, expected U",
        ),
        (b"date,price\n2024-04-02,1\n2024-04-03,\x00\n", r"line 3: got a zero byte"),
    ],
)
def test_a_file_that_is_none(prices, file, says):
    with pytest.raises(ValueError, match=says):
        prices(file)


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (["2024-04-02T10:00Z,1", "2024-04-03T10:00,1"], "line 3: got a time, expected a time with"),
        (["2024-04-02T10:00Z,1", "2024-04-03T10:00+02:00,1"], r"line 2: got a time \+0 h from UTC"),
        (["2024-01-02T10:00Z,1", "2024-04-03T10:00Z,1", "2024-04-04T10:00+01:00,1"], "line 3: got"),
    ],
)
def test_mixed_zones_are_refused(prices, lines, says):
    with pytest.raises(ValueError, match=says):
        prices(lines)


def test_months_are_over_and_each_is_there_once(prices):
    for more, says in (
        (["2025-06-30,1"], r"line 6: got the average of 2025-06, expected months that are over"),
        (["2024-04-01,1"], r"line 6: got the same date as in line 5"),
        (["2024-01-31,1"], r"line 6: got an earlier date than in line 5"),
    ):
        with pytest.raises(ValueError, match=says):
            prices([*MONTHS, *more], every="month")
    with pytest.raises(ValueError, match="got times of day, expected monthly averages"):
        prices(["2024-04-02T10:00,1"], every="month")


@pytest.mark.parametrize(
    ("third", "says"),
    [
        ("2.264", r"line 3: got 2\.264 after 2214\.35 in line 2, expected at most 20 times"),
        ("2264100", r"line 3: got 2264100 after 2214\.35 in line 2, expected .* decimal="),
        ("45300", r"line 3: got 45300 after"),
        ("110.7", r"line 3: got 110\.7 after"),
    ],
)
def test_a_price_far_from_the_one_before_is_refused(prices, third, says):
    with pytest.raises(ValueError, match=says):
        prices([LINES[0], f"2024-04-02,{third}", *LINES[2:]])
    with pytest.raises(ValueError, match=rf"line 3: got 2264\.1 after {third} in line 2"):
        prices([f"2024-03-28,{third}", "2024-04-02,2264.10"])


def test_a_price_may_be_twenty_times_the_one_before(prices):
    assert prices(["2024-03-28,5", "2024-04-02,100", "2024-04-03,5"]).values.tolist() == [5, 100, 5]


def test_a_column_that_is_no_price_is_not_taken_for_one(prices):
    for name in ("volume", "Vol.", "open_volume", "daily return"):
        with pytest.raises(
            ValueError, match=r"line 1: got the column .*, expected a price, or pri"
        ):
            prices(LINES, header=f"date,{name}")
    assert prices(LINES, header="date,volume", price="volume").values[0] == 2214.35
    assert prices(LINES, header="date,GOLDAMGBD228NLBM").values[0] == 2214.35


def test_nonsense_at_the_door_is_refused(prices, unchecked):
    for more, says in (
        ({"zone": "Londn"}, "zone: got 'Londn', expected .*pip install tzdata"),
        ({"zone": None}, "zone: got None"),
        ({"zone": "../etc"}, "zone: got '../etc'"),
        ({"at": "25:00"}, "at: got '25:00', expected a time of day"),
        ({"at": 15}, "at: got 15"),
        ({"every": "week"}, "every: got 'week'"),
        ({"decimal": ";"}, "decimal: got ';'"),
        ({"thousands": "."}, r"thousands: got '\.'"),
        ({"date": "x"}, "line 1: got the columns date, price, expected 'x', the date"),
        ({"price": 3}, "line 1: got the columns date, price, expected 3, the price"),
        ({"price": "date"}, "line 1: got 'date' for both columns"),
        ({"now": datetime(2025, 1, 1)}, "now: got .*, expected a datetime with a time zone"),
    ):
        with pytest.raises(ValueError, match=says):
            prices(LINES, **more)
    for path in (None, 3, b"gold.csv", "no/such/file.csv", "a\0b", "x" * 5000):
        with pytest.raises(ValueError, match=r"(?s)got .*, expected a (path|file)"):
            load_prices(path, "UTC")
    for path in (None, 3, "no/such/file", "a\0b"):
        with pytest.raises(ValueError, match=r"(?s)got .*, expected a (path|file)"):
            load_statements(path, "UTC")


@given(
    begins=st.lists(st.integers(0, 30), min_size=1, unique=True).map(sorted),
    released=st.lists(st.integers(-2, 32), min_size=1),
)
def test_the_first_price_after_a_release_speaks_of_no_time_before_it(begins, released):
    prices = Prices(np.ones(len(begins)), np.array(begins), np.array(begins))
    for moment, found in zip(released, first_after(prices, released), strict=True):
        asked = next((k for k, begin in enumerate(begins) if begin > moment), len(begins))
        assert found == asked


def test_after_a_release_comes_the_next_fixing_or_the_next_whole_month(prices):
    released = np.array([seconds(2024, 4, day, 14, zone="America/New_York") for day in (2, 3)])
    assert first_after(prices(LINES, at="15:00"), released).tolist() == [2, 3]  # London: 19:00
    assert first_after(prices(LINES), released).tolist() == [2, 3]
    assert first_after(prices(LINES, at="15:00"), released - 6 * 3600).tolist() == [1, 2]
    assert first_after(prices(LINES), released - 6 * 3600).tolist() == [2, 3]  # perhaps before it
    assert first_after(prices(MONTHS, every="month"), released).tolist() == [4, 4]
    assert first_after(prices(MONTHS, every="month"), released - 86400 * 40).tolist() == [2, 2]


def test_first_after_refuses_nonsense(unchecked):
    with pytest.raises(ValueError, match=r"prices: got 3, expected Prices"):
        first_after(3, [1])
    for moment in (1.5, ["a"], None):
        with pytest.raises(ValueError, match=r"released: got .*, expected whole seconds of UTC"):
            first_after(Prices(np.ones(1), np.array([1]), np.array([1])), moment)
