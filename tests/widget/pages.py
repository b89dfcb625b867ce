"""A browser with the network blocked, and pages that are used again."""

import os
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

PATIENCE = int(os.environ.get("PATIENCE", 120_000))  # ms; what is waited for comes sooner
AT_REST = """() => document.getAnimations().forEach((one) => {
    if (Number.isFinite(one.effect.getComputedTiming().endTime)) one.finish();
    else one.pause(); // what runs for ever
})"""
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]


def launch(playwright):
    """The Chromium that $CHROMIUM names or that there is: without windows, it does less."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    return playwright.chromium.launch(executable_path=path, args=FLAGS, timeout=PATIENCE)


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


class Visit:
    """A page, what it asked the network for, and what it wrote to the console."""

    def __init__(self, browser, **options):
        self.context = browser.new_context(**options)
        self.context.set_default_timeout(PATIENCE)
        self.context.add_init_script(
            "window.unrolledSteady = true;"
        )  # what changes is there at once
        self.page = self.context.new_page()
        self.outside: list[str] = []
        self.console: list[str] = []
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda error: self.console.append(str(error)))
        self.context.route(lambda url: not _inside(url), self._refuse)

    def begin(self, width=1280, height=900, dark=False, reduced_motion="no-preference"):
        """As if it had just been opened."""
        size = {"width": width, "height": height}
        if self.page.viewport_size != size:  # a new size costs a frame
            self.page.set_viewport_size(size)
        self.page.emulate_media(
            media="null",
            color_scheme="dark" if dark else "light",
            reduced_motion=reduced_motion,
            forced_colors="none",
        )
        self.outside.clear()
        self.console.clear()

    def leave(self):
        """Lets go of the mouse, of what was stored, and of the address."""
        self.page.mouse.up()
        self.page.mouse.move(0, 0)
        self.page.evaluate("() => { try { localStorage.clear(); } catch { /* none here */ } }")
        self.page.goto("about:blank")

    def _refuse(self, route):
        self.outside.append(route.request.url)
        route.abort()

    def _said(self, message):
        if message.type in ("error", "warning"):
            self.console.append(message.text)


def _inside(url: str) -> bool:
    return url.startswith(("file:", "blob:", "data:", "about:", "http://127.0.0.1:"))


@pytest.fixture(scope="session")
def pool():
    """Pages at rest, by what cannot be changed once they are open: whether scripts run."""
    return {True: [], False: []}


@pytest.fixture
def visit(browser, pool):
    """`visit(width=..., dark=..., ...)` opens a page with the network blocked.

    One that may do more than others, by `permissions`, is a page of its own.
    """
    taken, own = [], []

    def open_page(java_script_enabled=True, permissions=None, **options):
        if permissions:
            here = Visit(browser, permissions=permissions)
            own.append(here)
        else:
            rest = pool[java_script_enabled]
            here = rest.pop() if rest else Visit(browser, java_script_enabled=java_script_enabled)
            taken.append((rest, here))
        here.begin(**options)
        return here

    yield open_page
    for rest, here in taken:
        here.leave()
        rest.append(here)
    for here in own:
        here.context.close()


DRAWN = "() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))"
OPTIONAL = {"label-content-name-mismatch": {"enabled": True}}  # axe has it switched off


@pytest.fixture(scope="session")
def axe():
    """The source of axe-core, to be added to a page."""
    import axe_playwright_python

    return (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text("utf-8")


@pytest.fixture(scope="session")
def violations(axe):
    """`violations(page)`: what axe-core finds wrong; `only` and `without` name rules."""

    def find(page, only=None, without=()):
        options = {"rules": {rule: {"enabled": False} for rule in without}}
        if only:
            options["runOnly"] = {"type": "rule", "values": only}
        else:
            options["rules"] |= OPTIONAL
        page.evaluate(DRAWN)  # what a change of the theme sets going has begun
        page.evaluate(AT_REST)
        if not page.evaluate("() => 'axe' in window"):
            page.evaluate(axe)
        run = "async (options) => (await axe.run(document, options)).violations"
        found = page.evaluate(run, options)
        return [
            f"{v['id']}: {v['help']}: {n['html'][:160]} {n['failureSummary'][:300]}"
            for v in found
            for n in v["nodes"]
        ]

    return find
