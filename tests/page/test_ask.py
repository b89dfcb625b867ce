"""A question is judged where it stands, by the same rule as the package, and is kept."""

import re
from pathlib import Path

import numpy as np
import pytest

import unrolled
from tests.widget.engine import answers, engine
from tests.widget.pages import PATIENCE
from unrolled.page.ask import RIGHT, Slip, ask, judge, slipped

SOURCE = Path(unrolled.__file__).parent
SLIPS = {
    "sign": Slip("The sign is the other one.", lambda x: -x),
    "twice": Slip("That is twice as much.", lambda x: 2 * x),
}


def one(**more):
    given = {"answer": 0.25, "slips": slipped(SLIPS, 0.25), "because": "Half of a half."}
    return ask("demo-one", "How much is <i>x</i>?", **given | more)


QUESTIONS = {
    "number": one(),
    "numbers": ask("demo-two", "Both?", answer=[0.5, -2], labels=["first", "second"],
                   slips=[([-2, 0.5], "The other way round.")], because="So."),
    "choice": ask("demo-three", "Which?", options=[("one", "No."), ("two", "So it is.")], answer=1),
    "order": ask("demo-four", "In which order?", order=["a", "b", "c"], because="By the alphabet."),
}  # fmt: skip


def run(name, *args):
    """What an export of the module gives."""
    return answers(engine("ask"), name, [args])[0]


def derived(question, given):
    return run("derive", question.state() | {"given": given}, question._constants)


def test_the_page_judges_as_the_package_does():
    rng = np.random.default_rng(0)
    for _n in range(1000):
        size = int(rng.integers(1, 4))
        answer, *wrong = rng.normal(0, 1, (4, size)).round(2).tolist()
        slips = [[value, f"slip {k}"] for k, value in enumerate(wrong)]
        given = [answer, *wrong, rng.normal(0, 1, size).tolist()][rng.integers(5)]
        given = (np.array(given) + rng.uniform(-0.0007, 0.0007, size)).tolist()
        assert run("judge", answer, given, slips, 0.00051) == judge(answer, given, slips)


def test_what_is_written_is_read_as_a_number():
    good = {
        "0.5": 0.5,
        " −.5 ": -0.5,
        "0,25": 0.25,
        "1/4": 0.25,
        "-1e-3": -0.001,
        "–2": -2,
        "— 3.": -3,
    }
    for text, value in good.items():
        assert run("number", text) == value
    for text in ("", " ", "a", "1/", "/2", "1/2/3", "0x", "0x10", "1.2.3", "1 2"):
        assert np.isnan(run("number", text)), text


def test_every_kind_tells_right_from_wrong_and_a_slip_has_its_sentence():
    asked = QUESTIONS["number"]
    said = {text: derived(asked, [text])["said"] for text in ("0.25", "−1/4", "0.5", "7", "x", "")}
    assert list(said.values()) == [
        RIGHT,
        "The sign is the other one.",
        "That is twice as much.",
        "",
        "That isn't a number. Write it like −0.217 or 1/3.",
        "",
    ]
    both = QUESTIONS["numbers"]
    assert derived(both, ["0.5", "-2"])["right"]
    assert derived(both, ["-2", "0.5"])["said"] == "The other way round."
    assert derived(both, ["3", "-2"])["said"] == "Right already: the second."
    assert derived(both, ["3", "b"])["said"].startswith("The second answer isn't a number")
    assert (
        derived(both, ["0.5", ""])["said"] == "Right already: the first. Still empty: the second."
    )
    assert derived(both, ["", " "])["said"] == ""
    assert derived(asked, ["0.246"])["said"] == "Nearly: look at the third decimal."
    fine = ask("fine", "?", 0.0417, tolerance=0.000051)
    assert derived(fine, ["0.042"])["said"] == "Nearly: look at the fourth decimal."
    large = ask("large", "?", 2736)
    for text in ("2736", "2,736", "2 736", "2736.0"):
        assert derived(large, [text])["right"], text
    assert not derived(large, ["2.736"])["right"]
    choice = QUESTIONS["choice"]
    assert [derived(choice, [k]).get("right") for k in ("", "0", "1")] == [None, False, True]
    order = QUESTIONS["order"]
    right = [str(i) for i in order._constants["answer"]]
    assert [order._constants["order"][int(i)] for i in right] == ["a", "b", "c"]
    assert derived(order, right)["right"]
    assert derived(order, right[::-1])["said"] == "Look at the first again."
    assert "right" not in derived(order, [right[0], "", ""])


def test_a_question_that_cannot_be_judged_is_refused(unchecked):
    wrong = {
        "answer: got nan": lambda: one(answer=np.nan),
        "expected one for each of 2": lambda: one(answer=[1, 2], slips=[]),
        "which is 'the answer' too": lambda: one(slips=[(0.2505, "near")]),
        "which is 'a' too": lambda: one(slips=[(1, "a"), (1.0001, "b")]),
        "expected 1": lambda: one(slips=[([1, 2], "two")]),
        "tolerance: got -1": lambda: one(tolerance=-1),
        "answer: got 2": lambda: ask("demo-x", "?", options=[("a", "b"), ("c", "d")], answer=2),
        "expected .1., to which": lambda: ask(
            "demo-x", "?", options=[("a", "No."), ("c", "Yes.")], answer=0
        ),
        "'a' twice": lambda: one(slips=[(1, "a"), (2, "a")]),
        "given: got": lambda: setattr(one(), "given", ["1", "2"]),
    }
    for message, call in wrong.items():
        with pytest.raises(ValueError, match=message):
            call()


