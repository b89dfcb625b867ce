"""Where the chapter's equations stand in the documents, and what the documents compute there."""

import numpy as np

from tests.errata.place import ARTICLE, NOTES, SLIDES, Place
from tests.errata.theirs import (
    CACHES,
    STATES,
    ZS,
    H,
    S,
    W_hh,
    X,
    path_table,
    their_deltas,
    their_jacobian,
    their_path,
    their_softmax,
)
from unrolled.bptt.jacobians import jacobians
from unrolled.bptt.paths import backward_terms, forward_terms, paths
from unrolled.core import losses
from unrolled.errata.settings import immediate
from unrolled.rnn import cell as rnn
from unrolled.rnn.readout import readout_back

PLACES = {
    "eq-bptt-output-error": Place(
        says=(r"\nabla_z_tL=\frac1T(\haty_t-y_t)",),
        rows=[(SLIDES, r"2.4.1, chain, $\hat y_t - y_t$")],
        function=losses.cross_entropy_back,
        both=lambda: (their_softmax() - S.ys, losses.cross_entropy_back(ZS, S.ys)),
    ),
    "eq-bptt-output-weights": Place(
        says=(r"\nabla_W_yhL=", r"\nabla_b_yL="),
        rows=[(SLIDES, "2.4.1, gradients of $b_q$ and $W_{qh}$")],
        function=readout_back,
        both=lambda: (
            sum(np.outer(p - y, h) for p, y, h in zip(their_softmax(), S.ys, STATES, strict=True)),
            readout_back(S.model.readout, STATES, their_softmax() - S.ys)[0].W_yh,
        ),
    ),
    "eq-bptt-immediate": Place(
        says=(r"\nabla^+_h_tL=W_yh^\top\nabla_z_tL",),
        rows=[(SLIDES, r"2.4.2, $\partial o_t/\partial h_t$, mended")],
    ),
    "eq-bptt-total": Place(
        says=(r"\fracdh_tdw=\frac\partial^+h_t\partialw", r"\fracdh_t-1dw"),
        rows=[(SLIDES, "2.4.2.1, total derivative, its recursion")],
    ),
    "eq-bptt-jacobian": Place(
        says=(r"\frac\partialh_t\partialh_t-1=", "diag", "W_hh"),
        rows=[(ARTICLE, "(8)"), (NOTES, "temporal derivative")],
        function=jacobians,
        both=lambda: (
            np.array([their_jacobian(t) for t in range(4)]),
            jacobians(rnn.CELL, S.model.cell, CACHES),
        ),
    ),
    "eq-bptt-paths": Place(
        says=("path(t,i)=",),
        rows=[(ARTICLE, "(6), mended")],
        function=paths,
        both=lambda: (
            np.array(
                [[their_path(t, i) if i <= t else 0 * W_hh for i in range(4)] for t in range(4)]
            ),
            path_table().W_hh,
        ),
    ),
    "eq-bptt-forward": Place(
        says=(r"dw=\sum_t=1^T\frac\partial^+", r"\fracdh_tdw"),
        rows=[(SLIDES, "2.4.2.1, gradient, loss by loss")],
        function=forward_terms,
        both=lambda: (
            np.array([sum(their_path(t, i) for i in range(t + 1)) for t in range(4)]),
            forward_terms(path_table()).W_hh,
        ),
    ),
    "eq-bptt-backward": Place(
        says=(r"dh_t+1\frac\partialh_t+1\partialh_t",),
        rows=[(SLIDES, "2.4.2.2, gradient, step by step")],
        function=backward_terms,
        both=lambda: (
            np.array([sum(their_path(t, i) for t in range(i, 4)) for i in range(4)]),
            backward_terms(path_table()).W_hh,
        ),
    ),
    "eq-bptt-delta": Place(
        says=(r"\delta_t=\phi'(a_t)\odot", r"W_hh^\top\delta_t+1"),
        rows=[(SLIDES, r"2.4.2.2, $\delta_t$, and its end")],
        function=rnn.rnn_step_back,
        both=lambda: (
            their_deltas()[0],
            rnn.rnn_step_back(
                S.model.cell,
                rnn.StepCache(X, H, STATES[0]),
                immediate(S)[0] + W_hh.T @ their_deltas()[1],
            )[0].b_h,
        ),
    ),
    "eq-bptt-end": Place(
        says=(r"\delta_T+1=0",),
        rows=[(SLIDES, r"2.4.2.2, $\delta_t$, and its end")],
    ),
    "eq-bptt-weights": Place(
        says=(r"\nabla_W_hxL=\sum_t=1^T\delta_tx_t^\top", r"\nabla_b_hL="),
        rows=[(SLIDES, r"2.4.2.2, three gradients from $\delta_t$")],
    ),
    "eq-bptt-twice": Place(
        says=(r"=\frac1T\nabla_W_hxL",),
        rows=[(SLIDES, r"2.4.2.2, three gradients from $\delta_t$")],
    ),
}
