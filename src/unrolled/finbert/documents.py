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
IN_NAME = re.compile(
    r"(?<!\d)(\d{4})(-?)(\d\d)\2(\d\d)(?!\d)(?:T(\d\d)[-:]?(\d\d)(?!\d))?", re.ASCII
)
OF_A_TIME = re.compile(r"(?i)(?<![a-z])(?:am|pm|z|utc|gmt|bst|ces?t|e[sd]t)(?![a-z])")
KEYS = ("date", "text", "time", "zone", "title")
OTHER_TIMES = (
    "clock", "datetime", "hour", "offset", "released", "timestamp", "timezone", "tz", "utc"
)  # fmt: skip


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
    `title`; other keys are let be, if they do not look like a time or a zone. A name in the folder
    holds the date and no other digits but a time, as 2024-01-31.txt or 2024-01-31T1400.txt.
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
    files = sorted(file for file in path.iterdir() if file.suffix.lower() == ".txt")
    if not files:
        raise ValueError(f"{path.name}: got no .txt file, expected one for each statement")
    records = []
    for file in files:
        records.append((file.name, {**_in_name(file), "text": read_text(file)}))
    return records


def _in_name(file: Path) -> dict:
    """Date and time that a file's name holds, or ValueError where it holds more or none."""
    found = list(IN_NAME.finditer(file.stem))
    if len(found) != 1:
        got = f"{len(found)} dates in the name"
        raise ValueError(f"{file.name}: got {got}, expected one, as 2024-01-31T1400.txt has")
    year, _, month, day, hour, minute = found[0].groups()
    left = f"{file.stem[: found[0].start()]} {file.stem[found[0].end() :]}"
    more = re.search(r"\d+(?:\W?\d+)*", left) or (hour and OF_A_TIME.search(left))
    if more:
        got = f"{more[0]!r} beside {found[0][0]} in the name"
        expected = "a date, and a time as in 2024-01-31T1400.txt or none"
        raise ValueError(f"{file.name}: got {got}, expected {expected}")
    clock = {"time": f"{hour}:{minute}"} if hour else {}
    return {"date": f"{year}-{month}-{day}", **clock}


def _statement(place: str, record: dict, zone: str, at: str | None, now: datetime) -> _Found:
    """One statement, every part of it looked at, or ValueError with its place."""
    for name in ("date", "text"):
        if name not in record:
            raise ValueError(f"{place}: got {', '.join(record)}, expected {name} among them")
    for name in record:
        if name not in KEYS and _like_a_time(name):
            got = f"the key {short_repr(name)}"
            raise ValueError(f"{place}: got {got}, expected time or zone, or a key like neither")
    for name in record.keys() & set(KEYS):
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


def _like_a_time(key: str) -> bool:
    """Whether a word of a key is a time or a zone, or one of the two in a wrong spelling."""
    parts = re.findall(r"[a-z]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", key).lower())
    return any(
        part in OTHER_TIMES or _is_spelled_like(part, known)
        for part in parts
        for known in ("time", "zone")
    )


def _is_spelled_like(part: str, known: str) -> bool:
    """Whether it has the same letters, or begins alike and has one letter too many or too few."""
    if sorted(part) == sorted(known):
        return True
    long, short = (part, known) if len(part) > len(known) else (known, part)
    return part[0] == known[0] and any(long[:k] + long[k + 1 :] == short for k in range(len(long)))


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
