"""Formulas are typeset when the book is built, by MathJax in V8; no browser here."""

import re
from html import unescape

import pytest
from fontTools.ttLib import TTFont

from tests.site.small_book import build
from unrolled.site import mathjax, typeset
from unrolled.site.formulas import Formulas, v8
from unrolled.site.typeset import WIDTHS

INLINE = (
    r"W_{hh}",
    r"\textcolor{#0068a8}{\mathbf h}_t < \boldsymbol\theta",
    r"\operatorname{softmax}(\ell) = \hat{y}",
    r"\begin{bmatrix} 0.25 & x \\ -1 & y \end{bmatrix}",
    r"\Biggl( x \Biggr) \begin{pmatrix} 1 \\ 2 \\ 3 \\ 4 \end{pmatrix}",
    r"\sqrt{\tfrac12} \quad \underbrace{n_h}_{\text{cell}}",
)
DISPLAY = (
    "x^2 = \\frac{1}{2}",
    "\\begin{align*}\na &= b \\\\\nc &= d\n\\end{align*}",
    "a = b\n\nc = d",
)
PAGES = {
    "words": f"# Words with ${INLINE[0]}$\n\n" + "\n\n".join(f"${tex}$" for tex in INLINE[1:]),
    "lines": "# Lines\n\n$$\n{}\n$$ (eq-square)\n\n{}\n\n$$\n{}\n$$\n".format(*DISPLAY),
}
STYLES = "html/_static/typeset.css"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("books") / "book"


@pytest.fixture(scope="module")
def pages(folder):
    warnings, pages = build(folder, PAGES)
    assert warnings == ""
    return pages


def formulas(html):
    return re.findall(r"(?s)<mjx-container.*?</mjx-container>", html)


def test_every_formula_is_typeset_and_no_script_is_left(pages):
    body = {name: html.partition('role="main"')[2] for name, html in pages.items()}
    assert len(formulas(body["words"].partition("toctree")[0])) == len(INLINE)
    assert len(formulas(body["lines"])) >= len(DISPLAY)
    for html in pages.values():
        assert not re.search(r"<script[^>]*(?i:mathjax)|window.MathJax", html)
        assert not re.search(r"\\[(\[]|merror", html)


def test_a_title_is_typeset_in_the_contents_too(pages):
    beside = pages["lines"].partition('class="sphinxsidebar"')[2]
    assert "mjx-container" in beside


def test_the_tex_and_mathml_stand_in_the_page(pages):
    for name, sources in (("words", INLINE), ("lines", DISPLAY)):
        notes = re.findall(r'(?s)x-tex">(.*?)</annotation>', pages[name])
        assert set(sources) <= {unescape(note) for note in notes}
        for formula in formulas(pages[name]):
            assert re.search(r"(?s)<math [^>]*><semantics><mrow>.+</mrow><annotation", formula)


def test_a_short_formula_keeps_its_punctuation_on_its_line(tmp_path):
    text = (
        "# Page\n\nAt $t$, with ($W_{hh}$) or $\\mathbf h_t = a + b + c + d + e + f$, $x$ is $y$.\n"
    )
    _, pages = build(tmp_path / "one", {"page": text})
    kept = re.findall(
        r'(?s)<span class="kept">(.*?</mjx-container></span>[^<]*)</span>', pages["page"]
    )
    formula = r"(?s)<span.*?x-tex\">(.*?)</annotation>.*</span>"
    assert [re.sub(formula, r"\1", one) for one in kept] == ["t,", "(W_{hh})", "y."]


def test_colours_and_letters_are_the_books(pages):
    assert 'style="color: #0068a8;"' in pages["words"]
    assert "mjx-c1D421 TEX-B" in pages["words"]  # \mathbf h
    assert "mjx-c1D73D TEX-BI" in pages["words"]  # \boldsymbol\theta
    assert pages["lines"].count("<mjx-mtr") == 5  # two lines, and a pair of lines in one


def test_the_number_stands_before_the_equation_with_its_link(pages):
    assert re.search(
        r'(?s)<div class="math[^>]*id="equation-eq-square">\s*<span class="eqno">\(1\)'
        r'<a class="headerlink".*?</span><mjx-container[^>]*display="true"',
        pages["lines"],
    )


def test_the_styles_hold_each_glyph_and_the_fonts_are_there(folder, pages):
    styles = (folder / STYLES).read_text("utf-8")
    static = (folder / STYLES).parent
    for html in pages.values():
        assert re.search(r'href="_static/typeset\.css\?v=\w{8}"', html)
        for glyph in re.findall(r'<mjx-c class="([^"]+)"', html):
            assert f"mjx-c.{glyph.replace(' ', '.')}::before" in styles
    named = set(re.findall(r'url\("([^"]+)\?v=\w{8}"\)', styles))
    assert {"mathjax/MathJax_Main-Bold.woff", "mathjax/MathJax_Math-Italic.woff"} <= named
    assert {f"mathjax/{path.name}" for path in (static / "mathjax").iterdir()} == named
    assert not any("Fraktur" in name or "Typewriter" in name for name in named)


FONTS = {"TEX-B": "Main-Bold", "TEX-BI": "Math-BoldItalic", "TEX-I": "Math-Italic"}


@pytest.mark.parametrize("kind", FONTS)
def test_a_font_holds_the_characters_that_formulas_take_from_it_and_no_others(folder, pages, kind):
    styles = (folder / STYLES).read_text("utf-8")
    used = set(re.findall(rf'<mjx-c class="(\S+ {kind})"', "".join(pages.values())))
    rules = [f"mjx-c.{glyph.replace(' ', '.')}::before" for glyph in used]
    written = {re.search(rf'{rule} .*content: "(.+?)"', styles)[1] for rule in rules}
    with TTFont((folder / STYLES).parent / f"mathjax/MathJax_{FONTS[kind]}.woff") as font:
        assert set(map(chr, font.getBestCmap())) == set(map(decoded, written)) != set()


