"""The sentence that looks at itself: its ribbons, its type, and what is said of the heads."""

import json
import re
from itertools import pairwise

import numpy as np
import pytest

from tests.widget.case import Case
from tests.widget.engine import derived
from tests.widget.stage import FONTS, document
from unrolled.attention.ribbons import lifts, nested
from unrolled.attention.sentence import short
from unrolled.attention.typeset import ADVANCES, break_lines, set_lines, split, width_of
from unrolled.bert import heads, sentence
from unrolled.bert.patterns import places
from unrolled.bert.sentence import RIDDLE, EncoderHeads, number

SENTENCES = [heads.maps(k) for k in range(len(heads.SENTENCES))]
PATTERNS = {name: np.array(of) for name, of in heads.measured()["patterns"].items()}
IT = {"sentence": 4, "token": SENTENCES[4][0].index("it")}


def draw(rng):
    """Any head or layer, and any two tokens; sometimes the three heads that are asked about."""
    pins = [int(pin) for pin in rng.integers(0, 73, 3)]
    return {
        "sentence": int(rng.integers(12)),
        "layer": int(rng.integers(1, 7)),
        "head": int(rng.integers(0, 13)),
        "token": max(0, int(rng.integers(-2, 15))),
        "other": int(rng.integers(15)),
        "pins": pins if rng.random() < 0.85 else [number(*head) for head in RIDDLE],
        "order": str(rng.choice(["number", *PATTERNS])),
        "answered": bool(rng.random() < 0.85),
    }


def matrix(it):
    """The weights of the chosen head, or the mean of its layer's, by the package."""
    _, A = SENTENCES[it.sentence]
    layer = A[it.layer - 1]
    return layer[it.head - 1] if it.head else layer.mean(axis=0)


def own(it):
    """The weights of the chosen token, by the package."""
    A = matrix(it)
    return A[min(it.token, len(A) - 1)]


def most_to_itself(it):
    return own(it).argmax() == min(it.token, len(own(it)) - 1)


def habit(it):
    """The share that is highest on average."""
    of = [P[it.layer - 1] for P in PATTERNS.values()]
    return max(row[it.head - 1] if it.head else row.mean() for row in of)


def solve(page):
    page.get_by_role("button", name="it, token 10", exact=True).focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Block 6, head 12", exact=True).focus()
    page.keyboard.press("Enter")


def text_of(rng):
    """A sentence, its tokens (some of them second pieces), and the widths of characters."""
    words = [str(word) for word in rng.choice(["The", "river", "Wörter", "it", "a&b"], 5)]
    tokens = ["[CLS]"]
    for word in words:
        cut = int(rng.integers(1, len(word) + 1))
        tokens += [word[:cut].lower(), *(["##" + word[cut:].lower()] if cut < len(word) else [])]
    return " ".join(words) + ".", [*tokens, ".", "[SEP]"], ADVANCES


def words_of(rng):
    """Words as they are set: widths, and what is glued to what is before it."""
    kinds = rng.choice(["word", "glued", "mark"], int(rng.integers(2, 20)), p=[0.7, 0.2, 0.1])
    return [
        {"em": float(rng.uniform(0.2, 6)), "kind": str(kind), "text": "a"}
        for kind in ["mark", *kinds]
    ]


def spans_of(rng):
    return [float(v) for v in rng.uniform(-400, 400, int(rng.integers(2, 16)))]


def lifts_of(rng):
    spans = spans_of(rng)
    return spans, [float(w) for w in rng.dirichlet(np.ones(len(spans))) * 40], 130.0, 860.0


