"""Surprise, letter by letter: its numbers are those of the package, and what it says is so."""

import numpy as np
import pytest

from tests.widget.case import Case
from tests.widget.common import error, slider
from tests.widget.engine import derived
from unrolled.core.text import LETTERS, encode, prose
from unrolled.language_models.counting import bigram, mean_surprise, ngram_loss
from unrolled.language_models.surprise import Surprise
from unrolled.language_models.surprise_model import (
    LONGEST,
    PLUS,
    bits,
    counted,
    letter_probabilities,
    next_probabilities,
)
from unrolled.language_models.surprise_words import (
    ASKED,
    GOAL,
    KEYS,
    LINE,
    MARKED,
    MOST,
    NONE,
    PIECE,
    RARE,
    cases,
    held,
    perplexity,
    surprises,
    text_of,
)
from unrolled.page.numbers import decimals

FOOLED = "thtthtthttht"  # familiar beginnings with endings that never come
TEXTS = (LINE, RARE, KEYS, FOOLED, "qzxjkvwbpmdf", "a", "the the the the the the the the the thee")


def is_hidden(it):
    return not it.answered and all(getattr(it, name) == ASKED[name] for name in ("codes", "n"))


def place_of(it):
    return min(it.at, len(text_of(it.codes)) - 1)


def past_of(it):
    at = place_of(it)
    return text_of(it.codes)[max(0, at - it.n + 1) : at]


def is_new(it):
    text = counted()
    return past_of(it) not in text[:-1]


def best_of(it):
    return next_probabilities(counted(), past_of(it), PLUS).max()


def is_best(it):
    p = next_probabilities(counted(), past_of(it), PLUS)
    return LETTERS[int(p.argmax())] == text_of(it.codes)[place_of(it)]


def draw(rng):
    """A random state; some are those of the question, which hides four bars."""
    if rng.random() < 0.1:
        return ASKED | {"answered": bool(rng.random() < 0.5), "at": int(rng.integers(0, MOST))}
    text = TEXTS[rng.integers(len(TEXTS))]
    return {
        "codes": [NONE] * MOST if rng.random() < 0.05 else held(text),
        "n": int(rng.integers(1, LONGEST + 1)),
        "at": int(rng.integers(0, MOST)),
        "answered": bool(rng.random() < 0.8),
    }


def solve_task(page):
    """The task: a text of one's own, typed."""
    slider(page, "n").fill("3")
    page.get_by_role("textbox", name="Your own text").fill(FOOLED)


DONE = {"codes": held(FOOLED), "n": 3, "at": 11}
CASE = Case(
    make=Surprise,
    name="surprise",
    states={
        "asked": {},
        "new": {"codes": held(RARE), "n": 6, "at": 8},
        "unigram": {"codes": held(KEYS), "n": 1, "at": 4},
        "fooled": DONE,
        "nothing": {"codes": [NONE] * MOST, "n": 2, "at": 39},
    },
    draw=draw,
    refused=[
        ({"codes": [1]}, "codes: got [1], expected 40 letters"),
        ({"codes": [34] * MOST}, "codes: got 34"),
        ({"at": 40}, "at: got 40"),
        ({"n": 0}, "n: got 0"),
        ({"n": 7}, "n: got 7"),
    ],
    solve=solve_task,
    done=DONE,
    short=[
        DONE | {"n": 2},
        DONE | {"n": 4},
        DONE | {"codes": held(FOOLED[:-1])},
        DONE | {"codes": held("qzxjkvwbpmdf")},
        DONE | {"codes": held("abcdefghijkl")},
        DONE | {"codes": held(LINE)},
    ],
    weight=150_000,
    twins={
        "nextProbabilities": (
            lambda text, past, plus, letters: next_probabilities(text, past, plus).tolist(),
            lambda rng: [*draw_text(rng), float(rng.uniform(0.05, 2)), LETTERS],
        ),
        "letterProbabilities": (
            lambda text, read, n, plus, letters: letter_probabilities(text, read, n, plus).tolist(),
            lambda rng: [
                draw_text(rng)[0],
                letters_of(rng, 12),
                int(rng.integers(1, LONGEST + 1)),
                float(rng.uniform(0.05, 2)),
                LETTERS,
            ],
        ),
    },
    claims={
        "The taller a bar": is_hidden,
        "There is no text": lambda it: it.codes[0] == NONE,
        "Nothing comes before": lambda it: place_of(it) == 0,
        "The unigram model sees no letter": lambda it: it.n == 1 and place_of(it) > 0,
        "The counted text has no": is_new,
        "hardly surprised": lambda it: is_best(it) and best_of(it) >= 0.5,
        "but only with": lambda it: is_best(it) and best_of(it) < 0.5,
        "The letter that came": lambda it: not is_best(it),
    },
)
STILLS = {
    "Fooled": DONE | {"answered": True},
    "Unseen": CASE.states["new"] | {"at": 10},
    "Empty": CASE.states["nothing"],
}


