"""Flow: the package's own arithmetic, the right numbers lit, and what it says is so."""

import numpy as np
import pytest

from tests.page.case import Case
from tests.page.engine import derived as follows
from unrolled.core.losses import cross_entropy
from unrolled.core.text import one_hot
from unrolled.demo.flow import ARRAYS, KEYS, PLACES, Flow, made
from unrolled.demo.flow_words import EQUATIONS
from unrolled.demo.network import ALPHABET
from unrolled.demo.step import NETWORK, trace
from unrolled.mlp.network import Layer, forward

GRADIENTS = [f"d{name}" for name in ARRAYS]
COLUMN = {"W2[1,1]": 0.5, "W2[2,1]": 0.5, "W2[3,1]": 0.5, "W2[4,1]": 0.5}


def weights_with(**changed):
    """The book's weights, some set anew by their keys."""
    arrays = {name: np.array(value) for name, value in ARRAYS.items()}
    for key, x in changed.items():
        name, place = PLACES[KEYS.index(key)]
        arrays[name][place] = x
    return {name: value.tolist() for name, value in arrays.items()}


def derived(states, pick):
    return follows(Flow(), pick, [Flow().state() | one for one in states])


def drawn(rng, scale=1.0):
    """Random weights, a letter that is read and one that is wanted."""
    arrays = {name: rng.normal(0, scale, a.shape).tolist() for name, a in ARRAYS.items()}
    return [arrays, *rng.choice(list(ALPHABET), 2).tolist()]


def worked(weights, letter="d", target="e"):
    """What the package makes of it: every quantity."""
    network = tuple(Layer(*(np.array(weights[f"{w}{n}"]) for w in "Wb")) for n in (1, 2))
    x, y = one_hot(letter + target, ALPHABET)
    return {name: step.value for name, step in trace(network, x, y).items()}


def state(rng):
    weights, letter, target = drawn(rng)
    pick = {"equation": str(rng.choice(list(EQUATIONS))), "weight": str(rng.choice(KEYS))}
    return {"weights": weights, "letter": letter, "target": target} | pick


def solve(page):
    """All that leaves unit 1 is set to 0."""
    for letter in ALPHABET:
        page.get_by_role("button", name=f"from unit 1 to output {letter}").first.press("Enter")
        page.get_by_role("button", name="Set it to 0").click()


CASE = Case(
    make=Flow, name="flow", draw=state, solve=solve,
    states={e: {"equation": e, "weight": w, "letter": c} for e, w, c in zip(
        EQUATIONS, ("W1[2,3]", "W1[1,1]", "b2[4]", "b1[1]", "b1[2]"), "demod", strict=True)},
    refused=[
        ({"weights": {"W1": [[1.0] * 4] * 2}}, "weights"),
        ({"weights": weights_with() | {"W3": [1.0]}}, "weights: got 'W3'"),
        ({"weights": weights_with() | {"b1": [1.0]}}, "weights['b1']: got shape (1,)"),
        ({"weights": weights_with(**{"W1[1,1]": np.nan})}, "weights['W1']: got nan"),
        ({"weights": weights_with(**{"W1[1,1]": 1e9})}, "weights['W1']: got 1000000000.0"),
        ({"network": NETWORK[::-1]}, "network[0]"),
        ({"letter": "x"}, "letter: got 'x'"),
        ({"weight": "W1[3,1]"}, "weight: got 'W1[3,1]'"),
    ],
)  # fmt: skip


@pytest.mark.parametrize("scale", [0.5, 2.0])
def test_forward_and_backward_are_those_of_the_package(call, rng, scale):
    tape = Flow().tell()["tape"]
    draws = [drawn(rng, scale) for _ in range(500)]
    for found, given in zip(call("flow", "flow", [[tape, *d] for d in draws]), draws, strict=True):
        for name, wanted in worked(*given).items():
            got = np.array([*found["named"][name].values()]) if name in found["named"] else None
            if got is not None:
                assert abs(got - np.ravel(wanted)).max() < 1e-12 * max(1, abs(wanted).max()), name


def test_one_step_against_the_gradient_lands_where_the_package_does(call, rng):
    tape = Flow().tell()["tape"]
    draws = [(*drawn(rng), 0.1) for _ in range(200)]
    for found, given in zip(
        call("flow", "stepped", [[tape, *d] for d in draws]), draws, strict=True
    ):
        before = worked(*given[:3])
        for name in ARRAYS:
            wanted = np.array(given[0][name]) - 0.1 * before[f"d{name}"]
            assert np.abs(np.array(found[name]) - wanted).max() < 1e-12


def test_the_sentence_foretells_the_first_order_and_says_where_the_step_ends():
    before = worked(weights_with())
    square = sum((before[name] ** 2).sum() for name in GRADIENTS)
    (texts,) = derived([{}], "(now) => now.texts")
    after = [Layer(*(layer_w - 0.1 * before[f"d{w}{n}"] for w, layer_w in zip("Wb", layer,
             strict=True))) for n, layer in enumerate(NETWORK, start=1)]  # fmt: skip
    x, y = one_hot("de", ALPHABET)
    loss = cross_entropy(forward(tuple(after), x).h[-1], y)
    assert texts["loss"] == f"{before['L']:.4f}" == "1.6414"
    assert texts["foretold"] == f"{before['L'] - 0.1 * square:.4f}"
    assert texts["after"] == f"{loss:.4f}" == "1.5026"


