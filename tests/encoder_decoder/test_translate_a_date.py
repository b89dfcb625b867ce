"""Translate a date: the browser's translators are the package's, and what it says is so."""

import re
from datetime import date as Date

import numpy as np
import pytest

from tests.widget.case import Case
from tests.widget.engine import derived
from unrolled.core.activations import softmax
from unrolled.encoder_decoder.additive import Additive, additive
from unrolled.encoder_decoder.average import weigh
from unrolled.encoder_decoder.dates import (
    FORMS,
    LIMIT,
    READS,
    WRITES,
    iso,
    parted,
    read_dates,
    say,
    word_at,
)
from unrolled.encoder_decoder.letters import STOP, Pairs, encode, late, one_hot
from unrolled.encoder_decoder.translate_a_date import (
    ASKED,
    END,
    LETTER,
    LONGEST,
    PLAIN,
    YEAR_FIRST,
    TranslateADate,
    crossing,
    packed_model,
    typed_letters,
    word_spans,
    written,
)
from unrolled.encoder_decoder.translate_a_date_words import DECODERS
from unrolled.encoder_decoder.translator import read, translate_all, translate_states
from unrolled.encoder_decoder.weights import translator
from unrolled.lstm.cell import LSTM, State, lstm_step
from unrolled.lstm.gate import Gate

TYPED = ["yesterday", "3 may 1815", "wwwww", "may", "the first of the first", "32 may 2024", "2024"]
NAME = "translate_a_date"


def date_of(it):
    """The date that is chosen; a day that its month does not have is the last that it has."""
    for day in range(it.day, 0, -1):
        try:
            return Date(it.year, it.month, day)
        except ValueError:
            continue


def text_of(it):
    """What the encoder reads."""
    return "".join(READS[code - 1] for code in it.typed if code) or say(date_of(it), it.form)


def is_right(it):
    return not any(it.typed) and written(it.decoder, text_of(it)) == iso(date_of(it))


def draw(rng):
    """Half of the time all is written, which is where most is said."""
    typed = str(rng.choice(TYPED)) if rng.random() < 0.3 else ""
    at = END if rng.random() < 0.6 else int(rng.integers(END + 1))
    chosen = {
        "day": int(rng.integers(1, 32)),
        "month": int(rng.integers(1, 13)),
        "year": int(rng.integers(1950, 2050)),
        "form": str(rng.choice(list(FORMS))),
    }
    return {
        **({} if rng.random() < 0.1 else chosen),
        "typed": typed_letters(typed) if typed else [0] * LONGEST,
        "decoder": str(rng.choice(list(DECODERS))),
        "look": int(rng.integers(LIMIT + 1)) if rng.random() < 0.5 else 0,
        "at": at,
        "answered": bool(rng.random() < 0.8),
    }


def solve(page):
    """The task, by the controls: the year first, and no attention."""
    page.get_by_role("combobox", name="Wording").select_option(label=YEAR_FIRST)
    page.get_by_role("radio", name="one vector").check()


def draw_gate(rng, n_x=3, n_h=2):
    return {
        "W_x": rng.normal(size=(n_h, n_x)),
        "W_h": rng.normal(size=(n_h, n_h)),
        "b": rng.normal(size=n_h),
    }


def draw_step(rng):
    state = {"h": rng.normal(size=2), "c": rng.normal(size=2)}
    return [{name: draw_gate(rng) for name in "ifoc"}, rng.normal(size=3), state]


def take_step(p, x, state):
    lstm = LSTM(**{name: Gate(**gate) for name, gate in p.items()})
    return lstm_step(lstm, x, State(**state))[0]._asdict()


def draw_look(rng):
    W_q, W_k, b, w = (rng.normal(size=s) for s in ((4, 2), (4, 3), 4, 4))
    score = {"W_q": W_q, "W_k": W_k, "b": b, "w": w}
    return [score, rng.normal(size=2), rng.normal(size=(int(rng.integers(1, 6)), 3))]


def take_look(score, query, keys):
    return weigh(additive(Additive(**score), query[None], keys)[0], None)[0]


