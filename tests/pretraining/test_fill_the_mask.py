"""Fill the mask: both readers are the package's, and what is said of them is so."""

from functools import cache

import numpy as np
import pytest

from tests.widget.case import Case
from tests.widget.common import error
from tests.widget.engine import derived
from unrolled.bert.little_english import FORMS, SPECIAL
from unrolled.bert.masked import INDEX, N_HEADS, WORDS, packed, trained
from unrolled.core.activations import softmax
from unrolled.pretraining import causal_model
from unrolled.pretraining.fill_the_mask import HEADS, FillTheMask
from unrolled.pretraining.fill_the_mask_readers import (
    KINDS,
    MOST,
    NONE,
    READERS,
    codes_of,
    gaps_of,
    held,
    read,
    share,
)
from unrolled.pretraining.fill_the_mask_words import (
    ASKED,
    EACH,
    EXAMPLE,
    FAR,
    FED,
    FIRST,
    GIVEN,
    GOAL,
    OFFERED,
    PAIR,
    SOLVED,
    cases,
    sure,
    task,
)
from unrolled.transformer.norm import Norm, layer_norm

LONGEST = "the horses did not because because cross street because the (horses) cross (thirsty) ."
KNOWN = [word for word in WORDS if word not in SPECIAL]


@cache
def seen(words, gaps, reader):
    return read({"words": list(words), "gaps": list(gaps)}, reader)


def found(it, reader=None):
    """What a reader makes of a state: its probabilities by gap, and all heads' attention."""
    return seen(tuple(it.words), tuple(it.gaps), reader or it.reader)


def made(it):
    return gaps_of(it.state())


def last(it):
    """What it gives the words in the gap that was made last."""
    return found(it)[0][made(it)[-1]]


def other(it):
    reader = READERS[1 - READERS.index(it.reader)]
    return found(it, reader)[0][made(it)[-1]]


def attention(it):
    """What the last gap attends to."""
    rows = found(it)[1][:, made(it)[-1] + 1]
    return rows.mean(axis=0) if it.head == 0 else rows[it.head - 1]


def is_hidden(it):
    return not it.answered and all(
        getattr(it, name) == ASKED[name] for name in ("words", "gaps", "reader")
    )


def is_filled(it):
    return bool(made(it)) and not is_hidden(it)


def is_left(it):
    return is_filled(it) and it.reader == "left only"


def is_both(it):
    return is_filled(it) and it.reader == "both sides"


def draw(rng):
    """A random state; some are those of the question, which hides what the model finds."""
    if rng.random() < 0.05:
        return ASKED | {"answered": bool(rng.random() < 0.5)}
    form = list(FORMS.values())[rng.integers(len(FORMS))]
    codes = [INDEX[word] for word in form(rng)[0].words]
    if rng.random() < 0.2:
        codes[rng.integers(len(codes))] = INDEX[str(rng.choice(KNOWN))]
    if rng.random() < 0.05:
        codes = []
    gaps = [int(k) for k in rng.permutation(max(1, len(codes)))[: rng.choice([0, 1, 1, 1, 2])]]
    if rng.random() < 0.1:
        codes, gaps = held(GIVEN)["words"], [1]
    return {
        "words": (codes + [0] * MOST)[:MOST],
        "gaps": (gaps + [NONE] * 2)[:2],
        "reader": str(rng.choice(READERS)),
        "head": int(rng.choice([0, 0, *range(1, HEADS + 1)])),
        "answered": bool(rng.random() < 0.85),
    }


def solve_task(page):
    """The task: its sentence, and then another verb."""
    live = page.locator(".explorable-live")
    live.locator(".kit-list select").first.select_option(label="the ▢ near … the lion buzzes")
    live.locator(".is-words select").last.select_option(label="hoot")


