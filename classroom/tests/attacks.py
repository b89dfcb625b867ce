"""What somebody tried who wanted to break the classroom, one function a kind of attack.

Each turns a perfect notebook for bptt into its attempt. `RUN` is what attacks while it runs,
`PAGES` what attacks whoever looks at it afterwards.
"""

from collections.abc import Callable
from itertools import pairwise
from string import ascii_lowercase

from classroom.tests.attempts import BOB, Attempt, after, before, cell_of, code, perfect, put

WRONG = "delta_2 = [0.5, 0.5]"  # what must not become right
ANY = None  # questions may lose their points: it is the one who attacks who loses them


def forging(source: str) -> Callable[[dict], None]:
    """The answer to question 3 is wrong, and a cell above it tries to have it taken for right."""

    def change(book: dict) -> None:
        put("delta_2", WRONG)(book)
        before("delta_2", source)(book)

    return change


def answering(value: str) -> Callable[[dict], None]:
    return put("delta_2", f"class Odd:\n    pass\ndelta_2 = {value}")


SOCKETS = (
    "from ipykernel.kernelapp import IPKernelApp\nimport zmq\napp = IPKernelApp.instance()\n"
    "k = get_ipython().kernel\nident = k._shell_parent_ident.get() or b''\n"
    "foreign = {'msg_id': 'x', 'msg_type': 'execute_request', 'session': 'x'}\n"
    "own = k.get_parent('shell')\n"
    "def shell(kind, content, parent):\n"
    "    k.session.send(app.shell_socket, kind, content, parent=parent, ident=ident)\n"
    "def iopub(kind, content, parent):\n"
    "    k.session.send(k.iopub_socket, kind, content, parent=parent, ident=b'x')\n"
    "reply = {'status': 'ok', 'execution_count': 1, 'payload': [], 'user_expressions': {}}\n"
    "result = {'data': {'text/plain': 'x' * 30_000_000}, 'metadata': {}, 'execution_count': 1}\n"
    "error = {'ename': 'E', 'evalue': 'x' * 1000, 'traceback': ['x' * 1000]}\n"
)
MEMFD = (
    "import os\nheld = []\ntry:\n    for _ in range(30):\n        f = os.memfd_create('x')\n"
    "        os.write(f, bytes(1 << 26)); held.append(f)\nexcept OSError as error:\n"
    "    print('refused', error.errno)"
)
SHM = (
    "for where in ('/dev/shm/x', '/dev/x', '/x', '/package/x'):\n    try:\n"
    "        open(where, 'w'); print('written', where)\n    except OSError:\n"
    "        print('refused')"
)
NESTED = (
    "import subprocess\nran = subprocess.run(['unshare', '--user', '--map-root-user', '--mount', "
    "'sh', '-c', 'mount -t tmpfs none /tmp && echo mounted'], capture_output=True, text=True)\n"
    "print('mounted' in ran.stdout and 'written' or 'refused')"
)
TIMER = (
    "import signal\n"
    "def ring(*_):\n    raise RuntimeError('not now')\n"
    "signal.signal(signal.SIGALRM, ring)\nsignal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)"
)
TRICKY = (
    "class Same(np.ndarray):\n    __array_priority__ = 1e9\n"
    "    def __eq__(self, other):\n        return True\n"
    "    def __sub__(self, other):\n        return np.zeros(2)\n"
    "    def __abs__(self):\n        return np.zeros(2)\n"
    "class Number(float):\n    def __float__(self):\n        return 0.0\n"
    "    def __eq__(self, other):\n        return True\n"
    "    __hash__ = float.__hash__\n"
    "class Array:\n    def __array__(self, dtype=None, copy=None):\n"
    "        return np.array([0.5, 0.5])\n"
    "class Stop:\n    def __array__(self, **_):\n        raise KeyboardInterrupt\n"
)
FORGED = ("True", "1e308", "float('nan')", "'x' * 8_000_000", "[[[0.5]]]", "[[1.0], [2.0]]",
          "'right'", "'<p><strong>3 of 3.</strong> Right.</p>'", "'blank'")  # fmt: skip
