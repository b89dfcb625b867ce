"""What a student reads after grading: nbgrader's page, without what only machines need."""

import re
from html import escape
from pathlib import Path
from types import ModuleType

from nbformat.v4 import new_markdown_cell
from nbgrader.apps import NbGraderAPI
from nbgrader.converters import GenerateFeedback
from nbgrader.preprocessors import NbGraderPreprocessor
from nbgrader.utils import capture_log, temp_attrs
from traitlets import Unicode

from classroom import questions
from classroom.formulas import set_formulas

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
.nbgrader_cell > .panel-body:has(pre > span:only-child:empty) { display: none }
math { font-size: 1.08em }
</style></head>"""


class Tidy(NbGraderPreprocessor):
    """What a student may see, in the order of the notebook; nothing that only machines read."""

    book = Unicode(help="where the book is").tag(config=True)

    def preprocess(self, nb, resources):
        cells, about = {cell.id: cell for cell in nb.cells}, nb.metadata["unrolled"]
        nb.cells = [cells[name] for name in about["order"]]
        module = questions.load(about["assignment"])
        (one,) = (q for q in module.QUESTIONS if isinstance(q, questions.Explain))
        lines = "\n".join(f"- {set_formulas(line)}" for line in one.rubric)
        at = about["order"].index(one.name)
        nb.cells.insert(at + 1, new_markdown_cell(f"It is marked by:\n\n{lines}", id="rubric"))
        for cell in nb.cells:
            told = cell.metadata.get("nbgrader", {})
            if told.get("comment"):
                told["comment"] = set_formulas(told["comment"])
            if cell.id.endswith("-marks"):
                cell.source = ""
                cell.outputs = [o for o in cell.outputs if o.output_type != "execute_result"]
                for shown in cell.outputs:
                    shown.data["text/html"] = self._led(shown.data["text/html"], about["book"])
        return nb, resources

    def _led(self, html: str, before: str) -> str:
        """Links into the book, wherever it is now."""
        return html.replace(f'<a href="{before}/', f'<a href="{self.book}/')


def write(api: NbGraderAPI, module: ModuleType) -> None:
    """The pages of all students of an assignment that was graded, by an API with `Tidy` in it."""
    with temp_attrs(api.coursedir, assignment_id=module.CHAPTER):
        pages = GenerateFeedback(coursedir=api.coursedir, parent=api)
        pages.force = True
        done = capture_log(pages)
    if not done["success"]:
        raise RuntimeError(f"nbgrader: {done['log']}")
    for page in Path(api.coursedir.root).glob(f"feedback/*/{module.CHAPTER}/*.html"):
        _finish(page, f"{module.TITLE}: {page.parents[1].name}")


def _finish(page: Path, title: str) -> None:
    """Takes out what would be fetched, makes room on a phone, and calls things by their names."""
    html = SCRIPT.sub("", page.read_text("utf-8")).replace("</head>", STYLE, 1)
    html = html.replace(f"<h4>{page.stem} (", f"<h4>{escape(title)} (", 1)
    html = re.sub(
        r'(<li><a href="#(\w+)(?:-marks)?">)(?:Test cell|Written response)', r"\1\2", html
    )
    html = re.sub(r"Grade cell: (<code>\w+)-marks", r"\1", html)
    page.write_text(html, "utf-8")
