"""`make bench`: everything about speed, as ratios or thread time, in one table.

Part by part, so that one can be asked for alone: `python -m tests.benchmarks.bench widgets`.
The whole writes results.md beside this file. Nothing here is part of `make test`.
"""

import json
import os
import platform
import sys
from collections.abc import Iterator
from functools import partial
from http.server import ThreadingHTTPServer
from itertools import product
from pathlib import Path
from statistics import median, quantiles
from threading import Thread

from jupyter_cache import get_cache
from playwright.sync_api import Browser, sync_playwright

from tests.benchmarks import latency
from tests.benchmarks.kernel import kernel_seconds
from tests.benchmarks.speed import (
    SIZES,
    encoder,
    flow_backward,
    flow_forward,
    flow_observation,
    forward_and_backward,
    growth_with_length,
    growth_with_steps,
    growth_with_tokens,
    training_step,
)
from tests.site.conftest import Quiet
from tests.site.look import rest, weights
from tests.widget.pages import launch
from tests.widget.stage import FONTS, document

ROOT = Path(__file__).parents[2]
SITE = ROOT / "_build/html"
RESULTS = Path(__file__).with_name("results.md")
Row = tuple[str, str, str]  # what, how much, what is wanted


def speed() -> Iterator[Row]:
    """Our speed over PyTorch's, both in this run with the same number of threads."""
    for size, wanted in SIZES.items():
        kind, n_x, n_h, T, B = size
        name = f"{kind} forward and backward, {n_x} inputs, {n_h} units, {T} steps, batch {B}"
        yield name, f"{forward_and_backward(size):.2f} × as fast as PyTorch", f"{wanted} ×"
    yield (
        "training step, 2-64-64-3, batch 128",
        f"{training_step():.2f} × as fast as PyTorch",
        "1 ×",
    )
    yield "100 steps of RK4", f"{flow_forward():.2f} × as fast as torchdiffeq", "1 ×"
    yield "back through 100 steps of RK4", f"{flow_backward():.2f} × the way forward", "3 ×"
    yield "an observation of an ODE-RNN", f"{flow_observation():.1f} × one with a decay", "12 ×"
    yield "cost of a flow against steps", f"S^{growth_with_steps():.2f}", "S^1"
    for threads in (1, 2):
        name = f"MiniLM forward, 8 × 64 tokens, {threads} thread{'s' * (threads > 1)}"
        yield name, f"{encoder(threads):.2f} × as fast as BertModel", "0.7 ×"
    yield "cost against length", f"T^{growth_with_length():.2f}", "T^1"
    yield "cost of attention against tokens", f"N^{growth_with_tokens():.2f}", "N^2"


def widgets() -> Iterator[Row]:
    """The renderer's thread time of an input, over all of 300."""
    best = []
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for widget, control in product(latency.widgets(), latency.CONTROLS):
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            page.set_content(document(widget))
            page.locator(".explorable.is-live").wait_for()
            page.evaluate(FONTS)
            times = latency.renderer_times(page, control)
            page.close()
            if times:
                best.append(median(times))
                p95 = quantiles(times, n=20)[-1]
                shown = f"p50 {median(times):.1f} ms, p95 {p95:.1f} ms"
                yield f"{type(widget).__name__}, {control}", shown, "p95 8 ms"
        browser.close()
    ratio = kernel_seconds() * 1e3 / max(best)
    yield "the same picture through a kernel", f"{ratio:.0f} × the slowest widget's p50", "10 ×"


def pages() -> Iterator[Row]:
    """What a chapter weighs, compressed, with all it loads but its figures."""
    handler = partial(Quiet, directory=SITE)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server, sync_playwright() as playwright:
        Thread(target=server.serve_forever, daemon=True).start()
        browser = launch(playwright)
        for path in sorted((ROOT / "book").glob("*.ipynb")):
            page = browser.new_page()
            loaded = {}
            page.on("response", lambda r, loaded=loaded: loaded.update({r.url: r}))
            address = f"http://127.0.0.1:{server.server_port}/book/{path.stem}.html"
            page.goto(address)
            rest(page)
            _, packed = weights(loaded, address)
            yield f"page {path.stem}", f"{sum(packed.values()) / 1e3:.0f} KB", "500 KB"
            page.close()
        browser.close()
        server.shutdown()


def ready() -> Iterator[Row]:
    """When a page from disk has loaded, on a processor that is slowed down fourfold."""
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for path in sorted((ROOT / "book").glob("*.ipynb")):
            seconds = [
                loading(browser, (SITE / f"book/{path.stem}.html").as_uri()) for _ in range(3)
            ]
            yield (
                f"page {path.stem}, slowed down fourfold",
                f"ready in {median(seconds):.1f} s",
                "2 s",
            )
        browser.close()


def loading(browser: Browser, address: str) -> float:
    """Seconds until the load event is over, in a context that has kept nothing."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 4})
    page.goto(address)
    page.wait_for_function("performance.getEntriesByType('navigation')[0].loadEventEnd > 0")
    ended = page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd")
    context.close()
    return ended / 1e3


def build() -> Iterator[Row]:
    """Seconds of each notebook when it was last run, side by side on all cores."""
    records = get_cache(ROOT / "_build/.jupyter_cache").list_cache_records()
    last = {Path(one.uri).stem: one.data for one in sorted(records, key=lambda one: one.created)}
    for name, data in sorted(last.items()):
        yield f"building {name}", f"{data.get('execution_seconds', 0.0):.0f} s", "60 s"


PARTS = {"speed": speed, "widgets": widgets, "pages": pages, "ready": ready, "build": build}


def conditions() -> str:
    load = os.getloadavg()[0]
    versions = json.dumps(platform.python_version())
    return (
        f"{os.cpu_count()} cores, {platform.machine()}, {platform.system()}, Python {versions}, "
        f"load {load:.1f} at the end, OPENBLAS_NUM_THREADS="
        f"{os.environ.get('OPENBLAS_NUM_THREADS', 'unset')}"
    )


def main(names: list[str]) -> None:
    lines = ["| what | measured | wanted |", "|---|---|---|"]
    print(*lines, sep="\n")
    for name in names or PARTS:
        for row in PARTS[name]():
            lines.append(f"| {' | '.join(row)} |")
            print(lines[-1], flush=True)
    lines += ["", f"Made by `make bench` on {conditions()}."]
    print(*lines[-2:], sep="\n")
    if not names:
        RESULTS.write_text("\n".join(["# Speed", "", *lines]) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
