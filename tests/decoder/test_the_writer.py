"""The writer: it writes what the package writes, and what it says of that is so."""

from functools import cache

import numpy as np
import pytest

from tests.widget.case import Case
from tests.widget.common import error, slider
from tests.widget.engine import derived
from unrolled.core.text import LETTERS, encode
from unrolled.decoder import dice, repetition, sampling
from unrolled.decoder.export import counting_model
from unrolled.decoder.the_writer import TheWriter
from unrolled.decoder.the_writer_words import (
    ASKED,
    BRANCH,
    GOAL,
    LOOKS,
    LOOP,
    MOST,
    NUCLEUS,
    PLAIN,
    PROGRAM,
    SIZE,
    WHICH,
    WORD,
    attention,
    branch,
    cases,
    continued,
    given_in,
    held,
    looped,
    task,
    text_of,
)
from unrolled.page.numbers import decimals, percent

CASE_OF = ("codes", "at", "model", "temperature", "k", "share")


def is_hidden(it):
    return not it.answered and all(getattr(it, name) == ASKED[name] for name in CASE_OF)


def read_of(it):
    """The letters that have been read."""
    return text_of(it.codes)[: it.at]


def drawn(it):
    """What a state draws from."""
    return dice.expected_after(it.model, read_of(it), it.temperature, it.k, it.share)


@cache
def expected(kind, text):
    return dice.expected_after(kind, text)


def goes_round(it):
    text = read_of(it)
    return text[-10:] in text[:-1] and len(text) > 10


def written(kind, begun, seed=0, temperature=1.0, k=None, share=None, length=MOST):
    """A text as the state holds it: its beginning was given, the rest is what the model writes."""
    text = dice.go_on(kind, begun, length - len(begun), seed, temperature, k, share)
    return held(begun, text[len(begun) :])


@cache
def pool():
    """Texts to draw from: given, written, in a loop, with a letter put by hand, and none."""
    return [
        ASKED["codes"],
        held(LOOKS),
        held("the"),
        written("Transformer", "a letter ", 1, 0.8),
        written("n-gram", LOOP, 0, 0.0),
        cases()["Another branch"]["codes"],
        [-1] * MOST,
    ]


def draw(rng):
    """A random state; some are those of the question, which hides what the model expects."""
    if rng.random() < 0.05:
        return ASKED | {"answered": bool(rng.random() < 0.5)}
    codes = pool()[rng.integers(len(pool()))]
    return {
        "codes": codes,
        "at": int(rng.integers(1, MOST + 1)),
        "model": str(rng.choice(repetition.KINDS)),
        "temperature": float(rng.choice([0.0, 0.5, 1.0, 2.0])),
        "k": int(rng.choice([1, 5, SIZE, SIZE])),
        "share": float(rng.choice([0.5, 0.9, 1.0, 1.0])),
        "head": int(rng.integers(0, 9)),
        "seed": int(rng.integers(0, 41)),
        "answered": bool(rng.random() < 0.85),
    }


def draw_chances(rng):
    return rng.dirichlet(np.full(SIZE, 0.3))


def solve_task(page):
    """The task: its beginning, dice and a nucleus, and then to the end."""
    page.get_by_role("button", name="Temperature 0", exact=True).click()
    page.get_by_role("radio", name="n-gram", exact=True).check(force=True)
    slider(page, "letters read").fill(str(len(LOOP)))
    slider(page, "temperature").fill("1")
    slider(page, "nucleus").fill("0.7")
    slider(page, "letters read").fill(str(MOST))


def chosen(begun):
    """A state whose text is good but begins with other letters than those of the task."""
    texts = (written("n-gram", begun, seed, 1.0, None, 0.7) for seed in range(40))
    return {"codes": next(codes for codes in texts if is_good(codes)), "at": MOST, "share": 0.7}


def is_good(codes):
    """Whether a text repeats nothing and has no unlikely letter among those that were written."""
    text = text_of(codes)
    least = dice.least_likely("n-gram", text, sum(given_in(codes)))
    return not dice.repeated_pieces(text) and least >= GOAL["least"]


