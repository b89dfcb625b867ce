"""Derived data: beside its module, made by one command, and small."""

import json

import pytest

from unrolled.core.derived import ROOMS, data_file, read_data
from unrolled.site import data

OTHER = {"younger.json"}  # of chapters' rooms; nothing computes them
MOST = dict.fromkeys(data.find_data(), 100_000) | {"bert.heads": 180_000}  # bytes; 864 maps


@pytest.mark.parametrize("name", MOST)
def test_it_lies_beside_its_module_and_is_small(name):
    file = data_file(f"unrolled.{name}")
    assert file.parent / f"{file.stem}.py" == ROOMS / f"{name.replace('.', '/')}.py"
    text = file.read_text("utf-8")
    assert len(text.encode()) <= MOST[name]
    assert json.loads(text) == read_data(f"unrolled.{name}")
    assert text == json.dumps(json.loads(text), separators=(",", ":"), ensure_ascii=False) + "\n"


def test_no_other_file_of_a_chapter_holds_numbers():
    made = {data_file(f"unrolled.{name}") for name in MOST}
    rooms = [room for room in ROOMS.iterdir() if room.name not in ("errata", "site")]
    others = {path for room in rooms for path in room.glob("*.json")} - made
    assert {path.name for path in others} <= OTHER


def test_it_is_made_again_by_name(monkeypatch, tmp_path):
    monkeypatch.setattr(data, "data_file", lambda module: tmp_path / module)
    monkeypatch.setattr("unrolled.lstm.rates.compute_data", lambda: {"0.01": [1.5, 2]})
    data.main(["lstm.rates"])
    assert (tmp_path / "unrolled.lstm.rates").read_text("utf-8") == '{"0.01":[1.5,2]}\n'


def test_a_name_without_data_is_refused():
    with pytest.raises(SystemExit, match="cell has no derived data; these have: attention"):
        data.main(["lstm.cell"])
