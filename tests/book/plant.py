"""Runs chapters in children of one process that has the heavy libraries loaded already.

Reads lines `chapter folder` and answers each with one line of JSON: how it ended. The package is
taken from the folder; the child ends at the first witness that does not agree.
"""

import json
import os
import sys
import traceback
from importlib import import_module
from pathlib import Path

import nbformat

BOOK = Path(__file__).parents[2] / "book"
HEAVY = ("torch", "sympy", "matplotlib.pyplot", "anywidget", "jaxtyping")


def code(chapter: str) -> str:
    """The code cells of a chapter as one script."""
    cells = nbformat.read(BOOK / f"{chapter}.ipynb", as_version=4).cells
    return "\n".join(cell.source for cell in cells if cell.cell_type == "code")


def run(chapter: str, folder: str) -> str:
    """How the chapter ended: nothing, or the last lines of its complaint."""
    sys.path.insert(0, folder)
    os.chdir(BOOK)
    try:
        exec(compile(code(chapter), chapter, "exec"), {"__name__": "__main__"})
    except BaseException:
        return traceback.format_exc()[-2000:]
    return ""


def child(chapter: str, folder: str) -> str:
    """`run`, in a fork; what it prints goes nowhere."""
    read, write = os.pipe()
    pid = os.fork()
    if not pid:
        os.close(read)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.write(write, run(chapter, folder).encode())
        os._exit(0)
    os.close(write)
    with open(read, "rb") as pipe:
        said = pipe.read().decode()
    os.waitpid(pid, 0)
    return said


if __name__ == "__main__":
    for name in HEAVY:
        import_module(name)
    assert "unrolled" not in sys.modules
    sys.dont_write_bytecode = True
    for line in sys.stdin:
        print(json.dumps(child(*line.split())), flush=True)