DONE = held(SOLVED)
CASE = Case(
    make=FillTheMask,
    name="fill_the_mask",
    states={
        "asked": {},
        "left": cases()["From the left alone"],
        "two": cases()["Two gaps"],
        "longest": held(LONGEST) | {"head": 3},
        "longest left": held(LONGEST) | {"gaps": [12, 0], "reader": "left only", "head": 8},
        "none": held("the owls behind the woman hoot .") | {"head": 1},
        "nothing": {"words": [0] * MOST, "gaps": [13, NONE], "reader": "left only"},
    },
    draw=draw,
    refused=[
        ({"words": [4]}, "words: got [4], expected 14 whole numbers"),
        ({"words": [len(WORDS)] * MOST}, f"words: got {len(WORDS)}"),
        ({"gaps": [14, NONE]}, "gaps: got 14"),
        ({"gaps": [0]}, "gaps: got [0], expected 2 whole numbers"),
        ({"reader": "right only"}, "reader: got 'right only'"),
        ({"head": 9}, "head: got 9"),
    ],
    solve=solve_task,
    done=DONE,
    short=[
        DONE | {"reader": "left only"},
        DONE | {"gaps": [5, NONE]},
        DONE | {"gaps": [1, 4]},
        held(GIVEN),
        held("the (bee) near the lion hoots ."),
        held("the (bee) near the lions hoot ."),
        held("the (bee) near the owls buzzes ."),
    ],
    weight=90_000,
    twins={
        "softmax": (
            lambda z: softmax(z).tolist(),
            lambda rng: [5 * rng.normal(size=rng.integers(1, 90))],
        ),
        "normed": (
            lambda norm, x: layer_norm(Norm(**norm), x[None])[0][0].tolist(),
            lambda rng: [
                {"gain": rng.normal(size=32), "bias": rng.normal(size=32)},
                rng.normal(size=32),
            ],
        ),
    },
    claims={
        "One word is hidden": is_hidden,
        "Nothing is hidden": lambda it: not made(it),
        "The left alone is enough": lambda it: is_left(it) and last(it).max() >= 0.9,
        "From the left alone": lambda it: is_left(it) and last(it).max() < 0.9,
        "is still likeliest": lambda it: is_left(it) and last(it).argmax() == other(it).argmax(),
        "from both sides it is": lambda it: is_left(it) and last(it).argmax() != other(it).argmax(),
        "from the left alone it gets": is_both,
        "with only": lambda it: is_both(it) and last(it).max() < 0.9,
        "Each gap is filled without": lambda it: is_filled(it) and len(made(it)) == 2,
        "All heads together": lambda it: is_filled(it) and it.head == 0 and len(made(it)) == 1,
        "of block": lambda it: is_filled(it) and it.head > 0 and len(made(it)) == 1,
    },
)
STILLS = {
    "One head": ASKED | {"head": 5},
    "Longest": CASE.states["longest"],
    "Nothing hidden": CASE.states["none"],
    "Task": task()["set"],
}


def test_each_number_is_that_of_the_package(rng, unchecked):
    look = """(now) => [now.guesses.map(({ y, other, rows }) => [y, other, rows]), now.A,
        now.weights, now.texts, now.hidden, now.text.active ?? null]"""
    states = [draw(rng) | {"answered": True} for _ in range(150)]
    for state, shown in zip(states, derived(FillTheMask(), look, states), strict=True):
        guesses, A, weights, texts, hidden, active = shown
        it = FillTheMask(**state)
        y, heads = found(it)
        again, _ = found(it, READERS[1 - READERS.index(it.reader)])
        assert error(np.concatenate(A), heads) < 1e-12
        assert len(guesses) == len(y)
        for k, (own, others, rows) in zip(sorted(y), guesses, strict=True):
            assert error(np.log(own), np.log(y[k])) < 1e-12
            assert error(np.log(others), np.log(again[k])) < 1e-12
            assert len(set(rows)) == 5
            assert codes_of(it.words)[k] in rows
            assert int(np.argmax(y[k])) in rows
        assert hidden is False
        assert active == (made(it)[-1] if made(it) else None)
        if made(it):
            assert error(weights, attention(it)) < 1e-12
            assert texts["chance"] == sure(float(last(it).max()))
            assert texts["top"] == f"<b>{WORDS[int(last(it).argmax())]}</b>"
            assert texts["back"] == sure(float(other(it)[int(last(it).argmax())]))
            assert texts["otherChance"] == sure(float(other(it).max()))


