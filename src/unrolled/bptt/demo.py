"""The d-e-m-o network on the way back: every number from the first loss to the averaged gradient.

The 216 numbers that the slides print, and what became of each, are in `unrolled.errata.printed`.
Notebook: book/bptt.ipynb
"""

import numpy as np

from unrolled.core.door import check_finite
from unrolled.core.losses import CROSS_ENTROPY, cross_entropy_back
from unrolled.core.records import check_like
from unrolled.core.shapes import Array
from unrolled.core.tree import tree_at
from unrolled.core.unroll import unroll
from unrolled.demo.weights import H0, XS, YS
from unrolled.page.trace import Quantity, Trace
from unrolled.rnn import demo as forward
from unrolled.rnn.cell import rnn_step_back
from unrolled.rnn.demo import MEAN, MODEL, STEPWISE, Rule, quantity_at
from unrolled.rnn.readout import Model, readout, readout_back
from unrolled.training import loss_and_gradient

END = np.zeros(2)  # T δ_4: nothing comes after the last step
BACKWARD = (
    Rule(
        "dz_t",
        "gradient",
        r"\nabla_{\mathbf z_t}\mathcal S",
        "<y_hat_t> - <y_t>",
        np.subtract,
        "eq-bptt-output-error",
    ),
    Rule(
        "dW_yh_t",
        "gradient",
        r"\nabla_{\mathbf W_{yh}^{[t]}}\mathcal S",
        r"<dz_t>\,<h_t>^{\top}",
        np.outer,
        "eq-bptt-output-weights",
    ),
    Rule(
        "back_t",
        "gradient",
        r"\nabla^{+}_{\mathbf h_t}\mathcal S",
        r"<W_yh>^{\top}\,<dz_t>",
        lambda W, d: W.T @ d,
        "eq-bptt-immediate",
    ),
    Rule(
        "slope_t",
        "state",
        r"\phi'(\mathbf a_t)",
        r"1 - <h_t>^{\odot 2}",
        lambda h: 1 - h**2,
        "eq-bptt-delta",
    ),
    Rule(
        "carry_t",
        "gradient",
        r"\text{later}_t",
        r"<W_hh>^{\top}\,<delta_t+1>",
        lambda W, d: W.T @ d,
        "eq-bptt-delta",
    ),
    Rule(
        "dh_t",
        "gradient",
        r"\nabla_{\mathbf h_t}\mathcal S",
        "<back_t> + <carry_t>",
        np.add,
        "eq-bptt-delta",
    ),
    Rule(
        "delta_t",
        "gradient",
        r"\nabla_{\mathbf a_t}\mathcal S",
        r"<slope_t> \odot <dh_t>",
        np.multiply,
        "eq-bptt-delta",
    ),
    Rule(
        "dW_hx_t",
        "gradient",
        r"\nabla_{\mathbf W_{hx}^{[t]}}\mathcal S",
        r"<delta_t>\,<x_t>^{\top}",
        np.outer,
        "eq-bptt-weights",
    ),
    Rule(
        "dW_hh_t",
        "gradient",
        r"\nabla_{\mathbf W_{hh}^{[t]}}\mathcal S",
        r"<delta_t>\,<h_t-1>^{\top}",
        np.outer,
        "eq-bptt-weights",
    ),
)


def _summed(name: str, part: str, label: str) -> tuple[Rule, Rule]:
    """Two rules: the sum over time of a per-step gradient, and that sum divided by T."""
    letter, subscript = name.split("_")
    symbol = rf"\nabla_{{\mathbf {letter}_{{{subscript}}}}}"
    return (
        Rule(
            f"sum_d{name}",
            "gradient",
            rf"{symbol}\mathcal S",
            " + ".join(f"<{part}_{t}>" for t in (1, 2, 3)),
            lambda *parts: sum(parts),
            label,
        ),
        Rule(
            f"d{name}",
            "gradient",
            rf"{symbol}\mathcal L",
            rf"\tfrac13\,<sum_d{name}>",
            lambda total: total / 3,
            label,
        ),
    )


TOTALS = (
    MEAN,
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
    model = check_like("model", model, MODEL, check_finite)
    values = _values(model)
    found = forward.trace(model)
    del found["L"]  # it comes with the totals
    symbol = r"\nabla_{\mathbf a_4}\mathcal S"
    found["delta_4"] = Quantity("delta_4", symbol, "gradient", END, label="eq-bptt-end")
    later = [(rule, t) for t in (3, 2, 1) for rule in BACKWARD] + [(rule, 0) for rule in TOTALS]
    for rule, t in later:
        quantity = quantity_at(rule, t, values)
        found[quantity.name] = quantity
    return found


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
    """The weights and the quantities of every step, before any gradient is summed over time."""
    states, caches = unroll(STEPWISE, model.cell, xs, h0)
    zs = readout(model.readout, states)
    found = forward.steps(model, xs, ys, h0)
    del found["L"]
    carry = np.vecmat(end, model.cell.W_hh)
    for t in (3, 2, 1):
        h, z = states[t - 1], zs[t - 1]
        dz = cross_entropy_back(z, ys[t - 1])
        d_readout, back = readout_back(model.readout, h, dz)
        dh = back + carry
        d_cell, _, carried = rnn_step_back(model.cell, tree_at(caches.steps, t - 1), dh)
        step = {
            "dz": dz,
            "dW_yh": d_readout.W_yh,
            "back": back,
            "slope": 1 - h**2,
            "carry": carry,
            "dh": dh,
            "delta": d_cell.b_h,
            "dW_hx": d_cell.W_hx,
            "dW_hh": d_cell.W_hh,
        }
        found |= {f"{name}_{t}": np.asanyarray(value) for name, value in step.items()}
        carry = carried
    return found
