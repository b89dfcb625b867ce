"""Runs chapters in children of one process that has the heavy libraries loaded already.

Reads lines `what chapter folder` and answers each with one line of JSON: how the chapter `ended`,
how it ended where equations alone may stop it (`proved`), or what its cells `said`. The package is
taken from the folder. A child ends at the first witness that does not agree.
"""

import json
import os
import sys
import traceback
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import nbformat

BOOK = Path(__file__).parents[2] / "book"
SENTENCES = (("unrolled.page.witness", "claim"), ("unrolled.page.says", "says"))
HEAVY = ("torch", "sympy", "matplotlib.pyplot", "anywidget", "jaxtyping", "IPython")


def cells(chapter: str) -> list[str]:
    """The code of a chapter, cell by cell; what only a live notebook runs is left empty."""
    notebook = nbformat.read(BOOK / f"{chapter}.ipynb", as_version=4)
    return [
        "" if "skip-execution" in cell.metadata.get("tags", ()) else cell.source
        for cell in notebook.cells
        if cell.cell_type == "code"
    ]


def ended(chapter: str) -> str:
    """How the chapter ended: nothing, or the last lines of its complaint."""
    try:
        exec(compile("\n".join(cells(chapter)), chapter, "exec"), {"__name__": "__main__"})
    except BaseException:
        return traceback.format_exc()[-2000:]
    return ""


def proved(chapter: str) -> str:
    """The same, when no claim stops it before the witness of an equation has spoken."""
    let_claims_pass()
    return ended(chapter)


def let_claims_pass() -> None:
    """From here on, what a sentence says is not looked at."""
    from unrolled.page.checked import Checked

    for module, name in SENTENCES:
        if find_spec(module):
            setattr(import_module(module), name, lambda *args, **kwargs: Checked([]))


def said(chapter: str) -> list[tuple[str, list[dict], str]]:
    """What each cell printed and showed, as a kernel would, and what it complained of."""
    from IPython.core.interactiveshell import InteractiveShell
    from IPython.utils.capture import capture_output

    shell = InteractiveShell.instance(colors="nocolor")
    shell.display_formatter.active_types = shell.display_formatter.format_types
    found = []
    for code in cells(chapter):
        with capture_output() as each:
            shell.display_trap.hook = sys.displayhook  # the one that captures
            end = shell.run_cell(code)
        wrong = end.error_before_exec or end.error_in_exec
        shown = [output.data for output in each.outputs]
        found.append((each.stdout, shown, each.stderr + (repr(wrong) if wrong else "")))
    return found


def child(what: str, chapter: str, folder: str) -> str:
    """The answer, from a fork; what it prints goes nowhere."""
    read, write = os.pipe()
    pid = os.fork()
    if not pid:
        os.close(read)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        sys.path.insert(0, folder)
        os.chdir(BOOK)
        with open(write, "w") as pipe:
            pipe.write(json.dumps({"ended": ended, "proved": proved, "said": said}[what](chapter)))
        os._exit(0)
    os.close(write)
    with open(read) as pipe:
        answer = pipe.read()
    os.waitpid(pid, 0)
    return answer


if __name__ == "__main__":
    for name in HEAVY:
        import_module(name)
    assert "unrolled" not in sys.modules
    sys.dont_write_bytecode = True
    for line in sys.stdin:
        print(child(*line.rstrip().split(maxsplit=2)), flush=True)