def draw_date(rng):
    date = parted()[0][int(rng.integers(30_000))]
    parts = {"day": date.day, "month": date.month, "year": date.year}
    return [parts, str(rng.choice(list(FORMS)))]


def as_date(parts):
    return Date(parts["year"], parts["month"], parts["day"])


CASE = Case(
    make=TranslateADate,
    name=NAME,
    states={
        "start": {},
        "whole": {"at": END},
        "look": {"at": END, "look": 10, "form": "3 may 2024"},
        "vector": {"decoder": "vector", "at": END, "form": YEAR_FIRST},
        "reading": {"at": 9, "decoder": "vector"},
        "longest": {"day": 27, "month": 9, "year": 1988, "at": END},
        "stray": {"typed": typed_letters("yesterday"), "at": END},
        "endless": {"typed": typed_letters("wwwww"), "at": END},
        "own": {"typed": typed_letters("3 may 1815"), "at": 12},
    },
    draw=draw,
    refused=[
        ({"month": 13}, "month: got 13, expected a whole number from 1 to 12"),
        ({"form": "3/5/2024"}, "form: got '3/5/2024'"),
        ({"decoder": "both"}, "decoder: got 'both'"),
        ({"typed": [1, 2]}, "typed: got [1, 2], expected 36 letters"),
        ({"typed": [len(READS) + 1] * LONGEST}, "typed: got"),
        ({"at": END + 1}, f"at: got {END + 1}"),
    ],
    solve=solve,
    done={"form": YEAR_FIRST, "decoder": "vector", "at": END},
    short=[
        {"form": YEAR_FIRST, "decoder": "attention", "at": END},
        {"form": YEAR_FIRST, "decoder": "vector", "at": 20},
        {"day": 9, "month": 11, "year": 1989, "form": YEAR_FIRST, "decoder": "vector", "at": END},
        {"day": 1, "month": 1, "year": 2000, "form": "may 3, 2024", "decoder": "vector"},
    ],
    twins={
        "lstmStep": (take_step, draw_step),
        "lookAt": (take_look, draw_look),
        "sayDate": (lambda parts, form: say(as_date(parts), form), draw_date),
        "wordAt": (
            lambda parts, form, part: list(word_at(as_date(parts), form, part)),
            lambda rng: [*draw_date(rng), str(rng.choice(["day", "month", "year"]))],
        ),
        "crossing": (
            lambda A: crossing(np.array(A)),
            lambda rng: [rng.dirichlet(np.ones(5), size=int(rng.integers(1, 5)))],
        ),
        "packText": (typed_letters, lambda rng: ["".join(rng.choice([*READS], 7)).strip() + "a"]),
    },
    claims={
        "Right:": is_right,
        "Wrong:": lambda it: not any(it.typed) and not is_right(it),
        "Training had only": lambda it: text_of(it) == "3 may 1815",
        "After 16 letters": lambda it: len(written(it.decoder, text_of(it))) == LIMIT,
        "isn’t a date in any": lambda it: any(it.typed),
    },
)


def translate_with_package(kind, text):
    """All numbers of a translation, by the package: its own letters are given to it."""
    p = translator(kind)
    xs, lengths = one_hot([encode(text, READS)], len(READS))
    (found,) = translate_all(p, xs, lengths, LIMIT)
    tokens = [*found.tokens, *[STOP] * found.ended]
    ys, count = one_hot([np.array(tokens)], len(WRITES))
    forced = translate_states(p, Pairs(xs, lengths, late(ys), ys, count))
    A = forced.caches.steps.A[:, 0] if p.score else np.zeros((len(tokens), 0))
    steps = [
        {"token": token, "p": row.max(), "look": look, "state": {"h": h, "c": c}}
        for token, row, look, h, c in zip(
            tokens,
            softmax(forced.zs[:, 0]),
            A,
            forced.states.h[:, 0],
            forced.states.c[:, 0],
            strict=True,
        )
    ]
    return {"keys": read(p, xs, lengths).keys[:, 0], "steps": steps, "ended": found.ended}


