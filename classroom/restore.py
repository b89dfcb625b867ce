"""A submission as it will be run: the student's answers in the notebook that was handed out.

Everything but the answers and cells of the student's own comes from the notebook that is made anew
from the secret and the student's id. What was changed is put back and noted.
"""

import hashlib
import json
import os
import re
import stat
from base64 import b64decode
from pathlib import Path

from nbformat import NotebookNode, from_dict

from classroom.flags import Flag

LARGEST = 5 << 20  # bytes of a submission
PICTURES = {"image/png": b"\x89PNG", "image/jpeg": b"\xff\xd8\xff"}  # how each begins
MOST_CELLS = 10_000  # of a notebook that is read
LONGEST = 100_000  # characters of a cell
MOST_PICTURES = 2 << 20  # characters of all pictures that are attached to a cell
NO_FILE = "this is not a regular file"
MOST_OWN = 200  # cells of a student's own that are run
MANY = f"the notebook has {{}} added cells; only the first {MOST_OWN} were run"
DELETED = "the cell for the answer was deleted"


def taken(path: Path, base: Path) -> tuple[bytes, str]:
    """What is in the file at `path`, or why it is not read; no link below `base` is followed."""
    try:
        if path.resolve(strict=True) != base.resolve() / path.relative_to(base):
            return b"", "it is a link, or in a folder that is one"
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW)  # a pipe does not wait
        with open(handle, "rb") as file:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                return b"", NO_FILE
            raw = file.read(LARGEST + 1)
    except FileNotFoundError:
        return b"", "there is no such file"
    except IsADirectoryError:
        return b"", NO_FILE
    except (OSError, RuntimeError) as error:  # a link to itself, or nothing that can be read
        return b"", f"the file cannot be read ({type(error).__name__})"
    return (raw, "") if len(raw) <= LARGEST else (b"", f"the file has over {LARGEST >> 20} MB")


def read(raw: bytes) -> tuple[dict | None, str]:
    """A submission's cells, and whose and of what it says it is, if it does.

    None and why, if this is not a notebook. Only what is needed is looked at: to check a whole
    notebook can take minutes.
    """
    try:
        found = json.loads(raw.decode("utf-8"))
        if found.get("nbformat") != 4:
            return None, f"the notebook is of format {str(found.get('nbformat'))[:9]}, not 4"
        if len(found["cells"]) > MOST_CELLS:
            return None, f"the notebook has {len(found['cells'])} cells, more than {MOST_CELLS}"
        out = {"cells": [plain(cell) for cell in found["cells"]]}
        about = found.get("metadata", {}).get("unrolled")  # some editors take this away
        for key in ("assignment", "student") if isinstance(about, dict) else ():
            if isinstance(about.get(key), str) and about[key].isprintable():
                out[key] = about[key][:99]
        return out, ""
    except Exception as error:  # whatever the file is, it is not a notebook
        return None, f"the file is not a notebook ({type(error).__name__})"


def restored(handed_out: dict, submitted: dict | None) -> tuple[NotebookNode, list[Flag]]:
    """The notebook to be run, and what was not as it was handed out.

    Cells of one's own stay where they were, but what stands below a check runs before it, and a
    locked cell that was changed runs before the one that is put in its place.
    """
    known = {cell["id"]: cell for cell in handed_out["cells"]}
    found, own, more = _sorted(submitted["cells"] if submitted else [], known)
    answers = {n: _answer(c, found.get(n, []), own) for n, c in known.items() if _is_answer(c)}
    out = []
    flags = [Flag(MANY.format(more))] if more else []
    for name, cell in known.items():
        mine, note = answers.get(name, (dict(cell), ""))
        changed = []
        if name not in answers and cell["cell_type"] == "code":
            changed, note = _changed(cell, found.get(name, []))
        kept = _kept([*changed, *own.get(name, [])], name)
        above = len(kept) if name.endswith("-marks") else len(changed)
        out += [*kept[:above], mine, *kept[above:]]
        flags += [Flag(note, cell=name)] if note and submitted else []
    return from_dict(handed_out | {"cells": out}), flags


def locked_hash(cell: dict) -> str:
    """A hash of what a student is not to change."""
    return hashlib.sha256(f"{cell['cell_type']}\0{cell['source'].strip()}".encode()).hexdigest()


def locked(handed_out: dict) -> dict[str, str]:
    """The hash of every cell of code that a student is not to change."""
    cells = [c for c in handed_out["cells"] if c["cell_type"] == "code" and not _is_answer(c)]
    return {cell["id"]: locked_hash(cell)[:16] for cell in cells}


