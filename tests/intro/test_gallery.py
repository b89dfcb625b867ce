"""The front page shows every chapter once, in the order of the table of contents."""

import json

from tests.chapters import CHAPTERS, PARTS, ROOT, each_chapter
from unrolled.intro import gallery


def test_every_chapter_is_shown_in_the_order_of_the_table_of_contents():
    cells = json.loads((ROOT / "book/intro.ipynb").read_text("utf-8"))["cells"]
    assert sum("show_chapters()" in "".join(cell["source"]) for cell in cells) == 1
    assert gallery.read_parts(ROOT) == PARTS
    assert [name for chapters in PARTS.values() for name in chapters] == CHAPTERS


@each_chapter
def test_a_chapter_needs_only_what_comes_before_it(name):
    needs = gallery.read_needs(ROOT, name)
    assert (needs == []) == (name == CHAPTERS[0])
    assert {*needs} <= {*CHAPTERS[: CHAPTERS.index(name)]}


@each_chapter
def test_a_chapter_says_in_its_notebook_which_question_it_answers(name):
    said = gallery.read_question(ROOT, name)
    assert said.startswith("[")
    assert said.endswith("?")
    assert f"]({name}.ipynb): " in said


def test_the_road_comes_first_and_then_names_covers_and_questions_in_turn(monkeypatch):
    shown = []
    monkeypatch.setattr(gallery, "display", lambda *them: shown.extend(them))
    monkeypatch.chdir(ROOT / "book")
    gallery.show_chapters()
    road, *shown = shown
    assert f"{len(CHAPTERS)} stations" in road.label
    for part, names in PARTS.items():
        name, *shown = shown
        assert name.data == f"**{part}**"
        covers, questions = shown[: 2 * len(names) : 2], shown[1 : 2 * len(names) : 2]
        assert [one.label for one in covers] == [gallery.draw_cover(n).label for n in names]
        assert [one.data for one in questions] == [gallery.read_question(ROOT, n) for n in names]
        shown = shown[2 * len(names) :]
    assert shown == []


def test_a_notebook_far_from_the_book_says_so(monkeypatch, tmp_path):
    shown = []
    monkeypatch.setattr(gallery, "display", shown.append)
    monkeypatch.chdir(tmp_path)
    gallery.show_chapters()
    assert "lies among them" in shown[0].data
