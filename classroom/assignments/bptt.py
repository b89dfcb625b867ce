"""Backpropagation through time: once back through three letters."""

import numpy as np

from classroom.networks import DEMO, demo, hundredths, walked
from classroom.questions import Code, Explain, Numbers, Version, find_error
from unrolled.backprop.slips import SLIPS as BACK
from unrolled.bptt.slips import ERROR, SLIPS, delta, scalar, weights
from unrolled.page.ask import Slip, slipped

TITLE = "Backpropagation through time"
CHAPTER = "bptt"
MINUTES = 50
INTRO = (
    "A network of two tanh units starts from $\\mathbf h_0 = \\mathbf 0$, reads `d`, `e`, `m`, and"
    " should predict `e`, `m`, `o`. The loss of each step is the cross-entropy of its softmax, and"
    " letters are one-hot, in the order `d`, `e`, `m`, `o`. First you walk the error back through"
    " all three steps by hand, then you write the walk as a function. Here $\\boldsymbol\\delta_t$"
    " is the gradient of the *sum* of the three losses with respect to $\\mathbf a_t$."
)
MEANS = {
    "W_hx": "weights from a letter (d, e, m, o) to the two units",
    "W_hh": "from the units to themselves",
    "b_h": "biases of the units",
    "W_yh": "from the units to the logits of d, e, m, o",
    "b_y": "biases of the logits",
    "w": "weight of the single unit of question 1",
    "x": "what it reads at t = 1, 2, 3",
}
BOOK = {**DEMO, "w": np.array(0.5), "x": np.array([1.0, -0.5, 0.25])}


def draw(rng):
    return {**demo(rng), "w": hundredths(rng), "x": hundredths(rng, 3)}


def totals(n, **options):
    """dh_t/dw of h_t = tanh(x_t + w h_{t-1}) for t = 1, 2, 3, from h_0 = 0.5."""
    w = float(n["w"])
    xs = n["x"].tolist()
    return [scalar(w, xs[:t], 0.5, **options) for t in (1, 2, 3)]


def walk_with(step):
    """The walk back with this step: a row of δ for each row of states."""

    def walk(W_yh, W_hh, hs, dzs):
        after = np.zeros(len(W_hh))
        rows = []
        for h, dz in zip(hs[::-1], dzs[::-1], strict=True):
            after = step(W_yh, W_hh, h, dz, after)
            rows.insert(0, after)
        return np.array(rows)

    return walk


def deltas(n):
    seen = walked(n)
    return walk_with(delta)(seen.out.W_yh, seen.cell.W_hh, seen.hs, seen.dz)


def second(n):
    """What δ_2 is made of."""
    seen = walked(n)
    return seen.out.W_yh, seen.cell.W_hh, seen.hs[1], seen.dz[1], deltas(n)[2]


def collected(n):
    hs = walked(n).hs
    return deltas(n), np.vstack([np.zeros(2), hs[:2]]), hs


def cases(rng, n):
    tried = []
    for T, n_h, n_y in ((2, 2, 3), (4, 3, 2), (6, 2, 1), (3, 2, 4), (5, 4, 4)):
        shapes = ((n_y, n_h), (n_h, n_h), (T, n_h), (T, n_y))
        tried.append(tuple(hundredths(rng, *shape) for shape in shapes))
    return tried


