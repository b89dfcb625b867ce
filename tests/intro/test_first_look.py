"""The first look: its numbers are the package's after every step, drawn as they are, and it plays.

It has a page of its own and asks nothing, so what the contract asks of others is asked here.
"""

import re

import numpy as np
import pytest

from tests.widget.common import slider
from tests.widget.conftest import modules
from tests.widget.engine import answers, derived, engine
from tests.widget.stage import document
from unrolled.bptt.demo import trace
from unrolled.core.losses import CROSS_ENTROPY
from unrolled.core.optim import sgd
from unrolled.core.tasks import Task
from unrolled.demo.weights import H0, XS, YS
from unrolled.intro.first_look import MOST, FirstLook
from unrolled.rnn.demo import MODEL, STEPWISE
from unrolled.training import Learner, train

LIVE = ".explorable-live"
TOP = f"document.querySelector('{LIVE} .kit-main svg').getBoundingClientRect().top"
HEIGHT = "document.querySelector('.explorable').getBoundingClientRect().height"
REMOVED = "document.querySelector('.explorable').dispatchEvent(new Event('explorable:remove'))"
ASKED = """() => {
    const { left, right } = document.querySelector(".explorable").getBoundingClientRect();
    return [...document.querySelectorAll(".explorable-live *")].filter((node) => {
        const box = node.getBoundingClientRect();
        return !node.closest("details") && (box.left < left || box.right > right);
    }).map((node) => node.outerHTML.slice(0, 80));
}"""  # what sticks out of its frame
EVERYWHERE = [{"answered": False, "steps": n} for n in range(MOST + 1)]
STILLS = {"Halfway": {"steps": 12}, "Trained": {"steps": MOST}}  # further ones to look at
NAMES = [f"{kind}_{t}" for kind in ("h", "y_hat") for t in (1, 2, 3)]


def after(steps):
    """The quantities of the trace, by the package's own training."""
    task = Task(XS, YS, np.full(3, True))
    who, _ = train(Learner(STEPWISE, MODEL, H0), lambda: task, CROSS_ENTROPY, sgd(1.0), steps)
    return {name: quantity.value for name, quantity in trace(who.p).items()}


def test_the_contract_leaves_out_what_has_a_page_of_its_own():
    assert {"first_look", "ask"} & {*modules()} == set()
    assert {"forward_graph", "one_neuron"} <= {*modules()}


def test_its_numbers_are_the_packages_after_every_step():
    found = derived(FirstLook(), "({ values, loss }) => ({ ...values, loss })", EVERYWHERE)
    for steps, now in enumerate(found):
        wanted = after(steps)
        for name in NAMES:
            assert np.abs(now[name] - wanted[name]).max() <= 0.5001e-4, (steps, name)
        assert abs(now["loss"] - wanted["L"]) <= 0.5001e-4


def test_what_the_front_page_says_of_it_is_so():
    """The loss falls; each next letter is the likeliest from step 3, above one half from step 8."""
    told = FirstLook()._constants["after"]
    losses = [one["L"] for one in told]
    assert losses == sorted(losses, reverse=True)
    right = [all(np.argmax(one["y_hat"], -1) == YS.argmax(-1)) for one in told]
    assert right.index(True) == 3
    assert all(right[3:])
    first = [n for n, one in enumerate(told) if (np.array(one["y_hat"])[YS == 1] > 0.5).all()]
    assert first == [*range(8, MOST + 1)]


def marks(it, steps):
    """What is drawn, flat, with the title."""
    (now,) = derived(it, "(now) => now", [{"answered": False, "steps": steps}])
    drawn = answers(engine("first_look"), "drawing", [[now | {"told": it._constants}]])[0]

    def flat(parts):
        for part in parts:
            yield from flat(part) if isinstance(part, list) else [part] if part else []

    return drawn["says"], list(flat(drawn["marks"]))


@pytest.mark.parametrize("steps", [0, 1, 12, MOST])
def test_bars_are_as_long_as_the_numbers_and_the_next_letter_is_marked(steps):
    it = FirstLook()
    says, drawn = marks(it, steps)
    wanted = np.array(it._constants["after"][steps]["y_hat"])
    bars = [mark for mark in drawn if mark["kind"] == "cell" and mark["height"] == 11]
    long = np.reshape([bar["width"] for bar in bars], (3, 4))
    assert np.allclose(long, np.maximum(0.5, 78 * wanted))
    words = [mark["html"] for mark in drawn if mark["kind"] == "word"]
    assert [w for w in words if "▸" in w] == [f"▸<b>{letter}</b>" for letter in "emo"]
    states = [f"{x:.3f}".replace("-", "−") for h in it._constants["after"][steps]["h"] for x in h]
    assert [w for w in words if re.fullmatch(r"−?\d\.\d{3}", w)] == states
    of = ", ".join(f"{c} {p:.2f}" for c, p in zip("emo", wanted[YS == 1], strict=True))
    assert says.endswith(f"After {steps} step{'s' * (steps != 1)} of training: {of}.")
    assert len(says) <= 250
    ends = [mark["to"] for mark in drawn if mark["kind"] == "arrow"]
    assert len(ends) == 8


