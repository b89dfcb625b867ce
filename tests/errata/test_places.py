"""Where the documents' equations are: every claimed label holds, and any other would not."""

import json
import re
from pathlib import Path

import pytest

from tests.errata import placed
from tests.errata.places import SAYS, claims, equations, says, there

FROZEN = json.loads(Path(__file__).with_name("places.json").read_text("utf-8"))
KNOWN = equations()
CLAIMS = claims()
LABELS = sorted({label for *_, labels in CLAIMS for label in labels})


def test_every_row_claims_the_labels_that_were_read_on_both_sides():
    """A label put into another row fails here; that a label is right, the tests below say."""
    assert [list(claim) for claim in CLAIMS] == FROZEN


def test_the_pieces_are_those_of_the_claimed_equations():
    assert set(LABELS) == set(SAYS)


@pytest.mark.parametrize("label", LABELS)
def test_a_claimed_equation_says_what_is_claimed_and_no_other_says_it(label):
    assert says(label, KNOWN), there(label, KNOWN)
    others = {other: there(other, KNOWN) for other in LABELS if other != label}
    assert not [o for o, tex in others.items() if all(piece in tex for piece in SAYS[label])]


@pytest.mark.parametrize("label", sorted(placed.HELD))
def test_it_computes_what_the_document_s_equation_does(label):
    """The function of the package that cites the label, against the document's own formula."""
    function, _ = placed.HELD[label]
    assert placed.cites(function, label)
    theirs, ours = placed.both(label)
    assert placed.near(theirs, ours)


@pytest.mark.parametrize("label", sorted(placed.HELD))
def test_under_another_label_it_would_fail(label):
    theirs, _ = placed.both(label)
    for other in set(placed.HELD) - {label}:
        assert not placed.near(theirs, placed.both(other)[1]), other


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
