"""Widgets on a page of the book: on a stage that is kept, from a file, on a kernel's model."""

import re
from base64 import b64encode
from pathlib import Path

import pytest

from tests.widget.pages import Visit
from unrolled.widget.inline import module

ROOT = Path(__file__).parents[2]


# Widgets that are drawn by the module of an earlier chapter's, with data of their own.
HEIRS = {"ways": "pulse", "memory_pulse": "pulse", "gated_pulse": "pulse"}


def code(name: str) -> str:
    """The module of the widget of this name, wherever in the package it lives."""
    (path,) = (ROOT / "src/unrolled").rglob(f"{HEIRS.get(name, name)}.js")
    return module(path)


def book_style() -> str:
    """The book's style sheet, its fonts with it: a layout is then the book's on any machine."""
    static = ROOT / "book/_static"

    def inlined(found):
        return f"url(data:font/woff2;base64,{b64encode((static / found[1]).read_bytes()).decode()})"

    return re.sub(r"url\((fonts/[^)]+)\)", inlined, (static / "book.css").read_text("utf-8"))


def document(*widgets, theme="light") -> str:
    """Widgets alone on a static page of the book."""
    body = "".join(widget.static_html() for widget in widgets)
    return (
        f'<!doctype html><html lang="en" data-theme="{theme}"><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>Widget</title>'
        f"<style>{book_style()}</style>"
        f"<body><main><h1 style='font-size:1px'>Widget</h1>{body}</main></body></html>"
    )


FONTS = "() => Promise.all([...document.fonts].map((font) => font.load())).then(() => 0)"


@pytest.fixture(scope="session")
def stage(browser):
    """A page of the book with nothing on it, fonts loaded."""
    here = Visit(browser)
    here.page.set_content(document())
    here.page.evaluate(FONTS)
    return here


PLAY = """([theme, html]) => {
    for (const before of document.querySelectorAll(".explorable"))
        before.dispatchEvent(new Event("explorable:remove"));
    const page = document.documentElement;
    page.removeAttribute("style");
    page.dataset.theme = theme;
    const main = document.createElement("main");
    main.append(document.createRange().createContextualFragment(html));
    document.body.replaceChildren(main);
    scrollTo(0, 0);
}"""


@pytest.fixture
def show(stage, unchecked):
    """`show(widget, ...)` puts widgets alone on the stage, in place of those before."""

    def play(*widgets, theme="light", through=str, **options):
        body = through("".join(widget.static_html() for widget in widgets))
        stage.page.mouse.up()
        stage.page.mouse.move(0, 0)
        stage.begin(dark=theme == "dark", **options)
        title = "<h1 style='font-size:1px'>Widget</h1>"
        stage.page.evaluate(PLAY, [theme, title + body])
        for i in range(len(widgets)):
            stage.page.locator(".explorable.is-live").nth(i).wait_for()
        return stage

    return play


@pytest.fixture
def load(visit, tmp_path):
    """`load(widget, ...)` opens a page with the widget on it from a file; all fonts are there."""

    def open_file(*widgets, theme="light", **options):
        html = tmp_path / "widget.html"
        html.write_text(document(*widgets, theme=theme), encoding="utf-8")
        here = visit(dark=theme == "dark", **options)
        here.page.goto(html.as_uri())
        here.page.evaluate(FONTS)
        return here

    return open_file


@pytest.fixture
def hosted(visit):
    """`hosted(name, widget, changed={...}, look="js")`: the module on a kernel's own model.

    Renders, changes traits as a kernel would, evaluates `look` (a function of the element), cleans
    up. What the module heard of the model it then hears no more, and it listened to nothing else.
    """

    def run(name, widget, changed, look):
        heard, left, world, style, seen = visit().page.evaluate(
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
                await new Promise((drawn) => setTimeout(drawn));
                const seen = eval(look)(el);
                const before = heard.size;
                cleanUp();
                return [before, heard.size, global, el.className, seen];
            }""",
            [code(name), widget.values(), changed, look],
        )
        assert heard > 0
        assert left == 0
        assert world == []
        assert style == "explorable is-live"
        return seen

    return run
