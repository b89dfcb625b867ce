"""One causal head over d, e, m, and what it predicts after each letter: by hand, every number.

Tokens and head are those of `unrolled.attention.demo`: the three states of the d-e-m-o network as
rows, and weights made up for this book. New are the mask, the residual sum, and the d-e-m-o
network's own output layer, which reads what attention adds to each state.
Notebook: book/decoder.ipynb
"""

import numpy as np

from unrolled.attention.attend import attend
from unrolled.attention.demo import TOKENS, W_K, W_Q, W_V
from unrolled.attention.mask import causal
from unrolled.attention.score import scaled
from unrolled.core.activations import softmax
from unrolled.core.losses import cross_entropy
from unrolled.core.shapes import Array, Bool, Float
from unrolled.demo.weights import YS, W_yh, b_y
from unrolled.page.trace import Quantity, Trace

READ, WANTED = "dem", "emo"
MASK = causal(len(TOKENS))


def all_numbers(
    X: Float[Array, "N 2"] = TOKENS, mask: Bool[Array, "N N"] = MASK
) -> dict[str, Array]:
    """Every quantity by name, from the functions of the package."""
    Q, K, V = X @ W_Q.T, X @ W_K.T, X @ W_V.T
    S = scaled(Q, K)
    Y, cache = attend(Q, K, V, mask)
    H = X + Y
    Z = H @ W_yh.T + b_y
    losses = cross_entropy(Z, YS)
    found = {"X": X, "Q": Q, "K": K, "V": V, "S": S, "A": cache.A, "Y": Y, "H": H, "Z": Z}
    return found | {"P": softmax(Z), "losses": losses, "L": losses.mean()}


def trace() -> Trace:
    """The same as a worked example: symbol, formula, numbers, and the equation of each.

    Rows are letters: the second row of A says how `e` spreads its attention over `d` and `e`.
    """
    found = all_numbers()

    def weight(name: str, symbol: str, value: Array) -> Quantity:
        return Quantity(name, symbol, "weight", value)

    def step(name: str, symbol: str, kind: str, formula: str, rule: object, label: str) -> Quantity:
        return Quantity(name, symbol, kind, found[name], formula, rule, label)

    quantities = (
        Quantity("X", r"\mathbf X", "state", found["X"]),
        *(
            weight(f"W_{k}", rf"\mathbf W_{k}", W)
            for k, W in zip("QKV", (W_Q, W_K, W_V), strict=True)
        ),
        weight("W_yh", r"\mathbf W_{yh}", W_yh),
        weight("b_y", r"\mathbf b_y", b_y),
        Quantity("targets", r"\mathbf T", "output", YS),
        *(
            step(
                k,
                rf"\mathbf {k}",
                "state",
                rf"<X>\,<W_{k}>^{{\top}}",
                lambda X, W: X @ W.T,
                "eq-attention-projections",
            )
            for k in "QKV"
        ),
        step(
            "S",
            r"\mathbf S",
            "state",
            r"\tfrac{1}{\sqrt 2}\,<Q>\,<K>^{\top}",
            lambda Q, K: Q @ K.T / 2**0.5,
            "eq-attention-output",
        ),
        step(
            "A",
            r"\mathbf A",
            "state",
            r"\operatorname{softmax}(<S> \text{ up to the diagonal})",
            masked_softmax,
            "eq-attention-mask",
        ),
        step("Y", r"\mathbf Y", "state", r"<A>\,<V>", lambda A, V: A @ V, "eq-attention-output"),
        step(
            "H",
            r"\mathbf H",
            "state",
            r"<X> + <Y>",
            lambda X, Y: X + Y,
            "eq-transformer-residual",
        ),
        step(
            "Z",
            r"\mathbf Z",
            "output",
            r"<H>\,<W_yh>^{\top} + <b_y>",
            lambda H, W, b: H @ W.T + b,
            "eq-decoder-logits",
        ),
        step(
            "P",
            r"\hat{\mathbf Y}",
            "output",
            r"\operatorname{softmax} <Z>",
            softmax,
            "eq-mlp-softmax",
        ),
        step(
            "losses",
            r"(\mathcal L_1, \mathcal L_2, \mathcal L_3)",
            "output",
            r"-\textstyle\sum_i <targets>_{ni} \log <P>_{ni}",
            lambda T, P: -(T * np.log(P)).sum(axis=-1),
            "eq-mlp-cross-entropy",
        ),
        step(
            "L",
            r"\mathcal L",
            "output",
            r"\tfrac13 \textstyle\sum_n <losses>_n",
            lambda losses: losses.mean(),
            "eq-decoder-loss",
        ),
    )
    return {q.name: q for q in quantities}


def masked_softmax(S: Float[Array, "N N"]) -> Float[Array, "N N"]:
    """Row n: the softmax of the first n scores, then zeros, spelled out.

    eq-attention-mask
    """
    A = np.zeros(S.shape)
    for n, row in enumerate(S):
        powers = np.exp(row[: n + 1])
        A[n, : n + 1] = powers / powers.sum()
    return A


def with_last_letter(x: Float[Array, " 2"]) -> dict[str, Array]:
    """Every quantity where the third token is another: the first two rows stay as they are."""
    return all_numbers(np.vstack([TOKENS[:2], np.asarray(x, float)]))


def unmasked() -> dict[str, Array]:
    """Every quantity without the mask, which lets the first two letters see what comes."""
    return all_numbers(mask=np.ones(MASK.shape, bool))
