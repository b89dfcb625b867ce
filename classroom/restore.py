"""A submission as it will be run: the student's answers in the notebook that was handed out.

Everything but the answers and cells of the student's own comes from the notebook that is made anew
from the secret and the student's name. What was changed is put back and noted.
"""

import hashlib
import json
import re
from pathlib import Path

import nbformat
from nbformat import NotebookNode

LARGEST = 5 << 20  # bytes of a submission


def read(path: Path, folder: Path) -> tuple[dict | None, str]:
    """The submission at `path`, or none and why it cannot be read. It must lie in `folder`."""
    try:
        if not path.resolve(strict=True).is_relative_to(folder.resolve()):
            return None, "the file is a link that leads out of its folder"
        if path.stat().st_size > LARGEST:
            return None, f"the file has {path.stat().st_size >> 20} MB, at most 5 are read"
        found = json.loads(path.read_text("utf-8"))
        found = json.loads(nbformat.writes(nbformat.convert(nbformat.from_dict(found), 4)))
        return {"cells": [_plain(cell) for cell in found["cells"]]}, ""
    except FileNotFoundError:
        return None, "there is no such file"
    except Exception as error:  # whatever the file is, it is not a notebook
        return None, f"the file is not a notebook ({type(error).__name__})"


def restored(handed_out: dict, submitted: dict | None) -> tuple[NotebookNode, list[str]]:
    """The notebook to be run, and what was not as it was handed out."""
    cells = submitted["cells"] if submitted else []
    known = {cell["id"]: cell for cell in handed_out["cells"]}
    found, flags, added, last = {}, [], {}, "setup"
    for cell in cells:
        name = _name(cell, known)
        if name in known:
            found.setdefault(name, []).append(cell)
            last = name if name != "title" else "setup"  # own cells may need what it imports
        elif cell["cell_type"] == "code" and cell["source"].strip():
            added.setdefault(last, []).append(cell)
    out = []
    for name, cell in known.items():
        mine = dict(cell)
        if _is_answer(cell):
            answer, note = _answer(name, cell, found.pop(name, []), added)
            mine["source"] = answer
            flags += [f"{name}: {note}"] if note and submitted else []
        elif submitted:
            flags += _changed(cell, found.get(name, []))
        out += [mine, *_kept(added.get(name, ()), name)]
    notebook = nbformat.from_dict(handed_out | {"cells": out})
    return notebook, flags


def locked_hash(cell: dict) -> str:
    """A hash of what a student is not to change."""
    return hashlib.sha256(f"{cell['cell_type']}\0{cell['source'].strip()}".encode()).hexdigest()


def _changed(cell: dict, found: list[dict]) -> list[str]:
    if cell["cell_type"] == "markdown":
        return []
    if not found:
        return [f"{cell['id']}: this locked cell was deleted"]
    if any(locked_hash(other) != locked_hash(cell) for other in found):
        return [f"{cell['id']}: this locked cell was changed"]
    return []


def _is_answer(cell: dict) -> bool:
    return cell["metadata"].get("nbgrader", {}).get("solution", False)


def _answer(name: str, cell: dict, found: list[dict], added: dict) -> tuple[str, str]:
    """What was answered, and what is odd about it."""
    blank = ("", cell["source"].strip())
    given = [c["source"] for c in found if c["source"].strip() not in blank]
    if not found and cell["cell_type"] == "code":
        pattern = re.compile(rf"^(def +{name} *\(|{name} *=)", re.M)
        for others in added.values():
            for other in others:
                if pattern.search(other["source"]):
                    others.remove(other)
                    return other["source"], "the id of its cell was changed"
    if not found:
        return cell["source"], "the cell for the answer was deleted"
    if len(set(given)) > 1:
        return given[-1], f"there are {len(given)} different answers; the last one counts"
    return (given[-1] if given else cell["source"]), ""


def _kept(cells, after: str) -> list[dict]:
    return [
        {"cell_type": "code", "id": f"{after}-own-{n}", "metadata": {}, "source": cell["source"],
         "execution_count": None, "outputs": []}
        for n, cell in enumerate(cells)
    ]  # fmt: skip


def _name(cell: dict, known: dict) -> str:
    """By nbgrader's id, or by the cell's own."""
    told = cell["metadata"].get("nbgrader", {})
    name = told.get("grade_id") if isinstance(told, dict) else None
    return name if name in known else cell.get("id", "")


def _plain(cell: dict) -> dict:
    source = cell.get("source", "")
    source = source if isinstance(source, str) else "".join(source)
    meta = cell.get("metadata")
    return {"cell_type": cell.get("cell_type"), "id": cell.get("id", ""), "source": source,
            "metadata": meta if isinstance(meta, dict) else {}}  # fmt: skip
