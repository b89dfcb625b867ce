"""The reader's own statements: a file with a JSON object a line, or a folder of text files.

Every statement has a date, and where it is known a time of release; without a time it counts as
released at the end of its day. What is doubtful is refused.
Notebook: book/finbert.ipynb
"""

import json
import re
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np

from unrolled.core.door import short_repr
from unrolled.core.shapes import Array, Int
from unrolled.finbert.stamps import (
    first_moment,
    fits_zone,
    known_at,
    read_clock,
    read_now,
    read_stamp,
    read_zone,
)
from unrolled.finbert.text_files import read_text

DAMAGED = re.compile("\ufffd|â€|Ã[\x80-\xbf]")  # UTF-8 that was once read as something else
IN_NAME = re.compile(r"(?<!\d)(\d{4})-?(\d\d)-?(\d\d)(?:[T_](\d\d)[-:]?(\d\d))?(?!\d)", re.ASCII)


class Statements(NamedTuple):
    """Texts in the order of their release, and the releases in seconds of UTC."""

    texts: tuple[str, ...]
    titles: tuple[str, ...]
    released: Int[Array, " n"]


class _Found(NamedTuple):
    place: str  # file and line, for messages
    released: int
    title: str
    text: str


def load_statements(
    path: str | Path, zone: str, *, at: str | None = None, now: datetime | None = None
) -> Statements:
    """The statements of a JSONL file or of a folder, in the order of their release.

    A line of the file is an object with `date` and `text`, and may have `time`, `zone` and
    `title`; a name in the folder holds the date, as 2024-01-31.txt or 2024-01-31T1400.txt.
    `zone` and `at` are the time zone and the time of release where the file does not say.
    Raises ValueError that names file, line, what was found and what is expected.
    """
    read_zone("zone", zone)
    read_clock("at", at)
    now = read_now(now)
    in_folder = isinstance(path, str | Path) and Path(path).is_dir()
    records = _of_folder(Path(path)) if in_folder else _of_lines(path)
    found = [_statement(place, record, zone, at, now) for place, record in records]
    if in_folder:
        found.sort(key=lambda one: one.released)
    _check_order(found)
    return Statements(
        tuple(one.text for one in found),
        tuple(one.title for one in found),
        np.array([one.released for one in found]),
    )


def _of_lines(path: str | Path) -> list[tuple[str, dict]]:
    """The objects of a JSONL file, each with its place."""
    lines = read_text(path).rstrip().split("\n")
    name = Path(path).name
    if lines == [""]:
        raise ValueError(f"{name}: got an empty file, expected statements")
    records = []
    for number, line in enumerate(lines, 1):
        place = f"{name}, line {number}"
        if not line.strip():
            raise ValueError(f"{place}: got a blank line, expected a statement in every line")
        try:
            record = json.loads(line, object_pairs_hook=_each_once)
        except (ValueError, RecursionError) as wrong:
            raise ValueError(f"{place}: got {wrong}, expected an object of JSON") from None
        if not isinstance(record, dict):
            got = short_repr(record)
            raise ValueError(f"{place}: got {got}, expected an object with date and text")
        records.append((place, record))
    return records


def _each_once(pairs: list) -> dict:
    if len(dict(pairs)) < len(pairs):
        raise ValueError(f"{', '.join(name for name, _ in pairs)}, a name twice")
    return dict(pairs)


def _of_folder(path: Path) -> list[tuple[str, dict]]:
    """The text files of a folder, each with its name."""
    files = sorted(path.glob("*.txt"))
    if not files:
        raise ValueError(f"{path.name}: got no .txt file, expected one for each statement")
    records = []
    for file in files:
        found = IN_NAME.findall(file.stem)
        if len(found) != 1:
            got = f"{len(found)} dates in the name"
            raise ValueError(f"{file.name}: got {got}, expected one, as 2024-01-31T1400.txt has")
        year, month, day, hour, minute = found[0]
        clock = {"time": f"{hour}:{minute}"} if hour else {}
        date = f"{year}-{month}-{day}"
        records.append((file.name, {"date": date, "text": read_text(file), **clock}))
    return records


def _statement(place: str, record: dict, zone: str, at: str | None, now: datetime) -> _Found:
    """One statement, every part of it looked at, or ValueError with its place."""
    for name in ("date", "text"):
        if name not in record:
            raise ValueError(f"{place}: got {', '.join(record)}, expected {name} among them")
    for name in {"date", "text", "title", "time", "zone"} & record.keys():
        if not isinstance(record[name], str):
            got = f"{name} = {short_repr(record[name])}"
            raise ValueError(f"{place}: got {got}, expected a text in quotes")
    try:
        stamp = read_stamp(record["date"].strip())
        clocks = read_zone("zone", record.get("zone", zone))
        clock = read_clock("time", record.get("time", at))
        if stamp.day is None:
            raise ValueError(f"got {record['date']!r}, expected a day, too")
        if stamp.clock is not None and "time" in record:
            raise ValueError(f"got {record['date']!r} and a time, expected the time once")
        if stamp.offset and not fits_zone(stamp, clocks):
            got = f"{record['date']!r}"
            raise ValueError(f"got {got}, expected a time of {clocks.key} or of UTC")
        released = known_at(stamp, clocks, clock)
        dated = stamp.clock is None and clock is None
        if (first_moment(stamp.day, clocks) if dated else released) > now:
            got = f"{released:%Y-%m-%d %H:%M} UTC"
            raise ValueError(f"got {got}, expected a release before {now:%Y-%m-%d %H:%M}")
    except (ValueError, OverflowError) as wrong:
        raise ValueError(f"{place}: {wrong}") from None
    text = record["text"].strip()
    if not text:
        raise ValueError(f"{place}: got an empty text, expected the words of a statement")
    damaged = DAMAGED.search(text)
    if damaged:
        near = text[max(0, damaged.start() - 10) : damaged.end() + 10]
        raise ValueError(f"{place}: got {near!r}, expected text that was decoded as UTF-8")
    seconds = int((released - datetime(1970, 1, 1, tzinfo=UTC)).total_seconds())
    return _Found(place, seconds, record.get("title", "").strip(), text)


def _check_order(found: list[_Found]) -> None:
    """Releases rise, and no text is there twice."""
    for before, one in pairwise(found):
        if one.released == before.released:
            raise ValueError(f"{one.place}: got the release of {before.place}, expected another")
        if one.released < before.released:
            got = f"an earlier release than {before.place}"
            raise ValueError(f"{one.place}: got {got}, expected rising releases")
    seen = {}
    for one in found:
        key = " ".join(one.text.split()).casefold()
        if key in seen:
            raise ValueError(f"{one.place}: got the text of {seen[key]}, expected another")
        seen[key] = one.place