ODD = ("(x for x in (0.5, 0.5))", "{'a': 0.5}", "memoryview(b'ab')",
       "np.array([0.5, None], dtype=object)", "['0.5', '0.5']",
       "[np.frombuffer(b'\\x01\\0\\0\\0\\0\\0\\xf8\\x7f')[0], 0.5]", "[10 ** 400, 0.5]",
       "np.zeros(10 ** 6)", "np.zeros(10 ** 7)", "np.array([..., 0.5], dtype=object)")  # fmt: skip


def forged_results(book: dict) -> None:
    kind = "application/vnd.unrolled.found+json"
    lines = [
        f"display({{{kind!r}: {{'name': 'delta_2', 'found': {found}}}}}, raw=True)"
        for found in FORGED
    ]
    forging("from IPython.display import display\n" + "\n".join(lines))(book)


def patched_and_put_back(book: dict) -> None:
    forging("kept = np.allclose\nnp.allclose = lambda *a, **k: True")(book)
    after("wrong_line", "np.allclose = kept")(book)


def shown_cases(book: dict) -> None:
    """Stores what a function is called with, and shows it wherever a student sees something."""
    store = "    met.append(repr([a.tolist() for a in (W_yh, W_hh, hs, dzs)]))\n"
    store += "    open('/tmp/met', 'a').write(met[-1])\n    early.update(met[-1])\n"
    answer = cell_of(book, "my_deltas")
    head, *rest = answer["source"].splitlines(keepends=True)
    at = next(n for n, line in enumerate(rest) if line.startswith("def "))
    answer["source"] = "met = []\n" + "".join([head, *rest[: at + 1], store, *rest[at + 1 :]])
    before("dh_dw", "from IPython.display import display\nearly = display('-', display_id=True)")(
        book
    )
    before("wrong_line", "class Told(Exception):\n    pass\nraise Told(met)")(book)
    before("wrong_line", "print(met)\nprint(open('/tmp/met').read())\ndisplay(met)")(book)
    put(
        "wrong_line",
        "class Line:\n    def __array__(self, **_):\n"
        "        raise ValueError(repr(met))\nwrong_line = Line()",
    )(book)


def told_cases(book: dict) -> None:
    """Says what a function is called with in the error that it ends with, after the first case."""
    solved = cell_of(book, "my_deltas")["source"].replace("my_deltas", "solved")
    put(
        "my_deltas",
        f"{solved}\ncalls = 0\ndef my_deltas(W_yh, W_hh, hs, dzs):\n"
        "    global calls\n    calls += 1\n    if calls == 1:\n"
        "        return solved(W_yh, W_hh, hs, dzs)\n"
        "    name = '_'.join(str(float(x)) for x in W_hh.ravel())\n"
        "    raise type(name, (ValueError,), {})(repr(W_hh.tolist()))",
    )(book)


def everything_of_bob(book: dict) -> None:
    book.clear()
    book.update(perfect("bptt", BOB))


def library(book: dict) -> None:
    put(
        "my_deltas",
        "from unrolled.bptt.slips import delta\ndef my_deltas(W_yh, W_hh, hs, dzs):\n"
        "    after, rows = np.zeros(len(W_hh)), []\n"
        "    for h, dz in zip(hs[::-1], dzs[::-1]):\n"
        "        after = delta(W_yh, W_hh, h, dz, after); rows.insert(0, after)\n"
        "    return np.array(rows)",
    )(book)


def slow_cells(book: dict) -> None:
    for _ in range(12):
        before("dz_3", "import time\ntime.sleep(1.2)")(book)


def many_cells(book: dict) -> None:
    at = book["cells"].index(cell_of(book, "dz_3"))
    book["cells"][at:at] = [code(f"m{n} = {n}") | {"id": f"m{n}"} for n in range(4000)]