def _sorted(cells: list[dict], known: dict) -> tuple[dict, dict, int]:
    """The cells that were handed out, by their names, and others by the one that they follow; how
    many of these there are, where there are too many.
    """
    same = {locked_hash(cell): name for name, cell in known.items()}
    found = {}
    own = {}
    last = "setup"
    count = 0
    for cell in cells:
        name = _name(cell, known) or same.get(locked_hash(cell))  # some editors take ids away
        if name:
            found.setdefault(name, []).append(cell)
            last = name if name != "title" else "setup"  # own cells may need what it imports
        elif cell["cell_type"] in ("code", "markdown") and cell["source"].strip():
            count += 1
            if count <= MOST_OWN:
                own.setdefault(last, []).append(cell)
    return found, own, count if count > MOST_OWN else 0


def _changed(cell: dict, found: list[dict]) -> tuple[list[dict], str]:
    changed = [other for other in found if locked_hash(other) != locked_hash(cell)]
    if not found:
        return [], "this locked cell was deleted"
    note = "this locked cell was changed" if len(changed) == len(found) else ""
    return changed[-1:], note  # of many that say they are this one, the last


def _is_answer(cell: dict) -> bool:
    return cell["metadata"].get("nbgrader", {}).get("solution", False)


def _answer(cell: dict, found: list[dict], own: dict) -> tuple[dict, str]:
    """The cell with what was answered, and what is odd about it."""
    name = cell["id"]
    blank = ("", cell["source"].strip())
    if cell["cell_type"] == "markdown":
        found = found + [c for at in (f"{name}-text", name) for c in _texts(own.get(at, []))]
        given = [c for c in found if c["source"].strip() not in blank or c["attachments"]]
        pictures = {key: data for c in given for key, data in c["attachments"].items()}
        source = "\n\n".join(c["source"] for c in given) or cell["source"]
        more = {"attachments": pictures} if pictures else {}
        return cell | {"source": source} | more, "" if found else DELETED
    given = [c["source"] for c in found if c["source"].strip() not in blank]
    if not found:
        pattern = re.compile(rf"^(def +{name} *\(|{name} *=)", re.M)
        for others in own.values():
            for other in others:
                if other["cell_type"] == "code" and pattern.search(other["source"]):
                    others.remove(other)
                    return cell | {
                        "source": other["source"]
                    }, "the answer was found in a cell with another id"
        return dict(cell), DELETED
    note = f"there are {len(given)} different answers; the last one counts"
    source = given[-1] if given else cell["source"]
    return cell | {"source": source}, note if len(set(given)) > 1 else ""


def _texts(cells: list[dict]) -> list[dict]:
    """Takes the Markdown out of these cells."""
    texts = [cell for cell in cells if cell["cell_type"] == "markdown"]
    cells[:] = [cell for cell in cells if cell["cell_type"] != "markdown"]
    return texts


def _kept(cells: list[dict], beside: str) -> list[dict]:
    code = {"execution_count": None, "outputs": []}
    return [
        {
            "cell_type": cell["cell_type"],
            "id": f"{beside}-own-{n}",
            "metadata": {},
            "source": cell["source"],
            **(code if cell["cell_type"] == "code" else {}),
        }
        for n, cell in enumerate(cells)
    ]


def _name(cell: dict, known: dict) -> str | None:
    """By nbgrader's id, or by the cell's own."""
    told = cell["metadata"].get("nbgrader", {})
    name = told.get("grade_id") if isinstance(told, dict) else None
    return next((one for one in (name, cell["id"]) if isinstance(one, str) and one in known), None)


def plain(cell: dict) -> dict:
    """What of a cell is read, each of the kind that it has to be."""
    source = cell.get("source", "")
    source = source if isinstance(source, str) else "".join(source)
    source = source[:LONGEST].encode("utf-8", "replace").decode()  # no half characters
    meta, kind, name = (cell.get(key) for key in ("metadata", "cell_type", "id"))
    return {
        "cell_type": kind if kind in ("code", "markdown") else "raw",
        "id": name if isinstance(name, str) else "",
        "source": source,
        "metadata": meta if isinstance(meta, dict) else {},
        "attachments": _pictures(cell.get("attachments")),
    }


def _pictures(attached: object) -> dict:
    """Pictures of a cell, as many as a page can hold, and nothing else that may be attached."""
    kept = {}
    left = MOST_PICTURES
    for name, of in attached.items() if isinstance(attached, dict) else ():
        if isinstance(of, dict) and re.fullmatch(r"[\w.-]+", name):
            found = {kind: data for kind, data in of.items() if is_picture(kind, data)}
            left -= sum(map(len, found.values()))
            kept |= {name: found} if found and left > 0 else {}
    return kept


def is_picture(kind: str, data: object) -> bool:
    """Whether this is a picture of this kind, in base64 and no more: it comes into a page."""
    if kind not in PICTURES or not isinstance(data, str):
        return False
    try:
        return b64decode("".join(data.split()), validate=True).startswith(PICTURES[kind])
    except ValueError:
        return False
