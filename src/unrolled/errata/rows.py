"""The entries, document by document, and the verdict of each one's check.

<document>.json holds what a document prints, what is true, the kind of slip, and the check that
proves it or the reason why there is none.
"""

import json
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import unrolled.errata
import unrolled.errata.attending
import unrolled.errata.backward
import unrolled.errata.bounds
import unrolled.errata.cells
import unrolled.errata.chances
import unrolled.errata.cutting
import unrolled.errata.depth
import unrolled.errata.feedforward
import unrolled.errata.forward_pass
import unrolled.errata.gates
import unrolled.errata.growth
import unrolled.errata.output_layer
import unrolled.errata.printed_numbers
import unrolled.errata.recursions
import unrolled.errata.scoring
import unrolled.errata.shapes
import unrolled.errata.shortcuts
import unrolled.errata.worked_example
from unrolled.errata.finding import Finding
from unrolled.page.says import Typed, typed_numbers

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
    check: str = ""  # module.function of this room
    why: str = ""  # there is no check

    def judge(self) -> Finding | None:
        """What its check finds, or None. Raises AssertionError if it does not hold or prove it."""
        if not self.check:
            return None
        module, function = self.check.split(".")
        found = _run(module, function)
        assert found.holds(), f"{self.no}: the check {self.check} is red: {found}"
        missing = [typed.text for typed in decimals(self.true) if not _computed(typed, found)]
        assert not missing, f"{self.no}: {', '.join(missing)} is not what {self.check} computes"
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
def document(name: str) -> Document:
    """One of DOCUMENTS."""
    data = json.loads(files("unrolled.errata").joinpath(f"{name}.json").read_text("utf-8"))
    sections = {
        part["title"]: [Row(section=part["title"], **row) for row in part["rows"]]
        for part in data.pop("sections")
    }
    return Document(sections=sections, **data)


@cache
def _run(module: str, function: str) -> Finding:
    return getattr(getattr(unrolled.errata, module), function)()


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
