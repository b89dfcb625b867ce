"""What a reader does with any widget: answers, keys, fingers, the mouse, play, undo."""

import re

import pytest

from tests.widget.common import FRAME, PLAIN
from tests.widget.conftest import built

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 900}
MOVES = 3  # of a drag, each farther than a finger that taps may slip
TOP = "() => document.querySelector('.explorable-live .kit-stage').getBoundingClientRect().top"
SPILT = """() => {
    const bar = document.querySelector(".explorable-live .kit-question").getBoundingClientRect();
    const parts = document.querySelectorAll(".explorable-live .kit-question :is(p, button)");
    const seen = [...parts].filter((part) => part.checkVisibility({ visibilityProperty: true }));
    const cut = seen.filter((part) => part.matches(".kit-reply")
        && part.scrollHeight > part.clientHeight + 4
        && !document.querySelector(".explorable-live .kit-cut").checkVisibility());
    const out = seen.filter((part) => part.getBoundingClientRect().bottom > bar.bottom + 1);
    return [...cut, ...out].map((part) => part.textContent);
}"""


@pytest.fixture
def finger(stage):
    """`finger(start, way, end)` pulls along `way`; a page that scrolls takes it at once."""
    session = stage.context.new_cdp_session(stage.page)

    def pull(start, way, end="touchEnd"):
        def send(kind, *points):
            touches = [{"x": x, "y": y} for x, y in points]
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

        send("touchStart", start)
        for n in range(1, MOVES + 1):
            send("touchMove", [a + n * d / MOVES for a, d in zip(start, way, strict=True)])
        send(end)

    yield pull
    session.detach()


def press(page, name):
    page.get_by_role("button", name=name, exact=True).click()


def make_guess(page, question, label):
    """Makes a guess: an option's by its label, that of a flag once it was moved."""
    if "place" in question:
        press(page, label)
        page.get_by_role("button", name="Move the flag first").wait_for()
        assert not page.locator(".explorable-live .is-answered").count()
        flag = page.locator(".explorable-live .kit-question input[type=range]")
        flag.press("ArrowLeft")
        flag.press("ArrowRight")  # back at its start it has been looked at too
    press(page, page.evaluate(PLAIN, label))


def test_a_guess_is_answered_in_its_place_and_nothing_else_moves(case, put):
    """Every control is alive before it; what shows the answer comes, and what is there stays.

    The bar of the question is as high as ever, with what was said and with the task.
    """
    it = built(case.name, None)
    question = it._constants["question"]
    page = put(case.make(**question["show"], answered=True))
    wanted = page.evaluate("contract.state()")
    page = put(it)
    alive = page.evaluate("contract.controls().length")
    before = page.evaluate("contract.frames()")
    guesses = [label for label, _ in question.get("options", [])] or ["That’s my guess"]
    for n, guess in enumerate(guesses):
        page = put(it)
        make_guess(page, question, guess)
        told = page.locator(".explorable-live .kit-reply").inner_text()
        assert "Not quite" not in told
        assert told.startswith("Yes. ") or n != question.get("right")
        if "options" in question:
            reply = dict(question["options"])[guess]
            assert page.evaluate(PLAIN, reply) in told
        assert page.evaluate("contract.state()") == wanted
        assert page.evaluate("contract.frames()") == before
        assert page.evaluate("contract.controls().length") >= alive > 0
        assert page.evaluate("contract.inside()")
    page = put(it)
    press(page, "Just show me")
    assert page.evaluate("contract.state()") == wanted
    press(page, "Ask me again")
    assert page.get_by_role("button", name="Just show me").is_visible()
    assert page.evaluate("contract.frames()") == before


@pytest.mark.parametrize("width", [390, 1280])
def test_the_picture_stays_where_it_is_from_the_question_to_the_task(case, put, width):
    """Its top, and no words of the bar stick out, nor is any of the reply lost."""
    page = put(built(case.name, None), width=width)
    tops = [page.evaluate(TOP)]
    press(page, "Just show me")
    for name in ("Your task", "Back to the answer", "Your task"):
        tops.append(page.evaluate(TOP))
        assert page.evaluate(SPILT) == []
        press(page, name)
    tops.append(page.evaluate(TOP))
    assert tops == [pytest.approx(tops[0], abs=1)] * len(tops)
    assert page.locator(".explorable-live .kit-task.is-reached").count() == 0


def test_a_story_leaves_what_was_said_and_its_picture_comes_back(case, put):
    """What was said is quieter meanwhile. A story does not reach the task."""
    page = put(built(case.name, None))
    press(page, "Just show me")
    answered = page.evaluate("contract.state()")
    quieter = page.locator(".explorable-live .is-elsewhere .kit-reply")
    stories = page.get_by_role("group", name="Stories", exact=True).get_by_role("button")
    for story in stories.all():
        story.click()
        assert page.locator(".explorable-live .kit-task.is-reached").count() == 0
        back = page.get_by_role("button", name="Show its picture", exact=True)
        assert quieter.count() == back.count()
        if back.count():
            back.click()
            assert page.evaluate("contract.state()") == answered
            assert back.count() == quieter.count() == 0


