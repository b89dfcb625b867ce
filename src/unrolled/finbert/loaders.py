"""The reader's own prices: a CSV file with a line for each dated price.

Whatever is doubtful is refused with the file, the line, what was found and what is expected; no
line is left out or mended silently. Statements are in `documents`.
Notebook: book/finbert.ipynb
"""

import csv
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, time
from io import StringIO
from pathlib import Path
from typing import NamedTuple
from zoneinfo import ZoneInfo

import numpy as np

from unrolled.core.door import check_choice, short_repr
from unrolled.core.shapes import Array, Float, Int
from unrolled.finbert.stamps import (
    Stamp,
    first_moment,
    fits_zone,
    known_at,
    next_month,
    read_clock,
    read_now,
    read_stamp,
    read_zone,
)
from unrolled.finbert.text_files import at_line, read_text

DATES = ("date", "day", "month", "time", "timestamp", "datetime", "observation_date")
PRICES = ("price", "price_usd", "close", "value", "fixing", "gold", "usd")
NUMBER = r"[0-9]+(?:{0}[0-9]+)?(?:[eE][+-]?[0-9]+)?"
GROUPED = r"[0-9]{{1,3}}(?:{1}[0-9]{{3}})+(?:{0}[0-9]+)?"
NO_PRICES = ("change", "count", "id", "quantity", "return", "returns", "turnover", "vol", "volume")
FARTHEST = 20  # so many times its neighbour a price may be, and a typing error rarely is
ENOUGH = 3  # so many prices, each in a month of its own, may be monthly averages


class Prices(NamedTuple):
    """Prices in their order, and the time that each speaks of, in seconds of UTC.

    A price at a fixing begins and is known at the same moment. A price with a date alone may be of
    any time of its day: it begins with the day and is known when the day is over. So it is with an
    average over a month.
    """

    values: Float[Array, " n"]
    begins: Int[Array, " n"]
    known: Int[Array, " n"]


def load_prices(
    path: str | Path,
    zone: str,
    *,
    at: str | None = None,
    every: str | None = None,
    date: str | None = None,
    price: str | None = None,
    decimal: str = ".",
    thousands: str | None = None,
    now: datetime | None = None,
) -> Prices:
    """The prices of a CSV file, each with the moment when it was known.

    `zone` is the time zone of the dates, `at` the time of day of a fixing: without it, and without
    a time in the file, a price is known at the end of its day. `every` is "day", or "month" for
    monthly averages, and is asked for where the file has one price a month. The columns are found
    by their names where `date` and `price` do not name them. `thousands` is the mark between
    thousands, if the file has one. A price more than 20 times the one before, or less than a
    twentieth of it, is refused: its mark may be that of thousands.
    Raises ValueError that names file, line, what was found and what is expected.
    """
    clocks, clock, now = read_zone("zone", zone), read_clock("at", at), read_now(now)
    check_choice("every", every, [None, "day", "month"])
    to_number = number_reader(decimal, thousands)
    (first, header), *rows = _lines(path)
    with at_line(path, first):
        date_column, price_column = _columns(header, date, price)
    stamps, values = [], []
    for line, cells in rows:
        with at_line(path, line):
            if len(cells) != len(header):
                got = f"{len(cells)} cells"
                raise ValueError(f"got {got}, expected {len(header)}, as in the header")
            stamps.append(read_stamp(cells[date_column].strip()))
            values.append(to_number(cells[price_column].strip()))
    lines = [line for line, _ in rows]
    _check_forms(path, lines, stamps, clocks)
    with at_line(path, None):
        monthly = _is_monthly(stamps, every)
    begins, known = [], []
    for k, (line, stamp) in enumerate(zip(lines, stamps, strict=True)):
        with at_line(path, line):
            begin, end = _span(stamp, clocks, clock, monthly, now)
            if k and end <= known[-1]:
                got = "an earlier date than" if end < known[-1] else "the same date as"
                raise ValueError(f"got {got} in line {lines[k - 1]}, expected a later one")
        begins.append(begin)
        known.append(end)
    _check_jumps(path, lines, values)
    return Prices(np.array(values), np.array(begins), np.array(known))


