"""The built site in a real browser with the network blocked."""

import gzip
import re
from pathlib import Path

import pytest

from tests.browser.conftest import SITE

PAGES = sorted(
    str(path.relative_to(SITE)) for path in SITE.rglob("*.html") if path != SITE / "index.html"
)
NAMES = ("mlp", "backprop", "rnn", "bptt", "gradients", "truncation", "derivations")
CHAPTERS = [f"book/{name}.html" for name in NAMES]
WIDTHS = [360, 768, 1280, 1920]
each_page = pytest.mark.parametrize("name", PAGES)
each_chapter = pytest.mark.parametrize("name", CHAPTERS)


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
@pytest.mark.parametrize("dark", [False, True])
def test_a_page_is_quiet_and_fits_at_every_width(read, name, how, dark):
    here = read(name, how, dark=dark)
    for width in WIDTHS:
        here.page.set_viewport_size({"width": width, "height": 900})
        overflow = here.page.evaluate(
            "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        assert overflow <= 0, f"{name} is {overflow} px too wide at {width}"
    assert clean(here), (here.outside, here.console)


@each_page
@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [360, 1280])
def test_axe_finds_nothing(read, violations, name, dark, width):
    here = read(name, dark=dark, width=width)
    found = violations(here.page)
    assert not found, "\n".join(found)


@each_page
def test_the_pages_are_the_books_own(name):
    """No second header, no stock scripts, no stray year, a favicon, no hash for a text."""
    html = (SITE / name).read_text("utf-8")
    assert not re.search(r"(?<![\d.])(?<!November )2023(?!\d)", html)  # a year alone
    assert "THEBE_JS_URL" not in html
    assert "fontawesome" not in html
    assert not re.search(r'(src|href)="(https?:)?//', html)
    assert html.count('class="search-button__search-container"') == 1
    assert 'rel="icon"' in html or 'rel="shortcut icon"' in html
    assert not re.search(r'alt="[^"]*[0-9a-f]{16}', html)


@each_chapter
def test_only_one_header_is_shown(read, name):
    page = read(name).page
    assert page.locator("h1:visible").count() == 1
    assert page.locator("header:visible, .bd-header:visible").count() <= 1


@each_chapter
def test_equations_are_typeset_with_fonts_from_the_site(read, name):
    here = read(name, "file")
    count = here.page.locator("mjx-container").count()
    assert count > 50
    assert here.page.locator("mjx-merror").count() == 0
    assert here.page.evaluate("() => document.fonts.check('16px MJXTEX')")


@each_chapter
@pytest.mark.parametrize("width", WIDTHS)
def test_no_equation_is_covered_by_its_number(read, name, width):
    covered = read(name, width=width).page.evaluate(
        """() => [...document.querySelectorAll('div.math .eqno')].filter(number => {
            const [a, b] = [number, number.parentElement.querySelector('mjx-math')]
                .map(node => node.getBoundingClientRect());
            const text = document.createRange();
            text.selectNodeContents(number);
            const own = text.getBoundingClientRect();
            const clear = getComputedStyle(number).backgroundColor === 'rgba(0, 0, 0, 0)';
            const across = (clear ? own.left : a.left) < b.right - 1 && a.right > b.left;
            return across && a.top < b.bottom - 1 && a.bottom > b.top + 1;
        }).map(number => number.textContent)"""
    )
    assert covered == []


@each_chapter
def test_a_chapter_weighs_little(visit, addresses, name):
    """With all it loads but its figures: 650 KB compressed, 2.2 MB raw."""
    here, loaded = visit(), {}
    here.page.on("response", lambda response: loaded.update({response.url: response}))
    here.page.goto(f"{addresses['http']}/{name}")
    here.page.evaluate("() => MathJax.startup.promise")
    here.page.wait_for_load_state("networkidle")
    bodies = {url: r.body() for url, r in loaded.items() if r.ok and url.startswith("http")}
    own = next(url for url in bodies if url.endswith(name))
    bodies[own] = re.sub(rb'(?s)<figure class="figure-inline">.*?</figure>', b"", bodies[own])
    packed = {
        url: len(body) if url.endswith((".woff", ".woff2")) else len(gzip.compress(body))
        for url, body in bodies.items()
    }
    raw, small = sum(map(len, bodies.values())), sum(packed.values())
    for url in sorted(packed, key=packed.get, reverse=True)[:25]:
        print(packed[url], url.rpartition("/")[2])
    print(f"{name}: {small / 1e3:.0f} KB compressed, {raw / 1e6:.2f} MB raw, {len(bodies)} files")
    assert small <= 650_000
    assert raw <= 2_200_000


def test_the_whole_site_weighs_little():
    figures = sum(
        len(figure)
        for path in SITE.rglob("*.html")
        for figure in re.findall(
            r'(?s)<figure class="figure-inline">.*?</figure>', path.read_text("utf-8")
        )
    )
    assert sum(path.stat().st_size for path in SITE.rglob("*") if path.is_file()) - figures <= 15e6


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


def test_what_scrolls_sideways_is_reached_by_keyboard(read):
    page = read("book/bptt.html", width=360).page
    unreachable = page.evaluate(
        """() => [...document.querySelectorAll('.bd-article *')].filter(node =>
            node.scrollWidth > node.clientWidth + 2 && node.clientWidth > 0 && node.tabIndex < 0
            && ['auto', 'scroll'].includes(getComputedStyle(node).overflowX)
            && !node.querySelector('a, button, input, select, summary, [tabindex="0"]'))
            .map(node => node.outerHTML.slice(0, 120))"""
    )
    assert unreachable == []


def test_search_finds_words_of_the_book_from_a_file(read):
    here = read("search.html?q=perplexity")
    here.page.locator("#search-results li a").first.wait_for()
    assert here.page.locator("#search-results li").count() >= 2
    assert clean(here), (here.outside, here.console)


@each_chapter
def test_without_javascript_the_page_can_be_read(visit, addresses, name):
    page = visit(java_script_enabled=False).page
    page.goto(f"{addresses['file']}/{name}")
    for i in range(page.locator(".explorable").count()):
        still = page.locator(".explorable").nth(i).locator(".explorable-still")
        assert still.locator("svg[role=img]").first.is_visible()
        assert still.locator("table").first.is_visible()
    assert page.locator("details.witness summary").first.is_visible()


def test_colours_of_equations_follow_the_theme(read):
    """The four colours in an equation have 4.5 : 1 against the page in light and in dark."""
    for dark in (False, True):
        page = read("book/bptt.html", dark=dark).page
        ratios = page.evaluate(
            """() => {
                const light = c => { const [r, g, b] = c.match(/\\d+(\\.\\d+)?/g).map(v => v / 255)
                    .map(v => v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
                    return .2126 * r + .7152 * g + .0722 * b; };
                const page = light(getComputedStyle(document.body).backgroundColor);
                return [...document.querySelectorAll('mjx-container [style*=color]')].map(n => {
                    const own = light(getComputedStyle(n).color);
                    return (Math.max(own, page) + .05) / (Math.min(own, page) + .05); });
            }"""
        )
        assert len(ratios) > 50
        assert min(ratios) >= 4.5


def test_the_downloaded_notebook_is_the_committed_one():
    for name in CHAPTERS:
        stem = Path(name).stem
        source = (SITE.parents[1] / "book" / f"{stem}.ipynb").read_bytes()
        assert (SITE / "_sources/book" / f"{stem}.ipynb").read_bytes() == source