def test_the_twin_of_the_left_reads_nothing_that_is_on_the_right():
    state = held(FED) | {"gaps": [6, NONE]}
    y, heads = read(state, "left only")
    assert np.triu(heads, 1).max() == 0
    changed = held("the girl fed the dogs because (they) was kind .")
    assert np.array_equal(read(changed, "left only")[0][6], y[6])
    assert not np.allclose(read(changed, "both sides")[0][6], read(state, "both sides")[0][6])


def test_the_weights_are_packed_and_unpacked_without_a_loss():
    for p in (trained(), causal_model.trained()):
        data = packed(p)
        assert len(data["ints"]) < 100_000
        assert data["words"] == list(WORDS)
    assert packed(causal_model.trained()) == causal_model.read_data(causal_model.__name__)


CHOICES = """(now, widget) => widget.picture({ ...now, narrow: NARROW }).marks.flat(9)
    .filter((mark) => mark?.kind === "choice").map(({ name, to }) => [name, to])"""


def test_a_tapped_word_is_hidden_and_a_tapped_gap_shown_again(unchecked):
    [found_] = derived(FillTheMask(answered=True), CHOICES.replace("NARROW", "true"))
    names = dict(found_)
    assert len(names) == 8
    assert names["Hide lions, word 2"] == {"gaps": [5, 1]}
    assert names["Hide the full stop, word 8"] == {"gaps": [5, 7]}
    assert names["carry: show word 6 again"] == {"gaps": [NONE, NONE]}
    [full] = derived(FillTheMask(**cases()["Two gaps"]), CHOICES.replace("NARROW", "false"))
    assert dict(full)["Hide cow, word 5"] == {"gaps": [5, 4]}, "the first one is shown again"


def test_a_tapped_bar_puts_its_word_in_the_gap(unchecked):
    look = """(now, widget) => widget.picture({ ...now, narrow: true }).marks.flat(9)
        .filter((mark) => mark?.kind === "pad")
        .map(({ pull, y, height: all }) =>
            [0, 1, 5].map((n) => pull([20, y + (n + 0.5) * all / 5])))"""
    [[[first, second, beyond]]] = derived(FillTheMask(answered=True), look)
    assert first == held("the lions with the bee carry sticks .")
    assert second == held("the lions with the bee carries sticks .")
    assert beyond == {}
    [[_, right]] = derived(FillTheMask(**cases()["Two gaps"]), look)
    assert right[0]["words"][5] == INDEX["moos"]
    assert right[0]["gaps"] == [1, NONE], "the other gap stays"


def fields(it):
    """The lists of the words: what each change would be, by word."""
    look = """(now, widget) => { const names = (node) => node.children?.flatMap(names)
        .concat(node.tag === "select" ? [node] : []) ?? [];
        return widget.controls(now).filter(Boolean).flatMap(names).slice(1)
        .map(({ props, children }) => [props.value, children.map((o) => o.children[0])]); }"""
    return derived(it, look)[0]


def test_a_list_has_the_words_of_a_kind_and_of_a_hidden_word_tells_nothing(unchecked):
    lists = fields(FillTheMask(answered=True))
    assert [value for value, _ in lists] == [
        INDEX["lions"],
        INDEX["with"],
        INDEX["bee"],
        "hide",
        INDEX["sticks"],
    ]
    assert [options[0] for _, options in lists] == ["▢ hide"] * 3 + ["▢", "▢ hide"]
    assert lists[3][1][1:] == ["eats", "eat", "drinks", "drink", "carries", "carry"]
    assert set(lists[1][1][1:]) == {"near", "behind", "with", "beside"}
    assert {"dog", "street", "girl"} < set(lists[0][1]), "all nouns"
    kinds = [set(words) for words in KINDS]
    assert sum(map(len, kinds)) == len(set.union(*kinds)), "no word is of two kinds"
    assert set.union(*kinds) <= set(KNOWN)


