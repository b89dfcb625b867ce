"""What a student reads after grading: nbgrader's page, without what only machines need."""

import re
from pathlib import Path

from nbconvert.preprocessors import CSSHTMLHeaderPreprocessor
from nbgrader.apps import NbGraderAPI
from nbgrader.converters import GenerateFeedback
from nbgrader.preprocessors import GetGrades, NbGraderPreprocessor
from nbgrader.utils import capture_log, temp_attrs

SCRIPT = re.compile(r"<script[^>]*(?:mathjax|MathJax)[^>]*>.*?</script>", re.S)
STYLE = """<style>
body { font-size: 16px; background: #fff }
.panel-heading, .panel-body { overflow-wrap: anywhere }
@media (max-width: 600px) { .panel-heading .pull-right { float: none !important; display: block } }
pre { white-space: pre-wrap; overflow-wrap: anywhere }
.anchor-link, .prompt, .jp-InputPrompt, .jp-OutputPrompt { display: none }
#notebook-container { padding: 0; width: auto; max-width: none; box-shadow: none; border: 0 }
#notebook, .container { max-width: 900px; padding-left: 8px; padding-right: 8px }
h2 { margin-top: 40px }
math { font-size: 1.08em }
</style></head>"""


class Tidy(NbGraderPreprocessor):
    """Leaves out the setup and the points that only nbgrader reads."""

    def preprocess(self, nb, resources):
        nb.cells = [cell for cell in nb.cells if cell.id != "setup"]
        for cell in nb.cells:
            if cell.id.endswith("-marks"):
                cell.outputs = [o for o in cell.outputs if o.output_type != "execute_result"]
        return nb, resources


def write(api: NbGraderAPI, assignment: str) -> None:
    """The pages of all students of an assignment that was graded."""
    with temp_attrs(api.coursedir, assignment_id=assignment):
        pages = GenerateFeedback(coursedir=api.coursedir, parent=api)
        pages.preprocessors, pages.force = [GetGrades, Tidy, CSSHTMLHeaderPreprocessor], True
        done = capture_log(pages)
    if not done["success"]:
        raise RuntimeError(f"nbgrader: {done['log']}")
    for page in Path(api.coursedir.root).glob(f"feedback/*/{assignment}/*.html"):
        _finish(page)


def _finish(page: Path) -> None:
    """Takes out what would be fetched, and makes room on a phone."""
    html = SCRIPT.sub("", page.read_text("utf-8"))
    page.write_text(html.replace("</head>", STYLE, 1), "utf-8")
