"""nbgrader's formgrader shows the explanation for a person to mark, with a field for points."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from classroom import grade, questions
from classroom.course import grader
from classroom.tests import attempts

PRESS = """async url => {
  const xsrf = document.cookie.match(/_xsrf=([^;]+)/)[1];
  const got = await fetch(url, {method: "POST", headers: {"X-XSRFToken": xsrf}});
  return got.json();
}"""
TOKEN, WORDS = "t", "Because the weights are the same at every step."


@pytest.fixture
def server(handed_out):
    """JupyterLab with nbgrader's extensions, in the folder of the course."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port = one.getsockname()[1]
    tools = Path(sys.executable).parent
    args = ["--allow-root", "--no-browser", f"--port={port}", f"--IdentityProvider.token={TOKEN}"]
    args.append(f"--ServerApp.root_dir={handed_out.folder}")
    run = subprocess.Popen(
        [tools / "jupyter", "lab", *args],
        cwd=handed_out.folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=os.environ | {"PATH": f"{tools}:{os.environ['PATH']}"},
    )
    at = f"http://127.0.0.1:{port}"
    for _ in range(240):
        try:
            urllib.request.urlopen(f"{at}/api/status?token={TOKEN}").close()
            break
        except OSError:
            time.sleep(0.5)
    yield at
    run.terminate()
    run.wait(20)


@pytest.mark.whole
def test_the_explanation_can_be_marked(boxed, handed_out, server, tmp_path):
    outside = tmp_path / "outside"
    book = attempts.perfect("bptt", "ada")
    attempts.put("why_total", WORDS)(book)
    attempts.put("dz_3", f"open({str(outside)!r}, 'w')")(book)
    module = questions.load("bptt")
    full = sum(q.points for q in questions.automatic(module) if q.name != "dz_3")
    path = handed_out.folder / "submitted/ada/bptt/bptt.ipynb"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(book), "utf-8")
    assert grade.main(["bptt", "--course", str(handed_out.folder), "--cores", "1"]) == 0
    (one,) = (q for q in questions.load("bptt").QUESTIONS if isinstance(q, questions.Explain))
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell")
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium)
        page = browser.new_page()
        asked = set()
        errors = []
        page.on("request", lambda request: asked.add(request.url))
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(f"{server}/lab?token={TOKEN}")  # which leaves a cookie
        page.goto(f"{server}/formgrader/gradebook/bptt/bptt")
        link = page.locator("a[href*='/formgrader/submissions/']").first
        page.goto(server + link.get_attribute("href"))
        answer = page.locator(".panel", has_text=WORDS).last
        answer.wait_for()
        errors.clear()  # of JupyterLab, which the page before was
        page.reload()
        answer.wait_for()
        page.wait_for_function("document.activeElement.matches('.tabbable')")
        assert not re.search(r"\b(ada|Lovelace)\b", page.inner_text("body"))
        points = answer.locator("input.score")
        points.fill("2")
        points.press("Tab")
        page.wait_for_timeout(1500)
        assert one.model[:40] in page.inner_text("body")
        assert "exchange directory" not in page.inner_text("body")
        assert one.rubric[0].split(":")[1].strip()[:30] in page.inner_text("body")
        # its button "Autograde" goes through the sandbox, and leaves what was marked by hand
        page.goto(f"{server}/formgrader/manage_submissions/bptt")
        said = page.evaluate(PRESS, f"{server}/formgrader/api/submission/bptt/ada/autograde")
        assert said["success"], said["log"]
        browser.close()
    assert {url for url in asked if not url.startswith((server, "data:"))} == set()
    assert errors == []
    assert not outside.exists()
    with grader(handed_out).gradebook as gradebook:
        (row,) = (r for r in gradebook.submission_dicts("bptt") if r["student"] == "ada")
    assert (row["written_score"], row["code_score"]) == (2, full)
