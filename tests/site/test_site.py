"""The built site in a real browser with the network blocked."""

import re
from html import unescape

import numpy as np
import pytest

from tests import chapters
from tests.site.conftest import SITE
from tests.site.look import FIGURE
from unrolled.site.portable import HOW_TO_RUN, portable, read_book, written

PAGES = sorted(
    str(path.relative_to(SITE)) for path in SITE.rglob("*.html") if path != SITE / "index.html"
)
CHAPTERS = [f"book/{name}.html" for name in (*chapters.CHAPTERS, "derivations")]
each_page = pytest.mark.parametrize("name", PAGES)
each_chapter = pytest.mark.parametrize("name", CHAPTERS)
each_told_page = pytest.mark.parametrize("name", ["book/intro.html", *CHAPTERS])


def clean(visit):
    """Nothing said on the console, nothing asked of another host."""
    return visit.outside == [] and visit.console == []


def test_the_site_has_its_pages():
    assert {"search.html", "book/intro.html", *CHAPTERS} <= set(PAGES)


def test_the_front_door_leads_to_the_introduction(visit, addresses):
    here = visit()
    here.page.goto(f"{addresses['file']}/index.html")
    here.page.wait_for_url("**/book/intro.html")
    assert clean(here)


@each_page
@pytest.mark.parametrize("how", ["http", "file"])
def test_a_page_is_quiet(seen, name, how):
    here = seen(name)
    assert (here.outside[how], here.console[how]) == ([], [])


@each_page
def test_a_page_fits_at_every_width(seen, name):
    overflow = seen(name).overflow
    assert max(overflow.values()) <= 0, overflow


@each_page
def test_axe_finds_nothing(seen, name):
    """Light with all rules at 1280 px, with all but contrast at 360; dark with contrast."""
    found = seen(name).violations
    assert not found, "\n".join(found)


@each_page
def test_the_pages_are_the_books_own(name):
    """No second header, no stock scripts, no stray year, a favicon, no hash for a text, no proof
    in the way."""
    html = (SITE / name).read_text("utf-8")
    assert not re.search(r"(?i)(copyright|©)[^<]{0,20}2023", html)
    assert not re.search(r"THEBE_JS_URL|thebe-config|widget-state\+json", html)
    assert re.search(r"<title>(?!Unrolled — )(.+ — )?Unrolled</title>", html)
    assert "fontawesome" not in html
    assert not re.search(r'(src|href)="(https?:)?//', html)
    assert html.count('class="search-button__search-container"') == 1
    assert not re.search(r"<th[^>]*>\s*(<p></p>)?\s*</th>", html)
    assert 'rel="icon"' in html or 'rel="shortcut icon"' in html
    assert not re.search(r'alt="[^"]*[0-9a-f]{16}', html)
    assert not re.search(r'class="cell tag_(check|ask)[^>]*>\s*<div class="cell_input', html)


@each_told_page
def test_only_one_header_is_shown(seen, name):
    here = seen(name)
    assert len(here.headings) == 1
    assert here.headers <= 1


@each_chapter
def test_equations_are_typeset_as_the_page_comes(name):
    html = (SITE / name).read_text("utf-8")
    assert html.count("<mjx-container") == html.count('class="math ') > 30
    assert html.count("<mjx-math") == html.count("<annotation") == html.count('class="math ')


def test_no_page_asks_for_mathjax():
    for name in PAGES:
        html = (SITE / name).read_text("utf-8")
        assert not re.search(r"<script[^>]*(?i:mathjax)|window.MathJax|\\\(|merror", html), name
    assert list(SITE.glob("_static/mathjax/*.woff"))
    assert not list(SITE.rglob("mathjax/**/*.js"))


