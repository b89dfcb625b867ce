"""Explanation as data: what is said is the first rule that fits, in Python and in the browser."""

import re
from itertools import product

import numpy as np
import pytest
from py_mini_racer import JSEvalException

from tests.widget.kit import exported, run
from unrolled.widget.words import gaps, rules, say, tell, unreached

NAMES = ["vanishes", "kept", "growing", "zero", "linear"]
TEXTS = {"rho": "0.90", "bound": "<b>1.2·10⁻³</b>", "lag": "$& {rho} \\1"}
STATES = [dict(zip(NAMES, held, strict=True)) for held in product([True, False], repeat=len(NAMES))]
WHY = rules(
    ("vanishes !kept", "{rho} promised more."),
    ("vanishes growing", "It grows, then it shrinks."),
    ("", "Nothing is known but {bound}."),
)


def drawn(rng):
    """A few lists of rules, some of which say nothing in some states."""
    lists = []
    for _ in range(rng.integers(1, 4)):
        pairs = []
        for n in range(rng.integers(1, 5)):
            words = rng.choice(NAMES, rng.integers(0, 4), replace=False)
            condition = " ".join(rng.choice(["", "!"]) + word for word in words)
            names = rng.choice(list(TEXTS), rng.integers(0, 3))
            pairs.append((condition, f"Rule {n} of “ŷ”" + "".join(f", {{{x}}}" for x in names)))
        lists.append(rules(*pairs))
    return lists


def spelled_out(rules, facts):
    """The place of the first rule that fits, word by word."""
    for n, (condition, _) in enumerate(rules):
        words = condition.split()
        if all(facts[w[1:]] is False if w[0] == "!" else facts[w] is True for w in words):
            return n
    return None


def test_both_languages_say_the_same(rng):
    cases = [[drawn(rng), STATES[rng.integers(len(STATES))], TEXTS] for _ in range(2000)]
    said = [tell(*case) for case in cases]
    assert run("words", "tell", cases) == said
    firsts = [[lists[0], facts, texts] for lists, facts, texts in cases]
    assert run("words", "say", firsts) == [say(*first) for first in firsts]
    assert 20 < said.count("") < 1000


def test_the_first_rule_that_fits_speaks(rng):
    for _ in range(500):
        given, *_ = drawn(rng)
        facts = STATES[rng.integers(len(STATES))]
        n = spelled_out(given, facts)
        said = say(given, facts, {name: name for name in TEXTS})
        assert said == ("" if n is None else re.sub("[{}]", "", given[n][1]))


def test_several_lists_speak_one_after_the_other():
    facts = dict.fromkeys(NAMES, False)
    silent = rules(("zero", "Nothing is left."))
    lists = [WHY, silent, rules(("!zero", "At {rho}."))]
    assert tell(lists, facts, TEXTS) == "Nothing is known but <b>1.2·10⁻³</b>. At 0.90."
    assert tell([silent], facts, TEXTS) == tell([], facts, TEXTS) == ""


def test_a_text_stands_in_a_sentence_as_it_is():
    assert say(rules(("", "{lag}")), {}, TEXTS) == "$& {rho} \\1"
    assert run("words", "say", [[[["", "{lag}"]], {}, TEXTS]]) == ["$& {rho} \\1"]


ERRORS = [
    (WHY, {"vanishes": True, "kept": False}, TEXTS, "fact: got '?growing"),
    (WHY, {**STATES[0], "kept": 1}, TEXTS, "kept"),
    (WHY, {**STATES[0], "kept": None}, TEXTS, "kept"),
    (rules(("toString", "?")), STATES[0], TEXTS, "toString"),
    (WHY, STATES[-1], {"rho": "0.90"}, "text: got '?bound"),
    (rules(("", "{valueOf}")), STATES[0], TEXTS, "valueOf"),
    (WHY, STATES[-1], {"bound": 1.5}, "bound"),
]


@pytest.mark.parametrize(("given", "facts", "texts", "named"), ERRORS)
def test_a_fact_or_a_text_that_nobody_knows_is_an_error_by_name(
    given, facts, texts, named, unchecked
):
    with pytest.raises(ValueError, match=named):
        say(given, facts, texts)
    with pytest.raises(JSEvalException, match=named):
        run("words", "say", [[given, facts, texts]])


def test_a_numpy_truth_value_is_a_fact():
    assert say(rules(("zero", "Yes.")), {"zero": np.bool(True)}, {}) == "Yes."


MALFORMED = [
    "vanishes",
    ("vanishes",),
    ("vanishes", "It does.", "Indeed."),
    ("vanishes", None),
    (True, "It does."),
    ("vanishes  kept", "It does."),
    (" vanishes", "It does."),
    ("vanishes, kept", "It does."),
    ("! vanishes", "It does."),
    ("!!vanishes", "It does."),
    ("vanishes !vanishes", "It does."),
    ("kept kept", "It does."),
    ("vanishes", ""),
    ("vanishes", "It {does."),
    ("vanishes", "It does}."),
    ("vanishes", "It {} does."),
    ("vanishes", "It {does not}."),
    ("vanishes", "It {{rho}}."),
]


@pytest.mark.parametrize("pair", MALFORMED)
def test_a_malformed_rule_is_refused(pair, unchecked):
    with pytest.raises(ValueError, match="rule 1: got"):
        rules(("", "Well."), pair)


def test_rules_are_data_as_a_trait_holds_it():
    assert WHY[2] == ["", "Nothing is known but {bound}."]


def test_rules_that_no_state_reaches_are_found():
    assert unreached(WHY, STATES) == []
    assert unreached(WHY, [s for s in STATES if s["vanishes"] and not s["growing"]]) == [WHY[1]]
    behind = [*WHY, *rules(("kept", "Never said.")), WHY[2][:]]
    assert unreached(behind, STATES) == behind[3:]
    assert unreached(WHY, []) == WHY


def test_states_in_which_no_rule_speaks_are_found():
    assert gaps(WHY, STATES) == []
    assert gaps(WHY[:2], STATES) == [
        s for s in STATES if not s["vanishes"] or (s["kept"] and not s["growing"])
    ]


def test_both_say_and_tell():
    assert exported("words") == {"say", "tell"}
