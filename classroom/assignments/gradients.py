"""Vanishing and exploding gradients: factors, matrices, norms."""

import numpy as np

from classroom.networks import hundredths
from classroom.questions import Code, Explain, Numbers, Version, by_hand, find_error
from unrolled.gradients.slips import SLIPS, factor, jacobian, stretch
from unrolled.page.ask import Slip

TITLE = "Vanishing and exploding gradients"
CHAPTER = "gradients"
MINUTES = 45
INTRO = (
    "You start with one unit, $h_t = \\tanh(w\\,h_{t-1} + x_t)$, at three states. Then you go on to"
    " two units with the recurrent weights `W_hh` and the states `s`."
)
MEANS = {
    "w": "weight of the one unit",
    "h": "its three states",
    "W_hh": "weights of the two units",
    "s": "their states",
    "M": "a matrix for question 3",
}
BOOK = {
    "w": np.array(1.1),
    "h": np.array([0.3, -0.6, 0.8]),
    "W_hh": np.array([[0.5, -0.8], [0.7, 0.2]]),
    "s": np.array([0.4, -0.7]),
    "M": np.array([[0.9, 0.8], [-0.1, 0.6]]),
}


def draw(rng):
    return {name: hundredths(rng, *np.shape(value)) for name, value in BOOK.items()}


def scalar(n):
    return np.full(3, n["w"]), n["h"]


def norms(order=lambda P, J: P @ J, slope=lambda h: 1 - h**2, norm=2):
    """Norms of the products from the last state back, one for each lag."""

    def of(W_hh, hs):
        P = np.eye(len(W_hh))
        out = []
        for h in hs[::-1]:
            P = order(P, slope(h)[:, None] * W_hh)
            out.append(np.linalg.norm(P, norm))
        return np.array(out)

    return of


def cases(rng, n):
    return [
        (hundredths(rng, k, k), hundredths(rng, T, k))
        for T, k in ((3, 2), (5, 2), (4, 3), (6, 4), (8, 3))
    ]


LISTING = """\
P = np.eye(n_h)
for t in range({range}):
    D = np.diag({D})
    P = {P}
print({norm})"""
RIGHT = {"range": "k + 1, T + 1", "D": "1 - h[t]**2", "P": "D @ W_hh @ P",
         "norm": "np.linalg.norm(P, 2)"}  # fmt: skip
SCALAR = ("no slope", "slope alone", "not squared", "state for slope")
MATRIX = ("no slopes", "columns", "transposed", "states for slopes")
NORM = ("squared", "all entries", "the smaller", "the radius")
QUESTIONS = (
    by_hand(
        "factors",
        3,
        "By what factor is a gradient multiplied at each of the three states `h` on its way back?",
        "gradients.html#one-tanh-unit",
        ("first", "second", "third"),
        factor,
        scalar,
        SLIPS,
        SCALAR,
    ),
    by_hand(
        "J",
        3,
        "What is the Jacobian $\\partial \\mathbf h_t/\\partial \\mathbf h_{t-1}$, row by row, if"
        " $\\mathbf h_t$ is `s`?",
        "gradients.html#several-units-a-product-of-matrices",
        ("row 1, column 1", "row 1, column 2", "row 2, column 1", "row 2, column 2"),
        jacobian,
        lambda n: (n["W_hh"], n["s"]),
        SLIPS,
        MATRIX,
    ),
    Numbers(
        "norms",
        3,
        "What is the largest factor by which `W_hh` can stretch a vector? And `M`?",
        "gradients.html#what-is-certain-the-norm",
        lambda n: [stretch(n["W_hh"]), stretch(n["M"])],
        lambda n: [
            ([SLIPS[k].gives(n["W_hh"]), SLIPS[k].gives(n["M"])], SLIPS[k].says) for k in NORM
        ],
        ("W_hh", "M"),
    ),
    Code(
        "my_norms",
        6,
        "Write a function that returns what is left of a gradient at each lag: the spectral norm of"
        " the product of the last 1, 2, … Jacobians, up to the number of states. `hs` has one row"
        " per state, from the first to the last.",
        "gradients.html#what-is-certain-the-norm",
        """
def my_norms(W_hh, hs):
    norms = np.zeros(len(hs))
    return norms
""",
        """
def my_norms(W_hh, hs):
    P, norms = np.eye(len(W_hh)), []
    for h in hs[::-1]:
        P = P @ np.diag(1 - h**2) @ W_hh
        norms.append(np.linalg.norm(P, 2))
    return np.array(norms)
""",
        cases,
        {
            "order": Slip(SLIPS["reversed"].says, norms(order=lambda P, J: J @ P)),
            "no slopes": Slip(SLIPS["no slopes"].says, norms(slope=np.ones_like)),
            "states": Slip(SLIPS["states for slopes"].says, norms(slope=lambda h: h)),
            "entries": Slip(SLIPS["all entries"].says, norms(norm="fro")),
        },
    ),
    find_error(
        "wrong_line",
        2,
        "This code should compute the norm of $\\partial \\mathbf h_T/\\partial \\mathbf h_k$;"
        " `h[t]` is the state at step t.",
        "gradients.html#what-goes-wrong",
        (
            Version(
                LISTING.format(**RIGHT | {"range": "k, T"}),
                2,
                "The product needs one factor for each of the states k + 1 to T.",
            ),
            Version(
                LISTING.format(**RIGHT | {"D": "1 - h[t]"}),
                3,
                "The slope is one minus the square of the state.",
            ),
            Version(
                LISTING.format(**RIGHT | {"P": "P @ D @ W_hh"}),
                4,
                "Later factors belong on the left.",
            ),
        ),
    ),
    Explain(
        "what_is_certain",
        3,
        "All eigenvalues of a matrix $\\mathbf W_{hh}$ are below 1 in absolute value. Can the"
        " gradient still grow over a few steps, and which property of the matrix would rule that"
        " out? Answer in three to five sentences.",
        (
            "1 point: the gradient can grow for a while",
            "1 point: the eigenvalues decide what high powers become; the norm limits every step",
            "1 point: a spectral norm of at most 1 rules out growth (tanh has no slope above 1)",
        ),
        "Yes. A matrix that is not normal can stretch some vectors although all its eigenvalues are"
        " small, so a gradient can grow for some steps before it vanishes. The spectral radius only"
        " decides what happens to high powers. If the largest singular value is at most 1, no step"
        " can stretch any vector, because the slopes of tanh are at most 1 as well.",
    ),
)
