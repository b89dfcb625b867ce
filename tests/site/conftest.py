"""The built site, as files and through a server on this machine."""

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

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
        new = visit(**options)
        new.page.goto(f"{addresses[how]}/{name}")
        new.page.evaluate("() => window.MathJax?.startup?.promise")
        for i in range(new.page.locator(".explorable").count()):
            new.page.locator(".explorable").nth(i).and_(new.page.locator(".is-live")).wait_for()
        return new

    return open_page
