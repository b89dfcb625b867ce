"""nbgrader's own commands and buttons with the steps of this classroom in them.

Without these, *Autograde* in formgrader would run what students wrote outside of the sandbox, and
its pages would ask another host for a script.
"""

import nbformat
from nbconvert.exporters import HTMLExporter
from nbconvert.preprocessors import CSSHTMLHeaderPreprocessor
from nbgrader.preprocessors import GetGrades, NbGraderPreprocessor, SaveAutoGrades
from nbgrader.server_extensions.formgrader import handlers
from traitlets.config import Config

from classroom import feedback, grade, questions
from classroom.course import Course, settings
from classroom.grading import Order


def chained(course: Course) -> Config:
    """Settings with which nbgrader runs and marks submissions of this course, and writes pages."""

    class Marked(NbGraderPreprocessor):
        """Runs and marks a submission."""

        def preprocess(self, nb, resources):
            about = resources["nbgrader"]
            name, student = about["assignment"], about["student"]
            order = Order(
                name, student, course.secret, course.dealt[name][student],
                course.locked[name][student], nbformat.writes(nb).encode(), seconds=course.seconds,
                whole=course.whole, book=course.book,
            )  # fmt: skip
            pool = grade.pool_of(course, "", 1, unsafe=False)
            ((_, done, why),) = pool.results(grade.one, [order])
            if why:
                raise RuntimeError(f"{student}: {why}")
            module = questions.load(name)
            return grade.prepared(done.notebook, done.flags, grade.blanks(name), module), resources

    config = settings(course)
    config.Autograde.sanitize_preprocessors = []
    config.Autograde.autograde_preprocessors = [Marked, SaveAutoGrades]
    config.GenerateFeedback.preprocessors = [GetGrades, feedback.Tidy, CSSHTMLHeaderPreprocessor]
    config.Tidy.book = course.book
    config.Tidy.names = {student: _name(about) for student, about in course.students.items()}
    config.GenerateFeedback.exporter_class = feedback.Page
    config.Page.template_paths = [str(feedback.TEMPLATES)]
    config.HTMLExporter.template_paths = [str(feedback.TEMPLATES / "formgrade"), *_paths()]
    return config


def _name(about: dict[str, str]) -> str:
    return " ".join(about[key] for key in ("first_name", "last_name") if key in about)


def _paths() -> list[str]:
    """Where nbconvert looks for what formgrader's page is made of."""
    base = [handlers.template_path]
    return HTMLExporter(template_name="formgrade", extra_template_basedirs=base).template_paths