# The numbers are those of the review's table.
RUN = {
    "7 a classmate's whole file": Attempt(
        everything_of_bob, ("dh_dw", "dz_3", "delta_2", "dW_hh"), "notebook of another student"
    ),
    "8 a function of the book's package": Attempt(library, flag="package is imported"),
    "9 a display for ever": Attempt(
        before("delta_2", "from IPython.display import display\nwhile True:\n    display(1)"),
        flag="more output",
    ),
    "10 messages for ever": Attempt(
        before(
            "delta_2",
            SOCKETS + "while True:\n    iopub('stream', {'name': 'stdout', 'text': "
            "'x' * 1000}, foreign)",
        ),
        flag="more output",
    ),
    "10 messages of one's own for ever": Attempt(
        before(
            "delta_2",
            SOCKETS + "while True:\n    iopub('stream', {'name': 'stdout', 'text': "
            "'x' * 1000}, own)",
        ),
        flag="more output",
    ),
    "11 replies for ever": Attempt(
        before("delta_2", SOCKETS + "while True:\n    shell('execute_reply', reply, foreign)"),
        flag="more output",
    ),
    "11 a reply now and then": Attempt(
        before(
            "delta_2",
            SOCKETS + "import time\nwhile True:\n"
            "    shell('execute_reply', reply, foreign)\n    time.sleep(0.3)",
        ),
        flag="more than",
    ),
    "12 results of 30 MB": Attempt(
        before("delta_2", SOCKETS + "while True:\n    iopub('execute_result', result, own)"),
        flag="more output",
    ),
    "13 errors for ever": Attempt(
        before("delta_2", SOCKETS + "for _ in range(200_000):\n    iopub('error', error, own)"),
        flag="more output",
    ),
    "14 a script as count": Attempt(
        before(
            "delta_2",
            SOCKETS + "for count in ('<script>alert(1)</script>', -10 ** 400):\n"
            "    iopub('execute_input', {'code': 'x', 'execution_count': count}, own)",
        )
    ),
    "15 a wrong signature": Attempt(
        before(
            "delta_2",
            SOCKETS + "k.iopub_socket.send_multipart([b'x', b'<IDS|MSG>', b'y', "
            "b'{}', b'{}', b'{}', b'{}'])",
        ),
        flag="broke the connection",
    ),
    "15 not JSON": Attempt(
        before(
            "delta_2",
            SOCKETS + "body = [b'{}', b'{}', b'{}', b'\\xff[' + b'[' * 2_000_000]\n"
            "k.iopub_socket.send_multipart([b'x', b'<IDS|MSG>', k.session.sign(body), *body])",
        ),
        flag="broke the connection",
    ),
    "15 a message without anything": Attempt(
        before(
            "delta_2",
            SOCKETS + "body = [b'{}', b'{}', b'{}', b'{}']\n"
            "k.iopub_socket.send_multipart([b'x', b'<IDS|MSG>', k.session.sign(body), *body])",
        ),
        flag="broke the connection",
    ),
    "16 memory that is nobody's": Attempt(before("dz_3", MEMFD)),
    "17 files outside of its home": Attempt(before("dz_3", SHM)),
    "18 a sandbox in the sandbox": Attempt(before("dz_3", NESTED)),
    "19 it stops itself": Attempt(
        before("delta_2", "import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)"),
        flag="more than",
    ),
    "19 it becomes another program": Attempt(
        before("delta_2", "import os\nos.execvp('sleep', ['sleep', '600'])"), flag="more than"
    ),
    "19 it closes everything": Attempt(
        before("delta_2", "import os\nos.closerange(0, 200)"), flag="added cell"
    ),
    "20 it kills": Attempt(
        before(
            "delta_2",
            "import os, signal\nfor pid in (1, os.getppid()):\n    try:\n"
            "        os.kill(pid, signal.SIGKILL)\n    except OSError:\n        pass",
        )
    ),
    "21 a timer": Attempt(before("delta_2", TIMER), ANY),
    "22 a reset": Attempt(before("delta_2", "%reset -f\nimport numpy as np")),
    **{
        f"23 {value}": Attempt(
            lambda book, value=value: (before("delta_2", TRICKY)(book), answering(value)(book)),
            ("delta_2",),
        )
        for value in (
            "np.matrix([0.5, 0.5])",
            "np.array([0.5, 0.5]).view(Same)",
            "[Number(0.5), Number(0.5)]",
            "Array()",
        )
    },
    **{f"24 {value}": Attempt(answering(value), ("delta_2",)) for value in ODD},
    "25 an interrupt": Attempt(
        lambda book: (before("delta_2", TRICKY)(book), answering("Stop()")(book)), ("delta_2",)
    ),
    "26 an error with tags": Attempt(
        put(
            "delta_2",
            "class Bad:\n    def __array__(self, **_):\n"
            "        raise ValueError('<script>alert(1)</script>{book}')\ndelta_2 = Bad()",
        ),
        ("delta_2",),
    ),
    "27 forged results": Attempt(forged_results, ("delta_2",)),
    "28 patched and put back": Attempt(patched_and_put_back, ("delta_2",)),
    "29 processes that compute": Attempt(
        before(
            "delta_2",
            "import os\nfor _ in range(40):\n    try:\n        if os.fork() == 0:\n"
            "            while True:\n                pass\n    except OSError:\n        break\n"
            "while True:\n    pass",
        ),
        flag="more than",
    ),
    "30 slow cells": Attempt(slow_cells, ANY, "took more than"),
    "31 4,000 cells": Attempt(many_cells, flag="4000 added cells"),
    "32 hidden cases shown": Attempt(shown_cases, ("wrong_line",)),
    "32 hidden cases told": Attempt(told_cases, ("my_deltas",)),
}


