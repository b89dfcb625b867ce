"""The unrolled d-e-m-o graph as boxes and arrows, on the way back.

Boxes are in pixels, y downwards, the arrows are those of `unrolled.bptt.demo`.
Notebook: book/bptt.ipynb
"""

from unrolled.bptt.demo import trace
from unrolled.demo.weights import ALPHABET
from unrolled.page.symbols import html_symbol
from unrolled.rnn.demo import at_step
from unrolled.rnn.graph import STEPS, WIDE_PITCH, box, placed

# The trace writes gradients of a step as those of the sum of the losses, 𝒮. The picture has no room
# to say what 𝒮 is: it writes them as T times those of the mean ℒ, and those of one loss as its own.
AS_MEANS = {
    "dz": r"\nabla_{\mathbf z_t}\mathcal L_t",
    "dW_yh": r"\nabla_{\mathbf W_{yh}}\mathcal L_t",
    "back": r"\nabla_{\mathbf h_t}\mathcal L_t",
    "carry": r"\mathbf W_{hh}^{\top}T\boldsymbol\delta_t+1",
    "dh": r"T\nabla_{\mathbf h_t}\mathcal L",
    "delta": r"T\boldsymbol\delta_t",
    "dW_hx": r"T\boldsymbol\delta_t\mathbf x_t^{\top}",
    "dW_hh": r"T\boldsymbol\delta_t\mathbf h_t-1^{\top}",
}
WIDE = {
    "dz": (4, 8, 160, 72),
    "back": (4, 104, 62, 62),
    "carry": (82, 190, 84, 62),
    "dh": (4, 190, 62, 62),
    "delta": (4, 276, 62, 62),
    "part": (4, 362, 160, 62),
    "sum": (4, 450, 508, 56),
}
KINDS = ("dz", "back", "carry", "dh", "delta", "part")
TRACE = trace()
WALK = [f"{name}_{t}" for t in (3, 2, 1) for name in KINDS]


def symbol(name: str) -> str:
    """A quantity of `unrolled.bptt.demo.trace` in HTML."""
    kind, _, step = name.rpartition("_")
    if kind in AS_MEANS and step.isdigit():
        return html_symbol(at_step(AS_MEANS[kind], int(step)))
    if name.startswith("sum_"):
        return html_symbol(f"T{TRACE[name.removeprefix('sum_')].symbol}")
    return html_symbol(TRACE[name].symbol)


def backward_boxes() -> dict[str, dict]:
    """Error, messages, their sum, δ, its share of a gradient; the gradient; 366 or 520 wide."""
    found = {}
    for t in STEPS:
        found |= _boxes_of_step(t)
    last = {"at": [3, 350, 358, 52], "look": "gradient", "form": "matrix", "symbol": "Σ",
            "says": "the sum over the steps", "beside": True}  # fmt: skip
    return placed({name: found[name] for name in WALK} | {"sum": last}, WIDE, WIDE_PITCH)


def _boxes_of_step(t: int) -> dict[str, dict]:
    def one(name: str, at: tuple, form: str, what: str, of: str = "", **more: object) -> dict:
        written = symbol(f"{of or name}_{t}")
        return {f"{name}_{t}": box(122 * (t - 1), at, "gradient", written, form, what, **more)}

    return {
        **one(
            "dz",
            (3, 7, 114, 60),
            "signed",
            f"error of prediction {t}",
            letters=ALPHABET,
            beside=True,
        ),
        **one("back", (1, 78, 46, 57), "matrix", f"from its own loss, step {t}", shape=[2]),
        **one("carry", (55, 146, 66, 57), "matrix", f"from the future, step {t}", shape=[2]),
        **one("dh", (1, 146, 46, 57), "matrix", f"all that reaches state {t}", shape=[2]),
        **one("delta", (1, 214, 46, 57), "matrix", f"error of step {t}", shape=[2]),
        **one("part", (3, 282, 114, 57), "matrix", f"what step {t} adds", of="delta"),
    }


def backward_edges() -> list[list[str]]:
    """Which box goes into which; a message turns a corner on its way to the step before."""
    chain = (("dz", "back"), ("back", "dh"), ("carry", "dh"), ("dh", "delta"), ("delta", "part"))
    steps = [[f"{p}_{t}", f"{q}_{t}"] for t in STEPS for p, q in chain]
    messages = [[f"delta_{t + 1}", f"carry_{t}", "corner"] for t in STEPS[:-1]]
    return steps + messages + [[f"part_{t}", "sum"] for t in STEPS]
