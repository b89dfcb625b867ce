"""Chapters are run by forks of one process, without a kernel's start."""

import json
import subprocess
import sys

import pytest

from tests.conftest import ROOT


@pytest.fixture(scope="session")
def run():
    """`run("said", chapter)`; `ended` and `proved` want the folder of a package, too."""
    command = [sys.executable, "-m", "tests.book.run"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, cwd=ROOT, **pipes) as parent:

        def ask(what, chapter, folder=ROOT / "src"):
            print(what, chapter, folder, file=parent.stdin, flush=True)
            return json.loads(parent.stdout.readline())

        yield ask
        parent.stdin.close()
