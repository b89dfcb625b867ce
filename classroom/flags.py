"""Notices about a submission, for the teacher; they never change a mark."""

from collections.abc import Iterable
from types import ModuleType
from typing import NamedTuple


class Flag(NamedTuple):
    says: str
    who: str = ""  # which other student it speaks of: not for those who mark blindly
    cell: str = ""  # where, by the cell's id

    def named(self) -> str:
        return f"{self.says} ({self.who})" if self.who else self.says


def placed(flags: Iterable[Flag], module: ModuleType) -> list[Flag]:
    """The same flags with their cells in words."""
    return [
        flag._replace(says=f"{place(module, flag.cell)}: {flag.says}", cell="")
        if flag.cell
        else flag
        for flag in flags
    ]


def place(module: ModuleType, cell: str) -> str:
    """Where a cell is, as somebody who reads the notebook would say it."""
    beside, own, _ = cell.partition("-own-")
    name, _, part = beside.partition("-")
    numbers = {question.name: n for n, question in enumerate(module.QUESTIONS, 1)}
    if name in numbers:
        here = f"question {numbers[name]}"
        before = {"text": "the text of ", "marks": "the check of "}.get(part, "")
        near = {"text": "above the answer to", "marks": "below"}.get(part, "in")
    else:
        known = {"setup": "the first cell", "numbers": "the numbers", "all": "the whole notebook"}
        here = known.get(name, name)
        before = ""
        near = "after"
    return f"an added cell {near} {here}" if own else before + here
