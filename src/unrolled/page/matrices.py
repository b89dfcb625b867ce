"""Matrices and vectors as blocks of tinted cells: the same look wherever a chapter shows numbers.

A stronger tint is a larger number, hatching a negative one; the colour is that of its role. A
picture is static SVG with a text alternative, drawn twice: for a desk and for a phone.
"""

import hashlib
import re
from html import escape
from numbers import Real
from typing import NamedTuple

import numpy as np

from unrolled.core.door import check_choice, check_finite
from unrolled.core.shapes import Array
from unrolled.page.figure import ROOT, Inline
from unrolled.page.numbers import number
from unrolled.page.symbols import html_symbol
from unrolled.page.trace import Trace, digits_of

ROLES = {
    "input": "#00785a",
    "state": "#0068a8",
    "output": "#8f3f78",
    "gradient": "#b34a00",
    "quiet": "#566173",
}
WIDE, HIGH = 50, 30  # of a cell, in px
TITLE, NAMES = 26, 20  # above the cells: the symbol, and names of the columns
ASIDE = 24  # left of the cells: names of the rows
GAP = 30  # between two blocks
DARKEST = 45  # percent of the hue in the cell of the largest number: digits stay readable


Picture = tuple[str, int, int]  # what is inside an `svg`, and its width and height in px


class Block(NamedTuple):
    """A matrix, or a vector as a column, under its symbol."""

    symbol: str  # LaTeX
    values: Array
    role: str = "state"  # whose colour it has
    says: str = ""  # a few words after the symbol
    rows: str = ""  # a letter for each row
    columns: str = ""
    outlined: int | None = None  # the row that the text speaks of
    digits: int = 2

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return np.asarray(self.values).reshape(len(self.values), -1).shape

    def size(self, wide: int = WIDE) -> tuple[int, int]:
        """Width and height in px, names and title included, of cells so wide."""
        rows, columns = self.shape
        width = columns * wide + (ASIDE if self.rows else 0)
        return width, TITLE + (NAMES if self.columns else 0) + rows * HIGH


def svg_symbol(latex: str) -> str:
    """A symbol of the text as SVG: bold is upright, the rest in italics, indices small and low."""
    html = html_symbol(latex)
    html = re.sub(r"<b>(.*?)</b>", r'<tspan font-weight="650">\1</tspan>', html)
    html = re.sub(r"<i>(.*?)</i>", r'<tspan font-style="italic">\1</tspan>', html)
    for tag, way in (("sub", 4), ("sup", -5)):
        html = re.sub(
            f"<{tag}>(.*?)</{tag}>",
            rf'<tspan dy="{way}" font-size="11">\1</tspan><tspan dy="{-way}">&#8203;</tspan>',
            html,
        )
    return html


def write_text(x: Real, y: Real, text: str, anchor: str = "middle", **style: object) -> str:
    """Text on the line y; `text` may hold tspans."""
    more = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in style.items())
    return f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}"{more}>{text}</text>'


def _draw_cell(x: Real, y: Real, wide: int, text: str, share: Real, role: str) -> str:
    hue = f"var(--{role}, {ROLES[role]})"
    box = f'x="{x + 1:.0f}" y="{y + 1:.0f}" width="{wide - 2}" height="{HIGH - 2}" rx="2"'
    strength = round(DARKEST * abs(share)) / 100
    face = f'<rect {box} fill="{hue}" fill-opacity="{0.05 + strength:.2f}"/>'
    if share < 0:
        face += f'<rect {box} fill="url(#SALT-hatched)"/>'
    return face + write_text(x + wide / 2, y + HIGH / 2 + 5, text)


def draw_block(block: Block, left: Real, top: Real, wide: int = WIDE) -> str:
    """The block with its upper left corner at a place, as SVG; a cell is `wide` px wide."""
    values = np.asarray(block.values, dtype=float).reshape(block.shape)
    columns = block.shape[1]
    x = left + (ASIDE if block.rows else 0)
    y = top + TITLE + (NAMES if block.columns else 0)
    title = svg_symbol(block.symbol)
    if block.says:
        title += f'<tspan fill="var(--quiet, #566173)" dx="6">{escape(block.says)}</tspan>'
    parts = [write_text(x + columns * wide / 2, top + 15, title)]
    most = np.abs(values).max() or 1.0
    for i, row in enumerate(values):
        for j, value in enumerate(row):
            text = number(value, block.digits)
            at = x + j * wide, y + i * HIGH
            parts.append(_draw_cell(*at, wide, text, value / most, block.role))
    quiet = {"fill": "var(--quiet, #566173)"}
    parts += [
        write_text(x - 10, y + i * HIGH + HIGH / 2 + 5, name, **quiet)
        for i, name in enumerate(block.rows)
    ]
    parts += [
        write_text(x + (j + 0.5) * wide, y - 6, name, **quiet)
        for j, name in enumerate(block.columns)
    ]
    if block.outlined is not None:
        corner = f'x="{x - 1:.0f}" y="{y + block.outlined * HIGH - 1:.0f}"'
        size = f'width="{columns * wide + 2}" height="{HIGH + 2}" rx="4"'
        parts.append(f'<rect {corner} {size} fill="none" stroke="currentColor" stroke-width="2"/>')
    return "".join(parts)