@pytest.mark.parametrize("equation", EQUATIONS)
def test_an_equation_lights_what_it_joins_and_its_terms_add_up(rng, equation):
    states = [state(rng) | {"equation": equation, "weight": key} for key in KEYS]
    joins = {  # for a weight of layer 1, of layer 2
        "forward": ({"W1", "x", "b1", "a1"}, {"W2", "h1", "b2", "z"}),
        "BP1": ({"y_hat", "y"},) * 2,
        "BP2": ({"W2", "delta2", "dh1", "slope1"},) * 2,
        "BP3": ({"delta1"}, {"delta2"}),
        "BP4": ({"delta1", "x"}, {"delta2", "h1"}),
    }
    for found, given in zip(derived(states, "(now) => now.lines"), states, strict=True):
        place = PLACES[KEYS.index(given["weight"])]
        assert [(one["name"], *one["index"]) for one in found] == made(equation, *place)
        values = worked(given["weights"], given["letter"], given["target"])
        for one in found:
            wanted = values[one["name"]][tuple(one["index"])]
            assert abs(one["value"] - wanted) < 1e-12
            total = sum(term["value"] for term in one["terms"])
            if one["of"] == "sum":
                assert abs(total - wanted) < 1e-12
        factors = (f for one in found for term in one["terms"] for f in term["factors"])
        wanted = joins[equation][place[0][1] == "2"]
        if equation == "BP2" and place[0] == "b2":  # it starts at no hidden unit
            wanted = {"dh1", "slope1"}
        assert {f["name"] for f in factors} == wanted


def test_the_error_vanishes_when_all_that_leaves_a_unit_is_equal_and_so_do_its_gradients():
    (now,) = derived([{"weights": weights_with(**COLUMN)}], "(now) => now.task.reached")
    found = worked(weights_with(**COLUMN))
    assert now
    assert abs(found["delta1"][0]) < 1e-12
    assert np.abs(found["dW1"][0]).max() < 1e-12
    assert np.abs(found["dW2"][:, 0] - found["delta2"] * found["h1"][0]).max() < 1e-15
    assert np.abs(found["dW2"][:, 0]).min() > 0.01


@pytest.mark.parametrize("letter", ALPHABET)
def test_exactly_the_weights_from_inputs_that_are_0_have_no_gradient(letter, rng):
    it = Flow(letter=letter)
    gradient = worked(*drawn(rng)[:1], letter, str(rng.choice(list(ALPHABET))))["dW1"]
    read = ALPHABET.index(letter)
    assert np.count_nonzero(gradient == 0) == 6
    assert (gradient[:, read] != 0).all()
    options = it.tell()["question"]["options"]
    assert options[1][0] == "the six from {}, {} and {}".format(*ALPHABET.replace(letter, ""))


def test_a_line_is_tapped_and_its_weight_pulled_and_the_step_is_taken(show):
    page = show(Flow(answered=True)).page
    page.get_by_role("button", name="from d to unit 2").first.dispatch_event("click")
    slider = page.get_by_role("slider", name="from d to unit 2")
    assert slider.input_value() == "-0.2"
    page.get_by_role("button", name="Take the step").click()
    assert abs(float(slider.input_value()) - (-0.2 + 0.1 * 0.311256)) < 0.006
    assert "Loss 1.5026." in page.locator(".explorable-live .kit-says").text_content()


def test_an_error_that_only_looks_like_zero_is_not_the_task_done():
    almost = {"weights": weights_with(**{"W2[2,1]": 0.20})}
    assert abs(worked(almost["weights"])["delta1"][0]) < 5e-4
    assert derived([almost, {}], "(now) => now.task.reached") == [False, False]


def test_the_table_holds_each_weight_and_its_gradient(rng):
    given = state(rng)
    values = worked(given["weights"], given["letter"], given["target"])
    (rows,) = derived([given], "(now, widget) => widget.table(now).rows")
    for (_, shown, gradient), (name, place) in zip(rows, PLACES, strict=True):
        assert abs(float(shown.replace("−", "-")) - values[name][place]) < 6e-5
        assert abs(float(gradient.replace("−", "-")) - values[f"d{name}"][place]) < 6e-5


def test_one_undo_takes_back_one_gesture(show):
    page = show(Flow(answered=True)).page
    step, undo = (page.get_by_role("button", name=name) for name in ("Take the step", "Undo"))
    says = page.locator(".explorable-live .kit-says")
    step.click()
    once = says.text_content()
    step.click()
    undo.click()
    assert says.text_content() == once
    slider = page.get_by_role("slider").first
    slider.dispatch_event("pointerdown")
    for x in ("0.5", "0.6", "0.7"):  # one pull, three moves
        slider.evaluate(
            "(node, x) => { node.value = x; node.dispatchEvent(new Event('input')); }", x
        )
    undo.click()
    assert says.text_content() == once