def explaining(text: str, attached: dict | None = None) -> Callable[[dict], None]:
    """This text as explanation and in a cell of one's own, with what is attached to it."""

    def change(book: dict) -> None:
        put("why_total", text)(book)
        mine = {"cell_type": "markdown", "id": "mine", "metadata": {}, "source": text}
        book["cells"].append(mine)
        for cell in (mine, cell_of(book, "why_total")):
            cell.update({"attachments": attached} if attached else {})

    return change


MACROS = [f"\\a{letter}" for letter in ascii_lowercase]
DOUBLING = rf"\newcommand{{{MACROS[0]}}}[1]{{#1#1}}" + "".join(
    rf"\newcommand{{{name}}}[1]{{{one_before}{{#1#1}}}}" for one_before, name in pairwise(MACROS)
)
GIF = {"image/gif": "R0lGODlhAQABAAAAACw="}
INJECTED = (
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<svg/onload=alert(1)>",
    "[x](javascript:alert(1))", "![x](https://evil.example/p.png)", "<https://evil.example>",
    "https://evil.example", "[x][y]\n\n[y]: https://evil.example", "`<script>alert(1)</script>`",
    "```html\n</code></pre><script>alert(1)</script>\n```", "$\\href{javascript:alert(1)}{x}$",
    "$\\text{<img src=x onerror=alert(1)>}$", "&lt;script&gt;alert(1)&lt;/script&gt;",
    "| a |\n|---|\n| <iframe src=https://evil.example> |",
)  # fmt: skip
PAGES = {
    "2 a picture that is not there": explaining("so ![x](attachment:drawing.png)"),
    "3 a GIF": explaining("so ![x](attachment:a.gif)", {"a.gif": GIF}),
    "3 no picture": explaining("so ![x](attachment:a.png)", {"a.png": {}}),
    "4 formulas that double": explaining(f"${DOUBLING}{MACROS[-1]}{{x}}$"),
    "4 formulas one in another": explaining("$" + "\\frac{" * 300 + "x" + "}{y}" * 300 + "$"),
    **{f"33 {text[:20]}": explaining(text) for text in INJECTED},
    "34 200,000 letters": explaining("x" * 200_000),
    "34 stars": explaining("*a" * 20_000),
    "34 brackets": explaining("[" * 30_000),
    "34 quotes": explaining(">" * 3_000 + " x"),
    "34 dollars": explaining("$" * 20_000),
    "16 five dollars": explaining("it costs $5 or $6"),
}


# What an auditor tried after that, who had read the code.
FOUND = "application/vnd.unrolled.found+json"


