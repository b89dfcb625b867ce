"""Style sheets without the rules that no page can use."""

import pytest

from unrolled.site.styles import only, words

NAMED = words(['<p class="card is-open" id="top">', 'tip.classList.add("bs-tip-" + side)'])


@pytest.mark.parametrize(
    "sheet",
    [
        "p{margin:0}",
        ".card p{margin:0}",
        "#top:target{margin:0}",
        ".bs-tip-left{margin:0}",  # its name is put together by a script
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
        "@media print{.unknown{margin:0}}",
        "@supports (gap:0){@media print{.unknown{margin:0}}}",
        "/* a remark about .card */",
    ],
)
def test_what_no_page_can_use_goes(sheet):
    assert only(NAMED, sheet).strip() == ""


def test_of_several_selectors_those_stay_that_can_match():
    assert only(NAMED, ".unknown,.card,a.unknown,p{margin:0}").strip() == ".card,p{margin:0}"