def largest_gap(found, wanted):
    """The largest difference between the numbers of two translations of the same letters."""
    keys = np.array([state["h"] for state in found["readStates"]])
    gaps = [np.abs(keys - wanted["keys"]).max()]
    for mine, theirs in zip(found["steps"], wanted["steps"], strict=True):
        assert mine["token"] == theirs["token"]
        gaps.append(abs(mine["p"] - theirs["p"]))
        gaps += [np.abs(mine["state"][name] - theirs["state"][name]).max() for name in "hc"]
        gaps += list(np.abs(np.array(mine["look"]) - theirs["look"]))
    assert found["ended"] == wanted["ended"]
    return max(gaps)


@pytest.mark.parametrize("kind", list(DECODERS))
def test_the_browser_translates_as_the_package_does(kind, call):
    dates = parted()[1][:24]
    texts = [say(date, form) for date, form in zip(dates, 4 * list(FORMS), strict=True)] + TYPED
    model = packed_model(kind)
    for text, found in zip(
        texts, call(NAME, "translateText", [[text, model] for text in texts]), strict=True
    ):
        assert largest_gap(found, translate_with_package(kind, text)) < 1e-11, text
        assert found["said"] == written(kind, text)


@pytest.mark.parametrize("kind", list(DECODERS))
def test_the_browser_unpacks_the_very_weights(kind, call):
    model = packed_model(kind)
    (found,) = call(NAME, "unpackWeights", [[model["packed"], model["shapes"]]])

    def check(part, p):
        if hasattr(p, "_asdict"):
            assert set(part) == {name for name, one in p._asdict().items() if len(one)}
            for name, one in part.items():
                check(one, getattr(p, name))
        else:
            assert np.array_equal(np.array(part), p)

    check(found, translator(kind))


def test_the_browser_reads_dates_back_and_nothing_else(call):
    dates = parted()[1][:60]
    texts = [(date, form, say(date, form)) for date in dates for form in FORMS]
    found = call(NAME, "readDate", [[text] for *_, text in texts])
    for (date, form, _), read_back in zip(texts, found, strict=True):
        wanted = {"day": date.day, "month": date.month, "year": date.year, "form": form}
        assert read_back == wanted
    strays = ["30 february 2024", "03 may 2024", "the threeth of may 2024", "3 mai 2024", "may"]
    strays += ["the 3th of may, 2024", "13/13/2024", "3 may 24", "3  may 2024", "0 may 2024"]
    assert call(NAME, "readDate", [[text] for text in strays]) == [None] * len(strays)


def test_the_question_and_the_stories_are_so():
    spans = word_spans(PLAIN)
    steps = translate_with_package("attention", PLAIN)["steps"]
    looks = np.array([step["look"] for step in steps])
    shares = {word: looks[LETTER, first:last].sum() for word, (first, last) in spans.items()}
    assert max(shares, key=shares.get) == "may"
    assert looks[LETTER, spans["may"][1] - 1] > 0.9
    said = written("attention", PLAIN)
    assert (said, said[:LETTER], said[LETTER]) == (iso(ASKED), "2024-0", "5")
    first, last = spans["2024"]
    assert looks[:4, first:last].sum(axis=1).min() > 0.9  # the year finds its own word
    told = {story["name"]: story["set"] for story in TranslateADate()._constants["stories"]}
    assert said[told["The day"]["look"] - 1] == "3"
    assert looks[told["The day"]["look"] - 1, spans["third"][1]] > 0.5
    lost = written("vector", "january 1, 2000")
    assert lost[:8] == "2000-01-"
    assert lost[8:] != "01"
    assert written("attention", "january 1, 2000") == "2000-01-01"
    assert not re.fullmatch(r"\d{4}-\d\d-\d\d", written("attention", "yesterday"))


def test_what_plays_anew_begins_at_the_first_letter_that_is_another_one(call):
    start = TranslateADate().state()
    changes = [{"month": 6}, {"day": 30}, {"decoder": "vector"}, {"look": 3}]
    found = call(NAME, "anew", [[start, start | change] for change in changes])
    month, thirtieth = PLAIN.index("may"), PLAIN.index("d of")
    assert found == [{"at": month}, {"at": thirtieth}, {"at": len(PLAIN)}, {}]


