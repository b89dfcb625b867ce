"""The doors of the front page are ajar and open while one points at them, without a script."""

import pytest

from unrolled.intro import three_doors as doors

DRAWN = [doors.draw_read, doors.draw_run, doors.draw_teach]
WIDTH = """(leaf) => {
    const frame = [...leaf.ownerSVGElement.querySelectorAll(":scope > rect")].at(-1);
    return leaf.getBoundingClientRect().width / frame.getBoundingClientRect().width;
}"""


@pytest.mark.parametrize("draw", DRAWN)
def test_a_door_opens_while_one_points_at_it(visit, draw):
    page = visit(reduced_motion="reduce").page
    page.set_content(f"<body style='margin: 60px; width: 400px'>{draw()._repr_html_()}")
    page.mouse.move(0, 0)
    leaf = page.locator(".leaf")
    assert leaf.evaluate(WIDTH) == pytest.approx(doors.AJAR, abs=0.03)
    page.locator("svg").hover()
    assert leaf.evaluate(WIDTH) == pytest.approx(doors.OPEN, abs=0.03)


def test_each_door_has_its_words():
    assert len(doors.WORDS) == len(DRAWN)
    assert all(words.startswith(f"**{name.title()}.**") for name, words in doors.WORDS.items())
