"""Flow: the package's own arithmetic, the right numbers lit, and what it says is so."""

import numpy as np
import pytest

from tests.widget.case import Case
from tests.widget.engine import derived as follows
from unrolled.backprop.demo import NETWORK, trace
from unrolled.backprop.flow import ARRAYS, Flow, made, with_weights
from unrolled.backprop.flow import PLACES as BY_KEY
from unrolled.backprop.flow_words import EQUATIONS, SYMBOLS
from unrolled.core.text import one_hot
from unrolled.demo.weights import ALPHABET
from unrolled.mlp.network import Layer
from unrolled.page.numbers import number

KEYS = list(BY_KEY)
PLACES = list(BY_KEY.values())

COLUMN = {f"W2[{k},1]": 0.5 for k in (1, 2, 3, 4)}  # all that leaves unit 1
BOOK = with_weights({})
JOINS = {  # for a weight of layer 1, of layer 2
    "forward": ({"W1", "x", "b1", "a1"}, {"W2", "h1", "b2", "z"}),
    "BP1": ({"y_hat", "y"},) * 2, "BP2": ({"W2", "delta2", "dh1", "slope1"},) * 2,
    "BP3": ({"delta1"}, {"delta2"}), "BP4": ({"delta1", "x"}, {"delta2", "h1"}),
}  # fmt: skip
ASIDES = {  # what is said beside an equation and for which weights
    "here are all": "BP1 W1, BP1 b1",
    "come from a hidden unit": "BP2 b2",
    "come from a unit:": "BP4 b1, BP4 b2",
}


def derived(states, pick):
    return follows(Flow(), pick, [Flow().state() | one for one in states])


def drawn(rng, scale=1.0):
    """Random weights, a letter that is read and one that is wanted."""
    arrays = {name: rng.normal(0, scale, a.shape).tolist() for name, a in ARRAYS.items()}
    return [arrays, *rng.choice(list(ALPHABET), 2).tolist()]


def worked(weights, letter="d", target="e"):
    """What the package makes of it: every quantity."""
    network = tuple(Layer(*(np.array(weights[f"{w}{n}"]) for w in "Wb")) for n in (1, 2))
    letters = one_hot(letter + target, ALPHABET)
    return {name: step.value for name, step in trace(network, *letters).items()}


def stepped(weights, found, rate=0.1):
    return {name: np.array(weights[name]) - rate * found[f"d{name}"] for name in ARRAYS}


def state(rng):
    pick = {"equation": str(rng.choice(list(EQUATIONS))), "weight": str(rng.choice(KEYS))}
    return dict(zip(("weights", "letter", "target"), drawn(rng), strict=True)) | pick


def solve(page):
    """All that leaves unit 1 is set to 0."""
    for letter in ALPHABET:
        page.get_by_role("button", name=f"from unit 1 to output {letter}").first.press("Enter")
        page.get_by_role("button", name="Set it to 0").click()


CASE = Case(
    make=Flow,
    name="flow",
    draw=state,
    solve=solve,
    done={"weights": with_weights(COLUMN)},
    short=[{"weights": with_weights({"W2[2,1]": 0.2})}],
    states={
        e: {"equation": e, "weight": w, "letter": c}
        for e, w, c in zip(
            EQUATIONS, ("W2[2,1]", "W1[2,3]", "b2[4]", "b1[1]", "b1[2]"), "demod", strict=True
        )
    },
    refused=[
        ({"weights": {"W1": [[1.0] * 4] * 2}}, "weights"),
        ({"weights": BOOK | {"W3": [1.0]}}, "weights: got 'W3'"),
        ({"weights": BOOK | {"b1": [1.0]}}, "weights['b1']: got shape (1,)"),
        ({"weights": with_weights({"W1[1,1]": np.nan})}, "weights['W1']: got nan"),
        ({"weights": with_weights({"W1[1,1]": 1e9})}, "weights['W1']: got 1000000000.0"),
        ({"network": NETWORK[::-1]}, "network[0]"),
        ({"letter": "x"}, "letter: got 'x'"),
        ({"weight": "W1[3,1]"}, "weight: got 'W1[3,1]'"),
    ],
)


