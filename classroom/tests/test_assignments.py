"""Every assignment: its own solutions, its slips, its numbers, and what it does not give away."""

import ast
import contextlib
import io
import json
import re
from pathlib import Path

import nbformat
import numpy as np
import pytest

from classroom import collect, draw, judge, notebook, questions
from classroom.questions import Code, Explain, Numbers

ROOT = Path(__file__).parents[2]
each = pytest.mark.parametrize("name", questions.names())
variants = pytest.mark.parametrize("count", [15, pytest.param(50, marks=pytest.mark.whole)])
STUDENTS = [f"student-{n}" for n in range(50)]


def numbers_of(module, count):
    yield "", draw.numbers(module)
    for student in STUDENTS[:count]:
        yield student, draw.numbers(module, "secret", student)


def run_cell(source, space):
    exec(compile(source, "cell", "exec"), space)


def answered(question, drawn, source):
    """What a cell with this source hands out, without a kernel."""
    said = []
    space = {"np": np}
    code = collect.collecting(question, judge.tries(question, drawn, "secret", "s"))
    code = code.replace("from IPython.display import display", "display = lambda d, raw: _said(d)")
    run_cell(source, space)
    space["_said"] = said.append
    run_cell(code, space)
    return said[0][collect.MIME]["found"]


@each
@variants
def test_reference_solutions_get_full_marks(name, count):
    module = questions.load(name)
    for _, drawn in numbers_of(module, count):
        for question in questions.automatic(module):
            found = answered(question, drawn, notebook.solution(question, drawn))
            mark = judge.marked(question, found, drawn, judge.tries(question, drawn, "secret", "s"))
            assert (mark.points, mark.says) == (question.points, "Right."), (question.name, drawn)


@each
@variants
def test_each_slip_gets_its_sentence(name, count):
    module = questions.load(name)
    for _, drawn in numbers_of(module, count):
        for question in questions.automatic(module):
            tried = judge.tries(question, drawn, "secret", "s")
            if isinstance(question, Numbers):
                known = [([v.round(3)], says) for v, says in questions.wrong(question, drawn)]
            else:
                known = [
                    ([questions.outcome(slip.gives(*args)) for args in tried], slip.says)
                    for slip in question.slips.values()
                ]
            assert known, question.name
            for found, says in known:
                found = [row.tolist() for row in found]
                mark = judge.marked(question, found, drawn, tried)
                assert mark.says.startswith(says), (question.name, says, mark.says)
                share = 0.5 if getattr(question, "tolerance", 1) else 0
                assert mark.points == share * question.points


@each
@pytest.mark.parametrize("draws", [100, pytest.param(1000, marks=pytest.mark.whole)])
def test_no_false_alarm_on_right_answers(name, draws):
    """In many draws the right answer, as a student writes it, is never taken for a slip."""
    module = questions.load(name)
    for n in range(draws):
        drawn = draw.numbers(module, "another", f"s{n}")
        for question in questions.automatic(module):
            if isinstance(question, Numbers):
                written = [questions.values(question, drawn).round(3).tolist()]
                assert judge.marked(question, written, drawn, []).points == question.points


@each
def test_the_students_own_notebook_says_what_it_can(name):
    """Right, each slip, and neither, by the check that stands in the notebook."""
    module = questions.load(name)
    for student, drawn in numbers_of(module, 1):
        book = notebook.student(module, drawn, "secret", student)
        source = {cell["id"]: cell["source"] for cell in book["cells"]}
        setup = source["setup"].replace("from IPython.display import HTML, display", "")
        for question in questions.automatic(module):
            space = {"HTML": str, "display": print}
            run_cell(setup, space)
            run_cell(source["numbers"], space)
            said = told(space, notebook.solution(question, drawn), source[f"{question.name}-marks"])
            later = "when you hand in" if student else "make check"
            wanted = "right" if getattr(question, "visible", True) else later
            assert wanted in said, (question.name, said)
            said = told(space, source[question.name], source[f"{question.name}-marks"])
            known = (
                [slip.says for slip in getattr(question, "slips", {}).values()]
                if isinstance(question, Code)
                else []
            )
            if getattr(question, "visible", True):
                assert any(says in said for says in ("no answer yet", "expected", *known)), said
            if isinstance(question, Numbers) and question.visible:
                for value, says in questions.wrong(question, drawn):
                    row = value.round(3).tolist()
                    given = f"{question.name} = {row if len(row) > 1 else row[0]}"
                    assert says in told(space, given, source[f"{question.name}-marks"])


