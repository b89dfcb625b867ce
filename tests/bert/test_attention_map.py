"""The map of the heads: the derived data as the package reads them, and what is said of them."""

import re

import numpy as np
import pytest

from tests.widget.case import Case
from tests.widget.common import slider
from tests.widget.engine import derived
from unrolled.bert import attention_map, heads
from unrolled.bert.attention_map import RIDDLE, AttentionMap, habits
from unrolled.bert.patterns import places

SENTENCES = [heads.maps(k) for k in range(len(heads.SENTENCES))]
IT = {"sentence": 4, "token": SENTENCES[4][0].index("it")}


def draw(rng):
    """Any head, and any token."""
    return {
        "sentence": int(rng.integers(12)),
        "layer": int(rng.integers(1, 7)),
        "head": int(rng.integers(1, 13)),
        "token": int(rng.integers(14)),
        "view": str(rng.choice(["lines", "matrix"])),
    }


def own(it):
    """The weights of the chosen token, by the package."""
    tokens, A = SENTENCES[it.sentence]
    return A[it.layer - 1, it.head - 1, min(it.token, len(tokens) - 1)]


def solve(page):
    page.locator(".explorable-live select").select_option(heads.SENTENCES[4])
    page.get_by_role("button", name="Layer 6, head 12", exact=True).focus()
    page.keyboard.press("Enter")
    slider(page, "token").fill(str(IT["token"]))


def habit(it, least):
    best = max(np.array(of)[it.layer - 1, it.head - 1] for of in it._constants["patterns"].values())
    return bool(best >= 0.5) is least


CASE = Case(
    make=AttentionMap,
    name="attention_map",
    draw=draw,
    solve=solve,
    weight=220_000,  # a dozen sentences through 72 heads
    states={
        "lines": IT | {"layer": 4, "head": 2},
        "matrix": {"sentence": 9, "layer": 3, "head": 5, "view": "matrix"},
        "end": {"sentence": 2, "layer": 5, "head": 6, "token": 13},
        "street": {"sentence": 4, "layer": 2, "head": 2, "token": 7, "view": "matrix"},
        "coins": {"sentence": 9, "layer": 6, "head": 10, "token": 3},
        "boats": {"sentence": 2, "layer": 1, "head": 3, "token": 5, "view": "matrix"},
    },
    refused=[
        ({"sentence": 12}, "sentence: got 12, expected a whole number from 0 to 11"),
        ({"layer": 7}, "layer: got 7, expected a whole number from 1 to 6"),
        ({"head": 0}, "head: got 0, expected a whole number from 1 to 12"),
        ({"token": 14}, "token: got 14, expected a whole number from 0 to 13"),
        ({"token": 1.5}, "token: got 1.5, expected a whole number"),
        ({"view": "arcs"}, "view: got 'arcs', expected one of 'lines', 'matrix'"),
    ],
    done=IT | {"layer": 6, "head": 12},
    short=[
        IT | {"layer": 5, "head": 5},
        {"sentence": 4, "token": 8, "layer": 6, "head": 12},
        {"sentence": 5, "token": 9, "layer": 6, "head": 12},
    ],
    twins={
        "read": (
            lambda text, letters: heads.read(text, len(text)),
            lambda rng: ("".join(rng.choice([*heads.LETTERS], 20)), heads.LETTERS),
        ),
        "rowsOf": (
            lambda weights, N, head: np.reshape(weights, (-1, N, N))[head],
            lambda rng: (rng.random(3 * 16), 4, int(rng.integers(3))),
        ),
    },
    claims={
        "of its weight to": lambda it: own(it).max() >= 0.5,
        "to itself": lambda it: own(it).argmax() == min(it.token, len(own(it)) - 1),
        "shares its weight out": lambda it: own(it).max() < 0.5,
        "On average over all sentences": lambda it: habit(it, True),
        "Nothing that was measured": lambda it: habit(it, False),
    },
)


def test_the_numbers_that_are_told_are_those_of_the_data(rng):
    for _ in range(60):
        it = AttentionMap(**draw(rng))
        [found] = derived(it, "({ own, texts }) => ({ own, texts })")
        weights = own(it)
        assert np.allclose(found["own"], weights, atol=1e-12)
        assert found["texts"]["most"] == f"{np.floor(100 * weights.max() + 0.5):.0f}\u00a0%"
        assert found["texts"]["key"] == SENTENCES[it.sentence][0][weights.argmax()].replace(
            "##", "…"
        )


def test_all_sentences_are_of_one_length_so_that_nothing_moves():
    assert {len(tokens) for tokens, _ in SENTENCES} == {14}


