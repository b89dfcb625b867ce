"""What an assignment is made of. One module of `classroom.assignments` has, by these names:

TITLE and INTRO    what stands on top
CHAPTER            the chapter of the book it belongs to
MINUTES            how long it takes
MEANS              what the numbers are, by their names
BOOK               the numbers of self-study, by the names that they have in the notebook
draw(rng)          numbers of a student's own, under the same names
QUESTIONS          Numbers, Code and Explain, in the order of the notebook
"""

from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import numpy as np

from unrolled.page.ask import TOLERANCE, Slip, slipped

Drawn = dict[str, np.ndarray]


class Numbers(NamedTuple):
    """A question by hand: the variable `name` is to hold as many numbers as there are labels."""

    name: str
    points: int
    text: str | Callable[[Drawn], str]  # Markdown
    see: str  # where the book explains it: page.html#section
    answer: Callable[[Drawn], object]
    slips: Callable[[Drawn], list[tuple[object, str]]]
    labels: tuple[str, ...] = ("",)
    visible: bool = True  # whether the student's own notebook judges it
    tolerance: float = TOLERANCE


class Code(NamedTuple):
    """A question in code: the function `name` is tried on cases, the first of which is shown."""

    name: str
    points: int
    text: str
    see: str
    stub: str
    solution: str
    cases: Callable[[np.random.Generator, Drawn], list[tuple]]
    slips: dict[str, Slip]  # of the arguments of a case


class Explain(NamedTuple):
    """A question that a person marks by a rubric."""

    name: str
    points: int
    text: str
    rubric: tuple[str, ...]  # students see it with their marks
    model: str  # what full marks look like; for the teacher alone


class Version(NamedTuple):
    """A listing with an error in it."""

    code: str
    line: int  # counted from 1
    because: str


Question = Numbers | Code | Explain
CASES = 5
OPPOSITE = "Each number in your answer has the wrong sign."


def names() -> list[str]:
    """The assignments there are, in the order of the book."""
    toc = Path(__file__).parents[1].joinpath("_toc.yml").read_text("utf-8")
    here = {path.stem for path in Path(__file__).with_name("assignments").glob("[a-z]*.py")}
    order = [line.split("book/")[1].strip() for line in toc.splitlines() if "file: book/" in line]
    return [name for name in order if name in here]


def load(name: str) -> ModuleType:
    """The assignment of this name. Raises ValueError for one that there is not."""
    if name not in names():
        raise ValueError(f"assignment: got {name!r}, expected one of {', '.join(names())}")
    return import_module(f"classroom.assignments.{name}")


def automatic(module: ModuleType) -> Iterator[Numbers | Code]:
    """The questions that need no person."""
    return (q for q in module.QUESTIONS if not isinstance(q, Explain))


def values(question: Numbers, drawn: Drawn) -> np.ndarray:
    """The right answer to a question by hand, as a row of numbers."""
    return np.ravel(np.asarray(question.answer(drawn), dtype=float))


def wrong(question: Numbers, drawn: Drawn) -> list[tuple[np.ndarray, str]]:
    """What each known slip gives, with its sentence."""
    known = [(np.ravel(np.asarray(v, dtype=float)), says) for v, says in question.slips(drawn)]
    opposite = -values(question, drawn)
    if question.tolerance != TOLERANCE or any(np.allclose(opposite, v) for v, _ in known):
        return known
    return [*known, (opposite, OPPOSITE)]


def solved(question: Code) -> Callable:
    """The reference function, from its own source."""
    return function(question.solution, question.name)


def function(source: str, name: str) -> Callable:
    """The function of this name that a source of our own defines."""
    space = {"np": np}
    exec(compile(source, f"<{name}>", "exec"), space)
    return space[name]


def outcome(found: object) -> np.ndarray:
    """What a function gave, as a row of numbers: one array, or several one after the other."""
    parts = found if isinstance(found, (tuple, list)) else [found]
    return np.concatenate([np.ravel(np.asarray(part, dtype=float)) for part in parts])


def by_hand(
    name: str,
    points: int,
    text: str,
    see: str,
    labels: tuple[str, ...],
    right: Callable,
    args: Callable[[Drawn], tuple],
    slips: dict[str, Slip],
    only: tuple[str, ...],
    **more: object,
) -> Numbers:
    """A question whose answer is `right` of these arguments, with slips of the same arguments."""
    return Numbers(
        name,
        points,
        text,
        see,
        lambda n: right(*args(n)),
        lambda n: slipped(slips, *args(n), only=only),
        labels,
        **more,
    )


def also(question: Numbers, more: Callable[[Drawn], list]) -> Numbers:
    """The question with further slips."""
    return question._replace(slips=lambda drawn: [*question.slips(drawn), *more(drawn)])


def rewritten(slips: dict[str, Slip], only: tuple[str, ...], wrap: Callable) -> dict[str, Slip]:
    """The same sentences, for what `wrap` makes of each slip's function."""
    return {name: Slip(slips[name].says, wrap(slips[name].gives)) for name in only}


def find_error(name: str, points: int, text: str, see: str, versions: tuple[Version, ...]):
    """A listing in which one line is wrong; the student's numbers decide which."""

    def mine(drawn: Drawn) -> Version:
        return versions[round(sum(100 * np.abs(v).sum() for v in drawn.values())) % len(versions)]

    def shown(drawn: Drawn) -> str:
        lines = mine(drawn).code.strip().splitlines()
        code = "\n".join(f"{n}  {line}" for n, line in enumerate(lines, 1))
        return f"{text}\n\n```text\n{code}\n```\n\nSet `{name}` to the number of the wrong line."

    def others(drawn: Drawn) -> list[tuple[int, str]]:
        version = mine(drawn)
        lines = range(1, len(version.code.strip().splitlines()) + 1)
        return [(n, f"Line {n} does what it should.") for n in lines if n != version.line]

    return Numbers(
        name, points, shown, see, lambda drawn: mine(drawn).line, others, visible=False, tolerance=0
    )
