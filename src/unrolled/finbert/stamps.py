"""Dates and times as a file writes them, and the moment at which something is known.

A price or a statement with a time of day is known at that time, in the zone that the reader names.
Without a time it is known when its day is over: nothing may be known too early.
An average over a month is known when the month is over.
Notebook: book/finbert.ipynb
"""

import re
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from unrolled.core.door import short_repr

FORM = re.compile(
    r"([12]\d{3})-(\d\d)(?:-(\d\d)"
    r"(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?)?",
    re.ASCII,
)
CLOCK = re.compile(r"(\d\d):(\d\d)(?::(\d\d))?", re.ASCII)
WRITTEN = "2024-01-31, 2024-01-31T14:00 or 2024-01-31T14:00-05:00"
NO_ZONES = (
    "a name of the time zone database, as 'Europe/London' is (none at all? pip install tzdata)"
)


class Stamp(NamedTuple):
    """What a file says of a moment; `day` is None for a month, `offset` for a time without one."""

    month: date
    day: date | None
    clock: time | None
    offset: timedelta | None

    def form(self) -> str:
        """What kind of stamp it is; all stamps of a file are of one kind."""
        if self.day is None:
            return "a month"
        if self.clock is None:
            return "a date"
        return "a time" if self.offset is None else "a time with its distance from UTC"


def read_stamp(text: str) -> Stamp:
    """The stamp that is written there, or ValueError."""
    found = FORM.fullmatch(text)
    if not found:
        raise ValueError(f"got {short_repr(text)}, expected {WRITTEN}")
    year, month, day, hour, minute, second, offset = found.groups()
    try:
        first = date(int(year), int(month), 1)
        whole = date(int(year), int(month), int(day)) if day else None
        clock = time(int(hour), int(minute), int(second or 0)) if hour else None
    except ValueError:
        raise ValueError(f"got {text!r}, expected a day and a time that there are") from None
    return Stamp(first, whole, clock, _offset(offset) if offset else None)


def _offset(text: str) -> timedelta:
    if text == "Z":
        return timedelta(0)
    minutes = 60 * int(text[1:3]) + int(text[-2:])
    return timedelta(minutes=-minutes if text[0] == "-" else minutes)


def read_clock(name: str, text: object) -> time | None:
    """A time of day as "14:00", or None, or ValueError."""
    if text is None:
        return None
    found = CLOCK.fullmatch(text) if isinstance(text, str) else None
    try:
        return time(*(int(part or 0) for part in found.groups()))
    except (AttributeError, ValueError):
        got = short_repr(text)
        raise ValueError(f"{name}: got {got}, expected a time of day as '14:00'") from None


def read_zone(name: str, text: object) -> ZoneInfo:
    """The time zone of that name, or ValueError."""
    try:
        if not isinstance(text, str) or not text:
            raise TypeError
        return ZoneInfo(text)
    except (TypeError, ValueError, OSError, KeyError):  # ZoneInfoNotFoundError is a KeyError
        raise ValueError(f"{name}: got {short_repr(text)}, expected {NO_ZONES}") from None


def read_now(now: object) -> datetime:
    """The moment after which everything is the future: by default the clock's."""
    if now is None:
        return datetime.now(UTC)
    if not isinstance(now, datetime) or now.tzinfo is None:
        raise ValueError(f"now: got {short_repr(now)}, expected a datetime with a time zone")
    return now.astimezone(UTC)


def known_at(stamp: Stamp, zone: ZoneInfo, at: time | None) -> datetime:
    """When it is known, in UTC: at its time, else at `at`, else at the end of its day."""
    clock = at if stamp.clock is None else stamp.clock
    if clock is None:
        return first_moment(stamp.day + timedelta(days=1), zone)
    local = datetime.combine(stamp.day, clock)
    if stamp.offset is not None:
        return (local - stamp.offset).replace(tzinfo=UTC)
    return _moment(local, zone)


def _moment(local: datetime, zone: ZoneInfo) -> datetime:
    """A time on the clocks of a zone; when they are put back, the later of its two."""
    known = local.replace(tzinfo=zone, fold=1).astimezone(UTC)
    if known.astimezone(zone).replace(tzinfo=None, fold=0) != local:
        got = local.isoformat(" ", "minutes")
        raise ValueError(f"got {got}, when clocks skip an hour, expected a time of {zone.key}")
    return known


def fits_zone(stamp: Stamp, zone: ZoneInfo) -> bool:
    """Whether the zone's clocks are as far from UTC at that time as the stamp says."""
    local = datetime.combine(stamp.day, stamp.clock)
    return stamp.offset in {local.replace(tzinfo=zone, fold=k).utcoffset() for k in (0, 1)}


def first_moment(day: date, zone: ZoneInfo) -> datetime:
    """Midnight at the beginning of a day, in UTC."""
    return datetime.combine(day, time(0), tzinfo=zone).astimezone(UTC)


def next_month(month: date) -> date:
    """The first day of the month after."""
    return (month.replace(day=1) + timedelta(days=31)).replace(day=1)