@pytest.mark.parametrize("steps", [-1, MOST + 1, 0.5, True, "1", None])
def test_the_door_is_shut(steps, unchecked):
    with pytest.raises(ValueError, match=r"^steps: got "):
        FirstLook(steps=steps)


def title(page):
    return page.locator(f"{LIVE} .kit-title").inner_text()


def test_the_slider_and_the_steps_train_it(show):
    page = show(FirstLook()).page
    assert title(page) == "After 0 steps of training: e 0.19, m 0.22, o 0.26"
    slider(page, "training").fill("12")
    assert title(page) == "After 12 steps of training: e 0.78, m 0.86, o 0.82"
    text = slider(page, "training").get_attribute("aria-valuetext")
    assert text == "12 steps of training, mean loss 0.2001"
    page.get_by_role("button", name="One step back").click()
    assert title(page).startswith("After 11 steps")
    slider(page, "training").press("Home")
    page.get_by_role("button", name="One step on").click()
    assert title(page).startswith("After 1 step of")
    page.wait_for_function("document.querySelector('.kit-spoken').textContent.includes('1 step')")


def test_it_plays_by_button_and_by_space_bar_to_the_end(show):
    for start in ("click", " "):
        page = show(FirstLook(steps=MOST - 2)).page
        if start == "click":
            page.get_by_role("button", name="Play", exact=True).click()
        else:
            slider(page, "training").press(" ")
        page.wait_for_function(
            f"document.querySelector('{LIVE} .kit-title').textContent.includes('{MOST} steps')"
        )
        page.get_by_role("button", name="Play", exact=True).wait_for()
    page = show(FirstLook(), reduced_motion="reduce").page
    slider(page, "training").press(" ")
    assert title(page).startswith("After 1 step of")
    assert page.get_by_role("button", name="Pause").count() == 0


def test_it_fits_a_phone_nothing_moves_and_axe_finds_nothing(show, violations):
    for width, theme in ((360, "light"), (390, "dark"), (1280, "light"), (620, "dark")):
        page = show(FirstLook(), width=width, theme=theme).page
        assert page.evaluate(ASKED) == []
        before = page.evaluate(f"[{TOP}, {HEIGHT}]")
        for steps in (1, 9, 10, MOST):
            slider(page, "training").fill(str(steps))
            assert page.evaluate(f"[{TOP}, {HEIGHT}]") == before, (width, steps)
        page.locator(f"{LIVE} summary").click()
        assert violations(page) == []
        for control in page.locator(f"{LIVE} :is(button, input, summary)").all():
            assert control.bounding_box()["height"] >= 43.9
    sizes = "[...document.querySelectorAll('.explorable-live svg text')].map((text) =>"
    sizes += " parseFloat(getComputedStyle(text).fontSize) * text.ownerSVGElement.getScreenCTM().a)"
    page = show(FirstLook(), width=360).page
    assert min(page.evaluate(sizes)) >= 12


def test_a_still_is_as_high_as_it_is_alive(show):
    for width in (360, 1280):
        page = show(FirstLook(), width=width).page
        live = page.evaluate(HEIGHT)
        page.evaluate(REMOVED)
        assert page.locator(".explorable-still svg").is_visible()
        assert page.evaluate(HEIGHT) == live


def test_without_scripts_stand_a_figure_and_its_numbers(load):
    for width in (360, 1280):
        page = load(FirstLook(), width=width, java_script_enabled=False).page
        assert page.locator(".kit-main svg").is_visible()
        table = page.locator(".kit-numbers table")
        assert table.is_visible()
        cells = table.locator("td").all_inner_texts()
        wanted = FirstLook()._constants["after"][0]
        numbers = [*np.transpose(wanted["h"]).ravel(), *np.transpose(wanted["y_hat"]).ravel()]
        assert cells == [f"{x:.4f}".replace("-", "−") for x in numbers]
        box = page.locator(".kit-numbers .kit-scroll").bounding_box()
        assert box["x"] + box["width"] <= width
        assert page.locator("button, input").locator("visible=true").count() == 0


def test_it_lives_on_a_page_that_has_the_name_of_the_book(visit, tmp_path):
    """A heading gives its section an id, and `window` then knows that element by it."""
    html = document(FirstLook(), FirstLook()).replace("<main>", "<main id='unrolled'>")
    (tmp_path / "front.html").write_text(html, "utf-8")
    here = visit()
    here.page.goto((tmp_path / "front.html").as_uri())
    here.page.locator(".explorable.is-live").nth(1).wait_for()
    assert here.console == []


def test_where_the_reader_was_is_kept_over_a_reload(load):
    here = load(FirstLook())
    page = here.page
    page.locator(".explorable.is-live").wait_for()
    slider(page, "training").fill("7")
    page.reload()
    page.locator(".explorable.is-live").wait_for()
    assert title(page).startswith("After 7 steps")
    assert (here.outside, here.console) == ([], [])
