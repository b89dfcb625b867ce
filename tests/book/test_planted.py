"""Break the package, and the chapter must refuse to run: its witnesses are no decoration."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).parents[2]
ERRORS = {
    "sign": ("rnn.py", "1 - cache.h * cache.h", "1 + cache.h * cache.h"),
    "transpose": ("rnn.py", "np.dot(deltas[t], p.W_hh,", "np.dot(deltas[t], p.W_hh.T,"),
    "index": ("rnn.py", "outer(deltas, cache.h_prev)", "outer(deltas, cache.h)"),
    "1/T": ("losses.py", " / np.prod(zs.shape[:-1])", ""),
}


def run_chapter(package: Path) -> subprocess.CompletedProcess:
    """The code cells of the chapter as one script, with this copy of the package."""
    cells = nbformat.read(ROOT / "book/bptt.ipynb", as_version=4).cells
    code = "\n".join(cell.source for cell in cells if cell.cell_type == "code")
    environment = {**os.environ, "PYTHONPATH": str(package)}
    command = [sys.executable, "-c", code]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)


@pytest.fixture
def copy(tmp_path):
    shutil.copytree(ROOT / "src/unrolled", tmp_path / "unrolled")
    return tmp_path


def test_the_chapter_runs_with_the_package_as_it_is(copy):
    outcome = run_chapter(copy)
    assert outcome.returncode == 0, outcome.stderr[-2000:]


@pytest.mark.parametrize("error", ERRORS)
def test_the_chapter_stops_at_a_planted_error(copy, error):
    name, right, wrong = ERRORS[error]
    path = copy / "unrolled" / name
    text = path.read_text("utf-8")
    assert right in text
    path.write_text(text.replace(right, wrong), encoding="utf-8")
    outcome = run_chapter(copy)
    assert outcome.returncode != 0
    assert "AssertionError: eq-bptt" in outcome.stderr, outcome.stderr[-2000:]
