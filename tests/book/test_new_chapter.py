"""`make chapter` lays out a chapter that touches one shared file and whose tests fail."""

import shutil
import subprocess
import sys

import pytest

from tests.book.canonical import canonical
from tests.book.new_chapter import lay_out, list_folders
from tests.conftest import ROOT


@pytest.fixture
def root(tmp_path):
    for folder in ("book", "src/unrolled", "tests"):
        (tmp_path / folder).mkdir(parents=True)
    shutil.copy(ROOT / "_toc.yml", tmp_path)
    return tmp_path


def call(folder, module, *arguments):
    command = [sys.executable, "-m", module, *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


def test_it_writes_the_chapters_own_files_and_one_line_of_the_contents(root):
    before = (root / "_toc.yml").read_text("utf-8").splitlines()
    own = list_folders(root, "diffusion")
    written = lay_out(root, "diffusion")
    outside = [path for path in written if not any(path.is_relative_to(each) for each in own)]
    assert outside == [root / "_toc.yml"]
    after = outside[0].read_text("utf-8").splitlines()
    assert [line for line in after if line not in before] == ["      - file: book/diffusion"]
    text = own[0].read_text("utf-8")
    assert canonical(text) == text


def test_what_it_writes_is_in_good_style_and_its_tests_fail(root):
    lay_out(root, "diffusion")
    settings = ["--config", str(ROOT / "pyproject.toml"), "src", "tests"]
    assert call(root, "ruff", "check", *settings).returncode == 0
    assert call(root, "ruff", "format", "--check", *settings).returncode == 0
    ran = call(root, "pytest", "-q", "-p", "no:cacheprovider", "tests/diffusion/test_diffusion.py")
    assert ran.returncode == 1
    assert "write the test of its gradient first" in ran.stdout


@pytest.mark.parametrize("name", ["", "Diffusion", "res-net", "class", "../x"])
def test_a_name_that_is_no_module_is_refused(root, name):
    with pytest.raises(ValueError, match=r"NAME: got .*, expected a word like"):
        lay_out(root, name)


def test_a_chapter_that_is_there_is_left_alone(root):
    lay_out(root, "diffusion")
    with pytest.raises(ValueError, match=r"book/diffusion\.ipynb is there already"):
        lay_out(root, "diffusion")
