"""A tape in both players: how far they are from NumPy, and whether what is explained is so."""

import json
import re
from functools import cache

import numpy as np
from py_mini_racer import MiniRacer

from tests.widget.blocks import drawn
from tests.widget.common import error
from unrolled.core.activations import log_softmax, softmax
from unrolled.widget.inline import kit
from unrolled.widget.player import replay
from unrolled.widget.tape import record

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


ASKED = {"gt": np.greater, "ge": np.greater_equal, "lt": np.less, "le": np.less_equal,
         "eq": np.equal, "ne": np.not_equal}  # fmt: skip
OUTER = {  # what is made of the terms
    **{name: lambda terms, f=f: float(f(*terms)) for name, f in ASKED.items()},
    **{f.__name__: lambda terms, f=f: f(sum(terms)) for f in (np.log, np.tanh, np.exp, np.sqrt)},
    "sum": sum,
    "logistic": lambda terms: 1 / (1 + np.exp(-sum(terms))),
    "max": max,
    "min": min,
    "pow": lambda terms: terms[0] ** terms[1],
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