CASE = Case(
    make=EncoderHeads,
    name="sentence",
    draw=draw,
    solve=solve,
    weight=260_000,  # a dozen sentences through 72 heads; queries and keys of a pair
    states={
        "mean": {"sentence": 9, "layer": 3, "head": 0, "token": 10, "other": 8},
        "animal": IT | {"layer": 4, "head": 2, "other": 2},
        "pins": {"sentence": 4, "layer": 1, "head": 3, "token": 2, "other": 7, "pins": [38, 72, 3]},
        "end": {"sentence": 9, "layer": 5, "head": 6, "token": 14, "other": 14, "order": "first"},
        "alone": {"sentence": 5, "layer": 6, "head": 4, "token": 9, "pins": [0, 61, 0]},
    },
    refused=[
        ({"sentence": 12}, "sentence: got 12, expected a whole number from 0 to 11"),
        ({"layer": 7}, "layer: got 7, expected a whole number from 1 to 6"),
        ({"head": 13}, "head: got 13, expected a whole number from 0 to 12"),
        ({"token": 15}, "token: got 15, expected a whole number from 0 to 14"),
        ({"other": 1.5}, "other: got 1.5, expected a whole number"),
        ({"pins": [0, 73, 0]}, "pins: got 73, expected a whole number from 0 to 72"),
        ({"pins": [1, 2]}, "pins: got [1, 2], expected 3 heads"),
        ({"order": "size"}, "order: got 'size', expected one of 'number', 'previous'"),
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
        "meanOf": (
            lambda matrices: np.mean(matrices, axis=0),
            lambda rng: (rng.random((3, 4, 4)),),
        ),
        "ranked": (
            lambda shares: np.argsort(-np.array(shares), kind="stable"),
            lambda rng: (rng.integers(0, 6, 12) / 5,),
        ),
        "nested": (nested, lambda rng: (spans_of(rng),)),
        "lifts": (lifts, lifts_of),
        "splitText": (lambda text, tokens, _: split(text, tokens), text_of),
        "breakLines": (
            break_lines,
            lambda rng: (words_of(rng), float(rng.integers(14, 31)), float(rng.uniform(300, 860))),
        ),
        "setLines": (
            set_lines,
            lambda rng: (words_of(rng), float(rng.integers(14, 31)), float(rng.uniform(300, 860))),
        ),
    },
    claims={
        "of its weight to": lambda it: own(it).max() >= 0.5,
        "to itself": most_to_itself,
        "spreads its weight": lambda it: own(it).max() < 0.5,
        "this block gives": lambda it: it.head == 0,
        "over all sentences this head gives": lambda it: bool(habit(it) >= 0.5),
        "this head gives most": lambda it: bool(habit(it) < 0.5),
    },
)


def test_the_numbers_that_are_told_are_those_of_the_data(rng):
    for _ in range(60):
        it = EncoderHeads(**draw(rng))
        [found] = derived(it, "({ row, texts }) => ({ row, texts })")
        assert np.allclose(found["row"], own(it), atol=1e-12)
        assert found["texts"]["most"] == f"{np.floor(100 * own(it).max() + 0.5):.0f}\u00a0%"
        key = it._constants["sentences"][it.sentence]["words"][own(it).argmax()]["text"]
        assert found["texts"]["key"].strip("“”") == key


def test_words_stand_as_in_the_text_and_are_as_wide_as_in_the_books_font(browser):
    words = split(
        "We don't unroll it.", ["[CLS]", "we", "don", "'", "t", "un", "##roll", "it", "."]
    )
    shown = ["[CLS]", "We", "don", "'", "t", "un", "roll", "it", "."]
    assert [word["text"] for word in words] == shown
    kinds = "mark word word glued glued word glued word glued"
    assert " ".join(word["kind"] for word in words) == kinds
    assert width_of("¿a") == pytest.approx(0.6 + 0.541)
    page = browser.new_page()
    page.set_content(document())
    page.evaluate(FONTS)
    measured = page.evaluate("""() => {
        const pen = document.createElement("canvas").getContext("2d");
        pen.font = '400 1000px "Source Serif 4 Variable"';
        pen.fontKerning = "none";
        const all = Array.from({ length: 95 }, (_, k) => String.fromCharCode(32 + k));
        return all.map((letter) => pen.measureText(letter).width);
    }""")
    page.close()
    assert np.abs(np.array(measured) - ADVANCES).max() < 1


def test_sentences_are_told_apart_by_their_names():
    names = short(list(heads.SENTENCES))
    assert len(set(names)) == len(names)
    assert names[4:6] == ["… too tired", "… too wide"]


def numbers(path):
    return [float(v) for v in re.findall(r"-?\d+(?:\.\d+)?", path)]


def edge(path, inner):
    """Points along the outer or the inner edge of a ribbon, from left to right."""
    x = numbers(path)
    p = np.reshape(x[8:16] if inner else x[:8], (4, 2))
    t = np.linspace(0, 1, 101)[:, None]
    s = 1 - t
    found = s**3 * p[0] + 3 * s * s * t * p[1] + 3 * s * t * t * p[2] + t**3 * p[3]
    return found[np.argsort(found[:, 0], kind="stable")]


def test_ribbons_leave_side_by_side_land_on_their_words_and_do_not_cross(call, rng):
    """Of two that go the same way, the far one lies outside the near one."""
    for _ in range(40):
        N = int(rng.integers(6, 15))
        middles = np.cumsum(rng.uniform(40, 80, N))
        line = [{"middle": x, "top": 150.0, "floor": 200.0, "line": 0} for x in middles]
        [A] = rng.dirichlet(np.full(N, 0.4), size=1)
        start = int(rng.integers(N))
        asked = {"places": line, "from": start, "weights": [A.tolist()], "unit": 40, "room": 120,
                 "width": 860, "way": -1}  # fmt: skip
        [[paths]] = call("sentence", "ribbons", [[asked]])
        for k, path in enumerate(paths):
            x = numbers(path)
            assert abs(abs(x[0] - x[14]) - 40 * A[k]) < 0.2, "as wide where it leaves"
            assert k == start or abs((x[6] + x[8]) / 2 - middles[k]) < 0.2
        for side in (-1, 1):
            seen = [k for k in range(N) if (k - start) * side > 0 and A[k] > 0.01][::side]
            for near, far in pairwise(seen):
                outer, inner = edge(paths[near], False), edge(paths[far], True)
                assert np.all(np.interp(*outer.T[:1], *inner.T) <= outer[:, 1] + 2)