@pytest.mark.parametrize("scale", [0.5, 2.0])
def test_both_passes_and_the_step_are_those_of_the_package(call, rng, scale):
    tape = Flow().constants()["tape"]
    draws = [drawn(rng, scale) for _ in range(500)]
    runs = call("flow", "flow", [[tape, *d] for d in draws])
    steps = call("flow", "stepped", [[tape, *d, 0.1] for d in draws])
    for run, step, given in zip(runs, steps, draws, strict=True):
        found = run["named"]
        wanted = worked(*given)
        assert set(wanted) - set(found) <= {"x", "y"}
        for name in wanted.keys() & found.keys():
            got = np.array([*found[name].values()])
            value = np.ravel(wanted[name])
            assert abs(got - value).max() < 1e-12 * max(1, abs(value).max()), name
        for name, value in stepped(given[0], wanted).items():
            assert abs(np.array(step[name]) - value).max() < 1e-12


@pytest.mark.parametrize("equation", EQUATIONS)
def test_an_equation_lights_what_it_joins_and_all_that_is_said_is_so(rng, equation):
    states = [state(rng) | {"equation": equation, "weight": key} for key in KEYS]
    look = "(now, widget) => [now.lines, widget.more(now).parts.at(-1).props.html, now.texts]"
    for (found, html, texts), given in zip(derived(states, look), states, strict=True):
        name, index = PLACES[KEYS.index(given["weight"])]
        assert [(one["name"], *one["index"]) for one in found] == made(equation, name, index)
        values = worked(given["weights"], given["letter"], given["target"])
        after = worked(stepped(given["weights"], values), given["letter"], given["target"])["L"]
        foretold = values["L"] - 0.1 * sum((values[f"d{w}"] ** 2).sum() for w in ARRAYS)
        losses = [number(float(x)) for x in (values["L"], foretold, after)]
        assert [texts[part] for part in ("loss", "foretold", "after")] == losses
        zero = not values[f"d{name}"][index]
        case = f"{equation} {name}"
        asides = ASIDES | {f"Exactly 0: the letter read is {given['letter']},": "BP4 W1" * zero}
        assert [each in html for each in asides] == [case in each for each in asides.values()]
        for one in found:
            wanted = values[one["name"]][tuple(one["index"])]
            total = sum(term["value"] for term in one["terms"])
            assert abs(one["value"] - wanted) < 1e-12
            assert one["of"] != "sum" or abs(total - wanted) < 1e-12
        factors = (f for one in found for term in one["terms"] for f in term["factors"])
        wanted, formula = JOINS[equation][name[1] == "2"], html.split("<br>")[0]
        joined = wanted | {one["name"] for one in found}
        assert all(SYMBOLS[one][0] in formula for one in joined - {"dh1"})
        if case == "BP2 b2":  # it starts at no hidden unit
            wanted = {"dh1", "slope1"}
        assert {f["name"] for f in factors} == wanted


def test_the_task_is_done_by_an_error_of_0_and_not_by_one_that_looks_like_it():
    (almost,) = CASE.short  # the contract asks the widget itself
    found = worked(**CASE.done)
    assert abs(found["delta1"][0]) < 1e-12 < abs(worked(**almost)["delta1"][0]) < 5e-4
    assert np.abs(found["dW1"][0]).max() < 1e-12 < 0.01 < np.abs(found["dW2"][:, 0]).min()


def test_a_line_is_tapped_its_weight_moves_by_a_step_and_one_undo_takes_back_one_gesture(show):
    page = show(Flow(answered=True)).page
    page.get_by_role("button", name="from d to unit 2").first.dispatch_event("click")
    slider = page.get_by_role("slider", name="d → unit 2")
    assert slider.input_value() == "-0.2"
    step, undo = (page.get_by_role("button", name=name) for name in ("Take the step", "Undo"))
    told = page.locator(".explorable-live .kit-more .kit-note")
    step.click()
    assert "The loss ℒ is 1.5026." in (once := told.text_content())
    slider.dispatch_event("pointerdown")
    pull = "(node, x) => { node.value = x; node.dispatchEvent(new Event('input')); }"
    for x in ("0.5", "0.6", "0.7"):  # one pull, three moves
        slider.evaluate(pull, x)
    undo.click()
    assert told.text_content() == once


def test_before_the_guess_a_letter_is_still_read_and_the_lines_beside_it_are_the_guess(show):
    page = show(Flow()).page
    live = page.locator(".explorable-live")
    read = live.get_by_role("button", name="Read m")
    read.click()
    assert read.get_attribute("aria-description") == "1"
    assert live.locator(".kit-reply").inner_text() == ""
    live.get_by_role("button", name="Guess: The six from e, m, o").click()
    assert live.locator(".kit-reply").inner_text().startswith("Yes.")
    assert live.get_by_role("button", name="Read d").get_attribute("aria-description") == "1"
