"""The front page shows every chapter once, in the order of the table of contents."""

import json

import pytest

from tests.chapters import CHAPTERS, PARTS, ROOT, each_chapter
from unrolled.intro import gallery


def test_every_part_is_shown_under_its_name():
    cells = json.loads((ROOT / "book/intro.ipynb").read_text("utf-8"))["cells"]
    shown = ["".join(cell["source"]) for cell in cells]
    for part in PARTS:
        assert any(text.endswith(f"### {part}") for text in shown), part
        assert any(text.endswith(f'show_part("{part}")') for text in shown), part
    assert [name for part in PARTS for name in gallery.read_part(ROOT, part)] == CHAPTERS


@each_chapter
def test_a_chapter_says_in_its_notebook_which_question_it_answers(name):
    said = gallery.read_question(ROOT, name)
    assert said.startswith("[")
    assert said.endswith("?")
    assert f"]({name}.ipynb): " in said


def test_a_part_is_shown_as_covers_and_questions_in_turn(monkeypatch):
    shown = []
    monkeypatch.setattr(gallery, "display", lambda *them: shown.extend(them))
    monkeypatch.chdir(ROOT / "book")
    gallery.show_part("Networks")
    names = PARTS["Networks"]
    assert [one.label for one in shown[::2]] == [gallery.draw_cover(name).label for name in names]
    assert [one.data for one in shown[1::2]] == [gallery.read_question(ROOT, n) for n in names]


def test_a_notebook_far_from_the_book_says_so(monkeypatch, tmp_path):
    shown = []
    monkeypatch.setattr(gallery, "display", shown.append)
    monkeypatch.chdir(tmp_path)
    gallery.show_part("Networks")
    assert "lies among them" in shown[0].data


def test_a_part_that_is_none_is_refused():
    with pytest.raises(ValueError, match="part: got 'Nets', expected one of Networks"):
        gallery.read_part(ROOT, "Nets")
