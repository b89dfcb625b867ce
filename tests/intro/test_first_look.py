"""The first look: its numbers are the package's after every step, and it draws them as they are."""

from itertools import pairwise

import numpy as np
import pytest

from tests.widget.case import Case
from tests.widget.common import error, slider
from tests.widget.engine import answers, derived, engine
from unrolled.bptt.demo import trace
from unrolled.core.losses import CROSS_ENTROPY
from unrolled.core.optim import sgd
from unrolled.core.tasks import Task
from unrolled.core.tree import tree_map
from unrolled.demo.weights import H0, XS, YS
from unrolled.intro.first_look import MOST, FirstLook, spelled, trained, weights
from unrolled.rnn.demo import MODEL, STEPWISE
from unrolled.training import Learner, train

EVERYWHERE = [{"answered": True, "steps": n, "shown": 0} for n in range(MOST + 1)]
STILLS = {"Halfway": {"steps": 12, "shown": 2}, "Trained": {"steps": MOST}}  # further ones


def draw(rng):
    return {"steps": int(rng.integers(0, MOST + 1)), "shown": int(rng.integers(0, 4))}


def told(model):
    """What the browser should find for a network."""
    states, predictions, loss = spelled(model)
    return {"states": states.tolist(), "predictions": predictions.tolist(), "loss": loss}


def a_model(rng):
    return tree_map(lambda leaf: rng.normal(0, 1.5, leaf.shape), MODEL)


def likely(it):
    """The probabilities of the right letters, and whether each is the likeliest."""
    _, predictions, _ = spelled(trained(it.steps)[-1])
    return predictions[YS == 1], (predictions.argmax(-1) == YS.argmax(-1))


CASE = Case(
    make=FirstLook,
    name="first_look",
    states={
        "start": {},
        "just right": {"steps": 3, "shown": 1},
        "halfway": {"steps": 12, "shown": 2},
        "trained": {"steps": MOST, "shown": 3},
    },
    draw=draw,
    refused=[
        ({"steps": 31}, "steps: got 31, expected a whole number from 0 to 30"),
        ({"shown": 4}, "shown: got 4, expected a whole number from 0 to 3"),
    ],
    solve=lambda page: slider(page, "training").fill("8"),
    done={"steps": 8},
    short=[{"steps": 7}, {"steps": 9}, {"steps": MOST}],
    claims={
        "Untrained": lambda it: it.steps == 0,
        "one of three letters is right": lambda it: likely(it)[1].sum() == 1,
        "two of three letters are right": lambda it: likely(it)[1].sum() == 2,
        "But it is unsure": lambda it: likely(it)[1].all() and likely(it)[0].min() < 0.5,
        "and each right letter": lambda it: 0.5 < likely(it)[0].min() <= 0.9,
        "nine tenths": lambda it: likely(it)[0].min() > 0.9,
    },
)


def test_its_numbers_are_the_packages_after_every_step():
    """By the package's own training, and by the trace of the chapter on gradients."""
    found = derived(
        FirstLook(),
        "({ states, predictions, loss }) => ({ states, predictions, loss })",
        EVERYWHERE,
    )
    task = Task(XS, YS, np.full(3, True))
    for steps, now in enumerate(found):
        who, _ = train(Learner(STEPWISE, MODEL, H0), lambda: task, CROSS_ENTROPY, sgd(1.0), steps)
        wanted = {name: quantity.value for name, quantity in trace(who.p).items()}
        assert error(now["states"], [wanted[f"h_{t}"] for t in (1, 2, 3)]) < 1e-12
        assert error(now["predictions"], [wanted[f"y_hat_{t}"] for t in (1, 2, 3)]) < 1e-12
        assert now["loss"] == pytest.approx(wanted["L"], rel=1e-12)


def test_the_browser_spells_as_the_package_does(call, rng):
    models = [a_model(rng) for _ in range(1000)]
    asked = [[weights(model), XS.tolist(), YS.tolist()] for model in models]
    for found, model in zip(call("first_look", "spell", asked), models, strict=True):
        for name, wanted in told(model).items():
            assert error(found[name], wanted) < 1e-12, name


