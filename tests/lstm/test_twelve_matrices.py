"""The weights of a whole LSTM are one picture: half a screen of a desk, one of a phone."""

import ast

import nbformat
import pytest

from tests.conftest import ROOT
from tests.widget.stage import book_style
from unrolled.lstm.demo import gate_weights

SCREENS = {"desk": (1280, 900, 0.5), "phone": (390, 844, 1.0)}  # width, height, how much of it
NUMBERS = 4 * (2 * 4 + 2 * 2 + 2)  # a cell each; a negative one is hatched by another


def picture():
    """What the chapter shows of the weights, by the call that it makes itself."""
    cells = nbformat.read(ROOT / "book/lstm.ipynb", as_version=4).cells
    (cell,) = (c.source for c in cells if c.cell_type == "code" and "gate_weights()" in c.source)
    call = ast.parse(cell).body[-1].value
    space = {}
    exec("from unrolled.lstm.demo import gate_weights", space)
    exec("from unrolled.page.matrices import Matrices, weights_of", space)
    return eval(compile(ast.Expression(call), "lstm", "eval"), space)


def test_there_are_twelve_of_them():
    shapes = [quantity.value.shape for quantity in gate_weights().values()]
    assert sorted(shapes) == 4 * [(2,)] + 4 * [(2, 2)] + 4 * [(2, 4)]


@pytest.mark.parametrize("screen", SCREENS)
def test_they_fit_on_a_screen(visit, screen):
    width, height, share = SCREENS[screen]
    page = visit(width=width, height=height).page
    style = f"{book_style()} body {{ margin: 0 16px }}"
    page.set_content(f"<!doctype html><style>{style}</style><main>{picture()._repr_html_()}</main>")
    seen = page.locator("svg:visible")
    assert seen.count() == 1
    box = seen.bounding_box()
    assert box["height"] <= share * height
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    assert seen.locator("rect").count() >= NUMBERS
