"""The d-e-m-o network, unrolled over its three letters: every number on the way forward.

Notebook: book/rnn.ipynb
"""

import re
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from unrolled.core.activations import softmax
from unrolled.core.door import check_finite
from unrolled.core.losses import cross_entropy
from unrolled.core.records import check_like
from unrolled.core.shapes import Array
from unrolled.core.unroll import unroll
from unrolled.demo import weights
from unrolled.demo.weights import H0, XS, YS
from unrolled.page.trace import Quantity, Trace
from unrolled.rnn.cell import CELL, RNN, preactivation
from unrolled.rnn.readout import Model, Readout, readout

STEPWISE = CELL._replace(fast=None)  # one step after the other, as on the slides
MODEL = Model(
    RNN(weights.W_hx, weights.W_hh, weights.b_h),
    Readout(weights.W_yh, weights.b_y),
)


class Rule(NamedTuple):
    """How a quantity follows from earlier ones; t, t-1 and t+1 are filled in for each step."""

    name: str
    kind: str
    symbol: str
    formula: str
    of: Callable
    label: str


FORWARD = (
    Rule(
        "a_t",
        "state",
        r"\mathbf a_t",
        r"<W_hx>\,<x_t> + <W_hh>\,<h_t-1> + <b_h>",
        lambda W, x, U, h, b: W @ x + U @ h + b,
        "eq-rnn-preactivation",
    ),
    Rule("h_t", "state", r"\mathbf h_t", r"\tanh <a_t>", np.tanh, "eq-rnn-state"),
    Rule(
        "z_t",
        "output",
        r"\mathbf z_t",
        r"<W_yh>\,<h_t> + <b_y>",
        lambda W, h, b: W @ h + b,
        "eq-rnn-logits",
    ),
    Rule(
        "y_hat_t",
        "output",
        r"\hat{\mathbf y}_t",
        r"\operatorname{softmax} <z_t>",
        softmax,
        "eq-mlp-softmax",
    ),
    Rule(
        "L_t",
        "output",
        r"\mathcal L_t",
        r"-<y_t>^{\top} \log <y_hat_t>",
        lambda y, p: -y @ np.log(p),
        "eq-mlp-cross-entropy",
    ),
)
MEAN = Rule(
    "L",
    "output",
    r"\mathcal L",
    r"\tfrac13 \left( <L_1> + <L_2> + <L_3> \right)",
    lambda *losses: sum(losses) / 3,
    "eq-rnn-mean-loss",
)


def trace(model: Model = MODEL) -> Trace:
    """Every quantity of the forward pass, in the order in which it is computed.

    Raises ValueError for other shapes than MODEL's.
    """
    model = check_like("model", model, MODEL, check_finite)
    found = steps(model)
    return (
        start(model)
        | {
            quantity.name: quantity
            for t in (1, 2, 3)
            for quantity in (*given(t), *(quantity_at(rule, t, found) for rule in FORWARD))
        }
        | {"L": quantity_at(MEAN, 0, found)}
    )


def start(model: Model) -> Trace:
    """The weights, and the state before the first step."""
    found: Trace = {}
    for part in model:
        for name, value in part._asdict().items():
            letter, subscript = name.split("_")
            found[name] = Quantity(name, rf"\mathbf {letter}_{{{subscript}}}", "weight", value)
    found["h_0"] = Quantity("h_0", r"\mathbf h_0", "state", H0)
    return found


def given(t: int) -> tuple[Quantity, Quantity]:
    """What goes in at step t, and what is wanted of it."""
    return (
        Quantity(f"x_{t}", rf"\mathbf x_{t}", "input", XS[t - 1]),
        Quantity(f"y_{t}", rf"\mathbf y_{t}", "output", YS[t - 1]),
    )


def quantity_at(rule: Rule, t: int, found: dict[str, Array]) -> Quantity:
    """What a rule says of step t, with the value that was found for it."""
    name, symbol, formula = (at_step(text, t) for text in (rule.name, rule.symbol, rule.formula))
    return Quantity(name, symbol, rule.kind, found[name], formula, rule.of, rule.label)


def at_step(text: str, t: int) -> str:
    """`text` with the time index filled in: h_t-1 becomes h_0 at t = 1, and W^{[t]} W^{[1]}."""
    text = re.sub(r"_t-1\b", f"_{t - 1}", text)
    text = re.sub(r"_t\+1\b", f"_{t + 1}", text)
    return re.sub(r"_t\b", f"_{t}", text).replace("[t]", f"[{t}]")


def steps(model: Model, xs: Array = XS, ys: Array = YS, h0: Array = H0) -> dict[str, Array]:
    """The weights, the quantities of every step, and the mean loss."""
    states, _ = unroll(STEPWISE, model.cell, xs, h0)
    zs = readout(model.readout, states)
    losses = cross_entropy(zs, ys)
    found = {**model.cell._asdict(), **model.readout._asdict()}
    for t in (1, 2, 3):
        h_prev = states[t - 2] if t > 1 else h0
        step = {
            "a": preactivation(model.cell, xs[t - 1], h_prev),
            "h": states[t - 1],
            "z": zs[t - 1],
            "y_hat": softmax(zs[t - 1]),
            "L": losses[t - 1],
        }
        found |= {f"{name}_{t}": np.asanyarray(value) for name, value in step.items()}
    return found | {"L": MEAN.of(*losses)}
