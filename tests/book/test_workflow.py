"""The workflow that publishes the site: pinned actions, least permissions, no mistake of form."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.conftest import ROOT

PATH = ROOT / ".github/workflows/book.yml"
TEXT = PATH.read_text("utf-8")
WORKFLOW = yaml.safe_load(TEXT)
BESIDE = Path(sys.executable).with_name("actionlint")
ACTIONLINT = str(BESIDE) if BESIDE.exists() else shutil.which("actionlint")


def test_every_action_is_pinned_to_a_commit_and_says_its_version():
    used = re.findall(r"uses: (.+)", TEXT)
    assert used
    for action in used:
        assert re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", action), action


def test_only_what_publishes_may_write():
    assert WORKFLOW["permissions"] == {"contents": "read"}
    granted = {name: job.get("permissions", {}) for name, job in WORKFLOW["jobs"].items()}
    assert granted == {"build": {}, "publish": {"pages": "write", "id-token": "write"}}
    assert WORKFLOW["jobs"]["publish"]["needs"] == "build"


def test_it_runs_what_everybody_runs():
    steps = WORKFLOW["jobs"]["build"]["steps"]
    assert [step["run"] for step in steps if step.get("name") == "Build and test"] == [".ci/run"]
    assert (ROOT / ".ci/run").stat().st_mode & 0o100


@pytest.mark.skipif(ACTIONLINT is None, reason="actionlint is not installed")
def test_actionlint_finds_nothing():
    ran = subprocess.run([ACTIONLINT, PATH], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout
