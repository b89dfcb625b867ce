"""The grader as a step of nbgrader's own `autograde`: one submission after the other, no queue."""

from nbgrader.preprocessors import NbGraderPreprocessor, SaveAutoGrades
from traitlets.config import Config

from classroom import restore
from classroom.course import Course, settings
from classroom.grade import blanks, prepared
from classroom.grading import Order, grade


def chained(course: Course) -> Config:
    """Settings with which nbgrader runs, marks and keeps submissions of this course."""

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
            return prepared(grade(order).notebook, blanks(name)), resources

    config = settings(course)
    config.Autograde.sanitize_preprocessors = []
    config.Autograde.autograde_preprocessors = [Marked, SaveAutoGrades]
    return config