def told(space, answer, check):
    with contextlib.redirect_stdout(io.StringIO()) as out:
        run_cell(answer, space)
        run_cell(check, space)
    return out.getvalue()


@each
def test_nothing_hidden_is_given_away(name):
    """Neither students' notebooks nor pages nor the built site hold a solution or a hidden case."""
    module = questions.load(name)
    drawn = draw.numbers(module, "secret", "ada")
    secrets = []
    for question in module.QUESTIONS:
        if isinstance(question, Explain):
            secrets += [question.model[:60], *question.rubric]
        elif isinstance(question, Code):
            stub = set(map(str.strip, question.stub.splitlines()))
            secrets += [
                line.strip()
                for line in question.solution.splitlines()
                if line.strip() not in stub and len(line.strip()) > 12
            ]
            hidden = draw.cases(question, drawn, "secret", "ada")[1:]
            secrets += [notebook.literal(case[0]) for case in hidden]
        else:
            row = questions.values(question, drawn)
            if question.tolerance:
                secrets.append(json.dumps(row.round(3).tolist()).strip("[]"))
    texts = [json.dumps(notebook.student(module, drawn, "secret", "ada"))]
    for folder in (ROOT / "book/assignments", ROOT / "_build/html"):
        texts += [p.read_text("utf-8") for p in folder.rglob(f"*assignments/{name}.*")]
        texts += [p.read_text("utf-8") for p in folder.glob(f"{name}.ipynb")]
    for text in texts:
        plain = text.replace("\\n", "\n").replace('\\"', '"')
        for secret in secrets:
            assert len(secret) < 8 or secret not in plain, secret


@each
def test_the_page_of_the_book_is_what_the_source_gives(name):
    module = questions.load(name)
    path = ROOT / f"book/assignments/{name}.ipynb"
    assert json.loads(path.read_text("utf-8")) == notebook.student(module, draw.numbers(module))


@each
def test_it_is_well_made(name):
    """Kinds of questions, time, links into the chapter, a notebook that validates."""
    module = questions.load(name)
    assert name == module.CHAPTER
    assert 30 <= module.MINUTES <= 60
    kinds = [type(q) for q in module.QUESTIONS]
    assert kinds.count(Numbers) >= 3
    assert Code in kinds
    assert kinds.count(Explain) == 1
    assert any(isinstance(q, Numbers) and not q.tolerance for q in module.QUESTIONS)
    assert len({q.name for q in module.QUESTIONS}) == len(kinds)
    assert set(module.draw(np.random.default_rng(0))) == set(module.BOOK) >= set(module.MEANS)
    chapters = {p.stem: p.read_text("utf-8") for p in (ROOT / "book").glob("*.ipynb")}
    for question in questions.automatic(module):
        page, _, section = question.see.partition(".html#")
        heads = re.findall(r'"## ([^"\\]+)', chapters[page])
        assert section in [re.sub(r"[^a-z0-9]+", "-", h.lower()).strip("-") for h in heads]
        if isinstance(question, Code):
            ast.parse(question.stub)
            assert question.slips
    for _, drawn in numbers_of(module, 2):
        assert draw.told_apart(module, drawn)
        for value in drawn.values():
            assert np.array_equal(value, np.round(value, 2))
        nbformat.validate(nbformat.from_dict(notebook.student(module, drawn)))
    assert sum(q.points for q in module.QUESTIONS) == 20


@each
def test_no_two_students_have_an_answer_in_common(name):
    module = questions.load(name)
    dealt = draw.deal(module, "secret", STUDENTS, {})
    answers = [draw.key(module, draw.numbers(module, "secret", s, dealt[s])) for s in STUDENTS]
    assert answers[0]
    assert len({a for row in answers for a in row}) == sum(map(len, answers))
    assert draw.deal(module, "secret", [*STUDENTS, "late"], dealt).items() >= dealt.items()
