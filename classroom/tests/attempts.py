"""What students hand in, honest or not: each turns a perfect notebook into its attempt."""

import json
from collections.abc import Callable
from copy import deepcopy
from typing import NamedTuple

from classroom import draw, notebook, questions

SECRET, ADA, BOB = "a secret of the course", "ada", "bob"
FULL = None  # the points of a perfect notebook


class Attempt(NamedTuple):
    """What is done to a perfect notebook, and what has to become of it."""

    change: Callable[[dict], object]
    lost: tuple[str, ...] = ()  # questions without points; all others have theirs
    flag: str = ""  # a word of what the teacher is told


def perfect(assignment: str, student: str, secret: str = SECRET) -> dict:
    module = questions.load(assignment)
    return solved(module, draw.numbers(module, secret, student), secret, student)


def solved(module, drawn: dict, secret: str, student: str) -> dict:
    """The notebook with every answer in it."""
    book = notebook.student(module, drawn, secret, student)
    for question in module.QUESTIONS:
        cell_of(book, question.name)["source"] = notebook.solution(question, drawn)
    return book


def cell_of(book: dict, name: str) -> dict:
    return next(cell for cell in book["cells"] if cell["id"] == name)


def code(source: str) -> dict:
    return {
        "cell_type": "code",
        "id": "mine",
        "metadata": {},
        "source": source,
        "execution_count": None,
        "outputs": [],
    }


def before(name: str, source: str) -> Callable[[dict], None]:
    """A cell of one's own above the answer to a question."""

    def change(book: dict) -> None:
        at = book["cells"].index(cell_of(book, name))
        book["cells"].insert(at, code(source))

    return change


def put(name: str, source: str) -> Callable[[dict], None]:
    return lambda book: cell_of(book, name).update(source=source)


def without(book: dict) -> None:
    book["cells"] = [cell for cell in book["cells"] if not cell["id"].endswith("-marks")]


def twice(book: dict) -> None:
    at = book["cells"].index(cell_of(book, "delta_2"))
    book["cells"].insert(at, deepcopy(book["cells"][at]) | {"source": "delta_2 = [9.0, 9.0]"})


def renamed(book: dict) -> None:
    cell = cell_of(book, "delta_2")
    cell["id"] = "x1"
    cell["metadata"]["nbgrader"]["grade_id"] = "delta_two"


def bobs(book: dict) -> None:
    for name in ("delta_2", "dW_hh"):
        put(name, cell_of(perfect("bptt", BOB), name)["source"])(book)


def after(name: str, source: str) -> Callable[[dict], None]:
    """A cell of one's own below the check of a question."""

    def change(book: dict) -> None:
        at = book["cells"].index(cell_of(book, f"{name}-marks"))
        book["cells"].insert(at + 1, code(source))

    return change


def below(book: dict) -> None:
    """Answers stand below their checks, and the cells for them are as they were."""
    asked = {q.name: q for q in questions.load("bptt").QUESTIONS}
    for name in ("delta_2", "my_deltas"):
        source = cell_of(book, name)["source"]
        put(name, notebook.blank(asked[name]))(book)
        after(name, source)(book)


def without_ids(book: dict) -> None:
    """As an editor does that knows no ids of cells."""
    for n, cell in enumerate(book["cells"]):
        cell["id"] = f"c{n}"


def bare(book: dict) -> None:
    """As a tool does that keeps the sources alone."""
    without_ids(book)
    for cell in book["cells"]:
        cell["metadata"] = {}


def helper(book: dict) -> None:
    """The check was copied and written over: a cell with a helper, on which an answer depends."""
    at = book["cells"].index(cell_of(book, "dh_dw-marks"))
    mine = deepcopy(book["cells"][at]) | {"id": "copy", "source": "half = 0.5"}
    book["cells"].insert(at + 1, mine)
    answer = cell_of(book, "delta_2")
    answer["source"] += "\ndelta_2 = [2 * half * x for x in delta_2]"


