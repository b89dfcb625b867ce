"""The tape: what Python records, the browser's player repeats, and every number is explained."""

import json
import re
from functools import cache

import numpy as np
import pytest
from py_mini_racer import MiniRacer

from tests.page.common import error
from unrolled.core import activations, losses
from unrolled.core.activations import log_softmax, logistic, softmax
from unrolled.demo import network, step
from unrolled.demo.tapes import network_tape, step_tape
from unrolled.mlp.network import Layer
from unrolled.page.inline import kit
from unrolled.page.player import replay
from unrolled.page.tape import record
from unrolled.rnn.cell import CELL, RNN
from unrolled.rnn.readout import Model, Readout
from unrolled.training import loss_and_gradient

V8 = """
const text = (found) => JSON.stringify(found, (_, x) =>
    typeof x === "number" && !Number.isFinite(x) ? String(x) : x);
const shown = ({ named }) =>
    Object.fromEntries(Object.entries(named).map(([name, values]) => [name, [...values]]));
const played = (asked) => {
    const [tape, sets] = JSON.parse(asked);
    return text(sets.map((inputs) => shown(KIT.tape.play(tape, inputs))));
};
const places = (shape) => shape.reduce(
    (all, n) => all.flatMap((index) => [...Array(n).keys()].map((k) => [...index, k])), [[]]);
const explained = (asked) => {
    const [tape, inputs] = JSON.parse(asked);
    const values = KIT.tape.play(tape, inputs);
    const { terms, feeders, feeds } = KIT.explain;
    return text(Object.entries(tape.names).flatMap(([name, [shape]]) =>
        places(shape).map((index) => ({ name, index, ...terms(tape, values, name, index),
            feeders: feeders(tape, name, index), feeds: feeds(tape, name, index) }))));
};
"""
NUMBERS = np.random.default_rng(1)
DEMO = {name: value for part in network.MODEL for name, value in part._asdict().items()}
STEP = {f"{k}{n}": w for n, part in enumerate(step.NETWORK, 1) for k, w in part._asdict().items()}


@cache
def engine():
    context = MiniRacer()
    context.eval(kit("explain", "tape") + V8)
    return context


def call(name, *what):
    found = engine().call(name, json.dumps(what))
    return json.loads(re.sub(r'"(-?Infinity|NaN)"', r"\1", found))


def flat(inputs):
    return {name: np.ravel(value).tolist() for name, value in inputs.items()}


def drawn(shapes, scale=1.0):
    return {name: NUMBERS.normal(0, scale, np.shape(like)) for name, like in shapes.items()}


def shaped(values, like):
    """Flat values in the shapes of `like`, under the same names."""
    assert set(values) == set(like)
    return {name: np.reshape(values[name], np.shape(value)) for name, value in like.items()}


def gap(tape, sets, wanted):
    """The largest gap of the browser's player and of Python's to the named quantities."""
    found = call("played", tape.data, [flat(inputs) for inputs in sets])
    found = [shaped(values, want) for values, want in zip(found, wanted, strict=True)]
    few = len(found) // 100 + 1  # Python's player is for single runs
    found += [replay(tape.data, **inputs) for inputs in sets[:few]]
    pairs = zip(found, [*wanted, *wanted[:few]], strict=True)
    return max(error(values[name], want[name]) for values, want in pairs for name in want)


def held_to(f, chances=(), **inputs):
    """A tape of f, held to f itself on twenty other inputs and explained entry by entry."""
    tape = record(f, chances=chances, **inputs)
    sets = [inputs, *(inputs | drawn(fitting(inputs, chances)) for _ in range(20))]
    assert gap(tape, sets, [f(**each) for each in sets]) < 1e-12
    check_explanations(tape, inputs)
    return tape


def fitting(inputs, chances):
    return {name: value for name, value in inputs.items() if name not in chances}


# Explanations ---------------------------------------------------------------------------------

OUTER = {
    "sum": sum,
    "log": lambda terms: np.log(sum(terms)),
    "tanh": lambda terms: np.tanh(sum(terms)),
    "exp": lambda terms: np.exp(sum(terms)),
    "sqrt": lambda terms: np.sqrt(sum(terms)),
    "logistic": lambda terms: 1 / (1 + np.exp(-sum(terms))),
    "max": max,
    "min": min,
    "gt": lambda terms: float(terms[0] > terms[1]),
    "where": lambda terms: terms[1] if terms[0] else terms[2],
}


def near(found, wanted, scale=1.0):
    """Equal up to rounding, infinite or not."""
    return found == wanted or error(found, wanted, scale) < 1e-12


