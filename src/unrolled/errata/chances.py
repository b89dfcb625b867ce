"""Language models: distributions and points, products that are and are not the joint, feedback."""

from itertools import product

import numpy as np

from unrolled.core.activations import softmax
from unrolled.core.losses import perplexity
from unrolled.core.shapes import Array
from unrolled.errata.finding import Claim, Triple, entry
from unrolled.errata.settings import DEMO, worked

WORDS = list(product((0, 1), repeat=4))


def joint() -> Array:
    """Chances of the 16 texts of four binary tokens, drawn once."""
    weights = np.random.default_rng(3).gamma(0.7, size=(2, 2, 2, 2))
    return weights / weights.sum()


def given(P: Array, t: int, known: tuple[int, ...]) -> Array:
    """P(x_t | x_s for s in known) for every text."""
    everything = tuple(range(P.ndim))
    both = P.sum(axis=tuple(a for a in everything if a not in (*known, t)), keepdims=True)
    return np.broadcast_to(both / both.sum(axis=t, keepdims=True), P.shape)


@entry("B13")
def three_products() -> Triple:
    """The three printed products beside the joint, and the product of all conditionals."""
    P = joint()
    orders = [[tuple(range(max(0, t - n), t)) for t in range(4)] for n in (0, 1, 2, 3)]
    products = [np.prod([given(P, t, known[t]) for t in range(4)], axis=0) for known in orders]
    truth = np.array([P] * 3)
    return Triple(np.array(products[:3]), np.array([products[3]] * 3), truth, "the joint")


@entry("C37")
def full_conditionals() -> Triple:
    """The sum over all texts of ∏ P(x_t | all others), and of the chain rule's product."""
    P = joint()
    masked = np.prod([given(P, t, tuple(s for s in range(4) if s != t)) for t in range(4)], axis=0)
    chain = np.prod([given(P, t, tuple(range(t))) for t in range(4)], axis=0)
    return Triple(masked.sum(), chain.sum(), 1.0, "a distribution")


@entry("B14")
def perplexity_in_bits() -> Triple:
    """The perplexity of d-e-m-o from its cross-entropy in bits, with base e and base 2."""
    bits = float(worked()["L"].value) / np.log(2)
    return Triple(np.exp(bits), 2**bits, perplexity(float(worked()["L"].value)), "the package")


@entry("B11")
def point_or_distribution() -> Claim:
    """What P(· | h_1) is, and what a prediction is."""
    P = worked()["y_hat_1"].value
    values = np.arange(4.0)  # say the letters stand for numbers
    mean = values @ P
    return Claim(
        [P.shape == values[0].shape],
        [abs(P.sum() - 1) < 1e-12, np.ndim(mean) == 0, np.ndim(P.argmax()) == 0],
        {
            "numbers in P(· | h)": P.size,
            "expected value": float(mean),
            "likeliest letter": int(P.argmax()) + 1,
        },
    )


def feedback(sampled: bool) -> Array:
    """P(y_1, y_2 | x) of a network with two letters that reads back y_1, or its logits o_1."""
    rng = np.random.default_rng(0)
    W, U, V = rng.normal(size=(3, 4)), rng.normal(size=(3, 3)), rng.normal(size=(2, 3))
    x = rng.normal(size=2)
    h1 = np.tanh(W @ np.concatenate([x, np.zeros(2)]))
    o1 = V @ h1
    rows = []
    for y1 in np.eye(2):
        h2 = np.tanh(W @ np.concatenate([x, y1 if sampled else o1]) + U @ h1)
        rows.append(softmax(o1) @ y1 * softmax(V @ h2))
    return np.array(rows)


def information(P: Array) -> float:
    """What y_1 tells of y_2, in nats."""
    alone = P.sum(axis=1, keepdims=True) * P.sum(axis=0)
    return float((P * np.log(P / alone)).sum())


@entry("C8")
def no_language_model() -> Claim:
    """With o_{t-1} fed back the outputs are independent given x; with y_{t-1} they are not."""
    fed_o, fed_y = information(feedback(False)), information(feedback(True))
    return Claim(
        [fed_o > 1e-6],
        [abs(fed_o) < 1e-12, fed_y > 1e-4],
        {"y_1 tells of y_2: fed with o": fed_o, "fed with y": fed_y},
    )


@entry("C10")
def unobserved() -> Claim:
    """With o_{t-1} fed back, P(y_2) does not change with what y_1 was."""
    moved = [
        np.abs(np.diff(P / P.sum(axis=1, keepdims=True), axis=0)).max()
        for P in (feedback(False), feedback(True))
    ]
    return Claim(
        [moved[0] > 1e-6],
        [moved[0] < 1e-12, moved[1] > 1e-3],
        {"P(y_2) moves with y_1: fed with o": moved[0], "fed with y": moved[1]},
    )


@entry("C9")
def logits_are_no_chances() -> Claim:
    """o_1 and ŷ_1 of d-e-m-o."""
    o, y_hat = worked()["z_1"].value, worked()["y_hat_1"].value
    return Claim(
        [abs(o.sum() - 1) < 1e-12, bool(o.min() >= 0)],
        [abs(y_hat.sum() - 1) < 1e-12, bool(y_hat.min() >= 0)],
        {"o_1 adds up to": o.sum(), "its least": o.min(), "ŷ_1 adds up to": y_hat.sum()},
    )


@entry("C20")
def softmax_inside() -> Claim:
    """W S(h̄) beside S(W h̄) for the d-e-m-o network's readout."""
    W, b = DEMO.model.readout
    mean = np.mean([worked()[f"h_{t}"].value for t in (1, 2, 3)], axis=0)
    inside = W @ softmax(mean)
    outside = softmax(W @ mean + b)
    return Claim(
        [abs(inside.sum() - 1) < 1e-12, bool(inside.min() >= 0)],
        [abs(outside.sum() - 1) < 1e-12, bool(outside.min() >= 0)],
        {
            "W S(h̄) adds up to": inside.sum(),
            "its least": inside.min(),
            "S(W h̄) adds up to": outside.sum(),
        },
    )


@entry("C18")
def no_bias() -> Triple:
    """S(W h_T) and S(W h_T + b)."""
    W, b = DEMO.model.readout
    h = worked()["h_3"].value
    return Triple(softmax(W @ h), softmax(W @ h + b), worked()["y_hat_3"].value, "the package")