def test_a_sentence_of_ones_own_is_read_or_refused_with_a_reason(show):
    page = show(FillTheMask(answered=True)).page
    page.locator(".explorable-live .kit-more summary").click()
    text = page.locator(".explorable-live .kit-write input")
    shown = page.locator(".explorable-live .kit-main svg text.serif")
    note = page.locator(".explorable-live .kit-write p")
    for typed, told in (
        ("the unicorn sleeps", "“unicorn” is none of its"),
        ("the <b>dog</b>", "“<b>dog</b>” is none of its"),
        ("", "Type a sentence first"),
        ("the ? barks", "Type all the words"),
        ("the [MASK] barks", "Type all the words"),
        ("the ▢ barks.", "Type all the words"),
        ("the dog " * 7, "That is 14 words; the most is 13."),
    ):
        text.fill(typed)
        text.press("Enter")
        page.locator(".explorable-live .kit-write p.is-wrong", has_text=told).wait_for()
        assert shown.all_text_contents()[1] == "lions"
    text.fill("The Dogs, near the cow bark")
    text.press("Enter")
    assert " ".join(shown.all_text_contents()) == "the dogs near the cow bark ."
    assert "is-wrong" not in (note.get_attribute("class") or "")
    text.fill(EXAMPLE)
    text.press("Enter")
    assert " ".join(shown.all_text_contents()) == f"{EXAMPLE} ."
    for typed in ("“The dog barks?”", "the 'dog' barks ??", '"the dog barks."'):
        text.fill("the horse neighs")
        text.press("Enter")
        text.fill(typed)
        text.press("Enter")
        page.locator(".explorable-live .kit-main svg text.serif", has_text="dog").wait_for()
        assert " ".join(shown.all_text_contents()) == "the dog barks ."


def test_the_curtain_hides_what_is_right_of_the_gap_and_nothing_else(unchecked):
    look = """(now, widget) => [true, false].map((narrow) => {
        const { marks, size } = widget.picture({ ...now, narrow });
        const all = marks.flat(9).filter(Boolean);
        const folds = all.filter(({ look, fill }) => /quiet/.test(look) && fill);
        const gap = all.filter(({ kind }) => kind === "choice")
            .find(({ name }) => name.includes("again")).marks[0];
        return [size[0], gap.x + gap.width,
            folds.filter(({ width }) => width > 0).map(({ x, y, width }) => [x, y, width])]; })"""
    [wide_both] = derived(FillTheMask(**cases()["From both sides"]), look)
    assert [folds for _, _, folds in wide_both] == [[], []]
    for size, end, folds in derived(FillTheMask(**cases()["From the left alone"]), look)[0]:
        lines = sorted({y for _, y, _ in folds})
        assert 1 <= len(lines) <= 3
        first = min(x for x, y, _ in folds if y == lines[0])
        assert end <= first < end + 12
        assert max(x + width for x, _, width in folds) == pytest.approx(size, abs=1)
        for y in lines[1:]:
            assert min(x for x, at, _ in folds if at == y) == 0


def test_before_the_answer_nothing_tells(unchecked):
    look = """(now, widget) => [widget.ballots({ ...now, narrow: false }).length,
        widget.picture({ ...now, narrow: false }).marks.flat(9).filter((mark) =>
            mark?.kind === "cell" && /^(output|quiet) through/.test(mark.look) && !mark.fill)
            .map(({ width }) => width), [...new Set(now.weights)].length,
        widget.table(now).rows.flat().filter((text) => /\\d/.test(text))]"""
    [[ballots, bars, kinds, digits]] = derived(FillTheMask(), look)
    assert (ballots, set(bars), kinds, digits) == (4, {0}, 1, [])
    [[_, bars, kinds, digits]] = derived(FillTheMask(answered=True), look)
    assert max(bars) > 200
    assert kinds > 5
    assert len(digits) == 12


def test_a_row_of_bars_is_a_whole_probability_vector(unchecked):
    look = """(now, widget) => widget.picture({ ...now, narrow: false }).marks.flat(9)
        .filter((mark) => mark?.kind === "cell" && /^(output|quiet) through/.test(mark.look)
            && !mark.fill).map(({ width }) => width)"""
    unit = 440 - 96 - 68
    for name in ("From both sides", "From the left alone", "Agreement at a distance"):
        [bars] = derived(FillTheMask(**cases()[name]), look)
        assert len(bars) == 6
        assert sum(bars) == pytest.approx(unit)


