"""One visit to a page of the site: all that is asked of it, seen while it is open."""

import gzip
import re
from pathlib import Path
from typing import NamedTuple

from tests.widget.common import CONTRAST

WIDTHS = (1280, 1920, 768, 360)
PAPER = int((210 - 2 * 15) * 96 / 25.4)  # px across A4 between margins of 15 mm
ROLES = ("DisclosureTriangle", "complementary", "navigation")
FIGURE = rb'(?s)<figure class="figure-inline">.*?</figure>'
LOOK = Path(__file__).with_suffix(".js").read_text("utf-8")
PRINTED = """() => matchMedia("print").matches
    && [...document.styleSheets].some((sheet) => sheet.href?.includes("/print.css"))"""


class Seen(NamedTuple):
    outside: dict  # addresses of others that were asked for, by http and by file
    console: dict  # likewise
    raw: dict  # bytes by address, figures left out
    packed: dict  # bytes by address, compressed
    headings: list  # what is shown of first headings
    headers: int
    first: str  # the kind of the first heading
    named: dict  # what a screen reader calls whatever has a role, by role
    folds: list  # the formulas of folds, in words
    height: float  # px of the article at 1,280
    overflow: dict  # px by which the page is wider than the window, by width of the window
    covered: dict  # numbers that lie on their equation, by width
    cut_off: dict  # formulas that go beyond their box, by width
    sideways: list  # what scrolls sideways at 360 and is no code
    unreachable: list  # what scrolls sideways at 360 and takes no focus
    wide: list  # what is cut off on paper
    closed: list  # kinds of folds that paper leaves out
    whole: list  # code that paper may not break
    unseen: int  # opened solutions that it leaves out
    ratios: list  # contrast of coloured parts of equations with the page, in both themes
    violations: list  # what axe-core finds


def rest(page):
    """Wait until every widget has come near the screen and stands, those in a fold as well."""
    folds = page.locator("details.fold:has(.explorable)")
    folds.evaluate_all("all => all.forEach((fold) => { fold.open = true; })")
    for widget in page.locator(".explorable").all():
        widget.scroll_into_view_if_needed()
        widget.and_(page.locator(".is-live")).wait_for()
    folds.evaluate_all("all => all.forEach((fold) => { fold.open = false; })")
    page.evaluate("() => scrollTo(0, 0)")


def lit(page, theme):
    """The page follows what the reader's system asks for."""
    page.emulate_media(color_scheme=theme)
    page.wait_for_function(f"() => document.documentElement.dataset.theme === '{theme}'")


def on_paper(page, **options):
    """The page is laid out for paper, its style sheet for print read."""
    page.emulate_media(media="print", **options)
    page.wait_for_function(PRINTED)


def reached(page):
    """The page has said that for this width the keyboard reaches what scrolls."""
    page.wait_for_function("() => document.documentElement.dataset.reachedAt === `${innerWidth}`")


def told(page, role):
    """The names of this role in the browser's accessibility tree."""
    session = page.context.new_cdp_session(page)
    root = session.send("DOM.getDocument", {"depth": 0})["root"]["nodeId"]
    found = session.send("Accessibility.queryAXTree", {"nodeId": root, "role": role})["nodes"]
    return [node.get("name", {}).get("value", "") for node in found if not node["ignored"]]


def look(here, addresses, violations) -> Seen:
    """Through the server what a page loads, from the file all that is asked of it."""
    page = here.page
    loaded = {}
    outside = {}
    console = {}

    def arrive(how):
        here.begin()
        page.goto(addresses[how])
        rest(page)
        page.evaluate("() => document.fonts.ready.then(() => 0)")
        outside[how], console[how] = list(here.outside), list(here.console)

    def ask(what):
        return page.evaluate(f"() => look.{what}()")

    def sized(width):
        page.set_viewport_size({"width": width, "height": 900})
        reached(page)
        return width

    page.on("response", lambda response: loaded.update({response.url: response}))
    arrive("http")
    raw, packed = weights(loaded, addresses["http"])
    arrive("file")
    page.evaluate(LOOK)
    headings = page.locator("h1:visible").all_inner_texts()
    headers = page.locator("header:visible, .bd-header:visible").count()
    first = page.get_by_role("heading").first.evaluate("node => node.localName")
    named = {role: told(page, role) for role in ROLES}
    folds = ask("folds")

    height, ratios = ask("height"), ask("ratios")
    ask("open")
    overflow, covered, cut_off = {}, {}, {}
    for width in map(sized, WIDTHS):
        overflow[width], covered[width] = ask("overflow"), ask("covered")
        cut_off[width] = ask("cutOff")
    sideways, unreachable = ask("sideways"), ask("unreachable")
    ask("shutAgain")

    on_paper(page)
    sized(PAPER)
    wide, closed, whole, unseen = ask("wide"), ask("closed"), ask("whole"), ask("unseen")

    ask("lighten")
    page.emulate_media(media="null")
    sized(1280)
    lit(page, "dark")
    ratios += ask("ratios")
    found = violations(page, only=CONTRAST)
    lit(page, "light")
    found += violations(page)
    sized(360)
    found += violations(page, without=CONTRAST)
    return Seen(
        outside,
        console,
        raw,
        packed,
        headings,
        headers,
        first,
        named,
        folds,
        height,
        overflow,
        covered,
        cut_off,
        sideways,
        unreachable,
        wide,
        closed,
        whole,
        unseen,
        ratios,
        found,
    )


def weights(loaded, address):
    """Bytes of all that a page loads but its figures: as they are, and compressed."""
    bodies = {url: r.body() for url, r in list(loaded.items()) if r.ok and url.startswith("http")}
    bodies[address] = re.sub(FIGURE, b"", bodies[address])
    raw = {url: len(body) for url, body in bodies.items()}
    already = (".woff", ".woff2")
    packed = {
        url: len(body) if url.partition("?")[0].endswith(already) else len(gzip.compress(body))
        for url, body in bodies.items()
    }
    return raw, packed