DONE = {"codes": written("n-gram", LOOP, 0, 1.0, None, 0.7), "at": MOST, "share": 0.7}
HAND = [*DONE["codes"][:50], DONE["codes"][50] + SIZE, *DONE["codes"][51:]]
CASE = Case(
    make=TheWriter,
    name="the_writer",
    states={
        "asked": {},
        "heads": {
            "codes": written("Transformer", "a letter ", 1, 0.8, length=70),
            "at": 60,
            "model": "Transformer",
            "temperature": 0.8,
            "head": 3,
        },
        "restarted": {
            "codes": written("Transformer", "a letter ", 1, 0.8),
            "at": MOST,
            "model": "Transformer",
            "k": 5,
        },
        "state": {"codes": held("the"), "at": 2, "model": "LSTM", "share": 0.5},
        "branch": cases()["Another branch"],
        "loop": task()["set"],
        "nothing": {"codes": [-1] * MOST, "at": 1, "temperature": 2.0},
    },
    draw=draw,
    refused=[
        ({"codes": [1]}, "codes: got [1], expected 96 letters"),
        ({"codes": [68] * MOST}, "codes: got 68"),
        ({"at": 97}, "at: got 97"),
        ({"model": "GRU"}, "model: got 'GRU'"),
        ({"temperature": 2.1}, "temperature: got 2.1"),
        ({"k": 0}, "k: got 0"),
        ({"share": 0.0}, "share: got 0.0"),
        ({"head": 9}, "head: got 9"),
        ({"seed": 41}, "seed: got 41"),
    ],
    solve=solve_task,
    done=DONE,
    short=[
        DONE | {"at": MOST - 1},
        DONE | {"model": "LSTM"},
        DONE | {"codes": HAND},
        DONE | {"codes": held(text_of(DONE["codes"]))},
        chosen(LOOP + "o"),
        chosen(LOOP[:-1]),
        chosen(PROGRAM),
        DONE | {"codes": written("n-gram", LOOP, 0)},
        DONE | {"codes": written("n-gram", LOOP, 0, 0.0)},
        DONE | {"codes": [*DONE["codes"][:-1], -1], "at": MOST},
    ],
    weight=200_000,
    twins={
        "topK": (
            lambda y, k: sampling.top_k(y, k).tolist(),
            lambda rng: [draw_chances(rng), int(rng.integers(1, SIZE + 1))],
        ),
        "nucleus": (
            lambda y, share: sampling.nucleus(y, share).tolist(),
            lambda rng: [draw_chances(rng), float(rng.uniform(0.05, 1))],
        ),
        "nextLetter": (
            lambda *given: sampling.next_letter(*given).tolist(),
            lambda rng: [
                3 * rng.normal(size=SIZE),
                float(rng.choice([0, 0.3, 1, 2])),
                int(rng.integers(1, SIZE + 1)),
                float(rng.uniform(0.05, 1)),
            ],
        ),
        "letterAt": (
            dice.letter_at,
            lambda rng: [draw_chances(rng), float(rng.random())],
        ),
        "throwDice": (
            dice.throw,
            lambda rng: [int(rng.integers(0, 2**31)), int(rng.integers(0, 1000))],
        ),
        "repeatedPieces": (
            lambda codes, length: dice.repeated_pieces("".join(map(chr, codes)), length),
            lambda rng: [rng.integers(97, 99, rng.integers(5, 40)).tolist(), 4],
        ),
    },
    claims={
        "The n-gram model has counted": is_hidden,
        "It sees only the last four": is_hidden,
        "At temperature 0": lambda it: it.temperature == 0,
        "The text is full": lambda it: it.at == MOST,
        "Only one letter is left": lambda it: np.count_nonzero(drawn(it)) == 1,
        "letters; the likeliest": lambda it: 1 < np.count_nonzero(drawn(it)) < SIZE,
        "drawn with a probability": lambda it: np.count_nonzero(drawn(it)) == SIZE,
        "is repeating itself": goes_round,
        "It cannot look back": lambda it: it.model == "LSTM",
        "of block": lambda it: it.model == "Transformer" and it.head > 0,
        "Averaged over its heads": lambda it: it.model == "Transformer" and it.head == 0,
    },
)
STILLS = {
    "Restarted": CASE.states["restarted"],
    "State": CASE.states["state"],
    "Loop": CASE.states["loop"],
    "Cut": ASKED | {"codes": held(WORD), "at": len(WORD), "k": 3},
}


