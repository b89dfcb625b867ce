"""Where the chapter's equations stand in the documents, and what the documents compute there."""

import numpy as np

from tests.errata.place import ARTICLE, SEQUENCES, Place
from unrolled.attention import attend, score

SCORES = np.random.default_rng(4).normal(size=(3, 5))


def weighed():
    """softmax(QKᵀ/√d), row by row."""
    E = np.exp([[q @ k / 5**0.5 for k in SCORES] for q in SCORES[:2]])
    return E / E.sum(axis=1, keepdims=True)


PLACES = {
    "eq-attention-average": Place(
        says=(r"y=\sum_j=1^N\alpha_jx_j",),
        rows=[(ARTICLE, "4.1.2, average and its weights")],
    ),
    "eq-attention-weights": Place(
        says=(r"\alpha_j=\frace^s_j",),
        rows=[(ARTICLE, "4.1.2, average and its weights"), (SEQUENCES, "(43), (44)")],
        function=attend.weights,
        both=lambda: (
            np.exp(SCORES) / np.exp(SCORES).sum(axis=1, keepdims=True),
            attend.weights(SCORES),
        ),
    ),
    "eq-attention-output": Place(
        says=(r"softmax(\fracQK^\top\sqrtd_k)V",),
        rows=[
            (ARTICLE, "4.1.2, scores, mended"),
            (ARTICLE, "4.1.2, output of the heads, joined"),
            (SEQUENCES, "(43), (44)"),
            (SEQUENCES, "(46)"),
            (SEQUENCES, "(48), mended"),
        ],
        function=attend.attend,
        both=lambda: (
            weighed() @ SCORES[:, :4],
            attend.attend(SCORES[:2], SCORES, SCORES[:, :4])[0],
        ),
    ),
    "eq-attention-projections": Place(
        says=(r"Q=XW_Q^\top", r"K=XW_K^\top", r"V=XW_V^\top"),
        rows=[(ARTICLE, "4.1.2, queries, keys and values"), (SEQUENCES, "(48), mended")],
    ),
    "eq-attention-dot": Place(
        says=(r"s_ij=q_i^\topk_j",),
        rows=[(SEQUENCES, "(45)")],
        function=score.dot,
        both=lambda: (
            np.array([[q @ k for k in SCORES] for q in SCORES[:2]]),
            score.dot(SCORES[:2], SCORES),
        ),
    ),
    "eq-attention-additive": Place(
        says=(r"s_ij=w^\top\tanh(W_qq_i+W_kk_j+b)",),
        rows=[(SEQUENCES, "(47)")],
    ),
    "eq-attention-heads": Place(
        says=(r"W_O^\top", "Y_1"),
        rows=[(ARTICLE, "4.1.2, output of the heads, joined")],
    ),
}
