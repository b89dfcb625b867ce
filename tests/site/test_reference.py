"""The package reference: every public function of mathematics once, with links to its equations."""

import re
from pathlib import Path

import unrolled
from tests.core.test_fuzz import public
from tests.site.conftest import SITE
from tests.site.small_book import build
from unrolled.site.reference import find_functions, find_labels, find_modules, write_docstring

PAGE = "# Package reference\n\n```{eval-rst}\n.. package-reference::\n```\n"


def test_labels_become_links_and_formulas_stay_as_they_are():
    doc = [
        "One step: h_t = tanh(W_hx x_t",
        "+ |b|*2).     eq-rnn-state",
        "",
        "eq-intro-first-state.",
    ]
    assert find_labels("\n".join(doc)) == ["eq-rnn-state", "eq-intro-first-state"]
    assert write_docstring(doc) == [
        r"| One step\: h\_t = tanh(W\_hx x\_t + \|b\|\*2).",
        "",
        "Equations: :eq:`eq-rnn-state`, :eq:`eq-intro-first-state`",
        "",
    ]


def test_every_public_function_of_mathematics_is_there_without_a_warning(tmp_path):
    cited = sorted({label for label in read_cited()})
    equations = "".join(f"$$\nx\n$$ ({label})\n\n" for label in cited)
    pages = {"start": f"# Start\n\n{equations}", "reference": PAGE}
    warnings, html = build(tmp_path, pages, more=["unrolled.site.reference"])
    assert warnings == ""
    named = set(re.findall(r'<dt[^>]* id="unrolled\.([\w.]+)"', html["reference"]))
    shown = {
        module.removeprefix("unrolled.") for room in find_modules().values() for module in room
    }
    wanted = {f for f in public() if f.rpartition(".")[0] in shown}
    assert wanted
    assert wanted <= named
    for label in ("eq-rnn-state", "eq-lstm-cell", "eq-attention-output"):
        if label in cited:
            assert f'href="start.html#equation-{label}"' in html["reference"]


def read_cited():
    for path in Path(unrolled.__file__).parent.rglob("*.py"):
        yield from find_labels(path.read_text("utf-8"))


def test_a_function_is_found_by_the_equation_that_it_computes():
    assert "unrolled.rnn.cell.rnn_step" in find_functions()["eq-rnn-state"]
    assert "unrolled.lstm.cell.lstm_step" in find_functions()["eq-lstm-cell"]


def test_the_check_of_an_equation_leads_to_its_functions():
    reference = (SITE / "book/reference.html").read_text("utf-8")
    targets = set(re.findall(r'id="(unrolled[.\w]+)"', reference))
    for page in ("rnn", "lstm", "bert"):
        html = (SITE / f"book/{page}.html").read_text("utf-8")
        links = re.findall(r'href="reference.html#([.\w]+)"', html)
        assert links
        assert set(links) <= targets