def letters_of(rng, length):
    """A text of three letters only, so that its pieces come back."""
    return "".join(rng.choice(["a", "b", " "], length))


def draw_text(rng):
    text = letters_of(rng, int(rng.integers(5, 60)))
    return text, letters_of(rng, int(rng.integers(0, 4)))


def test_each_number_shown_is_that_of_the_package(rng, unchecked):
    look = "(now) => [now.read, now.at, now.bits, now.mean, now.expected, now.texts, now.missing]"
    states = [Surprise().state() | draw(rng) for _ in range(60)]
    for state, shown in zip(states, derived(Surprise(), look, states), strict=True):
        read, at, own_bits, mean, expected, texts, missing = shown
        it = Surprise(**state)
        assert read == text_of(it.codes)
        assert at == place_of(it)
        theirs = surprises(read, it.n)
        assert error(own_bits, theirs) < 1e-12
        assert mean == pytest.approx(theirs.mean(), rel=1e-12)
        assert error(expected, next_probabilities(counted(), past_of(it), PLUS)) < 1e-12
        assert texts["perplexity"] == decimals(perplexity(read, it.n), 1)
        empty = [0] if it.codes[0] == NONE else []
        assert missing == (MARKED if is_hidden(it) else empty)


def test_it_is_the_model_of_the_chapter():
    """On the held-out tenth it has the mean surprise of `ngram_loss`, and a bigram its table."""
    codes = encode(prose(), LETTERS)
    cut = len(codes) * 9 // 10
    assert counted() == prose()[:cut]
    some = codes[cut : cut + 400]
    text = "".join(LETTERS[code] for code in some)
    for n in (2, 4):
        ours = letter_probabilities(counted(), text, n, PLUS)[n - 1 :]
        theirs, _ = ngram_loss(codes[:cut], some, len(LETTERS), n, PLUS)
        # at its very end the counted text has a past that nothing follows
        assert mean_surprise(ours) == pytest.approx(theirs, abs=1e-5)
    q = LETTERS.index("q")
    table = bigram(codes[:cut], len(LETTERS), PLUS)
    assert next_probabilities(counted(), "q", PLUS) == pytest.approx(table[q], rel=1e-12)


def test_what_is_typed_is_kept_as_far_as_the_alphabet_goes(unchecked):
    typed = """(now, widget) => { const inputs = (node) => node?.children?.flatMap(inputs)
        .concat(node.tag === "input" && node.props.type === "text" ? [node] : []) ?? [];
        return widget.controls(now).flatMap(inputs)[0].props.value; }"""
    assert derived(Surprise(), typed) == [LINE]