def check_terms(found):
    """The terms give the value, and every term and nested function likewise."""
    terms = [term["value"] for term in found["terms"]]
    if found["of"] in ("softmax", "log softmax"):
        f = softmax if found["of"] == "softmax" else log_softmax
        value = f(np.array(terms))[found["place"]]
    else:
        value = OUTER[found["of"]](terms)
    largest = max([1.0, *(abs(term) for term in terms if np.isfinite(term))])
    assert near(value, found["value"], largest), found
    for term in found["terms"]:
        assert abs(term["sign"]) == 1
        product = term["sign"] * np.prod([f["value"] ** f["power"] for f in term["factors"]])
        assert near(product, term["value"]), term
        for factor in term["factors"]:
            if "terms" in factor:
                check_terms(factor)


def check_explanations(tape, inputs):
    """Every entry's terms add up, factors are what they say, and feeding is mutual."""
    entries = call("explained", tape.data, flat(inputs))
    values = replay(tape.data, **inputs)
    known = {name: np.asarray(value) for name, value in (inputs | values).items()}
    fed, feeding = set(), set()
    for found in entries:
        here = found["name"], tuple(found["index"])
        assert error(found["value"], known[here[0]][here[1]]) < 1e-12
        if found["of"] != "given":
            check_terms(found)
        for term in found["terms"]:
            for factor in term["factors"]:
                if factor["name"]:
                    place = factor["name"], tuple(factor["index"])
                    assert error(factor["value"], known[place[0]][place[1]]) < 1e-12
                    assert {"name": place[0], "index": factor["index"]} in found["feeders"]
        fed |= {((f["name"], tuple(f["index"])), here) for f in found["feeders"]}
        feeding |= {(here, (f["name"], tuple(f["index"]))) for f in found["feeds"]}
    assert feeding == {link for link in fed if link[0][0] in values}
    return entries


@pytest.mark.parametrize(("tape", "module"), [(network_tape, network), (step_tape, step)])
def test_every_entry_of_a_worked_example_hangs_on_what_its_formula_names(tape, module):
    """Terms add up, feeding is mutual, and the feeders are the parents that the trace names."""
    trace, parents = module.trace(), {}
    for found in check_explanations(tape(), {}):
        here = parents.setdefault(found["name"], set())
        here |= {feeder["name"] for feeder in found["feeders"]}
    assert set(parents) == set(trace)
    for name, quantity in trace.items():
        assert parents[name] == set(quantity.parents), name


def words(found):
    """Terms as text."""

    def factor(f):
        if "terms" in f:
            text = f"{f['of']}({words(f)})"
        else:
            text = f"{f['name']}{f['index']}" if f["name"] else f"{f['value']:g}"
        return text if f["power"] == 1 else f"1/{text}"

    terms = found["terms"]
    return " ".join(
        ("+ " if term["sign"] > 0 else "- ") + " ".join(map(factor, term["factors"]))
        for term in terms
    )


@pytest.mark.parametrize(
    ("name", "index", "of", "said"),
    [
        ("a_2", [0], "sum", "+ W_hx[0, 0] x_2[0] + W_hx[0, 1] x_2[1] + W_hx[0, 2] x_2[2]"
         " + W_hx[0, 3] x_2[3] + W_hh[0, 0] h_1[0] + W_hh[0, 1] h_1[1] + b_h[0]"),
        ("h_2", [0], "tanh", "+ a_2[0]"),
        ("y_hat_3", [1], "softmax", "+ z_3[0] + z_3[1] + z_3[2] + z_3[3]"),
        ("L_1", [], "sum", "- y_1[0] log(+ y_hat_1[0]) - y_1[1] log(+ y_hat_1[1])"
         " - y_1[2] log(+ y_hat_1[2]) - y_1[3] log(+ y_hat_1[3])"),
        ("dz_1", [2], "sum", "+ y_hat_1[2] - y_1[2]"),
        ("slope_3", [1], "sum", "+ 1 - h_3[1] h_3[1]"),
        ("delta_1", [0], "sum", "+ slope_1[0] dh_1[0]"),
        ("dW_hh_3", [0, 1], "sum", "+ delta_3[0] h_2[1]"),
        ("L", [], "sum", "+ L_1[] 1/3 + L_2[] 1/3 + L_3[] 1/3"),
        ("dW_hx", [1, 2], "sum", "+ sum_dW_hx[1, 2] 1/3"),
        ("b_h", [1], "given", ""),
    ],
)  # fmt: skip
def test_a_number_is_explained_by_the_names_of_the_text(name, index, of, said):
    entries = call("explained", network_tape().data, {})
    (found,) = [e for e in entries if (e["name"], e["index"]) == (name, index)]
    assert (found["of"], words(found)) == (of, said)


