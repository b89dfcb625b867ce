"""The d-e-m-o network: 4 characters in, 2 hidden units, 4 characters out, 26 parameters.

Its numbers are those of a set of lecture slides (source 001). `trace` works it from the first
one-hot vector to the last averaged gradient; the 216 numbers the slides print, and what became
of each, are in `unrolled.demo.printed`.
Notebooks: book/rnn.ipynb, book/bptt.ipynb
"""

import re
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from unrolled.core.activations import softmax
from unrolled.core.door import finite
from unrolled.core.losses import CROSS_ENTROPY, cross_entropy, cross_entropy_back
from unrolled.core.shapes import Array
from unrolled.core.text import one_hot
from unrolled.core.tree import alike, tree_at
from unrolled.core.unroll import unroll
from unrolled.page.trace import Quantity, Trace
from unrolled.rnn.cell import CELL, RNN, preactivation, rnn_step_back
from unrolled.rnn.readout import Model, Readout, readout, readout_back
from unrolled.training import loss_and_gradient

ALPHABET = "demo"
XS = one_hot("dem", ALPHABET)
YS = one_hot("emo", ALPHABET)
H0 = np.zeros(2)
END = np.zeros(2)  # T δ_4: nothing comes after the last step
STEPWISE = CELL._replace(fast=None)  # one step after the other, as on the slides
MODEL = Model(
    RNN(
        W_hx=np.array([[0.5, -0.3, 0.1, 0.2], [-0.2, 0.4, 0.3, -0.1]]),
        W_hh=np.array([[0.1, 0.2], [0.0, 0.3]]),
        b_h=np.array([0.05, -0.02]),
    ),
    Readout(
        W_yh=np.array([[0.3, 0.1], [-0.2, 0.4], [0.1, -0.3], [0.2, 0.2]]),
        b_y=np.array([0.01, -0.03, 0.02, 0.0]),
    ),
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
    Rule("a_t", "state", r"\mathbf a_t", r"<W_hx>\,<x_t> + <W_hh>\,<h_t-1> + <b_h>",
         lambda W, x, U, h, b: W @ x + U @ h + b, "eq-rnn-preactivation"),
    Rule("h_t", "state", r"\mathbf h_t", r"\tanh <a_t>", np.tanh, "eq-rnn-state"),
    Rule("z_t", "output", r"\mathbf z_t", r"<W_yh>\,<h_t> + <b_y>",
         lambda W, h, b: W @ h + b, "eq-rnn-logits"),
    Rule("y_hat_t", "output", r"\hat{\mathbf y}_t", r"\operatorname{softmax} <z_t>",
         softmax, "eq-mlp-softmax"),
    Rule("L_t", "output", r"\mathcal L_t", r"-<y_t>^{\top} \log <y_hat_t>",
         lambda y, p: -y @ np.log(p), "eq-mlp-cross-entropy"),
)  # fmt: skip
BACKWARD = (
    Rule("dz_t", "gradient", r"\nabla_{\mathbf z_t}\mathcal S", "<y_hat_t> - <y_t>",
         np.subtract, "eq-bptt-output-error"),
    Rule("dW_yh_t", "gradient", r"\nabla_{\mathbf W_{yh}^{[t]}}\mathcal S", r"<dz_t>\,<h_t>^{\top}",
         np.outer, "eq-bptt-output-weights"),
    Rule("back_t", "gradient", r"\nabla^{+}_{\mathbf h_t}\mathcal S", r"<W_yh>^{\top}\,<dz_t>",
         lambda W, d: W.T @ d, "eq-bptt-immediate"),
    Rule("slope_t", "state", r"\phi'(\mathbf a_t)", r"1 - <h_t>^{\odot 2}",
         lambda h: 1 - h**2, "eq-bptt-delta"),
    Rule("carry_t", "gradient", r"\text{later}_t",
         r"<W_hh>^{\top}\,<delta_t+1>", lambda W, d: W.T @ d, "eq-bptt-delta"),
    Rule("dh_t", "gradient", r"\nabla_{\mathbf h_t}\mathcal S", "<back_t> + <carry_t>",
         np.add, "eq-bptt-delta"),
    Rule("delta_t", "gradient", r"\nabla_{\mathbf a_t}\mathcal S", r"<slope_t> \odot <dh_t>",
         np.multiply, "eq-bptt-delta"),
    Rule("dW_hx_t", "gradient", r"\nabla_{\mathbf W_{hx}^{[t]}}\mathcal S",
         r"<delta_t>\,<x_t>^{\top}", np.outer, "eq-bptt-weights"),
    Rule("dW_hh_t", "gradient", r"\nabla_{\mathbf W_{hh}^{[t]}}\mathcal S",
         r"<delta_t>\,<h_t-1>^{\top}", np.outer, "eq-bptt-weights"),
)  # fmt: skip


