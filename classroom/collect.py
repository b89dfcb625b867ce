"""What the grader has run in a sandbox beside the student's own cells.

In the place of each check stands `collecting`: it reads a variable, or calls a function on cases of
the student's own, and hands the numbers out. Nothing in here is secret. What it hands out is
compared outside, so that to forge it one has to know the answers.
"""

import builtins
from math import isfinite

from nbformat import NotebookNode

from classroom.notebook import literal
from classroom.questions import Code, Numbers

MIME = "application/vnd.unrolled.found+json"
MOST = 4096  # numbers of an outcome
WORDS = ("blank", "none")  # there is no answer yet, or it gives None
COLLECT = """\
def _found(get):
    from builtins import any, float, isinstance, list, tuple, type  # whatever bears these names
    import json as _json
    import numpy as _np
    try:
        found = get()
        if found is None:
            return "none"
        found = found if isinstance(found, (tuple, list)) else [found]
        if any(x is Ellipsis for x in found):
            return "blank"
        parts = [_np.asarray(x) for x in found]
        if any(part.dtype.kind == "c" for part in parts):
            return "TypeError: these are complex numbers"
        row = _np.concatenate([_np.ravel(_np.asarray(part, dtype=float)) for part in parts])
        return [float(x) for x in row[:{most}]]
    except Exception as error:
        return f"{{type(error).__name__}}: {{error}}"[:300]

def _show(found):
    from IPython.display import display
    display({{"{mime}": {{"name": {name!r}, "found": found}}}}, raw=True)

import numpy as np
_show([{calls}])
"""
GUARD = """\
def _guard():
    import sys
    kind, said = type(sys.stdout), [0]
    write = kind.write
    def written(self, text):
        said[0] += len(text)
        if said[0] > {most}:
            raise RuntimeError("this cell says more than {most} characters")
        return write(self, text)
    def begin(*_):
        said[0] = 0
        vars(sys.stdout).pop("write", None)  # what IPython puts in front of the class's
        vars(sys.stderr).pop("write", None)
    kind.write = written
    get_ipython().ask_exit = lambda: None  # quit() would end it during another cell
    get_ipython().events.register("pre_run_cell", begin)

_guard()
"""
CANARY = """\
def _canary():
    import builtins
    import numpy
    shell = get_ipython()
    held = [numpy.allclose, numpy.isclose, numpy.array_equal, numpy.abs, numpy.all, numpy.asarray,
            numpy.ravel, numpy.concatenate, builtins.print, builtins.abs, builtins.isinstance,
            builtins.float, builtins.__import__, shell.run_cell, shell.run_cell_async,
            shell.transform_cell, shell.display_pub.publish]
    hooks = [shell.input_transformers_post, shell.input_transformer_manager.cleanup_transforms,
             shell.input_transformer_manager.line_transforms, shell.ast_transformers,
             *shell.events.callbacks.values()]
    def of(thing):
        code = getattr(thing, "__code__", None) or getattr(
            getattr(thing, "__wrapped__", None), "__code__", None)
        return [getattr(thing, "__module__", ""), getattr(thing, "__qualname__", ""),
                getattr(code, "co_filename", "").rpartition("/")[2]]
    import sys
    return {"held": [of(f) for f in held], "hooks": [[str(of(h)) for h in hs] for hs in hooks],
            "package": [name for name in sys.modules if name.split(".")[0] == "unrolled"]}

from IPython.display import display as _display
_display({"application/vnd.unrolled.found+json": {"name": "canary", "found": _canary()}}, raw=True)
"""


def collecting(question: Numbers | Code, tried: list[tuple]) -> str:
    """The code that hands out what was found: a variable, or a function's outcome on `tried`."""
    if isinstance(question, Numbers):
        calls = f"_found(lambda: {question.name})"
    else:
        each = ["".join(f"{literal(arg)}, " for arg in args) for args in tried]
        calls = ", ".join(f"_found(lambda: {question.name}({args}))" for args in each)
    return COLLECT.format(most=MOST, mime=MIME, name=question.name, calls=calls)


def handed(cell: NotebookNode, name: str) -> object:
    """What a cell handed out under this name, or None."""
    for output in reversed(cell.get("outputs", [])):
        told = output.get("data", {}).get(MIME)
        if isinstance(told, dict) and told.get("name") == name:
            return told.get("found")
    return None


def found(cell: NotebookNode, name: str, hidden: bool = False) -> list[list[float] | str]:
    """The outcomes that a cell handed out: rows of finite numbers, or words. None can be forged
    that is neither.

    Where hidden cases are known, only the kind is kept of what went wrong.
    """
    told = handed(cell, name)
    return [_row(one, hidden) for one in told] if isinstance(told, list) else []


def _row(told: object, hidden: bool) -> list[float] | str:
    if isinstance(told, str):
        return _kind(told) if hidden and told not in WORDS else told[:300]
    sound = isinstance(told, list) and all(isinstance(x, float) and isfinite(x) for x in told)
    return told if sound else "it holds something that is not a finite number"


def _kind(told: str) -> str:
    """The name of Python's own exception, and nothing that it says."""
    kind = getattr(builtins, told.partition(":")[0], None)
    known = isinstance(kind, type) and issubclass(kind, Exception)
    return kind.__name__ if known else "an exception that the notebook defines"


def tampered(before: object, after: object) -> list[str]:
    """What the canaries at the beginning and at the end do not agree on."""
    if not isinstance(before, dict) or not isinstance(after, dict):
        return [
            "the check for tampering brought nothing back, perhaps because the notebook was stopped"
        ]
    names = {
        "held": "functions were replaced",
        "hooks": "hooks were set on the input",
        "package": "the book's own package is imported",
    }
    return [says for key, says in names.items() if before.get(key) != after.get(key)]