def test_the_bars_are_in_the_order_of_their_exact_probabilities(rng, unchecked):
    """From both sides; those that are all written as "<1 %" in that from the left."""
    look = """(now) => now.guesses.map(({ full, y, other, rows }) => rows.map((code) =>
        [full[code], (full === y ? other : y)[code]]))"""
    states = [draw(rng) | {"answered": True} for _ in range(60)] + [cases()["Two gaps"]]
    for shown in derived(FillTheMask(), look, states):
        for shares in shown:
            order = [(both if both >= 0.01 else 0, left) for both, left in shares]
            assert order == sorted(order, reverse=True)


def test_no_probability_is_written_as_none_or_as_all():
    shares = (0.0, 5.9e-5, 0.00999, 0.01, 0.985, 0.99, 0.9994, 0.9995, 1.0)
    below, above = "&lt;1\u00a0%", ">99.9\u00a0%"
    between = ["1.0\u00a0%", "99\u00a0%", "99.0\u00a0%", "99.9\u00a0%"]
    assert [sure(share) for share in shares] == [below] * 3 + between + [above] * 2


OVERLAPS = """() => {
    const svg = document.querySelector(".explorable-live .kit-main svg");
    const boxOf = (node) => [node.textContent, node.getBoundingClientRect()];
    const bars = [...svg.querySelectorAll("rect")]
        .filter((node) => /mark .*(output|quiet) through/.test(node.getAttribute("class")))
        .map((node) => node.getBoundingClientRect()).filter(({ width }) => width > 0);
    const words = [...svg.querySelectorAll("text:not(.serif)")].map(boxOf);
    return words.filter(([text, a]) => bars.some((b) => a.left < b.right - 0.5
        && b.left < a.right - 0.5 && a.top < b.bottom - 4 && b.top < a.bottom - 4))
        .map(([text]) => text);
}"""


@pytest.mark.parametrize("width", [390, 1280])
def test_no_name_and_no_number_is_printed_over_a_bar(show, width):
    alone = held("the owl beside the frogs (drinks) milk .")
    long = held("the (horses) did not cross the street because they were (thirsty) .")
    known = held("the (lions) with the bee (carry) sticks .")
    for state in (alone, long, known, held(PAIR)):
        page = show(FillTheMask(**state, answered=True), width=width).page
        assert page.evaluate(OVERLAPS) == []


def test_the_question_and_its_answers_are_so():
    asked = FillTheMask()._constants["question"]
    words = [label for label, _ in asked["options"]]
    assert words == list(OFFERED)
    assert words[asked["right"]] == "lions"
    codes = codes_of(ASKED["words"])
    assert [WORDS[codes[k]] for k in OFFERED.values()] == words
    assert share(FIRST, "carry") > 0.9
    changed = {
        "lions": ("the lion with the bee (carries) sticks .", "carries"),
        "with": ("the lions beside the bee (carry) sticks .", "carry"),
        "bee": ("the lions with the bees (carry) sticks .", "carry"),
        "sticks": ("the lions with the bee (drink) milk .", "drink"),
    }
    replies = dict(asked["options"])
    for word, (text, verb) in changed.items():
        assert share(text, verb) > 0.9
        assert sure(share(text, verb)) in replies[word]
        places = [a != b for a, b in zip(held(text)["words"], held(FIRST)["words"], strict=True)]
        assert OFFERED[word] in np.flatnonzero(places)
        assert sum(places) <= 2, "one word, and what was hidden"