def first_after(
    prices: Prices, released: Int[Array, " n"] | list | int
) -> Int[Array, " n"] | np.integer:
    """The index of the first price that speaks of no time before the release.

    It is the first that begins after the release: the next fixing; where prices have a date alone,
    that of the next day; with monthly averages the next whole month. Where there is none it is the
    number of prices.
    """
    moments = np.asarray(released)
    if not isinstance(prices, Prices):
        raise ValueError(f"prices: got {short_repr(prices)}, expected Prices")
    if moments.dtype.kind not in "iu":
        got = short_repr(released)
        raise ValueError(f"released: got {got}, expected whole seconds of UTC")
    return np.searchsorted(prices.begins, moments, side="right")


def number_reader(decimal: str, thousands: str | None) -> Callable[[str], float]:
    """A function that reads a positive price, in these marks and no other."""
    check_choice("decimal", decimal, [".", ","])
    marks = [mark for mark in (None, ",", ".", " ", "'") if mark != decimal]
    check_choice("thousands", thousands, marks)
    form = NUMBER if thousands is None else f"(?:{NUMBER}|{GROUPED})"
    whole = re.compile(form.format(re.escape(decimal), re.escape(thousands or "")))
    asked = f"a price above 0, written as 1234{decimal}5"

    def read(text: str) -> float:
        if not whole.fullmatch(text):
            hint = ""
            if re.fullmatch(r"[0-9., ']*[., '][0-9., ']*", text) and text.strip("., '"):
                hint = "; other marks are named by decimal= and thousands="
            raise ValueError(f"got {short_repr(text)}, expected {asked}{hint}")
        number = float(text.replace(thousands or "", "").replace(decimal, "."))
        if not 0 < number < np.inf:
            raise ValueError(f"got {short_repr(text)}, expected {asked}")
        return number

    return read


def _lines(path: str | Path) -> list[tuple[int, list[str]]]:
    """Number and cells of every line; blank lines at the end are none."""
    text = read_text(path)
    with at_line(path, None):
        if not text.strip():
            raise ValueError("got an empty file, expected a header and prices")
    head = text.lstrip("\r\n").splitlines()[0]
    mark = max(",;\t", key=head.count)
    with at_line(path, 1):
        if mark not in head:
            raise ValueError(f"got {short_repr(head)}, expected a header with a comma, ; or tab")
    reader = csv.reader(StringIO(text.rstrip("\r\n "), newline=""), delimiter=mark, strict=True)
    lines = []
    while cells := _next_cells(path, reader):
        lines.append((reader.line_num, cells))
    with at_line(path, None):
        if len(lines) < 2:
            raise ValueError("got a header alone, expected prices below it")
    return lines


def _next_cells(path: str | Path, reader: Iterator) -> list[str]:
    """The cells of the next line, none after the last."""
    try:
        cells = next(reader, None)
    except csv.Error as wrong:
        said = f"got {wrong}, expected a line of CSV"
        raise ValueError(f"{Path(path).name}, line {reader.line_num}: {said}") from None
    with at_line(path, reader.line_num):
        if cells is not None and not any(cell.strip() for cell in cells):
            raise ValueError("got a blank line, expected a price in every line: is one lost?")
    return cells or []


def _columns(header: list[str], date: str | None, price: str | None) -> tuple[int, int]:
    """Which column holds the dates and which the prices."""
    names = [cell.strip().lower() for cell in header]
    if any(re.fullmatch(r"[0-9.,:TZ +-]+", name) for name in names):
        got = short_repr(",".join(header))
        raise ValueError(f"got {got}, expected a header with the names of the columns")
    if len(set(names)) < len(names):
        raise ValueError(f"got the columns {', '.join(names)}, expected every name once")
    dates = _column(names, "date", date, DATES)
    if price is None and len(names) == 2:
        other = names[1 - dates]
        if set(re.findall(r"[a-z]+", other)) & set(NO_PRICES):
            raise ValueError(f"got the column {other!r}, expected a price, or price= with its name")
        return dates, 1 - dates
    prices = _column(names, "price", price, PRICES)
    if dates == prices:
        raise ValueError(f"got {names[dates]!r} for both columns, expected a date and a price")
    return dates, prices


