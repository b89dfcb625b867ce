"""nbgrader's own commands and buttons with the steps of this classroom in them.

Without these, *Autograde* in formgrader would run what students wrote outside of the sandbox.
"""

from concurrent.futures import ThreadPoolExecutor

from nbconvert.preprocessors import CSSHTMLHeaderPreprocessor
from nbgrader.preprocessors import GetGrades, NbGraderPreprocessor, SaveAutoGrades
from traitlets.config import Config

from classroom import feedback, questions, restore
from classroom.course import Course, settings
from classroom.grade import blanks, prepared
from classroom.grading import Order, grade


def chained(course: Course) -> Config:
    """Settings with which nbgrader runs and marks submissions of this course, and writes pages."""

    class Marked(NbGraderPreprocessor):
        """Runs and marks a submission."""

        def preprocess(self, nb, resources):
            about = resources["nbgrader"]
            name, student = about["assignment"], about["student"]
            order = Order(
                name, student, course.secret, course.dealt[name][student],
                course.locked[name][student], {"cells": [restore.plain(cell) for cell in nb.cells]},
                seconds=course.seconds, book=course.book,
            )  # fmt: skip
            with ThreadPoolExecutor(1) as aside:  # a server has a loop of its own running here
                done = aside.submit(grade, order).result()
            return prepared(done.notebook, blanks(name), questions.load(name)), resources

    config = settings(course)
    config.Autograde.sanitize_preprocessors = []
    config.Autograde.autograde_preprocessors = [Marked, SaveAutoGrades]
    config.GenerateFeedback.preprocessors = [GetGrades, feedback.Tidy, CSSHTMLHeaderPreprocessor]
    config.Tidy.book = course.book
    return config
