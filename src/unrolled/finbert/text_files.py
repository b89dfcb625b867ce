"""Text from a file of the reader's, and messages that name its lines.

Notebook: book/finbert.ipynb
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from unrolled.core.door import short_repr


def read_text(path: str | Path) -> str:
    """A file of text in UTF-8, with a byte-order mark or without, or ValueError with the line."""
    if not isinstance(path, str | Path):
        raise ValueError(f"path: got {short_repr(path)}, expected a path")
    path = Path(path)
    try:
        data = path.read_bytes()
    except (OSError, ValueError) as wrong:
        got = getattr(wrong, "strerror", wrong)
        raise ValueError(f"{path.name[:60]}: got {got}, expected a file") from None
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise ValueError(f"{path.name}, line 1: got UTF-16, expected UTF-8")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as wrong:
        line = data[: wrong.start].count(b"\n") + 1
        got = f"the byte 0x{data[wrong.start]:02x}"
        raise ValueError(f"{path.name}, line {line}: got {got}, expected UTF-8") from None
    if "\0" in text:
        line = text[: text.index("\0")].count("\n") + 1
        raise ValueError(f"{path.name}, line {line}: got a zero byte, expected text")
    return text


@contextmanager
def at_line(path: str | Path, line: int | None) -> Iterator[None]:
    """Whatever is refused inside is refused with the name of the file and the line in front."""
    try:
        yield
    except ValueError as wrong:
        where = Path(path).name if line is None else f"{Path(path).name}, line {line}"
        raise ValueError(f"{where}: {wrong}") from None
