"""The reader's own prices: a CSV file with a line for each dated price.

Whatever is doubtful is refused with the file, the line, what was found and what is expected; no
line is left out or mended silently. Statements are in `documents`.
Notebook: book/finbert.ipynb
"""

import csv
import re
from collections.abc import Callable
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from typing import NamedTuple
from zoneinfo import ZoneInfo

import numpy as np

from unrolled.core.door import check_choice, short_repr
from unrolled.core.shapes import Array, Float, Int
from unrolled.finbert.documents import read_text
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

DATES = ("date", "day", "month", "time", "timestamp", "datetime", "observation_date")
PRICES = ("price", "price_usd", "close", "value", "fixing", "gold", "usd")
NUMBER = r"[0-9]+(?:{0}[0-9]+)?(?:[eE][+-]?[0-9]+)?"
GROUPED = r"[0-9]{{1,3}}(?:{1}[0-9]{{3}})+(?:{0}[0-9]+)?"
ENOUGH = 3  # so many prices, each in a month of its own, may be monthly averages


class Prices(NamedTuple):
    """Prices in their order, and the time that each speaks of, in seconds of UTC.

    A price at a fixing begins and is known at the same moment; an average over a month begins with
    the month and is known when the month is over.
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
    thousands, if the file has one.
    Raises ValueError that names file, line, what was found and what is expected.
    """
    clocks, clock, now = read_zone("zone", zone), read_clock("at", at), read_now(now)
    check_choice("every", every, [None, "day", "month"])
    to_number = number_reader(decimal, thousands)
    lines = _lines(path)
    (first, header), *rows = lines
    columns = _columns(_Place(path, first), header, date, price)
    stamps, values = [], []
    for line, cells in rows:
        place = _Place(path, line)
        if len(cells) != len(header):
            raise place.wrong(f"{len(cells)} cells", f"{len(header)}, as in the header")
        stamps.append(place.told(lambda cells=cells: read_stamp(cells[columns[0]].strip())))
        values.append(place.told(lambda cells=cells: to_number(cells[columns[1]].strip())))
    places = [_Place(path, line) for line, _ in rows]
    _check_forms(places, stamps, clocks)
    monthly = _is_monthly(path, stamps, every)
    begins, known = [], []
    for place, stamp in zip(places, stamps, strict=True):
        span = place.told(lambda stamp=stamp: _span(stamp, clocks, clock, monthly, now))
        _check_order(places, known, place, span[1], monthly)
        begins.append(span[0])
        known.append(span[1])
    return Prices(np.array(values), np.array(begins), np.array(known))


def first_after(
    prices: Prices, released: Int[Array, " n"] | list | int
) -> Int[Array, " n"] | np.integer:
    """The index of the first price that speaks of no time before the release.

    It is the first whose beginning lies after the release: with daily prices the next fixing, with
    monthly averages the next whole month. Where there is none it is the number of prices.
    """
    moments = np.asarray(released)
    if not isinstance(prices, Prices):
        raise ValueError(f"prices: got {short_repr(prices)}, expected Prices")
    if moments.dtype.kind not in "iu":
        got = short_repr(released)
        raise ValueError(f"released: got {got}, expected whole seconds of UTC")
    return np.searchsorted(prices.begins, moments, side="right")


class _Place(NamedTuple):
    """A line of a file, for a message."""

    path: object
    line: int

    def wrong(self, got: str, expected: str) -> ValueError:
        return ValueError(
            f"{Path(self.path).name}, line {self.line}: got {got}, expected {expected}"
        )

    def told(self, read: Callable) -> object:
        """What `read()` gives; a ValueError of it with the file and the line in front."""
        try:
            return read()
        except ValueError as wrong:
            name = f"{Path(self.path).name}, line {self.line}"
            raise ValueError(f"{name}: {wrong}") from None


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
    name = Path(path).name
    if not text.strip():
        raise ValueError(f"{name}: got an empty file, expected a header and prices")
    head = text.lstrip("\r\n").splitlines()[0]
    counts = {mark: head.count(mark) for mark in ",;\t"}
    mark = max(counts, key=counts.get)
    if not counts[mark]:
        got = short_repr(head)
        raise ValueError(f"{name}, line 1: got {got}, expected a header with a comma, ; or tab")
    reader = csv.reader(StringIO(text.rstrip("\r\n "), newline=""), delimiter=mark, strict=True)
    lines = []
    try:
        for cells in reader:
            if not any(cell.strip() for cell in cells):
                place = _Place(path, reader.line_num)
                raise place.wrong("a blank line", "a price in every line: is one lost?")
            lines.append((reader.line_num, cells))
    except csv.Error as wrong:
        raise _Place(path, reader.line_num).wrong(str(wrong), "a line of CSV") from None
    if len(lines) < 2:
        raise ValueError(f"{name}: got a header alone, expected prices below it")
    return lines