LOOP = "while True:\n    pass"
STUBBORN = (
    "while True:\n    try:\n        while True:\n            pass\n"
    "    except BaseException:\n        pass"
)
MEMORY = "held = []\nwhile True:\n    held.append(bytearray(1 << 26))"
FORKS = (
    "import os, time\nfor _ in range(2000):\n    try:\n        if os.fork() == 0:\n"
    "            time.sleep(60); os._exit(0)\n    except OSError:\n        break"
)
NETWORK = (
    "import socket, urllib.request\nreached = []\n"
    "for where in (('1.1.1.1', 53), ('10.0.0.1', 22), ('8.8.8.8', 443)):\n"
    "    try:\n        reached.append(socket.create_connection(where, timeout=1))\n"
    "    except OSError:\n        pass\nassert not reached\nprint('no network')"
)
WALK = (
    "import os, sys\ndef files():\n    for base, folders, names in os.walk('/'):\n"
    "        if base == '/':\n"
    "            folders[:] = [f for f in folders if f not in ('proc', 'sys', 'usr', 'dev')]\n"
    "        if not base.startswith((sys.prefix, sys.base_prefix)):\n"
    "            yield from (os.path.join(base, name) for name in names if '.py' not in name)\n"
)
READ = WALK + (
    "seen = [f for f in files() if 'classroom' in f or f.endswith(('.db', 'secret', '.ipynb'))]\n"
    "assert not seen, seen\nprint('nothing to read')"
)
WRITE = WALK + (
    "for name in files():\n    if name.endswith('.db'):\n        open(name, 'w')\n"
    "try:\n    open('/package/unrolled/__init__.py', 'a')\n    wrote = True\n"
    "except OSError:\n    wrote = False\nassert not wrote\nprint('nothing written')"
)
PATCHED = (
    "import builtins\nnp.allclose = np.isclose = np.array_equal = lambda *a, **k: True\n"
    "np.testing.assert_allclose = lambda *a, **k: None\nbuiltins.abs = lambda x: 0"
)
DEEP = (
    "import os\n"
    "shared = next(p for p in open('/proc/self/cmdline').read().split('\\0') if 'k.json' in p)\n"
    "os.chdir(os.path.dirname(shared.removeprefix('--f=')))\ntry:\n    for _ in range(3000):\n"
    "        os.mkdir('d')\n        os.chdir('d')\nexcept OSError:\n    print('nothing made')\n"
    "os.chdir('/tmp')"
)
HOOK = (
    "def hook(lines):\n    open('/tmp/seen', 'a').write(''.join(lines))\n    return lines\n"
    "get_ipython().input_transformers_post.append(hook)"
)
FORGED = (
    "import numpy, builtins\nfrom IPython.display import display\n"
    "display({'application/vnd.unrolled.found+json': {'name': 'delta_2',"
    " 'found': [[1.0, 1.0]]}}, raw=True)"
)
ROWS = FORGED.replace("[[1.0, 1.0]]", "[5, None, ['x', 'y'], {}, [10 ** 400]]")
TAGS = "<script>alert(1)</script> <img src=x onerror=alert(1)> [x](javascript:alert(1)) \ud800"
SHOWN = (
    "from IPython.display import HTML, Javascript, SVG, Markdown, display\n"
    "display(HTML('<script>alert(1)</script>'), Javascript('alert(1)'),\n"
    "        Markdown('[x](javascript:alert(1))'))\n"
    "display({'image/png': '\" onerror=\"alert(1)'}, raw=True)\nprint('\\ud800')"
)
NOTHING = ("dh_dw", "dz_3", "delta_2", "dW_hh", "my_deltas", "wrong_line")
BUGGY = "def my_deltas(W_yh, W_hh, hs, dzs):\n    return dzs @ W_yh * (1 - hs ** 2)"