def told(chance):
    """A probability as it is written over a bar."""
    return "&lt;1\u00a0%" if 0 < chance < 0.01 else percent(chance)


def seen_weights(text, head):
    """What the Transformer attends to, and 0 for what is no longer in its window."""
    heads = [row for block in attention(text) for row in block]
    row = np.mean(heads, axis=0) if head == 0 else heads[head - 1]
    return row


def test_each_number_shown_is_that_of_the_package(rng, unchecked):
    look = "(now) => [now.raw, now.y, now.weights, now.texts, now.hidden]"
    states = [TheWriter().state() | draw(rng) for _ in range(60)]
    for state, shown in zip(states, derived(TheWriter(), look, states), strict=True):
        raw, y, weights, texts, hidden = shown
        it = TheWriter(**state)
        it.at = min(it.at, len(text_of(it.codes)))
        assert error(raw, expected(it.model, read_of(it))) < 1e-9
        assert error(y, drawn(it)) < 1e-9
        assert hidden == is_hidden(it)
        assert len(weights) == it.at
        assert texts["chance"] == percent(float(drawn(it)[int(np.argmax(raw))]))
        if it.model == "Transformer" and it.at <= 64:
            own = seen_weights(read_of(it), it.head)
            assert error(weights, own) < 1e-9
            assert texts["weight"] == decimals(max(own), 2)
        elif it.model == "Transformer":
            assert sum(weights) == pytest.approx(1)
            assert weights[0] == 0, "no longer in the window"
        text = text_of(it.codes)
        given = given_in(it.codes)
        least = [
            expected(it.model, text[:n])[LETTERS.index(text[n])]
            for n in range(1, len(text))
            if not given[n]
        ]
        assert texts["least"] == (told(float(min(least))) if least else "")


SETTINGS = [(0, 0.0, SIZE, 1.0), (3, 0.8, 10, 1.0), (7, 1.0, SIZE, 0.9)]
TO = "(now, widget) => widget.play(now).to({})"


def played(state, value):
    [found] = derived(TheWriter(**state), TO.replace("{}", str(value)))
    return found


def test_what_it_writes_is_what_the_package_writes(unchecked):
    for kind in repetition.KINDS:
        for seed, temperature, k, share in SETTINGS:
            state = {"codes": held(LOOP), "at": len(LOOP), "model": kind, "seed": seed, "k": k}
            found = played(state | {"temperature": float(temperature), "share": share}, MOST)
            assert found["at"] == MOST
            assert found["codes"] == written(kind, LOOP, seed, temperature, k, share), kind


def test_play_keeps_what_it_would_write_again_and_what_was_given(unchecked):
    whole = looped()
    state = {"model": "LSTM", "temperature": 0.0, "codes": held(LOOP, whole[len(LOOP) :])}
    assert played(state | {"at": 20}, 21) == {"codes": state["codes"], "at": 21}
    other = played(state | {"at": 20, "model": "n-gram"}, 40)
    assert text_of(other["codes"])[:20] == whole[:20]
    assert len(text_of(other["codes"])) == 40
    by_hand = cases()["Another branch"]
    kept = played(by_hand, by_hand["at"] + 1)
    assert kept["codes"] == by_hand["codes"], "the letter put by hand stays"
    again = "(now, widget) => widget.play(now).from"
    assert derived(TheWriter(**state, at=MOST), again) == [{"codes": held(LOOP), "at": len(LOOP)}]
    assert played(state | {"at": 20}, 5) == {"at": 5}


