"""Symbols in HTML are those of the text in TeX."""

import re

import pytest

from unrolled.backprop.demo import trace as step_trace
from unrolled.bptt.demo import trace as network_trace
from unrolled.page.symbols import html_symbol


@pytest.mark.parametrize(
    ("latex", "html"),
    [
        (r"\mathbf W_{hh}", "<b>W</b><sub>hh</sub>"),
        (r"\hat{\mathbf y}_1", "<b>ŷ</b><sub>1</sub>"),
        (r"T\boldsymbol\delta_2", "<i>T</i><b>δ</b><sub>2</sub>"),
        ("W_{hh,2,1}", "<i>W</i><sub>hh,2,1</sub>"),
        (r"\nabla_{\mathbf h_1}\mathcal L_1", "∇<sub><b>h</b>1</sub>ℒ<sub>1</sub>"),
        (r"\nabla_{\mathbf W^{(2)}}\mathcal L", "∇<sub><b>W</b></sub><sup>(2)</sup>ℒ"),
        (r"\phi'(\mathbf a^{(1)})", "<i>φ</i>′(<b>a</b><sup>(1)</sup>)"),
        (r"{\mathbf W}^{\top}\,\mathbf d", "<b>W</b><sup>⊤</sup> <b>d</b>"),
        (r"\operatorname{softmax} \mathbf z", "softmax <b>z</b>"),
        (r"\hat{\mathbf y} - \mathbf y", "<b>ŷ</b> − <b>y</b>"),
    ],
)
def test_an_index_stands_below_and_an_index_of_an_index_in_line_or_behind(latex, html):
    assert html_symbol(latex) == html


def test_every_symbol_of_the_worked_examples_can_be_written():
    for quantity in (*network_trace().values(), *step_trace().values()):
        html = html_symbol(quantity.symbol)
        assert not re.search(r"[\\_^{}]", html), html
        tags = re.findall(r"<(/?)(\w+)>", html)
        opened = [name for closing, name in tags if not closing]
        assert sorted(opened) == sorted(name for closing, name in tags if closing)


def test_an_unknown_command_is_refused():
    with pytest.raises(ValueError, match=r"latex: got \\frac, expected"):
        html_symbol(r"\frac{a}{b}")