def test_to_another_line_a_ribbon_goes_on_the_side_that_faces(call):
    stand = [{"middle": 50.0 + 50 * k, "top": 100.0 * n, "floor": 100.0 * n + 40, "line": n}
             for n in range(3) for k in range(2)]  # fmt: skip
    asked = {"places": stand, "from": 2, "weights": [[1 / 6] * 6], "unit": 30, "room": 20,
             "width": 200, "way": -1}  # fmt: skip
    [[paths]] = call("sentence", "ribbons", [[asked]])
    heights = [(numbers(path)[1], numbers(path)[7]) for path in paths]
    assert heights == [(100, 40)] * 2 + [(100, 100)] * 2 + [(140, 200)] * 2


def test_the_three_heads_of_the_question_do_what_is_said_and_no_other_does_it_more():
    it = EncoderHeads()
    said = "".join(reply for _, reply in it._constants["question"]["options"])
    for name, (layer, head) in zip(("next", "previous", "first"), RIDDLE, strict=True):
        best = PATTERNS[name].max()
        assert PATTERNS[name][layer - 1, head - 1] == best
        assert f"{100 * best:.0f}\u00a0%" in said
    assert it._constants["riddle"] == [20, 2, 31]
    tokens, A = SENTENCES[4]
    assert A[0, 2, 1:-1].argmax(axis=-1).tolist() == list(range(len(tokens) - 2))
    assert set(A[2, 7, 1:-1].argmax(axis=-1)) == {0}


def test_stories_are_heads_with_the_habit_that_they_tell_of():
    told = EncoderHeads()._constants
    place = {"The word before": "previous", "The word after": "next", "Waiting": "first",
             "Brackets": "bracket"}  # fmt: skip
    for story in told["stories"]:
        it = EncoderHeads(**story["set"])
        assert derived(it, "({ task }) => task.reached") == [False]
        if story["name"] == "Three at once":
            assert it.pins == [number(*head) for head in RIDDLE]
            continue
        tokens, _ = SENTENCES[it.sentence]
        meant = places(tokens)[place[story["name"]]]
        share = PATTERNS[place[story["name"]]][it.layer - 1, it.head - 1]
        assert f"{100 * share:.0f}\u00a0%" in story["says"]
        assert own(it).argmax() == meant[it.token].argmax() == it.other, story["name"]
        if story["name"] == "Brackets":
            for closed in np.flatnonzero(meant.any(axis=-1)):
                assert matrix(it)[closed].argmax() == meant[closed].argmax()
        else:
            assert share == PATTERNS[place[story["name"]]].max()


def test_the_task_names_every_head_that_does_it_and_the_warning_what_one_does_elsewhere():
    told = EncoderHeads()._constants
    (tokens, tired), (others, wide) = SENTENCES[4:6]
    found = np.argwhere(tired[:, :, tokens.index("it"), tokens.index("animal")] >= 0.5) + 1
    for layer, head in found:
        assert f"block {layer}, head {head}" in told["task"]["done"]
    assert told["task"]["done"].startswith(f"{len(found)} of 72 heads")
    layer, head = found[0] - 1
    row = wide[layer, head, others.index("it")]
    wanted = [f"{100 * row[others.index(w)]:.0f}" for w in ("animal", "street")]
    assert re.findall(r"(\d+)\u00a0%", told["task"]["done"]) == wanted
    assert re.findall(r"(\d+)\u00a0%", told["warning"]) == wanted
    assert row[others.index("animal")] > row[others.index("street")]


def test_the_squares_that_glow_most_are_those_of_the_task():
    it = EncoderHeads()
    assert (it.token, it.other) == (IT["token"], SENTENCES[4][0].index("animal"))
    glow = SENTENCES[4][1][:, :, it.token, it.other]
    assert np.sort(glow.ravel())[-3] < 0.3 < 0.5 < np.sort(glow.ravel())[-2]


SAYS = "(now, widget) => widget.says({ ...now, pointed: POINTED })"


