"""How any widget looks: on a phone and a desk, to axe, in forced colours."""

from tests.page.common import CONTRAST
from tests.page.conftest import built

WIDTHS = [360, 760, 1280]


def test_it_fits_at_every_width_in_every_state(case, put):
    found = {}
    for width in WIDTHS:
        for state in (None, *case.states):
            page = put(built(case.name, state), width=width)
            page.evaluate("contract.unfold()")
            wrong = page.evaluate("[...contract.sticksOut(), ...contract.small()]")
            found |= {f"{state} at {width}": wrong} if wrong else {}
    for state in (None, *case.states):
        page = put(built(case.name, state), width=390, height=844)
        page.evaluate("contract.unfold()")
        tiny = page.evaluate("contract.tiny()")
        found |= {f"{state} on a phone": tiny} if tiny else {}
    assert found == {}


def test_cause_and_effect_are_seen_together(case, put):
    for width, height, most in ((390, 844, 600), (1280, 900, 700)):
        for state in case.states:
            page = put(built(case.name, state), width=width, height=height)
            page.add_style_tag(content="body { padding-bottom: 900px; }")
            assert page.evaluate("most => contract.far(most)", most) == [], (state, width)


def test_another_width_of_the_window_is_as_if_it_had_been_so_at_once(case, put):
    it = built(case.name, next(iter(case.states)))
    narrow = put(it, width=390).evaluate("contract.state()")
    page = put(it, width=1280)
    page.set_viewport_size({"width": 390, "height": 900})
    page.wait_for_function("wanted => contract.state() === wanted", arg=narrow)


def test_axe_finds_nothing(case, put, violations):
    states = [None, *case.states][:2]
    for state in states:
        page = put(built(case.name, state))
        page.evaluate("contract.unfold()")
        assert violations(page) == []
        page = put(built(case.name, state), theme="dark")
        page.evaluate("contract.unfold()")
        assert violations(page, only=CONTRAST) == []
    page = put(built(case.name, states[-1]), width=390)
    assert violations(page, only=["target-size"]) == []


def test_in_forced_colours_nothing_vanishes_and_what_is_pressed_shows(case, put):
    for state in case.states:
        page = put(built(case.name, state))
        page.emulate_media(forced_colors="active")
        assert page.evaluate("contract.vanished()") == []
        pressed, others = map(set, page.evaluate("contract.looks()"))
        assert not pressed & others


def test_stories_show_that_they_are_chosen_and_the_task_can_be_done(case, put):
    page = put(case.make(answered=True))
    buttons = page.get_by_role("group", name="Stories", exact=True).get_by_role("button")
    for n in range(buttons.count()):
        buttons.nth(n).click()
        assert [b.get_attribute("aria-pressed") for b in buttons.all()].index("true") == n
    if case.solve:
        page = put(case.make(answered=True))
        assert page.locator(".explorable-live .kit-task.is-reached").count() == 0
        case.solve(page)
        page.locator(".explorable-live .kit-task.is-reached").wait_for()