# The worked examples --------------------------------------------------------------------------


def test_demo_on_tape_is_demo_in_python_for_a_thousand_weights(unchecked):
    sets = [drawn(DEMO) for _ in range(1000)]

    def wanted(W_hx, W_hh, b_h, W_yh, b_y):
        trace = network.trace(Model(RNN(W_hx, W_hh, b_h), Readout(W_yh, b_y)))
        return {name: quantity.value for name, quantity in trace.items()}

    assert gap(network_tape(), sets, [wanted(**weights) for weights in sets]) < 1e-12


def test_4_2_4_on_tape_is_4_2_4_in_python_for_a_thousand_weights_and_all_letters(unchecked):
    one_hot = np.eye(4)
    sets = [
        drawn(STEP) | dict(zip("xy", one_hot[NUMBERS.integers(4, size=2)], strict=True))
        for _ in range(1000)
    ]

    def wanted(W1, b1, W2, b2, x, y):
        trace = step.trace((Layer(W1, b1), Layer(W2, b2)), x, y)
        return {name: quantity.value for name, quantity in trace.items()}

    assert gap(step_tape(), sets, [wanted(**each) for each in sets]) < 1e-12


def test_a_tape_is_small():
    sizes = [len(json.dumps(t().data, separators=(",", ":"))) for t in (network_tape, step_tape)]
    assert sizes[0] < 5000
    assert sizes[1] < 1500


# Other cells and blocks -----------------------------------------------------------------------


def lstm(W, U, b, x, h, c, dh, dc):
    """One step of an LSTM, and the same step read backwards."""
    i, f, o, g = np.split(W @ x + U @ h + b, 4)
    i, f, o, g = logistic(i), logistic(f), logistic(o), np.tanh(g)
    c_next = f * c + i * g
    tanh_c = np.tanh(c_next)
    dc_all = dc + dh * o * (1 - tanh_c**2)
    da = [dc_all * g * i * (1 - i), dc_all * c * f * (1 - f), dh * tanh_c * o * (1 - o)]
    da = np.concatenate([*da, dc_all * i * (1 - g * g)])
    return {
        "i": i, "f": f, "o": o, "g": g, "c_next": c_next, "h_next": o * tanh_c, "da": da,
        "dW": np.outer(da, x), "dU": np.outer(da, h), "dx": W.T @ da, "dh_prev": da @ U,
        "dc_prev": dc_all * f,
    }  # fmt: skip


def gru(W, U, b, x, h):
    """One step of a GRU, reset before the product."""
    u, r = logistic(W[0] @ x + U[0] @ h + b[0]), logistic(W[1] @ x + U[1] @ h + b[1])
    new = np.tanh(W[2] @ x + U[2] @ (r * h) + b[2])
    return {"u": u, "r": r, "new": new, "h_next": u * new + (1 - u) * h}


def attention(X, W_q, W_k, W_v):
    """One head; rows are tokens."""
    Q, K, V = X @ W_q.T, X @ W_k.T, X @ W_v.T
    A = softmax(Q @ K.T / np.sqrt(Q.shape[-1]))
    return {"Q": Q, "K": K, "V": V, "A": A, "Y": A @ V}


def normed(X, gain, bias):
    """LayerNorm of every row."""
    apart = X - X.mean(axis=-1, keepdims=True)
    return gain * apart / np.sqrt(np.var(X, axis=-1, keepdims=True) + 1e-5) + bias


def encoder(X, W_q, W_k, W_v, W_o, gain, bias, W1, b1, W2):
    """One block: attention and a ReLU network, each after a LayerNorm and with its shortcut."""
    heard = attention(normed(X, gain, bias), W_q, W_k, W_v)["Y"] @ W_o.T
    middle = X + heard
    inner = np.maximum(normed(middle, gain, bias) @ W1.T + b1, 0)
    return {"middle": middle, "inner": inner, "Y": middle + inner @ W2.T}


def residual(h, W, b):
    """A residual layer and its way back for dh = 1; then two Euler steps of the same field."""
    a = np.matvec(W, h) + b
    h_next = h + activations.RELU.of(a)
    slope = activations.RELU.slope(a, h_next)
    path = [h]
    for _ in range(2):
        path.append(path[-1] + 0.1 * np.tanh(W @ path[-1] + b))
    return {"h_next": h_next, "dh": 1 + slope @ W, "slope": slope, "path": np.stack(path)}


def shapes(**sizes):
    return drawn({name: np.empty(size) for name, size in sizes.items()}, 0.7)