@pytest.mark.parametrize("place", [0, 11, 12, 37, 70, 71])
def test_pointing_at_a_square_tells_of_that_head(place):
    it = EncoderHeads()
    layer, head = place // 12, place % 12
    [told] = derived(it, SAYS.replace("POINTED", f'"h{place}"'))
    assert told.startswith(f"Block {layer + 1}, head {head + 1}: <b>it</b> ")
    most = SENTENCES[4][1][layer, head, it.token].max()
    assert f"{np.floor(100 * most + 0.5):.0f}\u00a0%" in told


def test_pointing_at_a_word_tells_of_it_and_at_a_ring_of_what_goes_there():
    it = EncoderHeads(answered=True)
    [told] = derived(it, SAYS.replace("POINTED", '"w5"'))
    assert told.startswith(f"Block {it.layer}, head {it.head}: <b>cross</b> ")
    look = "(now, widget) => JSON.stringify(widget.picture({ ...now, pointed: 'o7' }).marks)"
    assert "how much of <b>it</b> goes to <b>street</b>" in derived(it, look)[0]


def test_as_long_as_it_is_asked_three_heads_are_shown_and_no_habit_is_told():
    it = EncoderHeads()
    assert it.pins == [number(*head) for head in RIDDLE]
    tokens, A = SENTENCES[it.sentence]
    for k in (it.token, 2, 5):
        [told] = derived(it, SAYS.replace("POINTED", f'"w{k}"'))
        most = [tokens[A[layer - 1, head - 1, k].argmax()] for layer, head in RIDDLE]
        shown = [f"A looks most at <b>{most[0]}</b>", f"B at <b>{most[1]}</b>"]
        shown = " ".join([*shown, f"C at <b>{most[2]}</b>"]).lower()
        assert shown in told.lower().replace(",", ""), k
    look = "(now, widget) => [widget.says(now), JSON.stringify(widget.picture(now).marks)]"
    for pointed in ("h2", "h20", "h31"):
        [told] = derived(it, SAYS.replace("POINTED", f'"{pointed}"'))
        assert "average" not in told
    for answered in (False, True):
        here = EncoderHeads(layer=1, head=3, pins=[0, 0, 0], answered=answered)
        assert ["average" in text for text in derived(here, look)[0]] == [answered, answered]


def test_the_letters_are_at_their_heads_and_the_guess_stays():
    ballots = "(now, widget) => widget.ballots(now).length"
    assert derived(EncoderHeads(), ballots) == [3]
    assert derived(EncoderHeads(sentence=11), ballots) == [0]
    look = """(now, widget) => [0, 1, 2].map((guess) => JSON.stringify(
        widget.picture({ ...now, guess }).marks).includes("dashed thick"))"""
    assert derived(EncoderHeads(answered=True), look) == [[True, False, True]]
    assert derived(EncoderHeads(answered=True, sentence=11), look) == [[False] * 3]
    assert derived(EncoderHeads(), look) == [[False] * 3]


def pinned(pins, pin):
    """The pins once the square of this head is tapped."""
    find = "({ kind, over }) => kind === 'choice' && over === 'h" + str(pin - 1) + "'"
    look = f"(now, widget) => widget.picture(now).marks.flat(9).find({find}).to"
    [to] = derived(EncoderHeads(pins=pins), look)
    assert (to["layer"], to["head"]) == ((pin - 1) // 12 + 1, (pin - 1) % 12 + 1)
    return to["pins"]


def test_a_tap_pins_a_head_another_takes_it_off_and_a_fourth_takes_off_the_oldest():
    assert pinned([0, 0, 0], 20) == [20, 0, 0]
    assert pinned([20, 0, 0], 31) == [20, 31, 0]
    assert pinned([20, 31, 5], 31) == [20, 0, 5]
    assert pinned([20, 31, 5], 64) == [31, 5, 64]


def test_tokens_are_text_whatever_is_in_them():
    A = np.full((12, 12, 4, 4), 0.25)
    it = EncoderHeads([(["[CLS]", "<img src=x>", "b", "[SEP]"], A)], token=1)
    assert "<img" not in it.still()
    assert "&lt;img src=x&gt;" in it.still()


@pytest.mark.parametrize("texts", [(), ("",), ("a word", "  "), (3,)])
def test_a_sentence_of_ones_own_has_a_word(unchecked, texts):
    with pytest.raises(ValueError, match="expected sentences with at least a word"):
        sentence.own(*texts)


def test_sentences_of_ones_own(unchecked):
    rng = np.random.default_rng(0)
    A = rng.dirichlet(np.ones(4), size=(2, 3, 4))
    it = EncoderHeads([(["[CLS]", "a", "b", "[SEP]"], A)], layer=2, head=3, token=2)
    assert np.allclose(derived(it, "({ row }) => row"), A[1, 2, 2], atol=1 / 88)
    assert it.answered
    assert not {"question", "task", "stories"} & it._constants.keys()
    assert len(it._constants["habits"]) == 6
    assert json.dumps(it._constants)
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
            EncoderHeads(looked)
