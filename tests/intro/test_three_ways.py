"""The three pictures at the top of the front page follow the pointer, without a script."""

import re
from itertools import pairwise

import pytest

from tests.widget.pages import AT_REST
from unrolled.attention import one_head
from unrolled.bert import heads
from unrolled.intro import three_ways as ways

HEIGHTS = """(svg) => [...svg.querySelectorAll(".step")].map((step) =>
    +getComputedStyle(step).getPropertyValue("--h"))"""


@pytest.fixture
def shown(visit):
    """A picture on an empty page, with a pointer that is elsewhere."""

    def show(picture):
        page = visit().page
        page.set_content(f"<body style='margin: 60px; width: 400px'>{picture._repr_html_()}")
        page.mouse.move(0, 0)
        page.evaluate(AT_REST)
        return page

    return show


def read_heights(page):
    return page.locator("svg.way").evaluate(HEIGHTS)


def test_a_state_fades_from_where_one_points(shown):
    page = shown(ways.draw_pass())
    fading = [ways.LOST**k for k in range(ways.STEPS)]
    assert read_heights(page) == pytest.approx(fading, abs=5e-4)
    page.locator(".step").nth(4).hover()
    assert read_heights(page) == pytest.approx([0.0] * 4 + fading[:-4], abs=5e-4)


def test_a_memory_lasts_up_to_the_valve_that_is_shut(shown):
    page = shown(ways.draw_keep())
    kept = [ways.LEAKED**k for k in range(ways.STEPS)]
    for shut in (ways.SHUT, 5, 0):
        if shut != ways.SHUT:
            page.locator(".step").nth(shut).hover()
        expected = kept[:shut] + [0.0] * (ways.STEPS - shut)
        assert read_heights(page) == pytest.approx(expected, abs=5e-4)
        turned = page.locator(".step").evaluate_all(
            "them => them.map((it) => getComputedStyle(it).getPropertyValue('--turn') === '90deg')"
        )
        assert turned == [k == shut for k in range(ways.STEPS)]


def test_the_ribbons_of_one_word_are_seen_at_a_time(shown):
    page = shown(ways.draw_look())
    seen = """them => them.filter((it) => getComputedStyle(it.querySelector(".looks")).opacity > 0)
        .map((it) => it.textContent)"""
    assert page.locator(".word").evaluate_all(seen) == ["it"]
    page.locator(".word text", has_text="cross").hover()
    page.evaluate(AT_REST)
    assert page.locator(".word").evaluate_all(seen) == ["cross"]


def test_a_ribbon_is_as_wide_as_the_weight_that_the_encoder_gave():
    A = heads.maps(one_head.TWO[0])[1][one_head.LAYER - 1, one_head.NUMBER - 1]
    groups = ways.draw_look().svg.split('<g class="word')[1:]
    size = len(groups)  # the last tokens, the full stop and the mark at the end, are not shown
    drawn = [re.findall(r'stroke-width="([\d.]+)"', group) for group in groups]
    for k, row in enumerate(A[:size, :size]):
        seen = [w for other, w in enumerate(row) if other != k and w > ways.FAINT]
        assert [float(width) for width in drawn[k]] == pytest.approx(
            [1 + 11 * w for w in seen], abs=0.05 + 1e-9
        )
    assert max(range(size), key=A[one_head.IT, :size].__getitem__) == 2  # animal


def test_words_do_not_touch():
    text = ways.loaded()["sentences"][0]["text"]
    places = ways._places(["•", *text.removesuffix(".").split()])
    for (x, y, width), (to, line, other) in pairwise(places):
        assert y != line or to - other / 2 - (x + width / 2) == pytest.approx(6)
    assert min(x - width / 2 for x, _, width in places) >= 0
    assert max(x + width / 2 for x, _, width in places) <= ways.WIDE