STEPS = (
    "future dropped",
    "delta untransposed",
    "delta without slope",
    "bracket lost",
    "slope with plus",
)
LISTING = """\
after, dW = np.zeros(n_h), 0
for t in reversed(range(T)):
    dh = {dh}
    delta = {delta}
    dW = dW + {dW}
    after = delta
dW = dW / T"""
RIGHT = {
    "dh": "W_yh.T @ dz[t] + W_hh.T @ after",
    "delta": "(1 - h[t]**2) * dh",
    "dW": "np.outer(delta, h[t - 1])",
}
QUESTIONS = (
    Numbers(
        "dh_dw",
        2,
        "A single unit follows $h_t = \\tanh(x_t + w\\,h_{t-1})$ and starts from $h_0 = 0.5$; `w`"
        " and `x` are above. What is the total derivative $\\mathrm dh_t/\\mathrm dw$ for"
        " $t = 1, 2, 3$?",
        "bptt.html#immediate-or-total",
        totals,
        lambda n: [
            (totals(n, factor=0.0), SLIPS["immediate for total"].says),
            (totals(n, factor=1.0), SLIPS["factor w left out"].says),
            (totals(n, slope=False), SLIPS["scalar without slope"].says),
        ],
        ("t = 1", "t = 2", "t = 3"),
    ),
    Numbers(
        "dz_3",
        2,
        "What is the error of the last output,"
        " $\\nabla_{\\mathbf z_3} = \\hat{\\mathbf y}_3 - \\mathbf y_3$? (The target is `o`.)",
        "bptt.html#the-error-at-each-output",
        lambda n: walked(n).dz[2],
        lambda n: [
            *slipped(BACK, walked(n).y_hat[2], np.eye(4)[3], only=ERROR),
            (
                walked(n).y_hat[2] - np.eye(4)[2],
                "The target is the next letter, not the letter that was read.",
            ),
        ],
        ("d", "e", "m", "o"),
    ),
    Numbers(
        "delta_2",
        3,
        "What is $\\boldsymbol\\delta_2$? Begin at the last step, which receives nothing from later"
        " steps.",
        "bptt.html#backward-add-down-the-columns",
        lambda n: deltas(n)[1],
        lambda n: slipped(SLIPS, *second(n), only=STEPS),
        ("first unit", "second unit"),
    ),
    Numbers(
        "dW_hh",
        3,
        "What is the gradient of the *mean* of the three losses with respect to $\\mathbf W_{hh}$,"
        " row by row?",
        "bptt.html#backward-add-down-the-columns",
        lambda n: weights(*collected(n)),
        lambda n: slipped(
            SLIPS,
            *collected(n),
            only=("1/T left out", "1/T twice", "state after the step", "rows for columns"),
        ),
        ("row 1, column 1", "row 1, column 2", "row 2, column 1", "row 2, column 2"),
        visible=False,
    ),
    Code(
        "my_deltas",
        5,
        "Write the walk back. The function receives $\\mathbf W_{yh}$, $\\mathbf W_{hh}$, the"
        " states and the errors of the outputs, one row for each step, and returns all"
        " $\\boldsymbol\\delta_t$, one row for each step.",
        "bptt.html#backward-add-down-the-columns",
        """
def my_deltas(W_yh, W_hh, hs, dzs):
    deltas = np.zeros(hs.shape)
    # walk from the last step to the first
    return deltas
""",
        """
def my_deltas(W_yh, W_hh, hs, dzs):
    deltas, after = np.zeros(hs.shape), np.zeros(len(W_hh))
    for t in reversed(range(len(hs))):
        after = (1 - hs[t] ** 2) * (W_yh.T @ dzs[t] + W_hh.T @ after)
        deltas[t] = after
    return deltas
""",
        cases,
        {name: Slip(SLIPS[name].says, walk_with(SLIPS[name].gives)) for name in STEPS},
    ),
    find_error(
        "wrong_line",
        2,
        "Somebody computes the gradient of the mean loss with respect to `W_hh`. `h[-1]` holds the"
        " initial state, `dz` the errors of the outputs.",
        "bptt.html#what-goes-wrong",
        (
            Version(
                LISTING.format(**RIGHT | {"dh": "W_yh.T @ dz[t] + W_hh @ after"}),
                3,
                "What comes back from the next step is multiplied by the transpose of W_hh.",
            ),
            Version(
                LISTING.format(**RIGHT | {"delta": "(1 - h[t]) * dh"}),
                4,
                "The slope of tanh is one minus the square of the state.",
            ),
            Version(
                LISTING.format(**RIGHT | {"dW": "np.outer(delta, h[t])"}),
                5,
                "On the way forward, the weight multiplied the state before its step.",
            ),
        ),
    ),
    Explain(
        "why_total",
        3,
        "The loss of step 3 depends on $\\mathbf W_{hh}$ in more than one way. Explain in three to"
        " five sentences why the loss of step 3 must be followed back to step 1, although step 1"
        " has a loss of its own, and what would be lost if each loss stopped at its own step.",
        (
            "1 point: all steps share the same weights, so each use contributes",
            "1 point: step 1 changes the states that later losses depend on, so their gradients"
            " come back to it through $\\mathbf W_{hh}^{\\top}$",
            "1 point: if each loss stops at its own step, only the immediate part is left, and it"
            " never rewards the network for remembering",
        ),
        "The weights are shared: the network uses W_hh at steps 1, 2 and 3, and a small change of"
        " it changes all three states. State 1 feeds its own output and step 2, so the losses of"
        " steps 2 and 3 depend on it as well. Their gradients reach step 1 through the transpose of"
        " W_hh, once for each step on the way. If each loss stopped at its own step, only the"
        " immediate part would remain, the diagonal of the triangle. Nothing would then reward the"
        " network for keeping at step 1 what it needs at step 3.",
    ),
)