def test_the_stories_and_the_task_are_so():
    told = {story["name"]: story["says"] for story in FillTheMask()._constants["stories"]}
    assert list(told) == list(cases())
    assert share(FED, "they") > 0.99
    assert 0.4 < share(FED, "she", "left only") < share(FED, "they", "left only") < 0.6
    verbs = [share(EACH, verb, "left only") for verb in ("drinks", "eats", "carries")]
    assert sum(verbs) > 0.95
    assert max(verbs) < 0.5
    assert share(EACH, "drinks") > 0.95
    for reader in READERS:
        assert share(FAR, "bark", reader) > 0.9
    for reader in READERS:
        _, heads = read(held(FAR), reader)
        assert heads[:, 6].mean(axis=0).argmax() == 2, "dogs, after [CLS]"
    state = held(PAIR)
    y, _ = read(state, "both sides")
    noun, verb = (WORDS[int(y[k].argmax())] for k in state["gaps"])
    assert (noun, verb) == ("cows", "moos"), "they do not fit"
    assert share("the cows near the cow (moo) .", "moo") > 0.9
    assert share("the (cow) near the cow moos .", "cow") > 0.9
    start = read(task()["set"], "both sides")[0][1]
    assert WORDS[int(start.argmax())] == "bee"
    assert share(SOLVED, "owls") >= GOAL["least"]
    assert read(held(SOLVED), "left only")[0][1].max() < 0.1
    solved = []
    given = held(GIVEN)["words"]
    for k in range(7):
        for code in range(len(SPECIAL), len(WORDS)):
            words = [*given[:k], code, *given[k + 1 :]]
            y = seen(tuple(words), (1, NONE), "both sides")[0][1]
            if k != 1 and y[GOAL["word"]] >= GOAL["least"]:
                solved.append((k, WORDS[code]))
    assert solved == [(5, "hoot")]


def test_a_head_is_named_as_the_package_counts_it(unchecked):
    look = "(now) => now.texts.named"
    for head in range(1, HEADS + 1):
        block, place = divmod(head - 1, N_HEADS)
        named = f"Head {place + 1} of block {block + 1}"
        assert derived(FillTheMask(head=head), look) == [named]


def test_a_finger_hides_words_and_fills_gaps_on_a_phone(show, stage):
    page = show(FillTheMask(answered=True), width=390, height=844).page
    live = page.locator(".explorable-live .kit-main svg")
    shown = live.locator("text.serif")
    session = stage.context.new_cdp_session(page)

    def tap(node, down=0.5):
        """A finger in the middle of something, so far from its top."""
        node.scroll_into_view_if_needed()
        box = node.bounding_box()
        place = {"x": box["x"] + box["width"] / 2, "y": box["y"] + down * box["height"]}
        session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [place]})
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    pads = page.locator(".explorable-live .pad")
    tap(live.get_by_role("button", name="Hide lions, word 2"))
    assert pads.count() == 2
    tap(pads.nth(1), 0.1)
    assert shown.all_text_contents()[5] == "carries"
    assert pads.count() == 1
    tap(live.get_by_role("button", name="show word 2 again"))
    assert " ".join(shown.all_text_contents()) == "the lions with the bee carries sticks ."
    session.detach()


def test_a_key_hides_a_word_and_a_list_fills_its_gap(show):
    page = show(FillTheMask(answered=True)).page
    live = page.locator(".explorable-live")
    live.get_by_role("button", name="Hide sticks, word 7").press("Enter")
    assert live.locator(".pad").count() == 2
    live.locator(".is-words select").nth(3).select_option(label="drink")
    live.locator(".is-words select").nth(4).select_option(label="milk")
    shown = live.locator(".kit-main svg text.serif").all_text_contents()
    assert " ".join(shown) == "the lions with the bee drink milk ."
    says = live.locator(".kit-says").inner_text()
    assert says.startswith("Nothing is hidden")


def test_what_the_pointer_is_on_is_told_over_the_sentence(show):
    page = show(FillTheMask(answered=True)).page
    live = page.locator(".explorable-live .kit-main svg")
    live.get_by_role("button", name="Hide bee, word 5").hover()
    page.wait_for_function(
        "document.querySelector('.explorable-live .kit-main svg').textContent.includes('bee gets')"
    )


def test_what_does_not_fit_is_refused():
    with pytest.raises(ValueError, match="sentence: got 'unicorn'"):
        held("the unicorn .")
    with pytest.raises(ValueError, match="sentence: got 15 words"):
        held("the " * 15)
    with pytest.raises(ValueError, match="reader: got 'right only'"):
        read(held(FED), "right only")
