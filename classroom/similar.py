"""Finds equal answers and reports them as notices; they never change a mark.

Short answers are alike by chance, so only texts and code of some length are compared.
"""

import hashlib
import io
import re
import tokenize
from collections import defaultdict
from types import ModuleType

from nbformat import NotebookNode

from classroom.flags import Flag
from classroom.questions import Code, Explain

TOKENS, WORDS = 30, 12  # an answer with fewer says nothing
NAMED = 3  # of those who have the same
LAYOUT = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT,
          tokenize.ENCODING, tokenize.ENDMARKER}  # fmt: skip


def signatures(book: NotebookNode, module: ModuleType, handed_out: dict) -> dict[str, str]:
    """By question what an answer is known by again; nothing for one that says little."""
    blank = {cell["id"]: cell["source"] for cell in handed_out["cells"]}
    given = {cell.id: cell.source for cell in book.cells}
    out = {}
    for question in module.QUESTIONS:
        text = given[question.name]
        mine = "" if text == blank[question.name] else signature(question, text)
        out |= {question.name: mine} if mine else {}
    return out


def signature(question: object, text: str) -> str:
    """A hash of an answer without what can be changed and leaves it the same."""
    explains = isinstance(question, Explain)
    parts = re.findall(r"\w+", text.casefold()) if explains else _tokens(text)
    if len(parts) < (WORDS if explains else TOKENS):
        return ""
    return hashlib.sha256("\0".join(parts).encode("utf-8", "replace")).hexdigest()[:16]


def _tokens(code: str) -> list[str]:
    """The words of code, without comments and layout."""
    try:
        found = list(tokenize.generate_tokens(io.StringIO(code).readline))
    except (tokenize.TokenError, SyntaxError):
        return code.split()
    return [token.string for token in found if token.type not in LAYOUT]


def notices(module: ModuleType, known: dict[str, dict[str, str]]) -> dict[str, list[Flag]]:
    """For each student what equals another's answer or the book's own; `known` are signatures."""
    numbers = {question.name: n for n, question in enumerate(module.QUESTIONS, 1)}
    models = {question.name: _model(question) for question in module.QUESTIONS}
    who = defaultdict(list)
    for student, mine in known.items():
        for name, found in mine.items():
            who[name, found].append(student)
    return {
        student: _notices(student, mine, numbers, models, who) for student, mine in known.items()
    }


def _notices(student: str, mine: dict, numbers: dict, models: dict, who: dict) -> list[Flag]:
    book = []
    others = set()
    shared = []
    for name, found in mine.items():
        if found == models[name]:
            book.append(numbers[name])
        elif len(who[name, found]) > 1:
            shared.append(numbers[name])
            others |= {*who[name, found]} - {student}
    out = [Flag(f"{_questions(book)}: the answer equals the book's solution")] if book else []
    if others:
        whose = (
            "another student's" if len(others) == 1 else f"those of {len(others)} other students"
        )
        names = ", ".join(sorted(others)[:NAMED]) + ", …" * (len(others) > NAMED)
        out.append(Flag(f"{_questions(shared)}: the answer equals {whose}", names))
    return out


def _model(question: object) -> str:
    text = {Explain: "model", Code: "solution"}.get(type(question))
    return signature(question, getattr(question, text)) if text else ""


def _questions(numbers: list[int]) -> str:
    *first, last = map(str, sorted(numbers))
    return f"question {last}" if not first else f"questions {', '.join(first)} and {last}"
