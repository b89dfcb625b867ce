"""How long a class takes: `make classroom-bench`, with nothing else on the machine; to scale.md."""

import os
import platform
import sys
import tempfile
import threading
import time
from datetime import date
from importlib.metadata import version
from pathlib import Path

import psutil

from classroom import grade, gradebook, synthetic
from classroom.course import Course, grader, hand_out, open_course
from classroom.grading import grade as graded

NAME = "bptt"
TABLE = Path(__file__).with_name("scale.md")
CORES = 2
SECONDS = 3
SIZES = (50, 100, 200)
ALONE = 20


def a_class(folder: Path, count: int) -> Course:
    """So many students, every third of whom tries something; cells may take SECONDS."""
    synthetic.enrol(folder, count)
    begun = time.perf_counter()
    made = hand_out(open_course(folder), [NAME])
    print(f"{count} notebooks handed out: {time.perf_counter() - begun:.0f} s")
    made.folder.joinpath("course.toml").write_text(
        f'secret = "{made.secret}"\nbook = ""\nseconds = {SECONDS}\n', "utf-8"
    )
    synthetic.submit(folder, NAME)
    return open_course(folder)


def wall(course: Course, killed: bool = False) -> float:
    """Seconds to grade everything; with `killed`, a worker dies when ten are done."""
    if killed:
        threading.Thread(target=_kill, args=(course,), daemon=True).start()
    begun = time.perf_counter()
    pool = grade.pool_of(course, "", CORES, unsafe=False)
    grade.everything(course, NAME, grade.fresh(course, NAME), pool)
    print()
    return time.perf_counter() - begun


def _kill(course: Course) -> None:
    while len(list(course.folder.glob(f"autograded/*/{NAME}/*.ipynb"))) < 10:
        time.sleep(0.1)
    workers = psutil.Process().children()
    next(one for one in workers if "spawn_main" in " ".join(one.cmdline())).kill()


def feedback(course: Course) -> float:
    """Seconds of the tables and of everybody's page."""
    begun = time.perf_counter()
    gradebook.write(course, CORES)
    return time.perf_counter() - begun


def marks(course: Course) -> dict[str, float]:
    with grader(course).gradebook as gradebook:
        return {one["student"]: one["score"] for one in gradebook.submission_dicts(NAME)}


def overhead(course: Course) -> tuple[float, float]:
    """Seconds of an honest submission, in the sandbox and outside of it; the medians."""
    todo = [order for n, order in enumerate(grade.orders(course, NAME)) if n % 3 != 2][:ALONE]
    out = []
    for unsafe in (False, True):
        took = sorted(graded(order._replace(unsafe=unsafe)).seconds for order in todo)
        out.append(took[len(took) // 2])
    return tuple(out)


def main() -> None:
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder:
        boxed, bare = overhead(a_class(Path(folder, "alone"), 2 * ALONE))
        print(f"An honest submission: {boxed:.2f} s in the sandbox, {bare:.2f} s without.")
        took = {}
        for n in SIZES:
            took[n] = wall(a_class(Path(folder, str(n)), n))
            print(f"{n} submissions: {took[n]:.0f} s")
        whole = open_course(Path(folder, "200"))
        pages = feedback(whole)
        dying = a_class(Path(folder, "dying"), 50)
        killed = wall(dying, killed=True)
        written = len(marks(dying))
        left = len(grade.fresh(dying, NAME))
    rows = "\n".join(f"| {n} | {s:.0f} s | {s / n:.2f} s |" for n, s in took.items())
    each = took[SIZES[-1]] * CORES / SIZES[-1]
    TABLE.write_text(
        f"""# How long a class takes

Measured by `make classroom-bench` on {date.today()}: {CORES} workers on {os.cpu_count()} cores,
Python {platform.python_version()}, nbgrader {version("nbgrader")}, load {load:.1f} before it began.
Assignment {NAME}; every third notebook is altered in one of the ways of `tests/attempts.py`, and a
cell may take {SECONDS} seconds.

| submissions | wall time | each |
|---|---|---|
{rows}

- The tables and pages of feedback, 200 students: {pages:.0f} s.
- The sandbox: an honest submission takes {boxed:.2f} s in it and {bare:.2f} s without.
- A worker killed after ten of 50: {killed:.0f} s, {written} marks written, {left} not graded.
- On paper: 2,000 submissions on 64 cores, with {each:.2f} s of core time each, take
  {2000 * each / 64:.0f} s if one process can write {2000 / (2000 * each / 64):.0f} marks a second.
""",
        "utf-8",
    )
    print(TABLE.read_text("utf-8"))


if __name__ == "__main__":
    sys.exit(main())
