"""The built site, as files and through a server on this machine."""

from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from tests.page.pages import Visit
from tests.site.look import look, rest

SITE = Path(__file__).parents[2] / "_build/html"


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *args):
        pass


@pytest.fixture(scope="session")
def addresses():
    """Where the site is: {"file": ..., "http": ...}."""
    assert (SITE / "index.html").exists(), "the site is not built: run `make book` first"
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=SITE))
    Thread(target=server.serve_forever, daemon=True).start()
    yield {"file": SITE.as_uri(), "http": f"http://127.0.0.1:{server.server_port}"}
    server.shutdown()
    server.server_close()


@pytest.fixture
def read(visit, addresses):
    """`read("book/rnn.html", how="file", ...)` opens a page and waits until it rests."""

    def open_page(name, how="file", **options):
        here = visit(**options)
        here.page.goto(f"{addresses[how]}/{name}")
        rest(here.page)
        return here

    return open_page


SHUT = "() => { window.shut = document.querySelectorAll('details:not([open])'); }"
AS_IT_CAME = "() => shut.forEach((fold) => (fold.open = false))"


@pytest.fixture(scope="session")
def last():
    """The page that was opened last; tests are sorted by page."""
    kept = {}
    yield kept
    for here in kept.values():
        here.context.close()


@pytest.fixture
def leaf(browser, addresses, last):
    """`leaf(name, scripts=True)`: a page of the site, loaded once for all that only look at it."""

    def turn_to(name, scripts=True):
        if (name, scripts) not in last:
            for here in last.values():
                here.context.close()
            last.clear()
            here = last[name, scripts] = Visit(browser, java_script_enabled=scripts)
            here.begin()
            here.page.goto(f"{addresses['file']}/{name}")
            if scripts:
                rest(here.page)
            here.page.evaluate(SHUT)
        here = last[name, scripts]
        here.page.set_viewport_size({"width": 1280, "height": 900})
        here.page.emulate_media(media="null")
        here.page.evaluate(AS_IT_CAME)
        return here

    return turn_to


@pytest.fixture(scope="session")
def seen(browser, addresses, violations):
    """`seen(name)`: what one visit shows, through the server; `leaf` opens the file."""

    @cache
    def once(name):
        here = Visit(browser)
        here.begin()
        found = look(here, f"{addresses['http']}/{name}", violations)
        here.context.close()
        return found

    return once
