"""Numbers of one's own: from a secret of the course and a student's name, the same every time."""

import hashlib
import hmac
from collections.abc import Iterable
from itertools import count
from types import ModuleType

import numpy as np

from classroom.questions import CASES, Code, Drawn, Numbers, automatic, outcome, values, wrong

APART = 0.0021  # what a written number could stand for: twice the tolerance, on either side


def generator(*words: object) -> np.random.Generator:
    """A generator that these words decide; the first is the secret."""
    secret, *rest = map(str, words)
    key = hmac.new(secret.encode(), "\0".join(rest).encode(), hashlib.sha256).digest()
    return np.random.default_rng(np.frombuffer(key, dtype=np.uint32))


def mark(secret: str) -> str:
    """By which a secret is known again."""
    return hmac.new(secret.encode(), b"the secret itself", hashlib.sha256).hexdigest()[:16]


def numbers(module: ModuleType, secret: str = "", student: str = "", more: int = 0) -> Drawn:
    """The student's numbers; with a blank secret those of the book.

    Of the draws that a student could get the first is taken in which no known slip gives what the
    right answer is, nor what another slip gives; `more` passes over as many of these.
    """
    if not secret:
        return dict(module.BOOK)
    for turn in count():
        drawn = module.draw(generator(secret, module.CHAPTER, student, turn))
        if told_apart(module, drawn):
            if not more:
                return drawn
            more -= 1
    raise AssertionError("count() ends")


def told_apart(module: ModuleType, drawn: Drawn) -> bool:
    """Whether a written answer says which answer, right or of a slip, it is."""
    for question in automatic(module):
        if isinstance(question, Numbers):
            known = [values(question, drawn), *(value for value, _ in wrong(question, drawn))]
            gap = APART if question.tolerance else 0
            for i, one in enumerate(known):
                if any(np.all(np.abs(one - other) <= gap) for other in known[:i]):
                    return False
    return True


def cases(question: Code, drawn: Drawn, secret: str = "", student: str = "") -> list[tuple]:
    """The arguments on which a function is tried; the first are shown to the student."""
    tried = question.cases(generator(secret or "book", question.name, student), drawn)
    if len(tried) < CASES:
        raise ValueError(f"{question.name}: got {len(tried)} cases, expected at least {CASES}")
    return tried


def key(module: ModuleType, drawn: Drawn) -> tuple:
    """All answers by hand that are not choices, as a student would write them."""
    return tuple(
        (q.name, tuple(np.round(values(q, drawn), 3)))
        for q in automatic(module)
        if isinstance(q, Numbers) and q.tolerance
    )


def deal(module: ModuleType, secret: str, students: Iterable[str], dealt: dict) -> dict[str, int]:
    """How many draws each student passes over, so that no two have an answer in common.

    `dealt` is what was dealt before; it stays as it is.
    """
    taken = {}
    out = dict(dealt)
    for student in sorted(students, key=lambda name: (name not in dealt, name)):
        for more in count(out.get(student, 0)):
            answers = key(module, numbers(module, secret, student, more))
            clash = [a for a in answers if taken.get(a, student) != student]
            if student in dealt or not clash:
                break
        out[student] = more
        taken |= dict.fromkeys(answers, student)
    return out


def example(question: Code, drawn: Drawn, solution, secret: str, student: str) -> tuple:
    """The shown case, what is right for it, and what each slip makes of it."""
    args = cases(question, drawn, secret, student)[0]
    slips = [(outcome(slip.gives(*args)), slip.says) for slip in question.slips.values()]
    return args, outcome(solution(*args)), slips