def test_between_two_steps_it_is_the_network_of_a_smaller_step(call):
    models = trained(2)
    half = tree_map(lambda a, b: a + 0.5 * (b - a), *models[:2])
    given = [[weights(model) for model in models], 0.5]
    (found,) = call("first_look", "weightsAt", [given])
    for name, wanted in weights(half).items():
        assert error(found[name], wanted) < 1e-15


def test_what_the_page_and_its_reply_say_is_so():
    """Each next letter is the likeliest from step 3 on, above one half from step 8."""
    constants = FirstLook()._constants
    losses = constants["losses"]
    assert losses == sorted(losses, reverse=True)
    found = [likely(FirstLook(steps=n)) for n in range(MOST + 1)]
    assert [all(right) for _, right in found] == [n >= 3 for n in range(MOST + 1)]
    assert [min(p) > 0.5 for p, _ in found] == [n >= 8 for n in range(MOST + 1)]
    assert (constants["right"], constants["half"]) == (3, 8)


def test_the_flag_is_right_at_one_step_alone():
    judge = "(guess) => widget.judge({ ...now, guess })"
    (found,) = derived(FirstLook(), f"(now, widget) => [1, 2, 3, 4, 30].map({judge})")
    assert [one["right"] for one in found] == [False, False, True, False, False]
    assert "You said 2, where it is still wrong" in found[1]["html"]
    assert "You said 30. " in found[4]["html"]


def ghosts(steps, narrow):
    """The ghosts that are drawn after so many steps, for each letter that is read."""
    (now,) = derived(FirstLook(), "({ predictions }) => predictions", [EVERYWHERE[steps]])
    (room,) = answers(engine("first_look"), "roomOf", [[narrow]])
    asked = [[room, list("demo"), p, t] for t, p in enumerate(now)]
    return now, room, answers(engine("first_look"), "placeGhosts", asked)


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("steps", [0, 1, 3, 12, MOST])
def test_the_more_probable_a_ghost_the_larger_and_none_lies_on_another(steps, narrow):
    probable, room, found = ghosts(steps, narrow)
    right = 0
    for p, row in zip(probable, found, strict=True):
        by_size = sorted(row, key=lambda one: one["size"])
        assert [one["letter"] for one in by_size] == ["demo"[k] for k in np.argsort(p)]
        for one, other in pairwise(row):
            assert one["left"] + one["width"] < other["left"]
        assert row[0]["left"] > right
        right = row[-1]["left"] + row[-1]["width"]
        assert min(one["top"] for one in row) > room["stems"]
    assert right < room["width"]


def test_the_loss_is_pulled_back_and_forth_and_draws_its_line(show):
    page = show(FirstLook(steps=20, answered=True)).page
    knob = page.locator(".explorable-live .grip").first
    box = knob.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(
        x - 0.3 * page.locator(".explorable-live .kit-main svg").bounding_box()["width"], y
    )
    page.mouse.up()
    assert int(slider(page, "training").input_value()) < 12
    page.get_by_role("button", name="Undo").click()
    assert slider(page, "training").input_value() == "20"


def test_digits_are_there_when_asked_for(show):
    page = show(FirstLook(steps=8, answered=True)).page
    digits = page.locator(".explorable-live .kit-main").get_by_text("%")
    assert digits.all_text_contents() == []
    page.get_by_role("button", name="In digits: what is expected after e").press("Enter")
    assert digits.all_text_contents() == ["d 5, e 16, m 72, o 7\N{NO-BREAK SPACE}%"]


def test_the_disc_in_the_picture_trains_it_to_the_end(show):
    page = show(FirstLook(steps=MOST - 2)).page
    page.get_by_role("button", name="Train the network, or pause").click()
    page.get_by_role("button", name="Pause", exact=True).wait_for()
    page.get_by_role("button", name="Play", exact=True).wait_for()
    assert slider(page, "training").input_value() == str(MOST)


def test_a_guess_that_is_one_step_off_is_almost_right():
    right = FirstLook()._constants["right"]
    near = "(now, widget) => %s.map((guess) => !!widget.judge({ ...now, guess }).near)"
    tried = [right - 1, right, right + 1, right + 2]
    assert derived(FirstLook(), near % tried)[0] == [True, False, True, False]
