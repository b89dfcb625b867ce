"""Marks as a table, and feedback for every student, from nbgrader's gradebook.

`make gradebook` calls `python -m classroom.gradebook`.
"""

import sys
from pathlib import Path

from nbgrader.plugins import CsvExportPlugin
from traitlets.config import Config

from classroom import feedback
from classroom.course import COURSE, Course, grader, open_course


def write(course: Course) -> list[Path]:
    """grades.csv, and a page for each student and assignment that was graded."""
    api, table = grader(course), course.folder / "grades.csv"
    names = sorted({path.parent.name for path in course.folder.glob("autograded/*/*/*.ipynb")})
    for name in names:
        feedback.write(api, name)
    with api.gradebook as gradebook:
        CsvExportPlugin(config=Config({"ExportPlugin": {"to": str(table)}})).export(gradebook)
    return [table, *sorted(course.folder.glob("feedback/*/*/*.html"))]


if __name__ == "__main__":
    try:
        table, *pages = write(open_course(Path(sys.argv[1]) if sys.argv[1:] else COURSE))
    except (ValueError, RuntimeError) as error:
        sys.exit(str(error))
    print(f"{table}: all marks. {len(pages)} pages of feedback: feedback/<student>/<assignment>/.")
