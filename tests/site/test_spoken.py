"""Formulas in words."""

import json
import re
from pathlib import Path

import pytest

from unrolled.site.spoken import spoken

BOOK = Path(__file__).parents[2] / "book"


@pytest.mark.parametrize(
    ("tex", "words"),
    [
        (r"\mathbf W_{hx}\mathbf x_1", "W hx x 1"),
        (r"\hat{\mathbf y} - \mathbf y", "y hat minus y"),
        (r"\mathbf W_{hh}^{\top}\boldsymbol\delta_{t+1}", "W hh transposed delta t plus 1"),
        (r"\nabla_{\mathbf W_{hh}}\mathcal L_1 = \mathbf 0", "gradient W hh L 1 equals 0"),
        (r"\lVert\mathbf W_{hh}\rVert_2 = 3.9", "the norm of W hh equals 3.9"),
        (r"\textcolor{#0068a8}{\phi'}(a) > \tfrac{1}{T^2}", "phi prime a above 1 over T squared"),
    ],
)  # fmt: skip
def test_a_formula_is_said_in_words(tex, words):
    assert spoken(tex) == words


def test_every_formula_in_the_title_of_a_fold_can_be_said():
    """No sign is left that a voice would spell or skip."""
    titles = [
        title
        for path in BOOK.glob("*.ipynb")
        for cell in json.loads(path.read_text("utf-8"))["cells"]
        for title in re.findall(r":::+\{dropdown\}(.*)", "".join(cell["source"]))
    ]
    said = [spoken(tex) for title in titles for tex in re.findall(r"\$([^$]+)\$", title)]
    assert [words for words in said if not re.fullmatch(r"[\w. ]+", words)] == []