NOTEBOOKS = {
    "perfect": Attempt(lambda book: None),
    "blank": Attempt(lambda book: blank(book), NOTHING),
    "buggy": Attempt(
        put("my_deltas", "def my_deltas(*a):\n    return np.zeros(3)"), ("my_deltas",)
    ),
    "syntax error": Attempt(put("my_deltas", "def my_deltas(W_yh,:\n  return"), ("my_deltas",)),
    "infinite loop": Attempt(before("delta_2", LOOP), flag="more than"),
    "loop in the function": Attempt(
        put("my_deltas", "def my_deltas(*a):\n    while True:\n        pass"),
        ("my_deltas",),
        "more than",
    ),
    "swallows KeyboardInterrupt": Attempt(before("delta_2", STUBBORN), flag="more than"),
    "sys.exit": Attempt(before("delta_2", "import sys\nsys.exit(0)")),
    "quit": Attempt(before("delta_2", "quit()")),
    "os._exit": Attempt(before("delta_2", "import os\nos._exit(0)"), flag="ended the kernel"),
    "memory bomb": Attempt(before("delta_2", MEMORY)),
    "fork bomb": Attempt(before("delta_2", FORKS)),
    "1 GB of output": Attempt(
        before("delta_2", "for _ in range(1000):\n    print('x' * 1_000_000)")
    ),
    "deleted test cells": Attempt(without, flag="deleted"),
    "duplicated cells": Attempt(twice, flag="different answers"),
    "renamed ids": Attempt(renamed, flag="another id"),
    "renamed function": Attempt(
        lambda book: put(
            "my_deltas",
            cell_of(book, "my_deltas")["source"].replace("def my_deltas", "def deltas_of_mine"),
        )(book),
        ("my_deltas",),
    ),
    "error in another cell": Attempt(before("dz_3", "1 / 0")),
    "slow cell": Attempt(before("dz_3", "import time\ntime.sleep(1.5)")),
    "network": Attempt(before("dz_3", NETWORK)),
    "reads hidden tests": Attempt(before("dz_3", READ)),
    "writes the gradebook": Attempt(before("dz_3", WRITE)),
    "patched above the setup": Attempt(
        lambda book: (
            book["cells"].insert(0, code("import numpy as np\n" + PATCHED)),
            put("delta_2", "delta_2 = [0.5, 0.5]")(book),
        ),
        ("delta_2",),
        "functions were replaced",
    ),
    "own names": Attempt(
        lambda book: book["cells"].insert(0, code("list, tuple, mean = 1, 2, np.mean([1.0, 2.0])"))
    ),
    "deep folders": Attempt(before("delta_2", DEEP)),
    "patched comparisons": Attempt(
        lambda book: (before("dh_dw", PATCHED)(book), put("delta_2", "delta_2 = [0.5, 0.5]")(book)),
        ("delta_2",),
        "functions were replaced",
    ),
    "input hook": Attempt(
        lambda book: (before("dh_dw", HOOK)(book), put("delta_2", "delta_2 = [0.5, 0.5]")(book)),
        ("delta_2",),
        "hooks",
    ),
    "forged outcome": Attempt(
        lambda book: (
            before("delta_2", FORGED)(book),
            put("delta_2", FORGED.replace("import", "delta_2 = [0.5, 0.5]\nimport"))(book),
        ),
        ("delta_2",),
    ),
    "forged rows": Attempt(
        lambda book: put("delta_2", ROWS.replace("import", "delta_2 = [0.5, 0.5]\nimport"))(book),
        ("delta_2",),
    ),
    "no number": Attempt(put("delta_2", "delta_2 = [np.nan, float('inf')]"), ("delta_2",)),
    "half a character, scripts": Attempt(
        lambda book: (put("why_total", TAGS)(book), before("delta_2", SHOWN)(book))
    ),
    "everything from NumPy": Attempt(before("dh_dw", "from numpy import *\nimport numpy as np")),
    "answer below its check": Attempt(below),
    "helper in a copied check": Attempt(helper),
    "ids lost": Attempt(without_ids),
    "ids and metadata lost": Attempt(bare, flag="another id"),
    "changed check": Attempt(
        lambda book: (
            put("delta_2-marks", "print('right')")(book),
            put("delta_2", "delta_2 = [0.5, 0.5]")(book),
        ),
        ("delta_2",),
        "was changed",
    ),
    "another student's numbers": Attempt(bobs, ("delta_2", "dW_hh")),
}


def blank(book: dict) -> None:
    for question in questions.load("bptt").QUESTIONS:
        manual = isinstance(question, questions.Explain)
        put(question.name, notebook.WRITE if manual else notebook.blank(question))(book)


def attempt(name: str) -> dict:
    book = perfect("bptt", ADA)
    NOTEBOOKS[name].change(book)
    return json.loads(json.dumps(book))