def _summed(name: str, part: str, label: str) -> tuple[Rule, Rule]:
    """Two rules: the sum over time of a per-step gradient, and that sum divided by T."""
    letter, subscript = name.split("_")
    symbol = rf"\nabla_{{\mathbf {letter}_{{{subscript}}}}}"
    return (
        Rule(f"sum_d{name}", "gradient", rf"{symbol}\mathcal S",
             " + ".join(f"<{part}_{t}>" for t in (1, 2, 3)), lambda *parts: sum(parts), label),
        Rule(f"d{name}", "gradient", rf"{symbol}\mathcal L", rf"\tfrac13\,<sum_d{name}>",
             lambda total: total / 3, label),
    )  # fmt: skip


TOTALS = (
    Rule("L", "output", r"\mathcal L", r"\tfrac13 \left( <L_1> + <L_2> + <L_3> \right)",
         lambda *losses: sum(losses) / 3, "eq-rnn-mean-loss"),
    *_summed("W_yh", "dW_yh", "eq-bptt-output-weights"),
    *_summed("b_y", "dz", "eq-bptt-output-weights"),
    *_summed("W_hx", "dW_hx", "eq-bptt-weights"),
    *_summed("W_hh", "dW_hh", "eq-bptt-weights"),
    *_summed("b_h", "delta", "eq-bptt-weights"),
)  # fmt: skip


def trace(model: Model = MODEL) -> Trace:
    """Every quantity of the worked example, in the order in which it is computed.

    Gradients of a step are those of the *sum* of the losses, 𝒮 = T 𝓛; the division by T = 3 comes
    once, at the end. Raises ValueError for other shapes than MODEL's.
    """
    model = alike("model", model, MODEL, finite)
    found = _values(model)
    trace: Trace = {}

    def add(rule: Rule, t: int) -> None:
        name, symbol, formula = (_at(text, t) for text in (rule.name, rule.symbol, rule.formula))
        trace[name] = Quantity(name, symbol, rule.kind, found[name], formula, rule.of, rule.label)

    for part in model:
        for name in part._fields:
            letter, subscript = name.split("_")
            symbol = rf"\mathbf {letter}_{{{subscript}}}"
            trace[name] = Quantity(name, symbol, "weight", found[name])
    trace["h_0"] = Quantity("h_0", r"\mathbf h_0", "state", H0)
    for t in (1, 2, 3):
        trace[f"x_{t}"] = Quantity(f"x_{t}", rf"\mathbf x_{t}", "input", XS[t - 1])
        trace[f"y_{t}"] = Quantity(f"y_{t}", rf"\mathbf y_{t}", "output", YS[t - 1])
        for rule in FORWARD:
            add(rule, t)
    given = ("delta_4", r"\nabla_{\mathbf a_4}\mathcal S", "gradient", END)
    trace["delta_4"] = Quantity(*given, label="eq-bptt-end")
    for t in (3, 2, 1):
        for rule in BACKWARD:
            add(rule, t)
    for rule in TOTALS:
        add(rule, 0)
    return trace


def _at(text: str, t: int) -> str:
    """`text` with the time index filled in: h_t-1 becomes h_0 at t = 1, and W^{[t]} W^{[1]}."""
    text = re.sub(r"_t-1\b", f"_{t - 1}", text)
    text = re.sub(r"_t\+1\b", f"_{t + 1}", text)
    return re.sub(r"_t\b", f"_{t}", text).replace("[t]", f"[{t}]")


def _values(model: Model) -> dict[str, Array]:
    """The value of every quantity, from the functions the rest of the book uses."""
    found = steps(model)
    loss, gradient, _ = loss_and_gradient(model, XS, YS, H0, CROSS_ENTROPY)
    found["L"] = np.asarray(loss)
    for part in gradient:
        for name, value in part._asdict().items():
            found |= {f"d{name}": value, f"sum_d{name}": 3 * value}
    return found


def steps(
    model: Model, xs: Array = XS, ys: Array = YS, h0: Array = H0, end: Array = END
) -> dict[str, Array]:
    """The weights and the quantities of every step, before anything is summed over time."""
    states, caches = unroll(STEPWISE, model.cell, xs, h0)
    zs = readout(model.readout, states)
    losses = cross_entropy(zs, ys)
    found = {**model.cell._asdict(), **model.readout._asdict()}
    carry = np.vecmat(end, model.cell.W_hh)
    for t in (3, 2, 1):
        i = t - 1
        h_prev = states[i - 1] if i else h0
        dz = cross_entropy_back(zs[i], ys[i])
        d_readout, back = readout_back(model.readout, states[i], dz)
        d_cell, _, carried = rnn_step_back(model.cell, tree_at(caches.steps, i), back + carry)
        step = {
            "a": preactivation(model.cell, xs[i], h_prev),
            "h": states[i], "z": zs[i], "y_hat": softmax(zs[i]), "L": losses[i],
            "dz": dz, "dW_yh": d_readout.W_yh, "back": back, "slope": 1 - states[i] ** 2,
            "carry": carry, "dh": back + carry, "delta": d_cell.b_h,
            "dW_hx": d_cell.W_hx, "dW_hh": d_cell.W_hh,
        }  # fmt: skip
        found |= {f"{name}_{t}": np.asanyarray(value) for name, value in step.items()}
        carry = carried
    return found