def test_ribbons_cross_least_where_the_year_comes_first_and_there_the_vector_fails_most():
    dates = parted()[1][:200]
    found = {}
    for form in FORMS:
        texts = [say(date, form) for date in dates]
        said = {kind: read_dates(translator(kind), texts) for kind in DECODERS}
        right = {
            kind: np.mean([one == iso(date) for one, date in zip(each, dates, strict=True)])
            for kind, each in said.items()
        }
        assert right["attention"] > 0.99
        looks = [
            np.array([step["look"] for step in translate_with_package("attention", text)["steps"]])
            for text in texts[:12]
        ]
        found[form] = (right["vector"], np.mean([crossing(A[:10]) for A in looks]))
    assert min(found, key=lambda form: found[form][0]) == YEAR_FIRST
    assert min(found, key=lambda form: found[form][1]) == YEAR_FIRST
    assert found[YEAR_FIRST][1] < 0.2 < 0.5 < sorted(found[form][1] for form in FORMS)[1]


def test_letters_that_no_date_has_and_long_texts_are_refused():
    with pytest.raises(ValueError, match="text: got 'k' in 'kick-off'"):
        typed_letters("kick-off")
    with pytest.raises(ValueError, match="text: got 37 letters, expected at most 36"):
        typed_letters("a" * 37)


def test_a_wrong_letter_is_red_and_struck_through_below_the_one_due():
    it = TranslateADate(answered=True, decoder="vector", form=YEAR_FIRST, at=END)
    due = iso(ASKED)
    found = derived(it, "({ wrongs, letters, due }) => [wrongs, letters, due]")[0]
    said = written("vector", YEAR_FIRST)
    assert found[0][:10] == [a != b for a, b in zip(said, due, strict=True)]
    assert "".join(found[2]) == f"{due}."


def test_a_text_is_typed_and_what_cannot_be_read_is_said(show):
    page = show(TranslateADate(answered=True)).page
    page.get_by_role("combobox", name="Wording").select_option(label="your own text …")
    field = page.get_by_role("textbox", name="Your text")
    told = page.locator(".explorable-live .is-date p")
    for text, said in (
        ("kick-off", "“k”"),
        ("   ", "Nothing is typed"),
        ("a" * 40, "40 letters"),
        ("3 <b> 2024", "“<”"),
    ):
        field.fill(text)
        field.press("Enter")
        page.wait_for_function(
            "said => document.querySelector('.explorable-live .is-wrong')"
            "?.textContent.includes(said)",
            arg=said,
        )
    field.fill("  The TWENTY-third of november 1987 ")
    page.get_by_role("button", name="Translate").click()
    page.wait_for_function("!document.querySelector('.explorable-live .is-wrong')")
    assert "Up to 36 letters" in told.inner_text()
    says = page.locator(".explorable-live .kit-says")
    assert says.inner_text().startswith("Right: 1987-11-23.")
    page.get_by_role("button", name="Next month").click()
    assert field.count() == 0  # the text is one of the wordings again
    assert says.inner_text().startswith("Right: 1987-12-23.")
    page.get_by_role("button", name="Written letter 7: 2").click()
    assert "december" in says.inner_text()


def test_what_was_refused_is_forgotten_with_the_next_change(show):
    page = show(TranslateADate()).page
    wording = page.get_by_role("combobox", name="Wording")
    wrong = page.locator(".explorable-live .is-wrong")
    wording.select_option(label="your own text …")
    field = page.get_by_role("textbox", name="Your text")
    field.fill("a" * 40)
    field.press("Enter")
    wrong.wait_for()
    page.get_by_role("button", name="Reset").click()
    wording.select_option(label="your own text …")
    field.wait_for()
    assert wrong.count() == 0


def test_until_it_is_guessed_no_date_shows_where_the_decoder_looks():
    it = TranslateADate(at=END)
    shown = "(now, widget) => [now.hidden, JSON.stringify(widget.picture({ ...now, guess: null }))]"
    states = [{"month": 6}, {"form": YEAR_FIRST}, {"typed": typed_letters("yesterday")}]
    for hidden, marks in derived(it, shown, [it.state() | state for state in states]):
        assert hidden
        assert '"html":"?"' in marks
