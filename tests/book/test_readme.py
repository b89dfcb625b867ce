"""The README: short, its links lead somewhere, its code works where it is pasted."""

import code
import re

import pytest

from tests.conftest import ROOT

PAGES = ("README.md", "CONTRIBUTING.md")
README = (ROOT / "README.md").read_text("utf-8")


def test_it_has_at_most_700_words():
    text = re.sub(r"<!--.*?-->|\]\([^)]*\)|^```.*$", " ", README, flags=re.M)
    assert len(re.findall(r"\S*\w\S*", text)) <= 700


def test_its_pictures_are_small():
    for picture in re.findall(r"!\[[^\]]+\]\(([^)]+)\)", README):
        assert (ROOT / picture).stat().st_size < 150_000


@pytest.mark.parametrize("page", PAGES)
def test_its_links_and_commands_exist(page):
    text = (ROOT / page).read_text("utf-8")
    for link in re.findall(r"\]\(([^)#]+)[^)]*\)", text):
        assert link.startswith("https://") or (ROOT / link).exists(), link
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.M)
    assert set(re.findall(r"(?:^|`)make ([a-z-]+)", text, re.M)) <= set(targets)


def test_its_code_works_line_by_line_and_prints_what_it_says(capsys):
    """As pasted into a bare interpreter; what a line prints stands behind it."""
    blocks = re.findall(r"(?s)```python\n(.*?)```", README)
    assert blocks
    for block in blocks:
        console = code.InteractiveConsole()
        for line in block.splitlines():
            assert not console.push(line), f"{line}: not whole"
        said = capsys.readouterr()
        assert said.err == ""
        assert said.out.splitlines() == re.findall(r"^print\(.*\)  # (.+)$", block, re.M)
