"""What a student reads after grading: a page of their own, without the technical cells."""

from pathlib import Path

from nbconvert.exporters import HTMLExporter
from nbgrader.api import Gradebook
from nbgrader.apps import NbGraderAPI
from nbgrader.converters import GenerateFeedback
from nbgrader.preprocessors import NbGraderPreprocessor
from nbgrader.utils import capture_log, temp_attrs
from pygments.formatters import HtmlFormatter
from traitlets import Dict, Unicode

from classroom import questions
from classroom.formulas import set_formulas

TEMPLATES = Path(__file__).with_name("templates")
WAITS = "waits for your teacher"
ALIEN = ("this is the notebook of", "this is a notebook of")
MISTAKEN = (
    "What you handed in is not the notebook that you were given. It was marked with your numbers,"
    " which are below, so answers to other numbers are wrong."
)


class Page(HTMLExporter):
    """The page, from `templates/index.html.j2`."""


class Tidy(NbGraderPreprocessor):
    """What a student may see, in the order of the notebook, with points and what waits."""

    book = Unicode(help="where the book is").tag(config=True)
    names = Dict(help="of students, by their ids").tag(config=True)

    def preprocess(self, nb, resources):
        told, about = resources["nbgrader"], nb.metadata["unrolled"]
        module = questions.load(about["assignment"])
        cells = {cell.id: cell for cell in nb.cells}
        nb.cells = [cells[name] for name in about["order"]]
        for cell in nb.cells:
            answer = cell.metadata.get("nbgrader", {}).get("solution", False)
            cell.metadata["kind"] = "own" if "-own-" in cell.id else "answer" if answer else "text"
        cells["title"].source = set_formulas(module.INTRO)
        student, told["before"] = told["student"], about["book"]
        cells["numbers-text"].source = f"## The numbers\n\nThese are the numbers of {student}."
        with Gradebook(told["db_url"]) as gradebook:
            rows = [
                self._row(n, question, cells, gradebook, told)
                for n, question in enumerate(module.QUESTIONS, 1)
            ]
        waiting = [row for row in rows if row["note"]]
        about |= {
            "title": module.TITLE,
            "name": self.names.get(student) or student,
            "style": _style(),
            "mistaken": [MISTAKEN] * any(says.startswith(ALIEN) for says, *_ in about["flags"]),
            "rows": rows,
            "points": f"{sum(row['got'] for row in rows):g}",
            "most": sum(row["most"] for row in rows if not row["note"]),
            "waits": "".join(
                f", and question {row['number']}, with {row['most']} more, {WAITS}"
                for row in waiting
            ),
        }
        return nb, resources

    def _row(self, number: int, question, cells: dict, gradebook: Gradebook, told: dict) -> dict:
        """The points of a question; its verdict goes into its cell."""
        by_hand = isinstance(question, questions.Explain)
        cell = cells[question.name if by_hand else f"{question.name}-marks"]
        where = cell.metadata.nbgrader.grade_id, told["notebook"], told["assignment"]
        grade = gradebook.find_grade(*where, told["student"])
        waits = by_hand and bool(grade.needs_manual_grade)
        points = WAITS.capitalize() if waits else f"{grade.score:g} of {question.points}"
        cell.metadata["at"] = f"question-{number}"
        if by_hand:
            cell.metadata["verdict"] = f"{points}."
            cell.metadata["comment"] = set_formulas(cell.metadata.nbgrader.get("comment") or "")
            lines = (f"- {set_formulas(line)}" for line in question.rubric)
            cell.metadata["rubric"] = "\n".join(lines)
        else:
            (shown,) = (o for o in cell.outputs if "text/html" in o.get("data", {}))
            cell.metadata["verdict"] = self._led(shown.data["text/html"], told["before"])
        return {
            "number": number,
            "at": cell.metadata["at"],
            "got": 0 if waits else grade.score,
            "most": question.points,
            "note": WAITS if waits else "",
            "points": f"– of {question.points}" if waits else points,
        }

    def _led(self, html: str, before: str) -> str:
        """Links into the book, wherever it is now."""
        return html.replace(f'<a href="{before}/', f'<a href="{self.book}/')


def _style() -> str:
    light, dark = (
        HtmlFormatter(style=name).get_style_defs(".highlight")
        for name in ("default", "github-dark")
    )
    own = TEMPLATES.joinpath("feedback.css").read_text("utf-8")
    clear = ".highlight { background: none }"
    return f"{light}\n@media (prefers-color-scheme: dark) {{\n{dark}\n}}\n{clear}\n{own}"


def write(api: NbGraderAPI, name: str, student: str) -> Path:
    """The page of a student for an assignment that was graded, by an API with `Tidy` in it."""
    with temp_attrs(api.coursedir, assignment_id=name, student_id=student):
        page = GenerateFeedback(coursedir=api.coursedir, parent=api)
        page.force = True
        done = capture_log(page)
    if not done["success"]:
        raise RuntimeError(f"nbgrader: {done['log']}")
    return Path(api.coursedir.root) / "feedback" / student / name / f"{name}.html"