def _columns(
    place: _Place, header: list[str], date: str | None, price: str | None
) -> tuple[int, int]:
    """Which column holds the dates and which the prices."""
    names = [cell.strip().lower() for cell in header]
    if any(re.fullmatch(r"[0-9.,:TZ +-]+", name) for name in names):
        raise place.wrong(short_repr(",".join(header)), "a header with the names of the columns")
    if len(set(names)) < len(names):
        raise place.wrong(f"the columns {', '.join(names)}", "every name once")
    dates = _column(place, names, "date", date, DATES)
    rest = None if price is not None or len(names) != 2 else 1 - dates
    prices = _column(place, names, "price", price, PRICES) if rest is None else rest
    if dates == prices:
        raise place.wrong(f"{names[dates]!r} for both columns", "a date and a price")
    return dates, prices


def _column(
    place: _Place, names: list[str], what: str, named: str | None, known: tuple[str, ...]
) -> int:
    if named is not None:
        if not isinstance(named, str) or named.strip().lower() not in names:
            raise place.wrong(f"the columns {', '.join(names)}", f"{short_repr(named)}, the {what}")
        return names.index(named.strip().lower())
    found = [k for k, name in enumerate(names) if name in known]
    if len(found) != 1:
        asked = f"one of {', '.join(known)}, or {what}= with its name"
        raise place.wrong(f"the columns {', '.join(names)}", asked)
    return found[0]


def _check_forms(places: list[_Place], stamps: list[Stamp], zone: ZoneInfo) -> None:
    """All stamps are written alike, and their distances from UTC are all 0 or all the zone's."""
    form = stamps[0].form()
    for place, stamp in zip(places, stamps, strict=True):
        if stamp.form() != form:
            raise place.wrong(stamp.form(), f"{form}, as in line {places[0].line}")
    if stamps[0].offset is None or all(not stamp.offset for stamp in stamps):
        return
    for place, stamp in zip(places, stamps, strict=True):
        if not fits_zone(stamp, zone):
            got = f"a time {stamp.offset.total_seconds() / 3600:+g} h from UTC"
            raise place.wrong(got, f"that of {zone.key} at this time, or UTC in every line")


def _is_monthly(path: str | Path, stamps: list[Stamp], every: str | None) -> bool:
    """Whether the prices are averages over months, which a file alone cannot tell."""
    name = Path(path).name
    months = len({stamp.month for stamp in stamps})
    if stamps[0].day is None and every != "month":
        raise ValueError(f"{name}: got months without a day, expected every='month'")
    if every is None and ENOUGH <= months == len(stamps):
        asked = "every='month' if they are averages, every='day' if each is the price of its day"
        raise ValueError(f"{name}: got one price a month, expected {asked}")
    if every == "month" and stamps[0].clock is not None:
        raise ValueError(f"{name}: got times of day, expected monthly averages, which have none")
    return every == "month"


def _span(
    stamp: Stamp, zone: ZoneInfo, at: object, monthly: bool, now: datetime
) -> tuple[int, int]:
    """When a price begins and when it is known, in seconds, if both lie in the past."""
    if monthly:
        begins = first_moment(stamp.month, zone)
        known = first_moment(next_month(stamp.month), zone)
        if known > now:
            got = f"got the average of {stamp.month:%Y-%m}"
            raise ValueError(f"{got}, expected months that are over")
        return _seconds(begins), _seconds(known)
    known = known_at(stamp, zone, at)
    early = first_moment(stamp.day, zone) if stamp.clock is None and at is None else known
    if early > now:
        raise ValueError(f"got {known:%Y-%m-%d %H:%M} UTC, expected a time before {now:%Y-%m-%d}")
    return _seconds(known), _seconds(known)


def _check_order(
    places: list[_Place], known: list[int], place: _Place, moment: int, monthly: bool
) -> None:
    if not known or moment > known[-1]:
        return
    before = places[len(known) - 1].line
    if moment == known[-1]:
        what = "month" if monthly else "moment"
        raise place.wrong(f"the {what} of line {before} again", "each only once")
    raise place.wrong(f"an earlier date than in line {before}", "rising dates")


def _seconds(moment: datetime) -> int:
    return int((moment - datetime(1970, 1, 1, tzinfo=UTC)).total_seconds())
