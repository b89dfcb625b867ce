"""The entries, document by document, and the verdict of each one's check.

<document>.json holds what a document prints, what is true, the kind of slip, and, where there is
no check, the reason why. A check is any function of this room marked `@entry("B12")`.
"""

import json
import pkgutil
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import NamedTuple

from unrolled import errata
from unrolled.errata.finding import CHECKS, Check, Finding
from unrolled.page.says import Typed, typed_numbers

FINDS = ("src/unrolled/errata/*.py",)  # where the checks are
DOCUMENTS = ("mingot", "group8", "oke", "xie", "handwritten")
KINDS = ("formula", "number", "index", "claim", "notation", "reference", "typing")
VERDICTS = {
    "wrong": "false as printed",
    "loose": "true under a condition that is not said, or said too strongly",
    "ambiguous": "one sign with two meanings, or two conventions side by side",
    "slip": "a slip of the pen; what is meant can be seen",
    "right": "looks like a slip and is right",
}
REASONS = {
    "letters": "a choice of letters, nothing to compute",
    "wording": "a matter of wording, nothing to compute",
    "typing": "a slip of typing, nothing to compute",
    "history": "a matter of record, not of computing",
    "reference": "a reference, looked up and not computed",
    "figure": "the figure that would decide is lost",
    "later": "its check needs the code of a chapter to come",
}


class Row(NamedTuple):
    """One entry of a document."""

    no: str  # B1: the first entry on the second document
    section: str
    place: str
    kind: str
    printed: str
    true: str
    verdict: str
    check: Check | None = None
    why: str = ""  # there is no check

    def judge(self) -> Finding | None:
        """What its check finds, or None. Raises AssertionError if it does not hold or prove it."""
        if self.check is None:
            return None
        found = _run(self.check)
        name = self.check.__name__
        assert found.holds(), f"{self.no}: the check {name} is red: {found}"
        missing = [typed.text for typed in decimals(self.true) if not _computed(typed, found)]
        assert not missing, f"{self.no}: {', '.join(missing)} is not what {name} computes"
        agrees = self.verdict in ("right", "ambiguous")
        assert agrees or not found.agrees, f"{self.no}: {self.verdict}, but the check agrees"
        assert self.verdict != "right" or found.agrees, f"{self.no}: right, but the check does not"
        return found


class Document(NamedTuple):
    """A document as it names itself, and its entries by section."""

    cite: str  # in references.bib
    author: str
    title: str
    about: str
    sections: dict[str, list[Row]]

    @property
    def rows(self) -> list[Row]:
        """All entries in the order of the page."""
        return [row for rows in self.sections.values() for row in rows]


@cache
def find_checks() -> dict[str, Check]:
    """The check of every entry that has one, by its number."""
    for module in pkgutil.iter_modules(errata.__path__):
        import_module(f"unrolled.errata.{module.name}")
    return CHECKS


@cache
def document(name: str) -> Document:
    """One of DOCUMENTS."""
    data = json.loads(files("unrolled.errata").joinpath(f"{name}.json").read_text("utf-8"))
    sections = {}
    for part in data.pop("sections"):
        title = part["title"]
        checks = find_checks()
        sections[title] = [Row(section=title, check=checks.get(r["no"]), **r) for r in part["rows"]]
    return Document(sections=sections, **data)


@cache
def _run(check: Check) -> Finding:
    return check()


def decimals(text: str) -> list[Typed]:
    """The numbers with a decimal point in a text; what is squared or divided is an operand."""
    return [
        typed
        for typed in typed_numbers(text)
        if "." in typed.text and not text.startswith(("^", "/"), typed.start + len(typed.text))
    ]


def _computed(typed: Typed, found: Finding) -> bool:
    """Whether a typed number is one of the computed ones, to the digits typed."""
    return any(typed.rounds(x) for x in found.numbers())