BLOCKS = [
    (lstm, shapes(W=(12, 2), U=(12, 3), b=12, x=2, h=3, c=3, dh=3, dc=3)),
    (gru, shapes(W=(3, 4, 2), U=(3, 4, 4), b=(3, 4), x=2, h=4)),
    (attention, shapes(X=(3, 4), W_q=(2, 4), W_k=(2, 4), W_v=(5, 4))),
    (encoder, shapes(X=(3, 4), W_q=(2, 4), W_k=(2, 4), W_v=(5, 4), W_o=(4, 5), gain=4, bias=4,
                     W1=(6, 4), b1=6, W2=(4, 6))),
    (residual, shapes(h=3, W=(3, 3), b=3)),
]  # fmt: skip


@pytest.mark.parametrize(("f", "inputs"), BLOCKS, ids=lambda case: getattr(case, "__name__", ""))
def test_a_block_on_tape_is_the_block_in_numpy(f, inputs):
    held_to(f, **inputs)


def test_bptt_of_the_package_runs_on_a_tape():
    """loss_and_gradient itself, over a batch, cell and readout as trees."""
    model = Model(
        RNN(*(shapes(a=(3, 2), b=(3, 3), c=3).values())), Readout(*shapes(a=(4, 3), b=4).values())
    )
    xs, ys, h0 = (
        NUMBERS.normal(size=(5, 6, 2)),
        np.eye(4)[NUMBERS.integers(4, size=(5, 6))],
        shapes(h=(6, 3))["h"],
    )

    def f(model, xs, ys, h0):
        cell = CELL._replace(fast=None)
        _, gradient, last = loss_and_gradient(model, xs, ys, h0, cell=cell)
        return {"dW_hh": gradient.cell.W_hh, "db_y": gradient.readout.b_y, "last": last}

    tape = record(f, model=model, xs=xs, ys=ys, h0=h0)
    assert list(tape.data["inputs"])[:2] == ["model.cell.W_hx", "model.cell.W_hh"]
    other = {"model": Model(*model)._replace(cell=RNN(*(1.5 * w for w in model.cell))), "h0": -h0}
    found, wanted = replay(tape.data, **other), f(xs=xs, ys=ys, **other)
    assert max(error(found[name], wanted[name]) for name in wanted) < 1e-12


# Merging --------------------------------------------------------------------------------------


def steps_of(f, **inputs):
    return [line[0] for line in record(f, **inputs).data["steps"]]


@pytest.mark.parametrize(
    ("f", "steps"),
    [
        (lambda a, b: {"p": 1 - a * a, "q": 1 - a**2, "r": 1 - np.square(a)}, ["mul", "sub"]),
        (lambda a, b: {"p": a + b, "q": b + a}, ["add"]),
        (lambda a, b: {"p": np.outer(a, b).T, "q": b[:, None] @ a[None]}, ["mul"]),
        (lambda a, b: {"p": a.reshape(3, 1).T[0], "q": a[None].sum(axis=0)}, []),
        (lambda a, b: {"p": np.stack([a, b])[0, ::-1], "q": a.astype(float).copy()}, []),
        (lambda a, b: {"p": sum([a, b]), "q": (a + 0) * 1 + np.zeros(3) + b}, ["add"]),
        (lambda a, b: {"p": a @ b, "q": np.dot(b, a), "r": np.matvec(a[None], b)}, ["dot"]),
        (lambda a, b: {"p": a + np.exp(2) * 3 + 1, "unused": a}, ["add", "add"]),
        (lambda a, b: {"p": a, "rest": np.tanh(b)[:0].size + a}, []),
        (lambda a, b: {"p": softmax(a), "q": log_softmax(a)}, ["softmax", "logsoftmax"]),
        (lambda a, b: {"p": logistic(a)}, ["logistic"]),
        (lambda a, b: {"p": a / a.sum()}, ["sum", "div"]),
    ],
)
def test_equal_steps_are_one_and_a_view_is_none(f, steps):
    assert steps_of(f, **shapes(a=3, b=3)) == steps


def test_two_names_of_one_number_are_told_as_such():
    entries = call("explained", step_tape().data, {})
    (found,) = [e for e in entries if (e["name"], e["index"]) == ("db2", [3])]
    assert words(found) == "+ delta2[3]"
    assert found["feeds"] == []