def test_a_formula_is_copied_as_tex(read):
    """Clicked, or within a text that is chosen; in the reader's own colours."""
    page = read("book/rnn.html", permissions=["clipboard-read", "clipboard-write"]).page

    def copied():
        page.keyboard.press("Control+c")
        return page.evaluate("() => navigator.clipboard.readText()")

    page.locator("div.math mjx-container").first.click()
    assert page.locator("mjx-container.is-chosen").count() == 1
    assert copied() == r"$${\mathcal L} \;\ge\; \tfrac12 \log 2 \approx 0.347 .$$"
    coloured = page.locator("div.math mjx-container:has([style*=color])").nth(1)
    coloured.click()
    assert "\\mathbf" in copied()
    assert "color" not in copied()
    page.evaluate(
        """() => getSelection().selectAllChildren([...document.querySelectorAll('.bd-article p')]
            .find(p => p.textContent.startsWith('The number of units')))"""
    )
    assert copied().startswith("The number of units $n_h$ is the hidden size.")


# A style rules the whole page, so it may choose nothing but what its own picture is made of.
OWN = (".way", "@keyframes way-", "from", "@media (prefers-reduced-motion", ".road", ".tag_road")


@each_told_page
def test_figures_say_what_they_show_and_follow_light_and_dark(name):
    """Ids within a figure are used and differ between figures."""
    figures = re.findall(FIGURE, (SITE / name).read_bytes())
    assert figures or name == "book/derivations.html"
    ids = []
    for figure in map(bytes.decode, figures):
        forms = 2 if 'class="narrow"' in figure else 1  # the other one is for phones
        assert figure.count("<svg") == figure.count('role="img"') == forms
        (label,) = set(re.findall(r'aria-label="([^"]*)"', figure))
        assert 20 < len(unescape(label)) <= 250
        assert "currentColor" in figure
        assert not re.search("#000000|#ffffff", figure)
        for rules in re.findall("<style>(.*?)</style>", figure, re.S):
            said = re.sub(
                r":(has|is)\((?:[^()]|\([^()]*\))*\)", "", rules
            )  # their commas part no rules
            chosen = ",".join(re.findall(r"([^{}]+){", said)).split(",")
            assert all(one.strip().startswith(OWN) for one in chosen)
        assert not re.search(r"(?<!, )#(00785a|0068a8|8f3f78|b34a00)(?!\))", figure)
        ids += re.findall(r' id="([^"]+)"', figure)
        assert set(re.findall(r' id="([^"]+)"', figure)) <= set(re.findall(r"#([\w-]+)", figure))
    assert len(ids) == len(set(ids))


@each_told_page
def test_equations_are_numbered_from_1(name):
    numbers = re.findall(r'class="eqno">\((\d+)\)', (SITE / name).read_text("utf-8"))
    assert numbers == [str(i + 1) for i in range(len(numbers))] != []


@each_told_page
def test_no_equation_is_covered_by_its_number(seen, name):
    covered = seen(name).covered
    assert not any(covered.values()), covered


@each_told_page
def test_a_chapter_weighs_little(seen, name):
    """With all it loads but its figures: 500 KB compressed, 2.2 MB raw."""
    here = seen(name)
    raw, small = sum(here.raw.values()), sum(here.packed.values())
    for url in sorted(here.packed, key=here.packed.get, reverse=True)[:25]:
        print(here.packed[url], url.rpartition("/")[2])
    print(f"{name}: {small / 1e3:.0f} KB compressed, {raw / 1e6:.2f} MB raw, {len(here.raw)} files")
    assert small <= 500_000
    assert raw <= 2_200_000


def test_styles_come_without_what_no_page_uses_but_with_their_licences():
    styles = {path.name: path.read_text("utf-8") for path in (SITE / "_static").rglob("*.css")}
    assert "/*" not in styles["book.css"]
    assert ".sd-card" in styles["sphinx-design.min.css"]
    assert ".sd-tab" not in styles["sphinx-design.min.css"]  # no page has tabs
    assert "MIT" in styles["bootstrap.css"]
    assert "copyright" in styles["basic.css"]


