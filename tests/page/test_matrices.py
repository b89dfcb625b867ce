"""Blocks of tinted cells: every number, its tint and its sign, at two widths."""

import re

import numpy as np
import pytest

from unrolled.page.matrices import WIDE, Block, Matrices, svg_symbol

A = np.array([[2.0, -0.5], [0.0, 1.25]])
CELL = re.compile(r'<rect x="[\d.]+" y="[\d.]+" width="(\d+)"[^>]*fill-opacity="([\d.]+)"')


def drawn(*blocks):
    """The picture for a desk and that for a phone."""
    wide, narrow = Matrices(list(blocks), "Some matrices")._repr_html_().split('class="narrow"')
    return wide, narrow


def test_every_number_stands_in_a_cell_whose_tint_is_its_size():
    for picture in drawn(Block(r"\mathbf A", A)):
        assert re.findall(r">([−\d.]+)</text>", picture) == ["2", "−0.50", "0", "1.25"]
        tints = [float(opacity) for _, opacity in CELL.findall(picture)]
        assert np.argsort(tints).tolist() == np.argsort(np.abs(A).ravel()).tolist()
        assert picture.count("-hatched)") == 1  # the negative one


def test_names_of_rows_and_columns_and_an_outlined_row():
    wide, _ = drawn(Block("A", A, rows="de", columns="mo", says="scores", outlined=1))
    for text in ("d", "e", "m", "o"):
        assert f">{text}</text>" in wide
    assert ">scores</tspan>" in wide
    assert wide.count('stroke-width="2"/>') == 1


def test_many_columns_become_narrower_on_a_phone_and_stay_in_the_room():
    wide, narrow = drawn(Block("A", np.full((1, 8), 0.25), columns="abcdefgh"))
    assert f'width="{WIDE - 2}"' in wide
    assert float(re.search(r"--width: (\d+)px", narrow)[1]) <= 358
    assert "font-size" not in narrow.split("<text")[1]


def test_two_pictures_of_a_page_do_not_share_names():
    wide, narrow = drawn(Block("A", A))
    assert not {*re.findall(r' id="([^"]+)"', wide)} & {*re.findall(r' id="([^"]+)"', narrow)}


def test_symbols():
    assert svg_symbol(r"\mathbf W_Q").startswith('<tspan font-weight="650">W</tspan><tspan dy="4"')


def test_what_is_no_matrix_of_numbers_is_refused():
    with pytest.raises(ValueError, match="role: got 'red'"):
        Matrices([Block("A", A, "red")], "A")
    with pytest.raises(ValueError, match="expected finite numbers"):
        Matrices([Block("A", np.array([[np.nan]]))], "A")
