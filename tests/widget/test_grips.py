"""Which grip is meant where the reach of two meets: kit/draw.js, in a browser."""

from unrolled.widget.inline import kit

DRAWN = """code => {
    const KIT = new Function(`${code} return KIT;`)();
    const axis = { from: 0, to: 360, room: [0, 0], ticks: [] };
    const grip = (x, name) => KIT.picture.grip([x, 180], () => name);
    const marks = [grip(170, "left"), grip(195, "right")];
    const spec = { size: [360, 360], says: "", x: axis, y: axis, marks };
    const svg = KIT.dom.create(KIT.picture.picture(spec));
    svg.style.width = "360px";
    window.asked = [];
    svg.addEventListener("kit:ask", (event) => window.asked.push(event.detail.change));
    document.body.replaceChildren(svg);
    return [...svg.querySelectorAll(".knob")].map((knob) => knob.getBoundingClientRect().x + 8);
}"""


def test_the_nearest_is_taken_whichever_lies_on_top(stage):
    page = stage.page
    left, right = page.evaluate(DRAWN, kit("picture"))
    y = page.locator(".knob").first.bounding_box()["y"] + 8
    for x, name in ((left - 4, "left"), (left + 8, "left"), (right - 8, "right"), (right, "right")):
        page.evaluate("window.asked = []")
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x, y + 5)
        page.mouse.up()
        assert page.evaluate("window.asked") == [name], x


CHANGED = """code => {
    const KIT = new Function(`${code} return KIT;`)();
    const { grip, noGrip, picture } = KIT.picture;
    const axis = { from: 0, to: 360, room: [0, 0], ticks: [] };
    const draw = (isThere) => {
        const first = isThere ? grip([40, 40], () => "first") : noGrip;
        const marks = [first, grip([170, 180], () => "second")];
        return picture({ size: [360, 360], says: "", x: axis, y: axis, marks });
    };
    let shown = draw(false);
    const svg = KIT.dom.create(shown);
    svg.style.width = "360px";
    window.asked = [];
    svg.addEventListener("kit:ask", (event) => {
        window.asked.push(event.detail.change);
        const next = draw(window.asked.length % 2 === 1); // it comes and goes during the pull
        KIT.dom.patch(svg, shown, next, true);
        shown = next;
    });
    document.body.replaceChildren(svg);
}"""


def test_the_held_one_stays_in_the_hand_when_another_comes_and_goes_before_it(stage):
    page = stage.page
    page.evaluate(CHANGED, kit("picture"))
    knob = page.locator(".knob").first.bounding_box()
    page.mouse.move(knob["x"] + 8, knob["y"] + 8)
    page.mouse.down()
    for far in range(1, 6):
        page.mouse.move(knob["x"] + 8 + far, knob["y"] + 8)
    page.mouse.up()
    assert page.evaluate("window.asked") == ["second"] * 5


def test_of_two_at_one_place_the_upper_is_taken(stage):
    page = stage.page
    page.evaluate(DRAWN.replace("grip(195", "grip(170"), kit("picture"))
    knob = page.locator(".knob").first.bounding_box()
    page.mouse.move(knob["x"] + 8, knob["y"] + 8)
    page.mouse.down()
    page.mouse.move(knob["x"] + 8, knob["y"] + 13)
    page.mouse.up()
    assert page.evaluate("window.asked") == ["right"]


def test_a_grip_stays_in_the_hand_where_it_was_taken(stage):
    """Pressed 9 px beside its middle it does not jump; and only the first button takes it."""
    page = stage.page
    drawn = DRAWN.replace("() => name", "([x, y]) => [x, y].map(Math.round)")
    left, _ = page.evaluate(drawn, kit("picture"))
    knob = page.locator(".knob").first.bounding_box()
    x = left - 9
    y = knob["y"] + 8
    for button, asked in (("right", []), ("left", [[174, 176]])):
        page.mouse.move(x, y)
        page.mouse.down(button=button)
        page.mouse.move(x + 4, y + 4)
        page.mouse.up(button=button)
        assert page.evaluate("window.asked") == asked


def test_a_press_without_a_pull_is_a_tap_where_it_asks_for_one(stage):
    page = stage.page
    drawn = DRAWN.replace("() => name)", '() => name, "", { tap: ([x]) => Math.round(x) })')
    left, _ = page.evaluate(drawn, kit("picture"))
    y = page.locator(".knob").first.bounding_box()["y"] + 8
    for far, asked in ((3, [162]), (9, ["left"])):
        page.evaluate("window.asked = []")
        page.mouse.move(left - 8, y)
        page.mouse.down()
        assert page.locator(".grip[data-held]").count() == 1
        page.mouse.move(left - 8, y + far)
        page.mouse.up()
        assert page.evaluate("window.asked") == asked
        assert page.locator(".grip[data-held]").count() == 0
