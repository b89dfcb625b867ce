"""nbgrader's own commands and buttons with the steps of this classroom in them.

Without these, *Autograde* in formgrader would run what students wrote outside of the sandbox, and
its pages would ask another host for a script.
"""

import os

from nbconvert.exporters import HTMLExporter
from nbconvert.preprocessors import CSSHTMLHeaderPreprocessor
from nbgrader.converters import Autograde
from nbgrader.preprocessors import GetGrades
from nbgrader.server_extensions.formgrader import handlers
from traitlets.config import Config

from classroom import feedback, grade
from classroom.course import Course, settings


def chained(course: Course) -> Config:
    """Settings with which nbgrader writes pages of this course, and copies nothing else."""
    config = settings(course)
    config.CourseDirectory.ignore = ["*"]  # a file beside a notebook may be a link to anywhere
    config.GenerateFeedback.preprocessors = [GetGrades, feedback.Tidy, CSSHTMLHeaderPreprocessor]
    config.Tidy.book = course.book
    config.Tidy.names = {student: _name(about) for student, about in course.students.items()}
    config.GenerateFeedback.exporter_class = feedback.Page
    config.Page.template_paths = [str(feedback.TEMPLATES)]
    config.HTMLExporter.template_paths = [str(feedback.TEMPLATES / "formgrade"), *_paths()]
    return config


def take_over(course: Course) -> None:
    """Has nbgrader's *Autograde* do what `make grade` does, again for what is graded already."""

    def start(self: Autograde) -> None:
        name, student = self.coursedir.assignment_id, self.coursedir.student_id
        todo = [s for s in grade.handed_in(course, name) if student in ("*", s)]
        pool = grade.pool_of(course, "", os.cpu_count(), unsafe=False)
        self.log.info("\n".join(grade.everything(course, name, todo, pool)))

    Autograde.start = start


def _name(about: dict[str, str]) -> str:
    return " ".join(about[key] for key in ("first_name", "last_name") if key in about)


def _paths() -> list[str]:
    """Where nbconvert looks for what formgrader's page is made of."""
    base = [handlers.template_path]
    return HTMLExporter(template_name="formgrade", extra_template_basedirs=base).template_paths