def test_the_handle_and_a_tap_ask_for_what_is_there(unchecked):
    look = """(now, widget) => [false, true].map((narrow) => {
        const marks = widget.picture({ ...now, narrow }).marks.flat(9);
        const grip = marks.find((mark) => mark?.kind === "grip");
        const pad = marks.find((mark) => mark?.kind === "pad");
        const pulled = [-60, -20, 0, 20, 900].map((dx) => {
            return grip.pull([grip.at[0] + dx, grip.at[1]]).n;
        });
        return [pulled, pad.pull([5000, 10]).at, pad.pull([0, 10]).at]; })"""
    wide, narrow = derived(Surprise(answered=True), look)[0]
    assert wide == [[6, 4, 3, 2, 1], 39, 0]
    assert narrow[0][2:] == [3, 2, 1]
    assert narrow[1:] == [19, 0]
    early = Surprise(codes=held(LINE), at=1, n=6)
    assert derived(early, look)[0][0][0] == [6, 6, 6, 1, 1], "only n says how much it would see"
    asked = "(now, widget) => widget.picture(now).marks.flat(9).map((mark) => mark?.kind)"
    assert "pad" not in derived(Surprise(), asked)[0], "a tap is a guess"
    assert "pad" in derived(Surprise(answered=True), asked)[0]


def test_before_the_answer_four_bars_are_missing(unchecked):
    look = """(now, widget) => [widget.ballots({ ...now, narrow: false }).length,
        widget.picture({ ...now, narrow: false }).marks.flat(9).filter((mark) =>
            mark?.kind === "cell" && mark.look === "output through" && mark.y < 216)
            .map(({ height }) => height)]"""
    [(ballots, asked)] = derived(Surprise(), look)
    [(none, told)] = derived(Surprise(answered=True), look)
    assert (ballots, none) == (4, 0)
    assert len(asked) == len(told) - 4
    words = """(now, widget) => widget.table(now).rows.map((row) => row[3])"""
    [rows] = derived(Surprise(), words)
    assert [t for t, text in enumerate(rows) if text == "?"] == MARKED


def test_the_question_and_its_answers_are_so():
    own = surprises(LINE, 3)[MARKED]
    asked = Surprise()._constants["question"]
    assert asked["right"] == int(own.argmax()) == 1
    assert own[1] > own[[0, 2, 3]].max() + 3, "far ahead of the others"
    assert LINE not in prose()[: len(counted())]
    assert LINE in prose()
    assert RARE in prose()
    assert RARE not in counted()
    assert [LINE[place] for place in MARKED] == list("uhpc")


def test_the_stories_and_the_task_are_so():
    told = {story["name"]: story["says"] for story in Surprise()._constants["stories"]}
    assert list(told) == list(cases())
    at = {n: perplexity(LINE, n) for n in range(1, LONGEST + 1)}
    assert at[1] > at[2] > at[3] > at[4] < at[6]
    sure = surprises(PIECE, 4)
    assert sure[PIECE.index("d") : PIECE.index("?")].max() < 0.2
    assert surprises(PIECE, 1).argmax() == PIECE.index("?")
    assert np.abs(2.0 ** -surprises(PIECE, 2)[[1, 2]] - 0.5).max() < 0.2
    assert PIECE in prose()
    assert PIECE not in counted()
    unseen = np.isclose(surprises(RARE, 6), np.log2(34))
    assert f"Of these letters, {unseen.sum()} follow five" in told["Five letters"]
    pasts = [RARE[t - 5 : t] for t in np.flatnonzero(unseen)]
    assert all(past not in counted() for past in pasts)
    assert perplexity(RARE, 6) > 2 * perplexity(RARE, 4)
    assert perplexity(KEYS, 4) > 3 * perplexity(LINE, 4)
    assert counted().count("cabinet") == 0
    random = np.random.default_rng(0)
    hits = ["".join(random.choice(list(LETTERS[1:27]), 12)) for _ in range(30)]
    worst = max(perplexity(text, GOAL["n"]) for text in hits)
    assert worst < GOAL["perplexity"], "random keys don't reach it"
    assert perplexity(FOOLED, 3) > GOAL["perplexity"]


def test_bits_of_a_half_and_of_a_quarter():
    assert bits(np.array([0.5, 0.25])).tolist() == [1, 2]
