"""Where the documents' equations are: every claimed label holds, and any other would not.

Each chapter says it of its own labels, in `tests/<chapter>/places.py`.
"""

import inspect
import re
from functools import cache

import numpy as np
import pytest

from tests.chapters import find_modules
from tests.errata import places
from tests.errata.pages import claims, equations

KNOWN = equations()
CLAIMS = claims()
OWN = {room: module.PLACES for room, module in find_modules("tests.{}.places").items()}
PLACES = {label: place for each in [*OWN.values(), places.PLACES] for label, place in each.items()}
CLAIMED = {label for *_, labels in CLAIMS for label in labels}
COMPUTED = sorted(label for label, place in PLACES.items() if place.both)


def says(label: str, pieces: tuple[str, ...]) -> bool:
    """Whether the equation of this label has all these pieces."""
    return all(piece in KNOWN.get(label, "") for piece in pieces)


@cache
def both(label: str) -> tuple:
    """The document's value and the package's."""
    return PLACES[label].both()


def cites(function, label: str) -> bool:
    """Whether its docstring, or that of its module, names the label."""
    module = inspect.getmodule(function)
    return label in (inspect.getdoc(function) or "") + (inspect.getdoc(module) or "")


def near(theirs, ours) -> bool:
    """Whether two values are the same, to rounding."""
    theirs, ours = np.asarray(theirs), np.asarray(ours)
    return theirs.shape == ours.shape and bool(np.abs(theirs - ours).max() < 1e-11)


@pytest.mark.parametrize("label", sorted(PLACES.keys() | CLAIMED))
def test_the_rows_of_the_page_with_a_label_are_those_that_were_read_on_both_sides(label):
    """A label put into another row fails here; that a label is right, the tests below say."""
    assert label in PLACES, f"{label}: its chapter's tests have no place for it"
    rows = [(document, theirs) for document, theirs, labels in CLAIMS if label in labels]
    assert rows == PLACES[label].rows != []


def test_every_other_row_is_to_come():
    rows = [(document, theirs) for document, theirs, labels in CLAIMS if not labels]
    assert rows == places.TO_COME


@pytest.mark.parametrize("room", OWN)
def test_a_chapter_has_the_places_of_its_own_labels(room):
    start = f"eq-{room.replace('_', '-')}-"
    assert [label for label in OWN[room] if not label.startswith(start)] == []


@pytest.mark.parametrize("label", sorted(PLACES))
def test_a_claimed_equation_says_what_is_claimed_and_no_other_says_it(label):
    pieces = PLACES[label].says
    assert says(label, pieces), KNOWN.get(label)
    assert [other for other in PLACES if says(other, pieces)] == [label]


@pytest.mark.parametrize("label", COMPUTED)
def test_it_computes_what_the_document_s_equation_does(label):
    """The function of the package that cites the label, against the document's own formula."""
    assert cites(PLACES[label].function, label)
    assert near(*both(label))


@pytest.mark.parametrize("label", COMPUTED)
def test_under_another_label_it_would_fail(label):
    theirs, _ = both(label)
    for other in set(COMPUTED) - {label}:
        assert not near(theirs, both(other)[1]), other


def test_every_numbered_equation_has_a_place():
    """(1) to (49) of the article and of the lecture on sequences, each once."""
    for document in ("In the article", "In the lecture on networks for sequences"):
        found = []
        for where, theirs, _ in CLAIMS:
            if where == document:
                for first, last in re.findall(r"\((\d+)\)(?: to \((\d+)\))?", theirs):
                    found += range(int(first), int(last or first) + 1)
        assert sorted(found) == list(range(1, 50)), document


def test_what_was_claimed_and_not_there_is_now():
    """The five claims of the first table that were too strong."""
    right = {
        ("In the article", "(6), mended"): "eq-errata-double-sum",
        ("In the slides of the d-e-m-o network",
         r"2.4.3, expansion of $\partial L/\partial net_t$, mended"): "eq-errata-expansion",
        ("In the lecture on networks for sequences", "(26), (27)"): "eq-errata-linear",
        ("In the handwritten notes", "linear shortcuts"): "eq-errata-shortcuts",
    }  # fmt: skip
    found = {(document, theirs): labels for document, theirs, labels in CLAIMS}
    for row, label in right.items():
        assert found[row][0] == label