def test_each_character_comes_from_the_font_that_it_came_from_uncut(folder, pages):
    styles = (folder / STYLES).read_text("utf-8")
    files = dict(re.findall(r'font-family: (\S+); src: url\("mathjax/(.*?)\?', styles))
    cut = {name: (folder / STYLES).parent / "mathjax" / name for name in files.values()}
    whole = {path.name: path for path in mathjax.fonts() if path.name in cut}
    fonts = {}
    for selectors, families in re.findall(r"(?m)^([^@{]*) \{ font-family: (.*?);", styles):
        for one in selectors.split(", "):
            fonts[one.split()[0]] = [files[family] for family in re.findall(r"MJX[\w-]+", families)]
    rules = re.findall(r'(?m)^(.*?) \{.*content: "((?:\\.|[^"])*)"', styles)
    taken = []
    for kind in (whole, cut):
        held = {name: {*(TTFont(path).getBestCmap() or ())} for name, path in kind.items()}
        taken.append([])
        for selector, content in rules:
            special = re.search(r"\.TEX-\w+|^mjx-stretchy-[hv]", selector)
            names = fonts[special[0] if special else ".MJX-TEX"]
            for code in map(ord, decoded(content)):
                taken[-1].append((selector, next(name for name in names if code in held[name])))
    assert taken[0] == taken[1]
    assert any(name == "MathJax_Size4-Regular.woff" for _, name in taken[0])
    assert TTFont(cut[WIDTHS]).getBestCmap() == TTFont(whole[WIDTHS]).getBestCmap()


def decoded(content):
    """What a rule's content is in letters."""
    return re.sub(r"\\([0-9A-Fa-f]{1,6}) ?", lambda found: chr(int(found[1], 16)), content)


def test_a_second_build_asks_mathjax_nothing(folder, pages, monkeypatch):
    styles = (folder / STYLES).read_text("utf-8")
    monkeypatch.delattr(Formulas, "_call")
    warnings, again = build(folder, PAGES, again=True)
    assert warnings == ""
    assert {name: formulas(html) for name, html in again.items()} == {
        name: formulas(html) for name, html in pages.items()
    }
    assert (folder / STYLES).read_text("utf-8") == styles


def test_what_another_mathjax_made_is_not_reused(tmp_path):
    file = tmp_path / "typeset.json"
    file.write_text('{"made by": "another", "inline x": "old"}', "utf-8")
    known = Formulas(file)
    assert "mjx-container" in known.typeset("x", display=False)
    known.close()


def test_a_formula_in_a_line_differs_from_the_same_on_its_own(tmp_path):
    known = Formulas(tmp_path / "typeset.json")
    sizes = [known.typeset(r"\sum_i", display) for display in (False, True)]
    known.close()
    assert ['limits="false"' in size for size in sizes] == [True, False]


def test_processes_that_write_in_parallel_agree_with_one(tmp_path):
    many = {f"page{i}": f"# Page\n\n$x_{i}$ and ${INLINE[1]}$\n" for i in range(8)}
    _, one = build(tmp_path / "one", many)
    warnings, two = build(tmp_path / "two", many, parallel=2)
    assert warnings == ""
    assert two == one


@pytest.mark.parametrize(
    ("tex", "message"),
    [
        (r"\frac{1}{2", "Missing close brace|Extra open brace"),
        (r"\nosuch x", r"Undefined control sequence \\nosuch"),
        (r"\begin{aligned} a", r"Missing \\end{aligned}"),
    ],
)
def test_an_error_names_the_page_and_the_formula(tmp_path, tex, message):
    warnings, pages = build(
        tmp_path / "book", {"start": f"# Start\n\nA ${tex}$ and ${INLINE[0]}$."}
    )
    assert re.search(r"start\.md: WARNING: formula .*: " + message, warnings)
    assert repr(tex) in warnings
    assert len(formulas(pages["start"])) == 1


def test_a_formula_that_sphinx_leaves_bare_is_reported(tmp_path):
    bare = "# Start\n\n```{math}\n:nowrap:\nx\n```\n"
    assert "start.md: WARNING: formula 'x': is not" in build(tmp_path / "book", {"start": bare})[0]


@pytest.mark.parametrize("error", [ImportError, OSError, RuntimeError])
def test_v8_that_does_not_load_is_none(monkeypatch, error):
    def refuse():
        raise error("libmini_racer.so")

    assert v8()
    monkeypatch.setattr("py_mini_racer.MiniRacer", refuse)
    assert not v8()


def test_without_v8_the_browser_typesets_as_before(tmp_path, monkeypatch):
    monkeypatch.setattr(typeset, "v8", lambda: False)
    warnings, pages = build(tmp_path / "book", PAGES)
    assert warnings == ""
    static = tmp_path / "book/html/_static"
    assert not (static / "typeset.css").exists()
    for html in pages.values():
        assert "mathjax/startup.js" in html
        assert re.search(r'"loader": {"load": \["input/tex-base"', html)
        assert formulas(html) == []
    assert rf"\({INLINE[0]}\)" in pages["words"]
    asked = ("startup.js", "core.js", "input/tex/extensions/ams.js", "output/chtml/fonts/tex.js")
    fonts = "output/chtml/fonts/woff-v2/MathJax_Main-Regular.woff"
    assert all((static / "mathjax" / name).exists() for name in (*asked, fonts))