@pytest.fixture
def asked(show):
    """`asked(kind)` puts a question on the page and tells of it."""

    def put(kind, **options):
        return show(QUESTIONS[kind], **options).page

    return put


VERDICT = ".explorable-live .kit-verdict"


def test_it_is_answered_with_the_keyboard_heard_and_forgotten(asked):
    page = asked("number")
    field = page.locator(".explorable-live input")
    field.press_sequentially("−0.25")
    field.press("Enter")
    assert page.locator(VERDICT).inner_text() == "Not quite. The sign is the other one."
    page.wait_for_function(
        "document.querySelector('.kit-spoken').textContent.includes('sign')", timeout=PATIENCE
    )
    page.get_by_role("button", name="Show the answer").press("Enter")
    assert page.locator(VERDICT).inner_text().endswith("The answer: 0.250. Half of a half.")
    assert page.evaluate("document.activeElement.textContent") == "Forget mine"
    page.get_by_role("button", name="Forget mine").press("Enter")
    assert (field.input_value(), page.locator(VERDICT).count()) == ("", 0)
    assert page.evaluate("document.activeElement.localName") == "input"
    field.fill("1/4")
    page.get_by_role("button", name="Check").click()
    assert page.locator(VERDICT).inner_text() == "Yes. Half of a half."


def test_things_are_tapped_into_order_and_out_again(asked):
    page = asked("order")
    for name in ("c", "a", "b"):
        page.get_by_role("button", name=name, exact=True).click()
    assert page.locator(VERDICT).inner_text() == "Not quite. Look at the first again."
    page.get_by_role("button", name="1. c").click()
    page.get_by_role("button", name="c", exact=True).click()
    assert page.locator(VERDICT).inner_text() == "Yes. By the alphabet."


@pytest.mark.parametrize("kind", QUESTIONS)
def test_it_fits_a_phone_and_axe_finds_nothing(asked, violations, kind):
    for width, theme in ((360, "light"), (1280, "dark")):
        page = asked(kind, width=width, theme=theme)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert violations(page) == []
        for control in page.locator(".explorable-live :is(button, input)").all():
            assert control.bounding_box()["height"] >= 43.9
        button = page.locator(".explorable-live button").first
        if kind == "choice":
            button.click()
            assert violations(page) == []


def test_answers_are_kept_on_the_device_each_its_own_and_nobody_else_s(load):
    here = load(QUESTIONS["number"], QUESTIONS["choice"])
    page = here.page
    page.locator(".explorable.is-live").nth(1).wait_for()
    page.locator(".explorable-live input").fill("0.5")
    page.get_by_role("button", name="two").click()
    page.locator(VERDICT).nth(1).wait_for()
    page.reload()
    page.locator(".explorable.is-live").nth(1).wait_for()
    assert page.locator(".explorable-live input").input_value() == "0.5"
    assert page.locator(VERDICT).all_inner_texts() == [
        "Not quite. That is twice as much.",
        "Yes. So it is.",
    ]
    page.get_by_role("button", name="Forget mine").first.click()
    page.reload()
    page.locator(".explorable.is-live").nth(1).wait_for()
    assert page.locator(VERDICT).all_inner_texts() == ["Yes. So it is."]
    assert (here.outside, here.console) == ([], [])


def test_without_scripts_question_and_folded_answer_stand_there(load):
    page = load(*QUESTIONS.values(), java_script_enabled=False).page
    assert page.locator(".kit-asks").locator("visible=true").count() == len(QUESTIONS)
    assert page.locator("button, input").locator("visible=true").count() == 0
    for fold in page.locator(".kit-told").all():
        assert fold.locator("summary").is_visible()
        assert not fold.locator("p").is_visible()


def test_a_still_is_as_high_as_the_question(asked):
    height = "document.querySelector('.explorable').getBoundingClientRect().height"
    for kind in QUESTIONS:
        page = asked(kind)
        live = page.evaluate(height)
        page.evaluate(
            "document.querySelector('.explorable').dispatchEvent(new Event('explorable:remove'))"
        )
        assert page.evaluate(height) == live


def test_no_name_of_a_question_is_one_of_the_kit():
    """Both styles lie on one page: a name that both had would style what it is not for."""
    names = re.findall(r"(?m)^\.(kit-[a-z-]+)", (SOURCE / "page/ask.css").read_text())
    kit = "\n".join(path.read_text() for path in (SOURCE / "widget/kit").glob("*.*s"))
    assert len(names) > 3
    assert [name for name in names if re.search(rf"\b{name}\b(?!-)", kit)] == []
