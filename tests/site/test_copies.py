"""The reader's copies: made, brought up to date, and never taken away."""

import json

import pytest

from tests.site.test_portable import ROOT
from unrolled.site.lab import copies, refresh


def chapter(text):
    cells = [{"cell_type": "markdown", "id": "a", "metadata": {}, "source": text}]
    cells.append({"cell_type": "code", "id": "b", "metadata": {}, "source": "1 + 1", "outputs": []})
    return {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}


@pytest.fixture
def copy(tmp_path):
    assert refresh({"gru": chapter("first")}, tmp_path) == []
    return tmp_path / "gru.ipynb"


def change(copy, cell, **what):
    notebook = json.loads(copy.read_text("utf-8"))
    notebook["cells"][cell].update(what)
    copy.write_text(json.dumps(notebook), encoding="utf-8")
    return copy.read_bytes()


def test_a_copy_that_was_only_run_keeps_its_outputs_until_the_chapter_changes(copy):
    run = change(copy, 1, outputs=[{"output_type": "stream", "name": "stdout", "text": "2"}])
    assert refresh({"gru": chapter("first")}, copy.parent) == []
    assert copy.read_bytes() == run
    assert refresh({"gru": chapter("second")}, copy.parent) == []
    assert "second" in copy.read_text("utf-8")


def test_a_changed_copy_is_never_written_over_and_named_once_it_is_behind(copy):
    mine = change(copy, 1, source="1 + 2")
    assert refresh({"gru": chapter("first")}, copy.parent) == []
    assert refresh({"gru": chapter("second")}, copy.parent) == [copy]
    assert refresh({"gru": chapter("second")}, copy.parent) == [copy]
    assert copy.read_bytes() == mine


@pytest.mark.parametrize("text", ["", "{", "[]", json.dumps(chapter("mine"))])
def test_a_file_of_that_name_that_is_no_copy_stays(copy, text):
    copy.write_text(text, encoding="utf-8")
    assert refresh({"gru": chapter("first")}, copy.parent) == [copy]
    assert copy.read_text("utf-8") == text


def test_the_first_page_leads_to_every_chapter_in_the_books_order():
    made = copies(ROOT / "book")
    page = made["contents"]["cells"][0]["source"]
    places = [page.index(f"]({name}.ipynb)") for name in ("mlp", "backprop", "rnn", "bptt")]
    assert places == sorted(places)
    assert all(f"]({name}.ipynb)" in page for name in made if name != "contents")