def test_every_control_answers_the_keyboard_is_heard_and_can_be_undone(case, put):
    known, alive = set(), set()
    for state in case.states:
        page = put(built(case.name, state))
        page.evaluate("contract.unfold(); contract.hurry()")
        for it in page.evaluate("contract.controls()"):
            known.add(it["name"])
            if it["key"] is None or it["name"] in alive:
                continue
            page.evaluate("i => contract.focus(i)", it["i"])
            page.keyboard.press(it["key"])
            after = page.evaluate("contract.pressed()")
            assert (after["undone"], after["kept"]) == (True, True), it
            if after["changed"]:
                assert after["said"], it
                assert page.evaluate("contract.caught.pauses.at(-1)") == 250
                alive.add(it["name"])
        for name, value, text in page.evaluate("contract.values()"):
            assert re.search(r"[^\W\d_]{3}", text), f"{name}: {value} is told as {text!r}"
    assert known == alive


def test_the_tab_key_goes_through_it_in_order_and_arrows_through_grids(case, put):
    for state in case.states:
        page = put(built(case.name, state))
        stops = page.evaluate("contract.stops()")
        assert 0 < len(stops) < 20, stops
        assert page.evaluate("contract.grids()") == []
    for stop in stops:
        page.keyboard.press("Tab")
        assert page.evaluate("contract.focused()") == stop
        assert page.evaluate("contract.ring()"), stop
    page.keyboard.press("Tab")
    assert not page.evaluate("contract.inside()")
    for start in page.evaluate("contract.cells()"):
        found = set()
        for way, back in (("Right", "Left"), ("Left", "Right"), ("Down", "Up"), ("Up", "Down")):
            page.evaluate("i => contract.at(i)", start)
            page.keyboard.press(f"Arrow{way}")
            found.add(page.evaluate("contract.focused()"))
            page.keyboard.press(f"Arrow{back}")
        assert len(found) > 1


def test_nothing_moves_while_it_is_dragged_or_plays(case, put):
    for state in case.states:
        page = put(built(case.name, state))
        page.evaluate("contract.unfold()")
        for size in (PHONE, DESK):
            page.set_viewport_size(size)
            page.evaluate(FRAME)  # in which the other form of a picture is drawn
            assert page.evaluate("contract.drags()") == [], (state, size)
            assert page.evaluate("contract.plays(20)") == [], (state, size)
            page.evaluate("contract.back()")


def test_the_space_bar_plays_and_with_less_motion_it_steps(case, put):
    page = put(built(case.name, next(iter(case.states))))
    if page.get_by_role("button", name="Play", exact=True).count() == 0:
        assert page.get_by_role("button", name="One step on").count() == 0
        return
    names = {"no-preference": ["Pause", "Play"], "reduce": ["Play", "Play"]}
    for motion, shown in names.items():
        page = put(built(case.name, next(iter(case.states))), reduced_motion=motion)
        page.evaluate("contract.hurry()")
        top = page.evaluate("contract.stand()")
        before = page.evaluate("contract.seen()")
        for name in shown:
            page.keyboard.down(" ")
            page.keyboard.down(" ")  # held down, it plays once
            page.keyboard.up(" ")
            assert page.locator(".explorable-live .is-play").get_attribute("aria-label") == name
        assert page.evaluate("contract.caught.ticks.length") == (motion == "no-preference")
        assert page.evaluate("contract.seen()") != before
        assert page.evaluate("scrollY") == top


def test_a_finger_pulls_every_grip_and_scrolls_elsewhere(case, put, finger):
    for state in case.states:
        page = put(built(case.name, state), **PHONE)
        before = page.evaluate("contract.seen()")
        for n in range(page.evaluate("contract.grips()")):
            pulled = []
            for way in ((60, 0), (0, -60), (-60, 0), (0, 60)):
                x, y, top = page.evaluate("n => contract.grip(n)", n)
                finger((x, y), way)
                pulled.append(page.evaluate("contract.seen()"))
                page.evaluate("contract.back()")
                assert page.evaluate("[scrollY, contract.seen()]") == [top, before]
                page.mouse.move(x, y)
                page.mouse.down()
                page.mouse.move(x + way[0], y + way[1], steps=MOVES)
                page.mouse.up()
                assert page.evaluate("contract.seen()") == pulled[-1], "to the end, as a mouse does"
                page.evaluate("contract.back()")
                if pulled[-1] != before:
                    break
            assert pulled[-1] != before
            finger((x, y), way, "touchCancel")
            for share in (1, 0.6):  # what passes over it now pulls it no more
                page.mouse.move(x + share * way[0], y + share * way[1])
            assert page.evaluate("contract.seen()") == pulled[-1], "cancelled"
            page.evaluate("contract.back()")
            finger((x, y), way)
            assert page.evaluate("[scrollY, contract.seen()]") == [top, pulled[-1]]
            page.evaluate("contract.back()")
    x, y, top = page.evaluate("contract.elsewhere()")
    finger((x, y), (0, -150))
    page.wait_for_function("top => scrollY > top + 50", arg=top)


def test_a_finger_that_begins_to_scroll_on_a_slider_sets_nothing(case, put, finger):
    page = put(built(case.name, next(iter(case.states))), **PHONE)
    page.evaluate("document.querySelector('main').style.paddingBottom = '900px'")
    before = page.evaluate("contract.state()")
    if start := page.evaluate("contract.slider()"):
        x, y, top = start
        finger((x, y), (0, -150))
        page.wait_for_function("top => scrollY > top + 50", arg=top)
        assert page.evaluate("contract.state()") == before