def test_chances_add_up_to_one_and_a_player_holds_them_to_it():
    def f(z, y):
        return {"dz": losses.cross_entropy_back(z, y)}

    z, y = NUMBERS.normal(size=4), np.eye(4)[2]
    assert steps_of(f, z=z, y=y).count("mul") == 1
    tape = record(f, chances=("y",), z=z, y=y)
    assert "mul" not in [line[0] for line in tape.data["steps"]]
    assert gap(tape, [{"y": np.eye(4)[0]}], [f(z, np.eye(4)[0])]) < 1e-12
    with pytest.raises(ValueError, match=r"inputs: got 2\.0 where 1\.0 was recorded"):
        replay(tape.data, y=np.array([1, 0, 1, 0]))
    with pytest.raises(Exception, match="got 2 where 1 was recorded"):
        call("played", tape.data, [{"y": [1, 0, 1, 0]}])


# What is refused ------------------------------------------------------------------------------


def written_into(a, b):
    plain = np.zeros(3)
    plain[:] = a
    return {"p": plain * b}


def changed(a):
    a[0] = 1
    return {"p": a}


def added_to(a, b):
    a += b
    return {"p": a}


@pytest.mark.parametrize(
    ("f", "named"),
    [
        (lambda a, b: {"p": np.einsum("i,i->", a, b)}, r"np\.einsum"),
        (lambda a, b: {"p": np.linalg.norm(a)}, r"np\.norm"),
        (lambda a, b: {"p": np.cumsum(a)}, r"np\.cumsum"),
        (lambda a, b: {"p": a.cumsum()}, r"np\.add\.accumulate|an array that lost|a\.cumsum"),
        (lambda a, b: {"p": np.prod(a)}, r"np\.prod|np\.multiply\.reduce"),
        (lambda a, b: {"p": np.arctan(a)}, r"np\.arctan"),
        (lambda a, b: {"p": np.add(a, b, out=np.zeros(3))}, r"np\.add into an array"),
        (lambda a, b: {"p": np.add(a, b, where=[True, False, True])}, r"np\.add with where"),
        (lambda a, b: added_to(a, b), r"np\.add into an array"),
        (lambda a, b: changed(a), r"a\[\.\.\.\] = b"),
        (lambda a, b: {"p": a[a > 0]}, "an index that depends on recorded numbers"),
        (lambda a, b: {"p": b[int(a.argmax())]}, r"a\.argmax\(\)"),
        (lambda a, b: {"p": np.argsort(a)}, r"np\.argsort"),
        (lambda a, b: {"p": activations.gelu(a)}, "an array that lost its steps"),
        (lambda a, b: {"p": a.astype(int)}, r"astype\(int64\)"),
        (written_into, "p, whose steps were lost"),
        (lambda a, b: {"p": b * float(a[0])}, "p, whose steps were lost"),
        (lambda a, b: {"p": np.array([a[0], b[0]])}, "p, whose steps were lost"),
        (lambda a, b: a, "expected a dict of named arrays"),
        (lambda a, b: {"0": a}, "expected a dict of named arrays"),
    ],
)
def test_what_a_tape_cannot_hold_is_refused_by_name(f, named):
    with pytest.raises(ValueError, match=rf"^f: got .*({named})"):
        record(f, **shapes(a=3, b=3))


def test_checks_at_a_door_leave_nothing_and_a_branch_leaves_a_promise():
    def checked(a):
        assert np.isfinite(a).all()
        assert len(a) == 3
        return {"p": -a}

    assert record(checked, **shapes(a=3)).data["promises"] == []

    def branched(a):
        return {"p": a if a[1] > 0 else -a}

    tape = record(branched, a=np.array([1.0, 2.0, 3.0]))
    assert replay(tape.data, a=[4.0, 5.0, 6.0])["p"].tolist() == [4, 5, 6]
    with pytest.raises(ValueError, match=r"inputs: got 0\.0 where 1\.0 was recorded"):
        replay(tape.data, a=[4.0, -5.0, 6.0])
    with pytest.raises(Exception, match="got 0 where 1 was recorded"):
        call("played", tape.data, [{"a": [4, -5, 6]}])


def test_a_player_refuses_inputs_that_do_not_fit():
    data = network_tape().data
    with pytest.raises(ValueError, match=r"W_hh: got shape \(4,\), expected \(2, 2\)"):
        replay(data, W_hh=np.zeros(4))
    with pytest.raises(ValueError, match="inputs: got W, expected some of W_hx, "):
        replay(data, W=np.zeros(4))
    with pytest.raises(Exception, match="W_hh: got 3, expected 4"):
        call("played", data, [{"W_hh": [0, 0, 0]}])


def test_infinity_travels_as_text():
    mask = np.where(np.tri(3) > 0, 0.0, -np.inf)
    tape = held_to(lambda S: {"A": softmax(S + mask)}, S=shapes(S=(3, 3))["S"])
    assert "-Infinity" in tape.data["constants"]
    json.loads(json.dumps(tape.data, allow_nan=False))
