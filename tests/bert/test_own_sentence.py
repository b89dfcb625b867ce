"""A field for a sentence of the reader's own: what it says before, meanwhile, after, and if not."""

import numpy as np
import pytest

from tests.bert.asking import Asking
from tests.widget.stage import FONTS, document
from unrolled.bert import export, minilm
from unrolled.bert.model import look, sentences
from unrolled.bert.sentence import EncoderHeads

TEXT = "The river burst its bank after the rain."
PROMISE = "Nothing you type is sent anywhere."


@pytest.fixture(scope="module")
def model():
    return minilm.minilm()


@pytest.fixture(scope="module")
def folder(model, tmp_path_factory):
    folder = tmp_path_factory.mktemp("own")
    export.write(model, folder / export.NAME)
    return folder


@pytest.fixture
def field(visit, folder):
    """`field(files=12, width=...)`: the explorable on a page from the disk that names so many."""

    def open_page(files=12, make=Asking, **options):
        meta = (
            f'<meta name="unrolled-minilm" content="{export.NAME}" data-files="{files}"'
            ' data-bytes="27217915">'
        )
        html = document(make()).replace("<title>", f"{meta if files else ''}<title>", 1)
        (folder / "own.html").write_text(html, "utf-8")
        here = visit(**options)
        here.page.goto((folder / "own.html").as_uri())
        here.page.evaluate(FONTS)
        here.page.locator(".explorable.is-live").wait_for()
        return here

    return open_page


def test_a_sentence_is_read_in_the_page_and_shown(field, model, folder):
    assert len(list((folder / export.NAME).glob("*.js"))) == 12
    here = field()
    page = here.page
    said = page.locator(".kit-write p")
    assert said.inner_text().replace("\xa0", " ") == (
        f"The model (27 MB) is loaded once and then runs in this page. {PROMISE}"
    )
    page.evaluate(
        """() => {
            window.said = [];
            new MutationObserver(() => said.push(document.querySelector(".kit-write p").innerText))
                .observe(document.querySelector(".kit-write"),
                         { subtree: true, childList: true, characterData: true });
        }"""
    )
    page.get_by_label("Your own sentence", exact=True).fill(TEXT)
    page.keyboard.press("Enter")
    page.get_by_text("burst").first.wait_for()
    seen = look(model, TEXT)
    assert page.locator(".explorable-live .kit-main svg text").all_text_contents() == seen.tokens
    weight = np.array(seen.weights)[0, 0, 0, 2]
    told = page.locator(".explorable-live .kit-says").inner_text()
    assert told.startswith(f"[CLS] gives {seen.tokens[2]} 0.")
    assert float(told.split()[-1].rstrip(".")) == pytest.approx(weight, abs=0.03)
    assert said.inner_text() == f"The model runs in this page. {PROMISE}"
    heard = [text.replace("\xa0", " ") for text in page.evaluate("window.said")]
    loading = [text for text in heard if text.startswith("Loading the model: ")]
    assert len(loading) > 5
    assert loading == sorted(loading, key=lambda text: int(text.split()[-2]))
    assert "Reading your sentence …" in heard
    assert page.get_by_label("Your own sentence", exact=True).input_value() == TEXT
    assert (here.outside, here.console) == ([], [])


def test_two_sentences_are_compared_on_the_page(field, model):
    here = field(make=EncoderHeads)
    page = here.page
    both = [TEXT, "The slope by the <stream> & the shore was sheer."]
    assert page.get_by_label("Compare your sentence with another").count() == 0
    page.get_by_label("Your own sentence", exact=True).fill(both[0])
    page.keyboard.press("Enter")
    page.locator(".explorable-live .kit-more > summary").click()
    other = page.get_by_label("Compare your sentence with another")
    other.fill(both[1])
    other.press("Enter")
    title = page.locator(".explorable-live .kit-more .kit-title").first
    page.get_by_text("Cosine 0.").first.wait_for()
    wanted = float(np.dot(*sentences(model, both)))
    told = title.inner_text()
    assert float(told.split()[1].rstrip(":")) == pytest.approx(wanted, abs=0.02)
    assert told.endswith(f"“{both[0]}” and “{both[1]}”")
    assert (here.outside, here.console) == ([], [])


def test_in_a_lecture_no_label_is_small(field):
    page = field(make=EncoderHeads, width=1280, height=800).page
    page.get_by_role("button", name="Full screen").click()
    page.wait_for_function("document.fullscreenElement")
    small = page.evaluate(
        """() => {
            const svg = document.querySelector(".explorable-live .kit-main svg");
            const { width, height } = svg.getBoundingClientRect();
            const box = svg.viewBox.baseVal;
            const scale = Math.min(width / box.width, height / box.height);
            return [...svg.querySelectorAll("text")]
                .map((text) => [text.textContent, parseFloat(getComputedStyle(text).fontSize)])
                .filter(([, size]) => scale * size < 12);
        }"""
    )
    assert small == []


def test_signs_of_html_are_shown_as_they_are_and_another_sentence_follows(field):
    page = field().page
    for text, third in (("<b> & co", "b"), ("a<b", "<")):
        page.get_by_label("Your own sentence", exact=True).fill(text)
        page.keyboard.press("Enter")
        page.get_by_text(f"[CLS] gives {third} 0.").first.wait_for()
        shown = page.locator(".explorable-live .kit-main svg text").all_text_contents()
        assert "".join(shown[1:-1]) == text.replace(" ", "")
    page.get_by_role("button", name="Undo").click()
    assert page.get_by_role("slider").input_value() == "1"


def test_what_cannot_be_read_is_said_and_the_picture_stays(field):
    here = field()
    page = here.page
    before = page.locator(".explorable-live .kit-main").inner_html()
    button = page.get_by_role("button", name="Show it")
    said = page.locator(".kit-write p.is-wrong")
    for text, says in (("  ", "Type a sentence first."), ("a " * 60, "has 62 tokens")):
        page.get_by_label("Your own sentence", exact=True).fill(text)
        button.click()
        page.get_by_text(says).first.wait_for()
        assert says in said.inner_text()
    assert page.locator(".explorable-live .kit-main").inner_html() == before


def test_a_missing_file_is_said(field):
    here = field(files=13)
    here.page.get_by_label("Your own sentence", exact=True).fill(TEXT)
    here.page.keyboard.press("Enter")
    here.page.locator(".kit-write p.is-wrong").wait_for()
    says = here.page.locator(".kit-write p").inner_text()
    assert says == "The model could not be loaded: no file minilm/12.js."


def test_without_the_model_there_is_no_field(field):
    page = field(files=0).page
    assert page.locator(".kit-write").count() == 0
    assert page.get_by_role("slider").count() == 1
    assert "kit-write" not in Asking().still()


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("dark", [False, True])
def test_the_field_is_easy_to_hit_and_axe_finds_nothing(field, violations, width, dark):
    page = field(width=width, dark=dark).page
    for part in (".kit-write input", ".kit-write button"):
        box = page.locator(part).bounding_box()
        assert box["height"] >= 44
        assert 0 <= box["x"] <= box["x"] + box["width"] <= width
    height = page.locator(".kit-write").bounding_box()["height"]
    for text, says in (("", "Type a sentence first."), ("a " * 60, "has 62 tokens")):
        page.get_by_label("Your own sentence", exact=True).fill(text)
        page.get_by_role("button", name="Show it").click()
        page.locator(".kit-write p.is-wrong").wait_for()
        page.get_by_text(says).first.wait_for()
        assert page.locator(".kit-write").bounding_box()["height"] == height
    assert violations(page) == []
