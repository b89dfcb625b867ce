"""What a reader does with any widget: answers, keys, fingers, the mouse, play, undo."""

import re

import pytest

from tests.widget.conftest import built

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 900}
MOVES = 3  # of a drag, each farther than a finger that taps may slip
PLAIN = "html => { const p = document.createElement('p'); p.innerHTML = html; return p.innerText; }"


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


def moves_up_as_one(before, after):
    """Box and pictures keep their sizes; a lower panel above them lifts the pictures together."""
    (x, y, width, height), *pictures = before
    lift = pictures[0][1] - after[1][1]
    assert lift >= 0
    moved = [[x, y, width, height - lift]]
    moved += [[left, top - lift, *size] for left, top, *size in pictures]
    assert after == [pytest.approx(frame, abs=0.2) for frame in moved]


def test_a_guess_is_answered_in_its_place_and_nothing_else_moves(case, put):
    """Every control is alive before it; what shows the answer comes, and what is there stays.

    The panel of the question is then as high as what is said, so that the picture may come nearer.
    """
    it = built(case.name, None)
    question = it._constants["question"]
    page = put(case.make(**question["show"], answered=True))
    wanted = page.evaluate("contract.state()")
    page = put(it)
    alive = page.evaluate("contract.controls().length")
    before = page.evaluate("contract.frames()")
    guesses = [label for label, _ in question.get("options", [])] or ["That’s my guess"]
    for guess in guesses:
        page = put(it)
        press(page, page.evaluate(PLAIN, guess))
        told = page.locator(".explorable-live .kit-reply").inner_text()
        assert re.match(r"(Yes|Almost|Not quite)\. \S", told)
        if "options" in question:
            reply = dict(question["options"])[guess]
            assert page.evaluate(PLAIN, reply) in told
        assert page.evaluate("contract.state()") == wanted
        moves_up_as_one(before, page.evaluate("contract.frames()"))
        assert page.evaluate("contract.controls().length") >= alive > 0
        assert page.evaluate("contract.inside()")
    page = put(it)
    press(page, "Just show me")
    assert page.evaluate("contract.state()") == wanted
    press(page, "Ask me again")
    assert page.get_by_role("button", name="Just show me").is_visible()
    assert page.evaluate("contract.frames()") == before


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
