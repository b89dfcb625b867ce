"""`make lab`, driven in Chromium: one chapter runs, lives, and can be read."""

import json
import os
import re
import signal
import subprocess
from pathlib import Path
from threading import Thread

import pytest

from tests.conftest import ROOT
from tests.widget.pages import PATIENCE, Visit
from unrolled.site.portable import read_book

CHAPTER = "bptt"
MINUTES = 2.5 * PATIENCE  # ms; a machine under load must only be waited for
NOTEBOOKS, BOOK = read_book(ROOT / "book")
OPTIONS = (
    "--no-browser --ServerApp.port=0 --IdentityProvider.token=test"
    " --LabApp.expose_app_in_browser=True"
)
# Off-screen cells are drawn too, so that they can be looked at; it is also a setting of the user's.
USER = {"@jupyterlab/notebook-extension/tracker": {"windowingMode": "none"}}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """The address of `make lab`, with a home, settings and copies of its own."""
    home = tmp_path_factory.mktemp("home")
    for name, settings in USER.items():
        path = home / f"config/lab/user-settings/{name}.jupyterlab-settings"
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps(settings))
    folders = {f"JUPYTER_{kind.upper()}_DIR": str(home / kind) for kind in ("config", "runtime")}
    process = subprocess.Popen(
        ["make", "lab", f"LAB={home}/copies", f"OPTIONS={OPTIONS}", "--old-file=.venv/book"],
        cwd=ROOT,
        env={**os.environ, "HOME": str(home), **folders},
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    said = []
    for line in process.stdout:
        said.append(line)
        if found := re.search(r"http://127\.0\.0\.1:\d+", line):
            break
    else:
        pytest.fail("".join(said))
    Thread(target=process.stdout.read, daemon=True).start()
    yield found[0]
    os.killpg(process.pid, signal.SIGTERM)
    process.wait(60)
    process.stdout.close()


class Lab(Visit):
    """The chapter in JupyterLab, run from top to bottom and saved."""

    def __init__(self, browser, server):
        super().__init__(browser, viewport={"width": 1280, "height": 900})
        self.page.set_default_timeout(MINUTES)
        self.page.goto(f"{server}/lab/tree/{CHAPTER}.ipynb?token=test")
        self.page.wait_for_function("() => window.jupyterapp?.shell.currentWidget?.sessionContext")
        self.tell(
            """panel.sessionContext.ready
                .then(() => app.commands.execute('notebook:run-all-cells'))
                .then(() => app.commands.execute('docmanager:save'))"""
        )
        self.kernel = self.tell("panel.sessionContext.session.kernel.id")

    def open(self, name):
        """Bring a chapter to the front and wait for its kernel."""
        there = f"{{path: '{name}.ipynb'}}"
        self.tell(f"app.commands.execute('docmanager:open', {there}).then(() => null)")
        self.shown(name)
        self.tell("panel.sessionContext.ready")

    def shown(self, name):
        """Wait until a chapter is in front."""
        path = "() => jupyterapp.shell.currentWidget?.context?.path"
        self.page.wait_for_function(f"{path} === '{name}.ipynb'")

    def tell(self, javascript):
        """What an expression about `app` and `panel` comes to."""
        return self.page.evaluate(
            f"() => {{ const app = window.jupyterapp, panel = app.shell.currentWidget;"
            f" return {javascript}; }}"
        )

    def python(self, code, expression="None"):
        """Run code in the chapter's kernel and return what an expression is then."""
        request = json.dumps({"code": code, "user_expressions": {"it": expression}})
        answer = self.tell(
            f"panel.sessionContext.session.kernel.requestExecute({request}).done"
            ".then(reply => reply.content)"
        )
        assert answer["status"] == "ok", answer
        return answer["user_expressions"]["it"]["data"]["text/plain"]


@pytest.fixture(scope="module")
def lab(browser, server):
    before = {path: path.read_bytes() for path in (ROOT / "book").glob("**/*") if path.is_file()}
    new = Lab(browser, server)
    new.before = before
    yield new
    new.context.close()


def test_every_cell_runs(lab):
    """No error and nothing on stderr, in as many cells as the chapter has."""
    cells = lab.tell("panel.model.toJSON().cells.filter(cell => cell.cell_type === 'code')")
    assert len(cells) == sum(c["cell_type"] == "code" for c in NOTEBOOKS[CHAPTER]["cells"])
    assert all(cell["execution_count"] for cell in cells if "".join(cell["source"]).strip())
    outputs = [output for cell in cells for output in cell["outputs"]]
    assert [o for o in outputs if o["output_type"] == "error" or o.get("name") == "stderr"] == []


def test_a_widget_lives_both_ways(lab):
    """What Python sets is seen, and what the reader clicks is set in Python."""
    widget = lab.page.locator(".jp-OutputArea .explorable:has(.kit-main)").first
    assert widget.get_by_role("radio").count() > 0
    find = "widget = next(w for w in Out.values() if type(w).__name__ == 'ImmediateOrTotal')"
    lab.python(f"{find}; widget.answered = True; widget.order = 'copy'")
    by_copy = widget.get_by_role("radio", name="by copy")
    by_copy.and_(widget.locator(":checked")).wait_for()
    widget.get_by_role("radio", name="by loss").check()
    assert lab.python("", "widget.order") == "'loss'"
    widget.get_by_role("radio", name="by loss").press("ArrowRight")  # not JupyterLab's key
    assert lab.python("", "widget.order") == "'copy'"


@pytest.mark.parametrize("width", [900, 1280, 1920])
def test_text_neither_overlaps_nor_is_cut_off(lab, width):
    """Long equations scroll in their cell."""
    lab.page.set_viewport_size({"width": width, "height": 900})
    wrong = lab.page.evaluate(
        """() => [...document.querySelectorAll('.jp-MarkdownCell')].flatMap(cell => {
            const text = cell.querySelector('.jp-RenderedMarkdown'), parts = [...text.children];
            const box = node => node.getBoundingClientRect();
            const size = node => parseFloat(getComputedStyle(node).fontSize);
            const end = Math.min(box(cell).bottom, box(text).bottom) + 1;
            return parts.filter((part, i) => box(part).height < 5
                || part.scrollHeight > part.clientHeight + size(part) / 2
                || part.scrollWidth > part.clientWidth + 4 && !part.querySelector('mjx-container')
                || box(part).bottom > (i + 1 < parts.length ? box(parts[i + 1]).top + 1 : end));
        }).map(part => part.outerHTML.slice(0, 200))"""
    )
    assert wrong == []
    notes = re.findall(r"\{(?:margin|admonition)\}", json.dumps(NOTEBOOKS[CHAPTER]))
    assert lab.page.locator(".jp-RenderedMarkdown blockquote:visible").count() == len(notes)


def test_nothing_is_left_that_only_the_site_understands(lab):
    """No key of an equation or a source, no directive, no broken link."""
    text = lab.page.evaluate(
        "() => [...document.querySelectorAll('.jp-RenderedMarkdown')].map(n => n.innerText).join()"
    )
    assert "Backpropagation through time" in text
    keys = [*BOOK.numbers, *BOOK.sources]
    assert [key for key in [*keys, ":::", "{cite", "\u26a0", "$$", "\\tag"] if key in text] == []
    links = lab.page.locator(".jp-RenderedMarkdown a[href]:not([href^='#'])").evaluate_all(
        "all => all.map(link => link.getAttribute('href'))"
    )
    assert links
    assert {Path(link.partition("?")[0]).stem for link in links} <= set(NOTEBOOKS)


def test_equations_have_the_numbers_of_the_site_and_outputs_have_none(lab):
    html = (ROOT / f"_build/html/book/{CHAPTER}.html").read_text("utf-8")
    site = re.findall(r'class="eqno">\((\d+)\)', html)
    tags = lab.page.locator("mjx-assistive-mml mlabeledtr > mtd:first-child")
    assert tags.evaluate_all("all => all.map(tag => tag.textContent.slice(1, -1))") == site
    assert lab.page.locator("mjx-merror").count() == 0


@pytest.mark.parametrize("theme", ["JupyterLab Light", "JupyterLab Dark"])
def test_colours_of_equations_can_be_read_in_both_themes(lab, theme):
    lab.tell(f"app.commands.execute('apputils:change-theme', {{theme: '{theme}'}})")
    lab.page.locator(f"body[data-jp-theme-name='{theme}']").wait_for(state="attached")
    ratios = lab.page.evaluate(
        """() => {
            const light = c => { const [r, g, b] = c.match(/\\d+(\\.\\d+)?/g).map(v => v / 255)
                .map(v => v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
                return .2126 * r + .7152 * g + .0722 * b; };
            const notebook = document.querySelector('.jp-Notebook');
            const paper = light(getComputedStyle(notebook).backgroundColor);
            return [...document.querySelectorAll('mjx-container [style*=color]')].map(n => {
                const own = light(getComputedStyle(n).color);
                return (Math.max(own, paper) + .05) / (Math.min(own, paper) + .05); });
        }"""
    )
    assert len(ratios) >= json.dumps(NOTEBOOKS[CHAPTER]).count("textcolor") > 20
    assert min(ratios) >= 4.5


def test_what_opens_has_an_arrow(lab):
    marks = lab.page.locator(
        ":is(.jp-RenderedMarkdown, .witness) > summary, .jp-RenderedMarkdown summary"
    )
    styles = marks.evaluate_all(
        "all => all.map(s => getComputedStyle(s)).map(s => [s.display, s.listStyleType])"
    )
    assert len(styles) > 10
    assert {tuple(style) for style in styles} == {("list-item", "disclosure-closed")}


def test_a_link_opens_the_other_chapter(lab):
    link = lab.page.locator(".jp-RenderedMarkdown a", has_text=BOOK.titles["backprop"]).first
    link.click()
    lab.shown("backprop")
    lab.open(CHAPTER)


def test_a_saved_chapter_has_its_widgets_before_it_is_run_again(lab):
    save = "app.commands.execute('docmanager:save').then(() => panel.sessionContext.shutdown())"
    known = "app.serviceManager.sessions.refreshRunning()"  # else it may ask for the one that ended
    lab.tell(f"{save}.then(() => panel.close()).then(() => {known})")
    lab.open(CHAPTER)
    for widget in lab.page.locator(".jp-OutputArea .explorable").all():
        widget.scroll_into_view_if_needed()
        widget.and_(lab.page.locator(".is-live")).wait_for()
    assert lab.tell("panel.sessionContext.session.kernel.id") != lab.kernel


def test_reading_asks_for_nothing_outside_and_changes_no_file_of_the_book(lab):
    assert lab.outside == []
    after = {path: path.read_bytes() for path in (ROOT / "book").glob("**/*") if path.is_file()}
    assert after == lab.before
    assert "/lab/" in (ROOT / ".gitignore").read_text("utf-8").splitlines()
