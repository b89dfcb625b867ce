"""The unrolled d-e-m-o graph, on the way back: what it computes, and what goes into what.

The arrows are those of `unrolled.bptt.demo`.
Notebook: book/bptt.ipynb
"""

import numpy as np

from unrolled.bptt.demo import trace
from unrolled.demo.weights import YS
from unrolled.page.symbols import html_symbol
from unrolled.rnn.demo import at_step
from unrolled.rnn.graph import STEPS

# The picture writes the gradient at a pre-activation as δ, that of a step's own loss as its own.
# All are gradients of 𝒮, the sum of the losses, as in the trace.
IN_PICTURE = {
    "dz": r"\nabla_{\mathbf z_t}\mathcal L_t",
    "dW_yh": r"\nabla_{\mathbf W_{yh}}\mathcal L_t",
    "back": r"\nabla_{\mathbf h_t}\mathcal L_t",
    "carry": r"\mathbf W_{hh}^{\top}\boldsymbol\delta_t+1",
    "dh": r"\nabla_{\mathbf h_t}\mathcal S",
    "delta": r"\boldsymbol\delta_t",
    "dW_hx": r"\boldsymbol\delta_t\mathbf x_t^{\top}",
    "dW_hh": r"\boldsymbol\delta_t\mathbf h_t-1^{\top}",
}
KINDS = ("dz", "back", "carry", "dh", "delta", "part")
TRACE = trace()
WALK = [f"{name}_{t}" for t in (3, 2, 1) for name in KINDS]


def symbol(name: str) -> str:
    """A quantity of `unrolled.bptt.demo.trace` in HTML."""
    kind, _, step = name.rpartition("_")
    if kind in IN_PICTURE and step.isdigit():
        return html_symbol(at_step(IN_PICTURE[kind], int(step)))
    return html_symbol(TRACE[name].symbol)


def backward_boxes() -> dict[str, dict]:
    """Error, messages, their sum, δ and its share of a gradient, from the last step; the sum."""
    found = {name: held for t in STEPS for name, held in _boxes_of_step(t).items()}
    last = {"symbol": "Σ", "says": "the sum over the steps"}
    return {name: found[name] for name in WALK} | {"sum": last}


def _boxes_of_step(t: int) -> dict[str, dict]:
    def one(name: str, says: str, of: str = "", **more: object) -> dict:
        return {f"{name}_{t}": {"symbol": symbol(f"{of or name}_{t}"), "says": says} | more}

    return {
        **one("dz", f"error of prediction {t}", target=int(np.argmax(YS[t - 1]))),
        **one("back", f"from its own loss, step {t}"),
        **one("carry", f"from later losses, step {t}"),
        **one("dh", f"all that reaches state {t}"),
        **one("delta", f"error of step {t}"),
        **one("part", f"what step {t} adds", of="delta"),
    }


def backward_edges() -> list[list[str]]:
    """Which quantity goes into which."""
    chain = (("dz", "back"), ("back", "dh"), ("carry", "dh"), ("dh", "delta"), ("delta", "part"))
    steps = [[f"{p}_{t}", f"{q}_{t}"] for t in STEPS for p, q in chain]
    messages = [[f"delta_{t + 1}", f"carry_{t}"] for t in STEPS[:-1]]
    return steps + messages + [[f"part_{t}", "sum"] for t in STEPS]