def draw_shades(values: Array, left: Real, top: Real, side: int, role: str) -> str:
    """Many numbers as small squares without digits: the larger, the darker."""
    low, high = np.min(values), np.max(values)
    hue = f"var(--{role}, {ROLES[role]})"
    squares = [
        f'<rect x="{left + j * side}" y="{top + i * side}" width="{side - 1}" height="{side - 1}"'
        f' fill-opacity="{(value - low) / (high - low):.2f}"/>'
        for i, row in enumerate(values)
        for j, value in enumerate(row)
    ]
    return f'<g fill="{hue}">{"".join(squares)}</g>'


def draw_arrow(*places: tuple) -> str:
    """From the first place to the last, in a curve with the two between as its handles."""
    start, *handles, end = (f"{x:.0f} {y:.0f}" for x, y in places)
    path = f"M{start} C{' '.join(handles)} {end}" if handles else f"M{start} L{end}"
    line = 'fill="none" stroke="var(--quiet, #566173)" stroke-width="1.4"'
    return f'<path d="{path}" {line} marker-end="url(#SALT-tip)"/>'


DEFINITIONS = {  # what the parts refer to; SALT gives each picture names of its own
    "hatched": '<pattern id="SALT-hatched" width="6" height="6" patternUnits="userSpaceOnUse"'
    ' patternTransform="rotate(45)"><path d="M0 0V6" stroke="var(--paper, #fff)"'
    ' stroke-width="2" stroke-opacity="0.5"/></pattern>',
    "tip": '<marker id="SALT-tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7"'
    ' markerHeight="7" orient="auto">'
    '<path d="M0 0L8 4L0 8Z" fill="var(--quiet, #566173)"/></marker>',
}


def _width_of_digits(blocks: list[Block]) -> int:
    """What a cell needs for the longest of the numbers."""
    texts = (number(x, block.digits) for block in blocks for x in np.ravel(block.values))
    return 8 + int(7.2 * max(map(len, texts)))


def lay_out(blocks: list[Block], room: int, together: int = 1) -> Picture:
    """The blocks from left to right in as many lines as the room asks for.

    So many neighbours stay `together` on a line, where there is room for them.
    """
    wide = min(_width_of_digits(blocks), *((room - ASIDE) // b.shape[1] for b in blocks))
    groups = [blocks[n : n + together] for n in range(0, len(blocks), together)]
    lines = [[]]
    for group in groups:
        taken, needed = (
            sum(one.size(wide)[0] + GAP for one in some) for some in (lines[-1], group)
        )
        if lines[-1] and taken + needed - GAP > room:
            lines.append([])
        lines[-1] += group
    parts = []
    top = widest = 0
    for line in lines:
        left = 0
        high = max(block.size(wide)[1] for block in line)
        for block in line:
            parts.append(draw_block(block, left, top + high - block.size(wide)[1], wide))
            left += block.size(wide)[0] + GAP
        widest = max(widest, left - GAP)
        top += high + GAP // 2
    return "".join(parts), widest, top - GAP // 2


def framed(picture: Picture, label: str, narrow: bool) -> str:
    """The whole `svg` of what was drawn, of its own width in px."""
    body, width, height = picture
    used = [text for name, text in DEFINITIONS.items() if f"url(#SALT-{name})" in body]
    body = f"<defs>{''.join(used)}</defs>{body}" if used else body
    salt = "m" + hashlib.sha1(f"{label} {narrow}".encode()).hexdigest()[:8]
    place = f'viewBox="-4 -4 {width + 8:.0f} {height + 8:.0f}" font-size="14"'
    style = f"--width: {width + 8:.0f}px; width: var(--width)"
    head = f'<svg role="img" aria-label="{escape(label)}" style="{style}" {ROOT} {place}>'
    return head + body.replace("SALT", salt) + "</svg>"


class Drawn(Inline):
    """What was drawn by the functions of this module, for a desk and for a phone."""

    def __init__(self, wide: Picture, narrow: Picture, label: str, caption: str = ""):
        pictures = framed(wide, label, False), framed(narrow, label, True)
        super().__init__(*pictures, label, caption)


class Matrices(Drawn):
    """Blocks beside each other, in lines of at most `room` px, for a notebook to show."""

    def __init__(
        self,
        blocks: list[Block],
        label: str,
        caption: str = "",
        room: int = 720,
        together: int = 1,
    ):
        for block in blocks:
            check_choice("role", block.role, ROLES)
            check_finite(block.symbol, block.values)
        wide, narrow = (lay_out(blocks, each, together) for each in (room, 350))
        super().__init__(wide, narrow, label, caption)


def weights_of(trace: Trace, columns: str = "", role: str = "quiet") -> list[Block]:
    """The quantities of a trace as blocks; those with so many columns have their names."""
    blocks = []
    for quantity in trace.values():
        named = columns if np.shape(quantity.value)[1:] == (len(columns),) else ""
        digits = digits_of(quantity)
        blocks.append(Block(quantity.symbol, quantity.value, role, columns=named, digits=digits))
    return blocks