def test_the_whole_site_weighs_little():
    """Without the encoder, which a page loads only when its reader asks for it.

    A chapter of 3,500 words has 1.4 MB in the mean: page, notebook, proofs, and its explorables,
    whose other forms, for a phone and for paper, are three and a half MB of the whole. Half a MB
    are five small models that run in two pages, of `decoder` and `pretraining`.
    """
    figures = sum(
        len(figure)
        for path in SITE.rglob("*.html")
        for figure in re.findall(FIGURE, path.read_bytes())
    )
    sizes = {path: path.stat().st_size for path in SITE.rglob("*") if path.is_file()}
    asked = sum(size for path, size in sizes.items() if path.parent == SITE / "_static/minilm")
    assert asked <= 30e6
    allowed = 1.45e6 * len(chapters.CHAPTERS)
    assert sum(sizes.values()) - figures - asked <= allowed


def test_every_file_of_the_site_that_a_page_names_is_there():
    for name in PAGES:
        html = (SITE / name).read_text("utf-8")
        for link in re.findall(r'(?:src|href)="([^"#?]+)', html):
            if not link.startswith(("data:", "mailto:")):
                assert ((SITE / name).parent / link).exists(), f"{name} names {link}"


def test_the_page_works_by_keyboard(read):
    """Skip link to the text; the colour theme changes; the contents open on a phone."""
    page = read("book/rnn.html", width=1280).page
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.closest('.skip-link') !== null")
    page.keyboard.press("Enter")
    assert page.url.endswith("#main-content")
    page.locator(".theme-switch-button:visible").first.focus()
    for _ in range(2):
        page.keyboard.press("Enter")
    modes = page.evaluate(
        "() => [document.documentElement.dataset.mode, document.documentElement.dataset.theme]"
    )
    assert modes[0] in ("light", "dark")
    narrow = read("book/rnn.html", width=360).page
    narrow.locator(".primary-toggle:visible").first.focus()
    narrow.keyboard.press("Enter")
    narrow.locator(".bd-sidebar-primary >> text=Notation").wait_for(state="visible")


TURNED = """window.turned = [];
new MutationObserver((all) => all.forEach(({ target, oldValue }) => {
    const { theme } = target.dataset;
    if (document.body && theme !== oldValue) turned.push([oldValue, theme]);
})).observe(document, { subtree: true, attributeOldValue: true, attributeFilter: ["data-theme"] });
"""


def test_a_page_comes_in_the_colours_of_its_reader(visit, addresses):
    page = visit(dark=True, permissions=["clipboard-read"]).page  # a page of its own
    page.add_init_script(TURNED)
    for how in addresses:
        page.goto(f"{addresses[how]}/book/mlp.html")
        assert page.evaluate("document.documentElement.dataset.theme") == "dark"
        assert page.evaluate("turned") == []  # after what stands there was styled


@each_chapter
def test_a_chapter_is_not_too_long(seen, name):
    assert seen(name).height <= 23_000  # px, explorables in full; words and cells: budgets.py


@each_page
def test_on_a_phone_nothing_but_code_scrolls_sideways(seen, name):
    assert seen(name).sideways == []


@each_page
def test_what_scrolls_sideways_is_reached_by_keyboard(seen, name):
    assert seen(name).unreachable == []


def test_a_search_without_result_says_so_in_words_of_this_site(read):
    here = read("search.html?q=zebra")
    here.page.get_by_text("No page holds all these words.").wait_for()


def test_search_finds_words_of_the_book_from_a_file(read):
    here = read("search.html?q=perplexity")
    here.page.locator("#search-results li a").first.wait_for()
    assert here.page.locator("#search-results li").count() >= 2
    assert clean(here), (here.outside, here.console)


