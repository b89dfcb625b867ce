"""Three doors into the book, ajar; each opens while one points at it. Notebook: book/intro.ipynb"""

from IPython.display import Markdown, display

from unrolled.intro.three_ways import BLUE, draw_way
from unrolled.page.figure import Inline

LEFT, TOP, WIDE, HIGH = 24, 8, 124, 150  # of the doorway, in px
TALL = TOP + HIGH + 20  # of the picture, with the corner of a leaf that opens towards us
OPEN, AJAR = 0.14, 0.45  # how wide the leaf looks, as a share of the doorway
RULES = [
    f".way .leaf {{ transform-origin: {LEFT}px {TOP}px; transition: transform 0.45s;"
    f" transform: scaleX({AJAR}) skewY(5deg); }}",
    f".way:hover .leaf {{ transform: scaleX({OPEN}) skewY(5deg); }}",
]
WORDS = {
    "read": "**Read.** Every page works on a laptop or a phone, without an account and even"
    " offline. Most pictures ask for a guess first: commit to one, because it makes the answer"
    " stick. Your guesses stay on your device.",
    "run": "**Run.** Each chapter is a notebook, which the button at the top of its page downloads."
    " Change the short programs in it, and the line below tells you what your change did."
    " [Run it yourself](run.md) says what you need.",
    "teach": "**Teach.** Each chapter has an assignment with different numbers for every student."
    " All of it is marked for you, except one explanation: see [Assignments](teaching.md).",
}


def draw_read() -> Inline:
    """Behind the door: a page with lines of text, a picture, and a handle that can be pulled."""
    lines = "".join(_line(52, 30 + 13 * k, wide) for k, wide in enumerate((70, 82, 58)))
    curve = (
        f'<path d="M 52 136 C 74 136 84 96 104 96 S 126 120 136 84" fill="none" stroke="{BLUE}"'
        f' stroke-width="3"/><circle cx="104" cy="96" r="7" fill="{BLUE}"/>'
    )
    said = "A door that is ajar. Behind it a page with text and a curve that can be pulled."
    return _draw_door("read", lines + curve, said)


def draw_run() -> Inline:
    """Behind the door: a cell of a notebook and what it prints."""
    cell = (
        f'<rect x="46" y="24" width="98" height="48" rx="4" fill="{BLUE}" fill-opacity="0.12"/>'
        '<g font-family="var(--code, monospace)" font-size="13">'
        '<text x="54" y="43">a = W @ h</text><text x="54" y="62">h = tanh(a)</text></g>'
    )
    bars = "".join(
        f'<rect x="{50 + 19 * k}" y="{146 - high}" width="12" height="{high}" rx="3"'
        f' fill="{BLUE}"/>'
        for k, high in enumerate((40, 16, 50, 30, 24))
    )
    said = "A door that is ajar. Behind it a cell of a notebook, with bars for what it computes."
    return _draw_door("run", cell + bars, said)


def draw_teach() -> Inline:
    """Behind the door: a sheet of answers with their marks."""
    rows = "".join(
        f'<text x="122" y="{46 + 31 * k}" font-size="19" font-weight="700" fill="{BLUE}">{mark}'
        f"</text>{_line(58, 38 + 31 * k, wide)}"
        for k, (mark, wide) in enumerate([("✓", 60), ("✓", 46), ("✗", 56), ("✓", 38)])
    )
    said = "A door that is ajar. Behind it a sheet with four answers; three have a tick."
    return _draw_door("teach", rows, said)


def show_doors() -> None:
    """The three doors, each with what stands behind it."""
    for name, draw in {"read": draw_read, "run": draw_run, "teach": draw_teach}.items():
        display(draw(), Markdown(WORDS[name]))


def _line(x: int, y: int, wide: int) -> str:
    """A line of writing that is too small to be read."""
    return f'<rect x="{x}" y="{y}" width="{wide}" height="4" rx="2" fill-opacity="0.45"/>'


def _draw_door(name: str, behind: str, label: str) -> Inline:
    """A doorway with something behind it, and a leaf that hangs on its left side."""
    doorway = f'x="{LEFT}" y="{TOP}" width="{WIDE}" height="{HIGH}"'
    leaf = (
        f'<g class="leaf"><rect {doorway} fill="var(--paper, #fff)" stroke="currentColor"'
        ' stroke-width="1.6" vector-effect="non-scaling-stroke"/>'
        f'<rect x="{LEFT + 14}" y="{TOP + 14}" width="{WIDE - 28}" height="{HIGH - 28}"'
        ' fill="none" stroke="currentColor" stroke-opacity="0.35"/>'
        f'<circle cx="{LEFT + WIDE - 10}" cy="{TOP + HIGH / 2:g}" r="4"/></g>'
    )
    frame = f'<rect {doorway} fill="none" stroke="currentColor" stroke-width="2.4"/>'
    ground = f"M 4 {TOP + HIGH} H {LEFT + WIDE + 20}"
    floor = f'<path d="{ground}" stroke="currentColor" stroke-width="2.4"/>'
    return draw_way(f"way-{name}", RULES, behind + frame + floor + leaf, label, TALL)
