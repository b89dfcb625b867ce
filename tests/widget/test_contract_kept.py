"""Where any widget stands: in the HTML, on paper, in a link, beside another, on a kernel."""

import json
from html import unescape
from urllib.parse import quote

from tests.widget.common import PLAIN
from tests.widget.conftest import ASKED, built
from tests.widget.test_contract_touch import press
from unrolled.site.theme import once

COPIED = "() => { navigator.clipboard.writeText = async (text) => { window.copied = text; }; }"
HEIGHT = "document.querySelector('.explorable').getBoundingClientRect().height"
PICTURE = "document.querySelector('.explorable-live .kit-main svg').ariaLabel"
REMOVED = "document.querySelector('.explorable').dispatchEvent(new Event('explorable:remove'))"
HOSTED = """hash => {
    const root = document.querySelector(".explorable");
    root.dispatchEvent(new Event("explorable:remove"));
    history.replaceState(null, "", `#${hash}`);
    unrolled(root);
}"""  # as a link opens it, without the page around it
NONSENSE = ["%7B", "%", "[1]", "7", '{"sceme": 1}', '{"answered": 1}', '{"answered": 1e999}']


def key_pressed(page):
    """One control is used, whichever comes first."""
    some = page.evaluate("contract.controls()")
    still = [it for it in some if it["kind"] in ("range", "radio")]  # what plays goes on by itself
    it = next(it for it in still + some if it["key"])
    page.evaluate("i => contract.focus(i)", it["i"])
    page.keyboard.press(it["key"])


def test_the_still_is_as_high_and_comes_back(case, put):
    for width in (390, 1280):
        page = put(built(case.name, None), width=width)
        live = page.evaluate(HEIGHT)
        page.evaluate(REMOVED)
        assert page.locator(".explorable-live").count() == 0
        assert page.locator(".explorable-still .kit-main svg").locator("visible=true").count() == 1
        assert page.evaluate(HEIGHT) == live


def paper_is_whole(page, case, within=None):
    """The question, what is right, and the picture of that; nothing that only a hand can use."""
    question = case.make()._constants.get("question")
    paper = page.locator(".explorable-paper").locator("visible=true").first
    figure = paper.locator(".kit-main svg")
    assert 20 < len(figure.get_attribute("aria-label")) <= 250
    if question:
        shown = case.make(**question["show"], answered=True)
        assert figure.get_attribute("aria-label") in unescape(shown.still())
        right = question["options"][question["right"]][0] if "options" in question else ""
        assert page.evaluate(PLAIN, right) in paper.locator(".kit-question").inner_text()
    for part in (figure, *paper.locator(".kit-scroll").all()):
        box = part.bounding_box()
        assert within is None or box["x"] + box["width"] <= within
    assert paper.locator("tbody tr").count() <= 8
    dead = page.locator(".explorable").locator("button, input, select, [role=button], .grip")
    assert dead.locator("visible=true").count() == 0


def test_without_scripts_stand_the_answered_figure_and_its_table(case, load):
    for width in (390, 1280):
        page = load(built(case.name, None), width=width, java_script_enabled=False).page
        paper_is_whole(page, case, within=width)


def test_on_paper_stand_the_question_its_answer_and_their_picture(case, put):
    page = put(built(case.name, None))
    before = page.evaluate(HEIGHT)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    paper_is_whole(page, case)
    assert not page.locator(".explorable-live, .explorable-still").locator("visible=true").count()
    page.emulate_media(media="screen")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.evaluate(HEIGHT) == before