def _column(names: list[str], what: str, named: str | None, known: tuple[str, ...]) -> int:
    """The place of the column that is named, or of the only one with a known name."""
    got = f"got the columns {', '.join(names)}"
    if named is not None:
        if not isinstance(named, str) or named.strip().lower() not in names:
            raise ValueError(f"{got}, expected {short_repr(named)}, the {what}")
        return names.index(named.strip().lower())
    found = [k for k, name in enumerate(names) if name in known]
    if len(found) != 1:
        raise ValueError(f"{got}, expected one of {', '.join(known)}, or {what}= with its name")
    return found[0]


def _check_forms(path: str | Path, lines: list[int], stamps: list[Stamp], zone: ZoneInfo) -> None:
    """All stamps are written alike, and their distances from UTC are all 0 or all the zone's."""
    form = stamps[0].form()
    in_utc = all(not stamp.offset for stamp in stamps)
    for line, stamp in zip(lines, stamps, strict=True):
        with at_line(path, line):
            if stamp.form() != form:
                raise ValueError(f"got {stamp.form()}, expected {form}, as in line {lines[0]}")
            if not in_utc and not fits_zone(stamp, zone):
                hours = stamp.offset.total_seconds() / 3600
                expected = f"that of {zone.key} at this time, or UTC in every line"
                raise ValueError(f"got a time {hours:+g} h from UTC, expected {expected}")


def _check_jumps(path: str | Path, lines: list[int], values: list[float]) -> None:
    """No price is more than 20 times the one before it, or less than a twentieth."""
    for k in range(1, len(values)):
        one, before = values[k], values[k - 1]
        if max(one / before, before / one) > FARTHEST:
            got = f"{one:.12g} after {before:.12g} in line {lines[k - 1]}"
            expected = f"at most {FARTHEST} times as much or as little: is decimal= right?"
            with at_line(path, lines[k]):
                raise ValueError(f"got {got}, expected {expected}")


def _is_monthly(stamps: list[Stamp], every: str | None) -> bool:
    """Whether the prices are averages over months, which a file alone cannot tell."""
    months = len({stamp.month for stamp in stamps})
    if stamps[0].day is None and every != "month":
        raise ValueError("got months without a day, expected every='month'")
    if every is None and ENOUGH <= months == len(stamps):
        asked = "every='month' if they are averages, every='day' if each is the price of its day"
        raise ValueError(f"got one price a month, expected {asked}")
    if every == "month" and stamps[0].clock is not None:
        raise ValueError("got times of day, expected monthly averages, which have none")
    return every == "month"


def _span(
    stamp: Stamp, zone: ZoneInfo, at: time | None, monthly: bool, now: datetime
) -> tuple[int, int]:
    """When a price begins and when it is known, in seconds, if both lie in the past."""
    if monthly:
        known = first_moment(next_month(stamp.month), zone)
        if known > now:
            got = f"got the average of {stamp.month:%Y-%m}"
            raise ValueError(f"{got}, expected months that are over")
        return _seconds(first_moment(stamp.month, zone)), _seconds(known)
    known = known_at(stamp, zone, at)
    dated = stamp.clock is None and at is None
    begins = first_moment(stamp.day, zone) if dated else known
    if begins > now:
        raise ValueError(f"got {known:%Y-%m-%d %H:%M} UTC, expected a time before {now:%Y-%m-%d}")
    return _seconds(begins), _seconds(known)


def _seconds(moment: datetime) -> int:
    return int((moment - datetime(1970, 1, 1, tzinfo=UTC)).total_seconds())