def test_the_three_heads_of_the_question_do_what_is_said_and_no_other_does_it_more():
    it = AttentionMap()
    patterns = {name: np.array(of) for name, of in it._constants["patterns"].items()}
    for name, (layer, head) in zip(("next", "previous", "first"), RIDDLE, strict=True):
        best = patterns[name].max()
        assert patterns[name][layer - 1, head - 1] == best
        said = "".join(reply for _, reply in it._constants["question"]["options"])
        assert f"{100 * best:.0f}\u00a0%" in said
    assert it._constants["riddle"] == [20, 2, 31]


def test_stories_are_heads_with_the_habit_that_they_tell_of():
    told = AttentionMap()._constants
    place = {"The word before": "previous", "The word after": "next", "Waiting": "first",
             "Brackets": "bracket"}  # fmt: skip
    for story in told["stories"]:
        it = AttentionMap(**story["set"])
        tokens, A = SENTENCES[it.sentence]
        chosen = A[it.layer - 1, it.head - 1]
        meant = places(tokens)[place[story["name"]]]
        share = np.array(told["patterns"][place[story["name"]]])[it.layer - 1, it.head - 1]
        assert f"{100 * share:.0f}\u00a0%" in story["says"]
        assert own(it).argmax() == meant[it.token].argmax(), story["name"]
        assert derived(it, "({ task }) => task.reached") == [False]
        if story["name"] == "Brackets":
            for closed in np.flatnonzero(meant.any(axis=-1)):
                assert chosen[closed].argmax() == meant[closed].argmax()
        else:
            assert share == np.max(told["patterns"][place[story["name"]]])


def test_the_task_names_every_head_that_does_it_and_what_one_does_to_the_other_sentence():
    told = AttentionMap()._constants
    (tokens, tired), (others, wide) = SENTENCES[4:6]
    found = np.argwhere(tired[:, :, tokens.index("it"), tokens.index("animal")] >= 0.5) + 1
    for layer, head in found:
        assert f"layer {layer}, head {head}" in told["task"]["done"]
    assert told["task"]["done"].startswith(f"{len(found)} heads of 72")
    layer, head = found[0] - 1
    row = wide[layer, head, others.index("it")]
    said = re.findall(r"(\d+)\u00a0%", told["task"]["done"])
    assert said == [f"{100 * row[others.index(w)]:.0f}" for w in ("animal", "street")]
    assert row[others.index("animal")] > row[others.index("street")]


def test_tokens_are_text_whatever_is_in_them():
    A = np.full((12, 12, 4, 4), 0.25)
    it = AttentionMap([(["[CLS]", "<img src=x>", "b", "[SEP]"], A)], token=1)
    assert "<img" not in it.still()
    assert "&lt;img src=x&gt;" in it.still()
    (linked,) = derived(it, "(now, widget) => widget.linked(now)")
    width, height = linked["size"]
    cells = [mark["marks"][0] for mark in linked["marks"][0]]
    assert max(cell["x"] + cell["width"] for cell in cells) < width
    assert max(cell["y"] + cell["height"] for cell in cells) < height


@pytest.mark.parametrize("texts", [(), ("",), ("a word", "  "), (3,)])
def test_a_sentence_of_ones_own_has_a_word(unchecked, texts):
    with pytest.raises(ValueError, match="expected sentences with at least a word"):
        attention_map.own(*texts)


def test_sentences_of_ones_own(unchecked):
    rng = np.random.default_rng(0)
    A = rng.dirichlet(np.ones(4), size=(2, 3, 4))
    it = AttentionMap([(["[CLS]", "a", "b", "[SEP]"], A)], layer=2, head=3)
    assert np.allclose(derived(it, "({ rows }) => rows"), A[1, 2], atol=1 / 88)
    assert it.answered
    assert not {"question", "task", "stories"} & it._constants.keys()
    assert len(habits(it._constants["patterns"])) == 6
    for looked, says in (
        ([], "looked: got [], expected a list of (tokens, weights)"),
        ([("a", A, 1)], "looked[0]: got ('a'"),
        ([("abcd", A)], "tokens of looked[0]: got 'abcd', expected a list of texts"),
        ([([1, 2, 3, 4], A)], "tokens of looked[0]: got [1, 2, 3, 4], expected a list of texts"),
        ([(["a", "b"], A)], "weights of looked[0]: got shape (2, 3, 4, 4), expected"),
        ([(["a"] * 65, A)], "tokens of looked[0]: got 65"),
        ([(["a"] * 4, 2 * A)], "A: got"),
        ([(["a"] * 4, A), (["a"] * 4, A[:1])], "weights of looked[1]: got shape (1, 3, 4, 4)"),
    ):
        with pytest.raises(ValueError, match=re.escape(says)):
            AttentionMap(looked)
