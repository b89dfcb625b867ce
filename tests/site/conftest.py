"""The built site, as files and through a server on this machine."""

from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from tests.site.look import look, rest
from tests.widget.pages import Visit

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


@pytest.fixture(scope="session")
def seen(browser, addresses, violations):
    """`seen(name)`: what one visit shows."""

    @cache
    def once(name):
        here = Visit(browser)
        found = look(here, {how: f"{at}/{name}" for how, at in addresses.items()}, violations)
        here.context.close()
        return found

    return once
