"""Shared fixtures: a browser with the network blocked, and pages that hold one widget."""

import os
import shutil
from pathlib import Path

import hypothesis
import numpy as np
import pytest
from playwright.sync_api import sync_playwright

from unrolled.page.widget import module

ROOT = Path(__file__).parents[1]


def code(name: str) -> str:
    """The module of the widget of this name, wherever in the package it lives."""
    (path,) = (ROOT / "src/unrolled").rglob(f"{name}.js")
    return module(path)


hypothesis.settings.register_profile(
    "book", derandomize=True, deadline=None, database=None, max_examples=100
)
hypothesis.settings.load_profile("book")


@pytest.fixture
def rng():
    return np.random.default_rng(0)


@pytest.fixture(scope="session")
def browser():
    path = os.environ.get("CHROMIUM") or next(
        filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
    )
    flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=flags)
        yield browser
        browser.close()


class Visit:
    """A page, what it asked the network for, and what it wrote to the console."""

    def __init__(self, browser, **options):
        self.context = browser.new_context(**options)
        self.page = self.context.new_page()
        self.outside: list[str] = []
        self.console: list[str] = []
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda error: self.console.append(str(error)))
        self.context.route(lambda url: not _inside(url), self._refuse)

    def _refuse(self, route):
        self.outside.append(route.request.url)
        route.abort()

    def _said(self, message):
        if message.type in ("error", "warning"):
            self.console.append(message.text)


def _inside(url: str) -> bool:
    return url.startswith(("file:", "blob:", "data:", "about:", "http://127.0.0.1:"))


@pytest.fixture
def visit(browser):
    """`visit(width=..., dark=..., ...)` opens a page with the network blocked."""
    opened = []

    def open_page(width=1280, height=900, dark=False, **options):
        new = Visit(
            browser,
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            **options,
        )
        opened.append(new)
        return new

    yield open_page
    for each in opened:
        each.context.close()


@pytest.fixture
def show(visit, tmp_path):
    """`show(widget, ...)` puts a widget alone on a static page opened from a file."""

    def open_widget(*widgets, theme="light", **options):
        html = tmp_path / "widget.html"
        paper, ink = ("#12161d", "#fff") if theme == "dark" else ("#fff", "#000")
        body = "".join(widget.static_html() for widget in widgets)
        html.write_text(
            f'<!doctype html><html lang="en" data-theme="{theme}"><meta charset="utf-8">'
            f'<meta name="viewport" content="width=device-width"><title>Widget</title>'
            f"<body style='background:{paper};color:{ink}'>"
            f"<main><h1 style='font-size:1px'>Widget</h1>{body}</main></body></html>",
            encoding="utf-8",
        )
        new = visit(dark=theme == "dark", **options)
        new.page.goto(html.as_uri())
        for i in range(len(widgets)):
            new.page.locator(".explorable.is-live").nth(i).wait_for()
        return new

    return open_widget


@pytest.fixture
def call(visit):
    """`call(name, function, *args)`: an exported function of a widget's module, run in Chromium.

    `arguments` is a list of argument lists; the results come back in one round trip.
    """
    pages = {}

    def run(name, function, arguments):
        if name not in pages:
            pages[name] = visit().page
            pages[name].evaluate(
                """async code => {
                    const url = URL.createObjectURL(new Blob([code], {type: "text/javascript"}));
                    window.functions = await import(url);
                }""",
                code(name),
            )
        return pages[name].evaluate(
            "([f, list]) => list.map(args => window.functions[f](...args))", [function, arguments]
        )

    return run


@pytest.fixture
def hosted(visit):
    """`hosted(name, widget, changed={...}, look="js")`: the module on a kernel's own model.

    Renders, changes traits as a kernel would, evaluates `look` (a function of the element), cleans
    up. Returns how many events were heard before and after, what was heard on window or document,
    the element's class, and what was seen.
    """

    def run(name, widget, changed, look):
        return visit().page.evaluate(
            """async ([code, state, changed, look]) => {
                const global = [];
                for (const target of [window, document, document.body]) {
                    const listen = target.addEventListener.bind(target);
                    target.addEventListener = (event, ...rest) => {
                        global.push(event);
                        listen(event, ...rest);
                    };
                }
                const url = URL.createObjectURL(new Blob([code], {type: "text/javascript"}));
                const {default: widget} = await import(url);
                const heard = new Map();
                const model = {
                    get: (name) => state[name], set() {}, save_changes() {},
                    on: (event, f) => heard.set(event, f),
                    off: (event, f) => heard.get(event) === f && heard.delete(event),
                };
                const el = document.body.appendChild(document.createElement("div"));
                const cleanUp = widget.render({model, el});
                for (const [name, value] of Object.entries(changed)) {
                    state[name] = value;
                    heard.get(`change:${name}`)();
                }
                const seen = eval(look)(el);
                const before = heard.size;
                cleanUp();
                return [before, heard.size, global, el.className, seen];
            }""",
            [code(name), widget.state(), changed, look],
        )

    return run


@pytest.fixture(scope="session")
def axe():
    """The source of axe-core, to be added to a page."""
    import axe_playwright_python

    return (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text("utf-8")


@pytest.fixture
def violations(axe):
    """`violations(page)`: what axe-core finds wrong, one line each."""

    def find(page):
        page.evaluate(axe)
        found = page.evaluate("async () => (await axe.run()).violations")
        return [
            f"{v['id']}: {v['help']}: {n['html'][:160]} {n['failureSummary'][:300]}"
            for v in found
            for n in v["nodes"]
        ]

    return find


@pytest.fixture
def unchecked():
    """As in a notebook: shape annotations are silent, and the functions must answer themselves."""
    import jaxtyping

    before = jaxtyping.config.jaxtyping_disable
    jaxtyping.config.update("jaxtyping_disable", True)
    yield
    jaxtyping.config.update("jaxtyping_disable", before)
