"""One visit to a page of the site: all that is asked of it, seen while it is open."""

import gzip
import re
from typing import NamedTuple

WIDTHS = (1280, 1920, 768, 360)
CONTRAST = ["color-contrast"]  # half of axe-core's time
FIGURE = rb'(?s)<figure class="figure-inline">.*?</figure>'


class Seen(NamedTuple):
    overflow: dict  # px by which the page is wider than the window, by width of the window
    covered: dict  # numbers that lie on their equation, by width
    unreachable: list  # what scrolls sideways at 360 and takes no focus
    headings: int  # first headings
    headers: int
    ratios: list  # contrast of coloured parts of equations with the page, in both
    outside: list  # addresses of others that were asked for
    console: list
    raw: dict  # bytes by address, figures left out
    packed: dict  # bytes by address, compressed
    violations: list  # what axe-core finds


OVERFLOW = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
COVERED = """() => [...document.querySelectorAll('div.math .eqno')].filter(number => {
    const [a, b] = [number, number.parentElement.querySelector('mjx-math')]
        .map(node => node.getBoundingClientRect());
    const text = document.createRange();
    text.selectNodeContents(number);
    const own = text.getBoundingClientRect();
    const clear = getComputedStyle(number).backgroundColor === 'rgba(0, 0, 0, 0)';
    const across = (clear ? own.left : a.left) < b.right - 1 && a.right > b.left;
    return across && a.top < b.bottom - 1 && a.bottom > b.top + 1;
}).map(number => number.textContent)"""
UNREACHABLE = """() => [...document.querySelectorAll('.bd-article *')].filter(node =>
    node.scrollWidth > node.clientWidth + 2 && node.clientWidth > 0 && node.tabIndex < 0
    && ['auto', 'scroll'].includes(getComputedStyle(node).overflowX)
    && !node.querySelector('a, button, input, select, summary, [tabindex="0"]'))
    .map(node => node.outerHTML.slice(0, 120))"""
RATIOS = """() => {
    const light = c => { const [r, g, b] = c.match(/\\d+(\\.\\d+)?/g).map(v => v / 255)
        .map(v => v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
        return .2126 * r + .7152 * g + .0722 * b; };
    const page = light(getComputedStyle(document.body).backgroundColor);
    return [...document.querySelectorAll('mjx-container [style*=color]')].map(n => {
        const own = light(getComputedStyle(n).color);
        return (Math.max(own, page) + .05) / (Math.min(own, page) + .05); });
}"""


# One of a kind is enough for axe-core: five formulas, what a picture says of itself, and of the
# coloured words of code one of each colour. Contrast in formulas is what `ratios` holds.
LIGHTEN = """() => {
    const gone = (nodes) => nodes.forEach((node) => node.remove());
    gone([...document.querySelectorAll('mjx-container')].slice(5));
    gone(document.querySelectorAll('svg[role=img] > :not(title, desc)'));
    const seen = new Set();
    for (const word of document.querySelectorAll('.highlight pre span')) {
        const where = word.closest('.cell_input, .cell_output');
        const kind = `${where && where.className} ${word.className}`;
        if (seen.has(kind)) word.replaceWith(...word.childNodes);
        seen.add(kind);
    }
    document.body.normalize();
}"""


def rest(page):
    """Wait until formulas and widgets stand."""
    for i in range(page.locator(".explorable").count()):
        page.locator(".explorable").nth(i).and_(page.locator(".is-live")).wait_for()


def lit(page, theme):
    """The page follows what the reader's system asks for."""
    page.emulate_media(color_scheme=theme)
    page.wait_for_function(f"() => document.documentElement.dataset.theme === '{theme}'")


def look(here, address, violations) -> Seen:
    """All that is asked of a page, and in dark, where layout is the same, of its colours."""
    page, loaded = here.page, {}
    page.on("response", lambda response: loaded.update({response.url: response}))
    page.goto(address)
    rest(page)
    page.wait_for_load_state("networkidle")
    raw, packed = weights(loaded, address)
    headings = page.locator("h1:visible").count()
    headers = page.locator("header:visible, .bd-header:visible").count()
    overflow, covered, ratios = {}, {}, []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        overflow[width], covered[width] = page.evaluate(OVERFLOW), page.evaluate(COVERED)
    unreachable = page.evaluate(UNREACHABLE)
    outside, console = list(here.outside), list(here.console)  # axe fetches style sheets
    for theme in ("dark", "light"):
        lit(page, theme)
        ratios += page.evaluate(RATIOS)
    page.evaluate(LIGHTEN)
    found = violations(page, without=CONTRAST)
    page.set_viewport_size({"width": 1280, "height": 900})
    found += violations(page)
    lit(page, "dark")
    found += violations(page, only=CONTRAST)
    return Seen(
        overflow, covered, unreachable, headings, headers, ratios, outside,
        console, raw, packed, found,
    )  # fmt: skip


def weights(loaded, address):
    """Bytes of all that a page loads but its figures: as they are, and compressed."""
    bodies = {url: r.body() for url, r in list(loaded.items()) if r.ok and url.startswith("http")}
    bodies[address] = re.sub(FIGURE, b"", bodies[address])
    raw = {url: len(body) for url, body in bodies.items()}
    already = (".woff", ".woff2")
    packed = {
        url: len(body) if url.endswith(already) else len(gzip.compress(body))
        for url, body in bodies.items()
    }
    return raw, packed
