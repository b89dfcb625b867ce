"""Marks for those who study alone: a notebook with the book's own numbers.

`make check A=bptt NOTEBOOK=path` calls `python -m classroom.check`.
"""

import os
import re
import sys
from html import unescape
from pathlib import Path

from classroom import questions, restore, sandbox
from classroom.grading import Order, grade


def main(argv: list[str]) -> int:
    name, path = argv if len(argv) == 2 else (os.environ.get(key, "") for key in ("A", "NOTEBOOK"))
    if not (name and path):
        print("Say which assignment and which notebook: make check A=bptt NOTEBOOK=my_bptt.ipynb")
        return 1
    path = Path(path)
    unsafe = bool(sandbox.trouble())
    raw, why = restore.taken(path.resolve(), path.resolve().parent)
    try:
        questions.load(name)
        submitted, why = (None, why) if why else restore.read(raw)
        if why:
            raise ValueError(f"{path}: {why}")
        if submitted.get("assignment", name) != name:
            raise ValueError(
                f"{path}: this notebook is for {submitted['assignment']}, not for {name}"
            )
    except ValueError as error:
        print(error)
        return 1
    if unsafe:  # it is your own notebook, on your own machine
        print("There is no sandbox here, so your notebook runs as it would in JupyterLab.")
    book = os.path.relpath(Path(__file__).parents[1] / "_build/html/book")
    result = grade(Order(name, "", "", 0, None, raw, unsafe=unsafe, book=book))
    for mark in result.marks:
        says = re.sub(r'<a href="([^"]*)">([^<]*)</a>', r"\2: \1", mark.says)
        says = unescape(re.sub(r"<[^>]+>", "", says.replace("{book}", book)))
        print(f"{mark.points:4g} of {mark.most}  {mark.name}: {says}")
    points, most = (sum(of) for of in zip(*((m.points, m.most) for m in result.marks), strict=True))
    (one,) = (q for q in questions.load(name).QUESTIONS if isinstance(q, questions.Explain))
    print(
        f"{points:4g} of {most}. The explanation is worth another {one.points};"
        " compare yours with this rubric:"
    )
    print("\n".join(f"- {line}" for line in one.rubric))
    print("\n".join(flag.named() for flag in result.flags))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