def test_without_javascript_a_page_can_be_read(visit, addresses):
    """Formulas with the site's own fonts, figures for widgets beside the contents, folds."""
    here = visit(java_script_enabled=False, width=1280)
    page = here.page
    page.goto(f"{addresses['file']}/book/bptt.html")
    formulas = page.locator("mjx-container:has(mjx-math):has(math annotation)")
    assert formulas.count() > 50
    assert formulas.first.bounding_box()["width"] > 5
    assert page.locator(".explorable:has(.kit-main)").count() == 2
    contents = page.locator(".bd-sidebar-secondary").bounding_box()["x"]
    for widget in page.locator(".explorable:has(.kit-main)").all():
        paper = widget.locator(".explorable-paper")
        assert paper.locator(".kit-question").first.is_visible()
        assert paper.locator("svg[aria-label]").first.is_visible()
        assert not widget.locator(".explorable-still").first.is_visible()
        box = paper.bounding_box()
        assert box["x"] + box["width"] <= contents
    assert page.locator("details.witness summary").first.is_visible()
    assert clean(here), (here.outside, here.console)


@each_told_page
def test_colours_of_equations_follow_the_theme(seen, name):
    """The four colours in an equation have 4.5 : 1 against the page in light and in dark."""
    ratios = seen(name).ratios
    assert len(ratios) > 50 or name != "book/bptt.html"
    assert min(ratios, default=5) >= 4.5


def test_the_downloaded_notebook_is_the_chapter_in_plain_markdown():
    notebooks, book = read_book(SITE.parents[1] / "book")
    for name, notebook in notebooks.items():
        wanted = written(portable(name, notebook, book, note=HOW_TO_RUN))
        assert (SITE / "_sources/book" / f"{name}.ipynb").read_text("utf-8") == wanted


@pytest.mark.parametrize("width", [1280, 360])
def test_hint_number_and_solution_stand_in_a_line_and_what_is_opened_stays(read, width):
    page = read("book/mlp.html", width=width).page
    titles = page.locator("#exercises details.sd-dropdown > summary")
    titles.first.scroll_into_view_if_needed()

    def places():
        return [titles.nth(n).bounding_box() for n in range(3)]

    shut = places()
    assert len({place["y"] for place in shut}) == 1
    titles.nth(1).click()
    opened = places()
    corner = [(place["x"], place["y"]) for place in (shut[1], opened[1])]
    assert abs(np.subtract(*corner)).max() < 1.5
    assert opened[2]["y"] > opened[1]["y"] + opened[1]["height"]


def test_a_story_is_read_on_its_page(visit, addresses):
    """Nothing that styles a page hides what an explorable says."""
    page = visit().page
    for name in ("backprop", "rnn", "bert"):
        page.goto(f"{addresses['file']}/book/{name}.html")
        widget = page.locator(".explorable:has(.kit-stories)").first
        widget.scroll_into_view_if_needed()
        widget.locator(".explorable-live").wait_for()
        story = widget.locator(".explorable-live .kit-story").first
        story.click()
        told = widget.locator(".explorable-live .kit-story-says:not(.is-away)")
        assert told.is_visible()
        assert len(told.inner_text()) > 20


ARROW = """() => {
    const { borderTopColor, borderBottomColor, borderTopWidth, borderBottomWidth } =
        getComputedStyle(document.querySelector(".tooltip-arrow"), "::before");
    return [[borderTopColor, borderTopWidth], [borderBottomColor, borderBottomWidth]];
}"""


def test_a_tip_of_the_header_points_at_its_button(read):
    page = read("book/mlp.html").page
    page.locator(".theme-switch-button:visible").hover()
    page.locator(".tooltip-arrow").wait_for()
    drawn = [width for colour, width in page.evaluate(ARROW) if colour != "rgba(0, 0, 0, 0)"]
    assert any(float(width.removesuffix("px")) > 1 for width in drawn)


def test_paths_of_different_length_have_shades_of_their_own(read):
    page = read("book/bptt.html").page
    strokes = "(all) => all.map((one) => getComputedStyle(one).stroke)"
    shades = [page.locator(f".explorable-live .term-{n}").evaluate_all(strokes) for n in (0, 1, 2)]
    assert len({*map(frozenset, shades)}) == 3, shades