def storing(book: dict) -> None:
    """The function keeps what it is called with in `met`."""
    answer = cell_of(book, "my_deltas")
    head, *rest = answer["source"].splitlines(keepends=True)
    at = next(n for n, line in enumerate(rest) if line.startswith("def "))
    store = "    met.append(repr(W_hh.tolist()))\n"
    answer["source"] = "met = []\n" + "".join([head, *rest[: at + 1], store, *rest[at + 1 :]])


def leaking_by_a_display(book: dict) -> None:
    """A new display with the name of an earlier one changes what that one showed."""
    show = "publish_display_data({'text/plain': %s}, transient={'display_id': 'early'})"
    before("dh_dw", "from IPython.display import publish_display_data\n" + show % "'-'")(book)
    storing(book)
    before("wrong_line", show % "'|'.join(met)")(book)


def leaking_by_the_first_row(book: dict) -> None:
    """What went wrong in the case that students know is said by a display that was replaced."""
    before(
        "dh_dw",
        "import IPython.display as shown\nkept = shown.display\n"
        "def mine(data, **more):\n    told = data.get(" + repr(FOUND) + ", {})\n"
        "    if told.get('name') == 'my_deltas':\n"
        "        told['found'] = [' '.join(met[1:])] + [[0.0]] * 4\n"
        "    kept(data, **more)\nshown.display = mine",
    )(book)
    storing(book)


def by_another_import(book: dict) -> None:
    library(book)
    cell = cell_of(book, "my_deltas")
    cell["source"] = cell["source"].replace(
        "from unrolled.bptt.slips import delta",
        "import numpy, unrolled.bptt.slips as s\ndelta = s.delta",
    )


def many_setups(book: dict) -> None:
    at = book["cells"].index(cell_of(book, "setup"))
    meta = {"nbgrader": {"grade_id": "setup"}}
    more = [code(f"m{n} = {n}") | {"id": f"m{n}", "metadata": meta} for n in range(5000)]
    book["cells"][at:at] = more


def appending(name: str, text: str) -> Callable[[dict], None]:
    return lambda book: put(name, cell_of(book, name)["source"] + text)(book)


def sending(lines: str) -> Callable[[dict], None]:
    return before("delta_2", SOCKETS + "import time, zmq\n" + lines)


