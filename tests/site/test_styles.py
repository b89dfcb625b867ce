"""Style sheets without the rules that no page can use."""

import re

import pytest

from unrolled.site.styles import lighten, only, words

SCRIPTS = ('tip.classList.add("bs-tip-" + side)', "tip.classList.add(`at-${side}`, sub-1, 'x-')")
NAMED = words(['<p class="card is-open" id="top">', *SCRIPTS])


@pytest.mark.parametrize(
    "sheet",
    [
        "p{margin:0}",
        ".card p{margin:0}",
        "#top:target{margin:0}",
        ".bs-tip-left{margin:0}",  # its name is put together by a script
        ".at-left .card{margin:0}",
        ".card:not(.unknown){margin:0}",
        ":is(.unknown,.card){margin:0}",
        r".sd-m\:1{margin:0}",  # not a word
        "[class*=unknown]{margin:0}",
        "@media print{\n.card{margin:0}\n}",
        "@font-face{font-family:x}",
        "@keyframes unknown{to{opacity:0}}",
        "/*! unknown, under the MIT license */",
    ],
)
def test_what_a_page_may_use_stays(sheet):
    assert only(NAMED, sheet).strip() == sheet


@pytest.mark.parametrize(
    "sheet",
    [
        ".unknown{margin:0}",
        "p.card.unknown a{margin:0}",
        "#unknown{margin:0}",
        ".tip-left{margin:0}",
        ".sub-left,.x-left{margin:0}",
        "@media print{.unknown{margin:0}}",
        "@supports (gap:0){@media print{.unknown{margin:0}}}",
        "/* a remark about .card */",
    ],
)
def test_what_no_page_can_use_goes(sheet):
    assert only(NAMED, sheet).strip() == ""


def test_of_several_selectors_those_stay_that_can_match():
    assert only(NAMED, ".unknown,.card,a.unknown,p{margin:0}").strip() == ".card,p{margin:0}"


def test_a_site_keeps_what_a_page_or_a_script_names_and_links_tell_its_sheets_apart(tmp_path):
    files = {
        "book/page.html": '<link href="../_static/styles/a.css?v=1" /><p class="in-page">',
        "_static/scripts/some.js": 'node.className = "in-script";',
        "_static/styles/a.css": ".in-page{top:0} .in-script{top:1px} .nowhere{top:2px}",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    links = []
    for more in ("", ".in-page p{top:0}"):
        with (tmp_path / "_static/styles/a.css").open("a", encoding="utf-8") as sheet:
            sheet.write(more)
        lighten(tmp_path)
        links.append((tmp_path / "book/page.html").read_text("utf-8"))
    left = (tmp_path / "_static/styles/a.css").read_text("utf-8").split()
    assert left == [".in-page{top:0}", ".in-script{top:1px}", ".in-page", "p{top:0}"]
    assert re.match(r'<link href="\.\./_static/styles/a\.css\?v=\w{8}" /><p', links[0])
    assert links[0] != links[1]