def test_a_tapped_bar_is_another_branch_and_a_tapped_letter_goes_back(unchecked):
    marks = """(now, widget) => widget.picture({ ...now, narrow: false }).marks.flat(9)
        .filter((mark) => mark?.kind === "choice").map(({ name, to }) => [name, to])"""
    it = TheWriter(**cases()["Another branch"], answered=True)
    [bars] = derived(it, marks)
    assert len(bars) == 12
    name, change = bars[0]
    assert name == "Put t"
    assert change == {"codes": held(WHICH + "t"), "at": len(BRANCH)}
    full = TheWriter(**task()["set"], answered=True)
    assert derived(full, marks) == [[]], "a text that is full takes no letter"
    places = """(now, widget) => widget.picture({ ...now, narrow: true }).marks.flat(9)
        .filter((mark) => mark?.kind === "pad").map(({ pull }) => [pull([20, 10]), pull([20, 50]),
        pull([359, 120]), pull([0, 0])])"""
    assert derived(it, places) == [[[{"at": 1}, {"at": 25}, {"at": MOST - 1}, {"at": 1}]]]


def test_other_dice_write_the_same_beginning_on(unchecked):
    again = "(now, widget) => widget.thrown(now, 5)"
    state = PLAIN | {"model": "LSTM", "temperature": 0.8}
    codes = written("LSTM", LOOP, 2, 0.8, length=40)
    [found] = derived(TheWriter(**state | {"codes": codes, "at": 20, "seed": 2}), again)
    assert found == {"seed": 5, "at": 40, "codes": written("LSTM", LOOP, 5, 0.8, length=40)}
    [found] = derived(TheWriter(**state | {"codes": held(LOOP), "at": 3}), again)
    assert found == {"seed": 5}


def test_before_the_answer_no_bar_is_drawn(unchecked):
    look = """(now, widget) => [true, false].map((narrow) => [
        widget.ballots({ ...now, narrow }).length,
        widget.picture({ ...now, narrow }).marks.flat(9).filter((mark) => mark?.kind === "cell"
            && mark.look === "output through").map(({ height }) => height)])"""
    [asked] = derived(TheWriter(), look)
    for ballots, heights in asked:
        assert ballots == 4
        assert {height for height in heights if height != 3} == {0}
    [told] = derived(TheWriter(answered=True), look)
    assert [ballots for ballots, _ in told] == [0, 0]
    assert max(told[0][1]) > 100
    order = """(now, widget) => widget.picture({ ...now, narrow: true }).marks.flat(9)
        .filter((mark) => mark?.kind === "choice").map(({ name }) => name)"""
    assert derived(TheWriter(), order) == derived(TheWriter(answered=True), order)


def test_the_question_and_its_answers_are_so():
    y = {kind: dice.expected_after(kind, PROGRAM) for kind in repetition.KINDS}
    asked = TheWriter()._constants["question"]
    letters = [label for label, _ in asked["options"]]
    own = [y["n-gram"][LETTERS.index(letter)] for letter in letters]
    assert letters[asked["right"]] == letters[int(np.argmax(own))] == "d"
    assert y["n-gram"].argmax() == LETTERS.index("d")
    assert LETTERS[y["Transformer"].argmax()] == LETTERS[y["LSTM"].argmax()] == "m"
    assert set(letters) <= {LETTERS[k] for k in np.argsort(-y["n-gram"])[:6]}, "each has a bar"
    counts = counting_model().counts[4][tuple(encode("ogra", LETTERS))]
    assert counts.sum() == 9
    assert (counts[LETTERS.index("d")], counts[LETTERS.index("m")]) == (7, 2)
    text = TheWriter()._constants["data"]["ngram"]["text"]
    assert text.count("autograd") == 7
    assert "graph" in text
    assert "ograp" not in text