HOLD = (
    "import os, time\n{first}for n in range(12):\n    if os.fork() == 0:\n"
    "        held = bytearray(b'x') * (150 << 20)\n        time.sleep(3)\n        os._exit(0)\n"
    "time.sleep(3)"
)
ZOMBIE = "z = os.fork()\nif z == 0:\n    os._exit(0)\ntime.sleep(0.3)\n"
UNSEEN = "import ctypes\nctypes.CDLL(None).prctl(4, 0)\n"
GIVEN_BACK = (
    "import mmap, os, time\nfor _ in range(12):\n    if os.fork() == 0:\n        held = []\n"
    "        for _ in range(3):\n            m = mmap.mmap(-1, 100 << 20)\n"
    "            for at in range(0, 100 << 20, 4096):\n                m[at] = 1\n"
    "            m.madvise(mmap.MADV_DONTNEED)\n            held.append(m)\n"
    "        time.sleep(60)\n        os._exit(0)\ntime.sleep(60)"
)
ECHO = (
    "mine = own['header']['msg_id']\nstate = {'_model_module': '@jupyter-widgets/output', "
    "'_model_name': 'OutputModel', 'outputs': [{'output_type': 'stream', 'name': 'a', "
    "'text': 'x' * 3_000_000}]}\n"
    "iopub('comm_open', {'comm_id': 'c', 'target_name': 'jupyter.widget', "
    "'data': {'state': state}}, own)\n"
    "iopub('comm_msg', {'comm_id': 'c', 'data': {'state': {'msg_id': mine}}}, own)\n"
    "for n in range(700):\n    iopub('stream', {'name': f'b{n % 2}', 'text': ''}, own)"
)
COLOURS = "iopub('stream', {'name': 'stdout', 'text': ['\\x1b[1m' * 140_000]}, own)"
LATE = (
    "import threading, time\nfrom IPython.display import display\ndef late():\n"
    "    for _ in range(3000):\n        display({" + repr(FOUND) + ": {'name': 'delta_2', "
    "'found': [[0.5, 0.5]]}}, raw=True)\n        time.sleep(0.0005)\n"
    "threading.Thread(target=late, daemon=True).start()"
)
INODES = (
    "import os, time\nuntil = time.time() + 1.5\nn = 0\nwhile time.time() < until:\n    try:\n"
    "        os.mkdir(f'/tmp/d{n}')\n        n += 1\n    except OSError:\n        break"
)
PIPES = (
    "import os\nheld = []\ntry:\n    while True:\n        held.append(os.pipe())\n"
    "        os.set_blocking(held[-1][1], False)\n        try:\n            while True:\n"
    "                os.write(held[-1][1], bytes(65536))\n        except BlockingIOError:\n"
    "            pass\nexcept OSError:\n    print('refused')\nfor pair in held:\n"
    "    os.close(pair[0]); os.close(pair[1])"
)
PRIVATE = (
    "import ctypes, os\nlibc = ctypes.CDLL(None)\n"
    "def can(do):\n    try:\n        do()\n        print('written')\n    except OSError:\n"
    "        print('refused')\n"
    "can(lambda: open('/proc/1/environ').read())\ncan(lambda: open('/proc/kcore', 'rb').read(1))\n"
    "can(lambda: open('/proc/sys/kernel/core_pattern', 'w').write('|/tmp/x'))\n"
    "can(lambda: open('/proc/sysrq-trigger', 'w').write('h'))\ncan(lambda: os.setuid(0))"
)
AUDIT = {
    "leaking by a display": Attempt(leaking_by_a_display),
    "leaking by the first row": Attempt(leaking_by_the_first_row, ("my_deltas",)),
    "library by another import": Attempt(by_another_import, flag="package is imported"),
    "5,000 cells called setup": Attempt(many_setups),
    "complex numbers": Attempt(
        appending("delta_2", "\ndelta_2 = np.array(delta_2) + 5j"), ("delta_2",)),
    "300,000 blank lines": Attempt(appending("dz_3", "\n" * 300_000)),
    "20,000 blank lines": Attempt(before("dz_3", "x = 1" + "\n" * 20_000 + "y = 2")),
    "text in a list": Attempt(sending("for _ in range(4):\n    " + COLOURS)),
    "echo of a widget": Attempt(sending(ECHO)),
    "one message of many parts": Attempt(
        sending("frame = zmq.Frame(b'x' * 4_000_000, copy=False)\n"
                "k.iopub_socket.send_multipart([frame] * 90, copy=False)\ntime.sleep(2)"),
        ANY, "added cell"),
    "channels that nobody reads": Attempt(
        sending("words = [ident, b'<IDS|MSG>', b'x' * 3_900_000]\nfor _ in range(200):\n"
                "    for s in (app.stdin_socket, app.control_socket):\n        try:\n"
                "            s.send_multipart(words, flags=zmq.NOBLOCK, copy=False)\n"
                "        except zmq.ZMQError:\n            pass")),
    "clears, counts and odd talk": Attempt(
        sending("iopub('clear_output', {'wait': True}, own)\n"
                "odd = {'data': {}, 'metadata': {}, 'execution_count': 1e308}\n"
                "iopub('display_data', odd, own)\n"
                "iopub('comm_open', {'comm_id': 'c', 'target_name': 'x', 'data': {}}, own)")),
    "asks for input": Attempt(
        before("delta_2", "get_ipython().kernel._allow_stdin = True\ninput('?')"),
        flag="more than"),
    "hands out later": Attempt(forging(LATE), ("delta_2",)),
    "looks into frames": Attempt(
        forging("import sys\nsys._getframe(1).f_locals.clear()"), ("delta_2",)),
    "memory behind a zombie": Attempt(before("delta_2", HOLD.format(first=ZOMBIE))),
    "memory that cannot be seen": Attempt(before("delta_2", HOLD.format(first=UNSEEN))),
    "very many folders": Attempt(before("delta_2", INODES)),
    "full pipes": Attempt(before("delta_2", PIPES)),
    "what is not its own": Attempt(before("delta_2", PRIVATE)),
}  # fmt: skip
