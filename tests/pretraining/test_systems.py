"""The four systems of the table, and what sees what in them."""

import numpy as np
import pytest

from tests.chapters import ROOT
from unrolled.attention.mask import causal
from unrolled.pretraining import systems
from unrolled.pretraining.objectives import cut_spans, span_questions, tokens


def test_every_paper_is_in_the_list_of_references():
    listed = (ROOT / "book/references.bib").read_text("utf-8")
    assert all(f"{{{system.paper}," in listed for system in systems.SYSTEMS.values())


def test_who_sees_whom():
    assert np.array_equal(systems.sees("GPT", 5), causal(5))
    assert systems.sees("BERT", 5).all()
    found = systems.sees("T5", 3, 2)
    assert found.sum(axis=1).tolist() == [3, 3, 3, 4, 5]
    ids = tokens([("the", "dogs", "bark", ".")])
    asked = span_questions([cut_spans(ids[0], [(2, 4)])])
    assert np.array_equal(asked.sees[0], systems.sees("T5", 5, 3))


def test_only_the_masked_model_has_no_chain_rule():
    assert [name for name, one in systems.SYSTEMS.items() if "chain" not in one.factorisation] == [
        "BERT"
    ]


def test_what_does_not_fit_is_refused(unchecked):
    for call, says in (
        (lambda: systems.sees("XLNet", 3), "name: got 'XLNet'"),
        (lambda: systems.sees("GPT", 0), "N: got 0"),
    ):
        with pytest.raises(ValueError, match=says):
            call()