def test_the_stories_and_the_task_are_so():
    told = {story["name"]: story["says"] for story in TheWriter()._constants["stories"]}
    assert list(told) == [
        "Which is which?",
        "Temperature 0",
        "Nucleus",
        "Another branch",
        "Where it looks",
    ]
    for text in continued().values():
        assert text[len(WHICH) :].strip() in told["Which is which?"]
    assert looped()[-28:-14] == looped()[-14:]
    assert looped().count("the same step ") >= 4
    many, few = (
        np.count_nonzero(dice.expected_after("Transformer", text, share=NUCLEUS))
        for text in (WORD, PROGRAM)
    )
    assert (many, few) == (14, 1)
    y = dice.expected_after("LSTM", WHICH)
    assert LETTERS[y.argmax()] == "t"
    assert y[LETTERS.index("a")] < y.max()
    other = dice.go_on("LSTM", WHICH, MOST - len(WHICH), 0, 0)
    ends = {text[-7:] for text in (branch(), other)}
    assert len(ends) == 2
    assert "and a step and a step" in branch()
    assert "and a step" not in other, "another loop"
    weights = attention(LOOKS)
    assert int(weights[1][0].argmax()) == LOOKS.rindex("v")
    assert weights[1][0].max() > 0.95
    assert int(weights[0][2].argmax()) == len(LOOKS) - 2
    assert weights[0][2].max() > 0.95
    start = task()["set"]
    assert dice.repeated_pieces(text_of(start["codes"])) > 40
    assert GOAL["least"] == 0.03
    solved = {share: 0 for share in (None, 0.8)}
    for seed in range(10):
        for share in solved:
            text = dice.go_on("n-gram", LOOP, MOST - len(LOOP), seed, 1.0, None, share)
            few = dice.least_likely("n-gram", text, len(LOOP)) >= GOAL["least"]
            solved[share] += few and not dice.repeated_pieces(text)
    assert solved[None] == 0, "never by chance alone"
    assert solved[0.8] >= 4


def test_of_a_text_with_other_letters_the_task_says_why_it_does_not_count(unchecked):
    look = "(now) => now.task.value"
    why = "only “the network” may be given"
    for begun, is_told in ((LOOP, False), (LOOP + "o", True), (PROGRAM, True)):
        [value] = derived(TheWriter(**chosen(begun)), look)
        assert (why in value) == is_told
    [value] = derived(TheWriter(codes=held(LOOP), at=len(LOOP)), look)
    assert value == "So far, the model has not written a letter."


def test_a_letter_that_is_cut_off_has_no_number(unchecked):
    look = """(now, widget) => widget.picture({ ...now, narrow: true }).marks.flat(9)
        .filter((mark) => mark?.kind === "word").map(({ html }) => html)"""
    [words] = derived(TheWriter(**ASKED | {"k": 1, "answered": True}), look)
    assert [text for text in words if "%" in text] == ["100\u00a0%"]
    assert "false" not in words


def test_the_head_can_be_chosen_only_where_there_are_heads(unchecked):
    look = """(now, widget) => { const sliders = (node) => node.children?.flatMap(sliders)
        .concat(node.tag === "input" ? [node] : []) ?? [];
        return widget.more(now).slice(0, 1).flatMap(sliders)[0].props.disabled; }"""
    for kind in repetition.KINDS:
        assert derived(TheWriter(model=kind), look) == [kind != "Transformer"]


def test_what_does_not_fit_is_refused():
    with pytest.raises(ValueError, match="kind: got 'GRU'"):
        dice.go_on("GRU", "a", 3)
    with pytest.raises(ValueError, match="length: got -1"):
        dice.go_on("n-gram", "a", -1)
    with pytest.raises(ValueError, match="begun: got 0"):
        dice.least_likely("n-gram", "abc", 0)
    with pytest.raises(ValueError, match="u: got 2"):
        dice.letter_at(np.full(4, 0.25), 2.0)
    assert PLAIN["seed"] == 0
