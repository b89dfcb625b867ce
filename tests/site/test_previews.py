"""A reference shows its equation when it is pointed at or has the focus, without a request."""

import pytest
from playwright.sync_api import expect

REFERENCES = '.bd-article a:not(.headerlink)[href*="#equation-"]'


def tex(place):
    return place.locator("annotation").first.text_content()


def hold(page, link):
    link.scroll_into_view_if_needed()
    link.hover()
    return page.locator(".equation-preview")


@pytest.mark.parametrize("width", [1280, 600])
def test_an_equation_of_this_page_and_one_of_another(read, width):
    here = read("book/lstm.html", width=width)
    page = here.page
    for link in page.locator(REFERENCES).filter(visible=True).all():
        label = link.get_attribute("href").partition("#equation-")[2]
        box = hold(page, link)
        expect(box).to_be_visible()
        source = page.locator(f"#equation-{label}, #preview-{label}").first
        assert tex(box) == tex(source)
        place = box.bounding_box()
        assert place["x"] >= 0
        assert place["x"] + place["width"] <= width
        page.mouse.move(2, 2)
        expect(box).not_to_be_visible()
    assert here.outside == []


def test_by_keyboard_and_gone_with_escape(read):
    page = read("book/lstm.html").page
    link = page.locator(REFERENCES).first
    link.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    box = page.locator(".equation-preview")
    expect(box).to_be_visible()
    page.keyboard.press("Escape")
    expect(box).not_to_be_visible()
    assert link.evaluate("node => node === document.activeElement")


def test_it_stays_while_it_is_pointed_at_itself(read):
    page = read("book/lstm.html").page
    box = hold(page, page.locator(REFERENCES).first)
    place = box.bounding_box()
    page.mouse.move(place["x"] + 20, place["y"] + 10, steps=8)
    expect(box).to_be_visible()


def test_a_reference_names_the_chapter_and_never_its_file(read):
    page = read("book/lstm.html").page
    words = page.locator(REFERENCES).filter(visible=True).all_inner_texts()
    assert "Eq.\xa0(2) of Remedies, and what they cost" in words
    assert not [text for text in words if "lstm" in text or "remedies" in text]