def test_a_link_and_a_reload_open_the_same_state_and_nonsense_is_told(case, load, put):
    first, last = built(case.name, None), built(case.name, [*case.states][-1])
    here = load(first)
    page = here.page

    def opened(address):
        page.goto("about:blank")
        page.goto(address)
        page.locator(".explorable.is-live").wait_for()
        page.evaluate(ASKED)
        return page.evaluate("contract.state()")

    address = page.url + "?read=1"
    start = opened(address)
    link = f"{address}#{page.locator('.explorable').get_attribute('data-place')}="
    if first._constants == last._constants:
        wanted = put(last).evaluate("contract.state()")
        assert opened(link + quote(json.dumps(last.state()))) == wanted
    else:
        opened(link + quote('{"answered": true}'))
    page.evaluate(COPIED)
    key_pressed(page)
    changed = page.evaluate("contract.state()")
    page.get_by_role("button", name="Copy link").click()
    page.get_by_role("button", name="Copied ✓").wait_for()  # where it was pressed
    copied = page.evaluate("window.copied")
    assert copied.startswith(f"{address}#")
    assert opened(address) == changed
    page.evaluate("localStorage.clear()")
    assert opened(copied) == changed
    page.evaluate("localStorage.clear()")
    doors = first._constants["doors"].items()
    state = first.state()
    plain = [pair for pair in doors if isinstance(state[pair[0]], int | float)]
    beyond = [json.dumps({name: door["high"] + 1}) for name, door in plain if "high" in door]
    opened(address)
    page.evaluate("contract.hurry()")
    for text in (*NONSENSE, *beyond[:1]):
        page.evaluate(HOSTED, link.partition("#")[2] + text)
        page.locator(".explorable.is-live").wait_for()
        assert page.evaluate("contract.state()") == start, text
        page.wait_for_function("contract.spoken().startsWith('The link does not fit')")
    assert (here.outside, here.console) == ([], [])


def test_another_start_forgets_and_reset_goes_to_it(case, load, put):
    own = [built(case.name, name) for name in case.states]
    page = load(own[0]).page
    page.locator(".explorable.is-live").wait_for()
    page.evaluate(ASKED)
    fresh = page.evaluate("contract.state()")
    key_pressed(page)
    assert page.evaluate("contract.state()") != fresh
    page.evaluate("contract.tool('Reset')")
    assert page.evaluate("contract.state()") == fresh
    key_pressed(page)
    last = next(one for one in own[::-1] if one._start != own[0]._start)
    load(last)  # another at the same address, which the first page reads again
    page.reload()
    page.locator(".explorable.is-live").wait_for()
    page.evaluate(ASKED)
    other = page.evaluate("contract.state()")
    assert put(last).evaluate("contract.state()") == other


def test_reset_within_a_task_goes_to_where_the_task_starts(case, put):
    """Where a task sets a picture of its own; the question is asked of another one."""
    it = built(case.name, None)
    begins = (it._constants.get("task") or {}).get("set")
    if not begins:
        return
    page = put(it)
    press(page, "Just show me")
    press(page, "Your task")
    began = page.evaluate(PICTURE)
    case.solve(page)
    assert page.evaluate(PICTURE) != began
    page.evaluate("contract.tool('Reset')")
    assert page.evaluate(PICTURE) == began


def test_two_on_one_page_share_their_code_and_nothing_else(case, put, show, stage):
    it = built(case.name, next(iter(case.states)))
    both = it.static_html() + it.static_html()
    code = sum(map(len, it._sources))
    assert len(both) - len(once(both)) >= code > 10_000
    page = put(it, it, through=once)
    before = [page.evaluate("n => contract.state(n)", n) for n in (0, 1)]
    page.evaluate("contract.unfold()")
    assert before[0] == before[1]
    kinds = {it["kind"]: it for it in page.evaluate("contract.controls()") if it["key"]}
    for it in kinds.values():
        page.evaluate("i => contract.focus(i)", it["i"])
        page.keyboard.press(it["key"])
        assert page.evaluate("contract.state(1)") == before[1], it
    assert page.evaluate("contract.state(0)") != before[0]
    assert page.evaluate("[...document.querySelectorAll('[id]')].length") == 0


def test_a_kernel_changes_it_and_the_clean_up_leaves_nothing(case, hosted):
    look = "el => el.querySelector('.kit-main').innerHTML + el.querySelector('.kit-says').innerHTML"
    own = case.make.own()
    fits = [name for name, state in case.states.items() if set(state) <= set(own)]
    first, last = (built(case.name, name) for name in (fits[0], fits[-1]))
    wanted = hosted(case.name, last, {}, look)
    assert hosted(case.name, first, last.state(), look) == wanted
