"""How any widget looks: on a phone and a desk, to axe, in forced colours."""

from tests.widget.common import CONTRAST, FRAME
from tests.widget.conftest import built
from tests.widget.pages import PATIENCE

SIZES = {360: 900, 390: 844, 760: 900, 1280: 900}
RIDING = {"attention_by_hand", "flow", "power_iteration", "one_neuron"}  # labels on their own lines
LEAST = 0.24  # of a screen, for the picture
SCREENS = [(1280, 800), (1920, 1080)]  # projectors
TAGS_SPOKEN = """[...document.querySelectorAll(".explorable *")].flatMap((one) =>
  [...one.attributes].filter(({name, value}) => /^aria-/.test(name) && /<\\/?[a-z]/.test(value))
  .map(({value}) => value))"""
NEAR = {390: 600, 1280: 700}  # how far apart, in px, what is worked and what is seen may be


def test_it_fits_is_near_and_shows_in_every_state_at_every_width_and_in_forced_colours(case, put):
    """One page a state: that another width is as good as that width at once is the next test's."""
    found = {}
    besides = ".halo" if case.name in RIDING else ""

    def look(*where, asked):
        wrong = page.evaluate(asked)
        found.update({where: wrong} if wrong else {})

    for state in (None, *case.states):
        page = put(built(case.name, state))
        page.evaluate("document.querySelector('main').style.paddingBottom = '900px'")
        page.evaluate("contract.unfold()")
        look(state, "tags are spoken", asked=TAGS_SPOKEN)
        for width, height in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(FRAME)  # in which the other form of a picture is drawn
            look(state, width, "fits", asked="[...contract.sticksOut(), ...contract.small()]")
            look(state, width, "struck", asked=f"contract.struck({besides!r})")
            if width == 390:
                look(state, width, "tiny", asked="contract.tiny()")
            if state and width in NEAR:
                look(state, width, "near", asked=f"contract.far({NEAR[width]})")
        page.emulate_media(forced_colors="active")
        look(state, "vanished", asked="contract.vanished()")
        look(state, "pressed looks as others", asked="contract.alike()")
    assert found == {}


def test_full_screen_shows_the_question_and_all_that_works_the_picture(case, put):
    for width, height in SCREENS:
        page = put(case.make(), width=width, height=height)
        page.get_by_role("button", name="Full screen").click()
        page.wait_for_function("document.fullscreenElement !== null")
        page.evaluate(FRAME)
        bottom = page.evaluate("document.fullscreenElement.scrollHeight")
        seen = page.evaluate("contract.whole()")
        page.evaluate("document.exitFullscreen()")
        page.wait_for_function("document.fullscreenElement === null")
        assert bottom <= height, (width, height)
        assert seen["asked"], (width, height)
        assert seen["uncut"], (width, height)
        assert seen["share"] >= LEAST, (width, height, seen)


def test_another_width_of_the_window_is_as_if_it_had_been_so_at_once(case, put):
    """What is seen, and where all of it stands."""
    it = built(case.name, next(iter(case.states)))
    narrow = put(it, width=390).evaluate("contract.laid()")
    page = put(it, width=1280)
    assert page.evaluate("contract.laid()") != narrow
    page.set_viewport_size({"width": 390, "height": 900})
    page.wait_for_function("wanted => contract.laid() === wanted", arg=narrow, timeout=PATIENCE / 4)


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


def test_stories_show_that_they_are_chosen_and_the_task_can_be_done(case, put):
    page = put(case.make(answered=True))
    buttons = page.get_by_role("group", name="Stories", exact=True).get_by_role("button")
    for n in range(buttons.count()):
        buttons.nth(n).click()
        assert [b.get_attribute("aria-pressed") for b in buttons.all()].index("true") == n
    page = put(case.make(answered=True))
    assert page.locator(".explorable-live .kit-task.is-reached").count() == 0
    case.solve(page)
    page.locator(".explorable-live .kit-task.is-reached").wait_for()
