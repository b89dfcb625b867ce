"""Where the chapter's equations stand in the documents, and what the documents compute there."""

import numpy as np

from tests.errata.place import ARTICLE, DEEP_LEARNING, NOTES, SEQUENCES, SLIDES, Place
from tests.errata.theirs import NET, STATES, ZS, H, S, W_hh, W_ho, W_xh, X, b_h, b_o, their_softmax
from unrolled.core import losses
from unrolled.rnn import cell as rnn
from unrolled.rnn.readout import readout

PLACES = {
    "eq-rnn-autonomous": Place(
        says=(r"s_t=f(s_t-1;\theta)",),
        rows=[(SEQUENCES, "(1)")],
    ),
    "eq-rnn-driven": Place(
        says=(r"s_t=f(s_t-1,x_t;\theta)",),
        rows=[(SEQUENCES, "(2), (3)"), (DEEP_LEARNING, "formal definition")],
    ),
    "eq-rnn-preactivation": Place(
        says=("a_t=W_hxx_t+W_hhh_t-1+b_h",),
        rows=[
            (ARTICLE, "(5)"),
            (SLIDES, "2.2.1, $net_t$, $H_t$"),
            (SEQUENCES, "(15)"),
            (NOTES, "$h_t$"),
        ],
        function=rnn.preactivation,
        both=lambda: (b_h + W_hh @ H + W_xh @ X, rnn.preactivation(S.model.cell, X, H)),
    ),
    "eq-rnn-state": Place(
        says=(r"h_t=\phi(a_t)", r"\phi=\tanh"),
        rows=[
            (ARTICLE, "(5)"),
            (SLIDES, "2.2.1, $net_t$, $H_t$"),
            (SEQUENCES, "(13), (14), mended"),
            (SEQUENCES, "(16)"),
            (NOTES, "$h_t$"),
        ],
        function=rnn.rnn_step,
        both=lambda: (np.tanh(NET), rnn.rnn_step(S.model.cell, X, H)[0]),
    ),
    "eq-rnn-logits": Place(
        says=("z_t=W_yhh_t+b_y",),
        rows=[
            (SLIDES, "2.2.2, $O_t$"),
            (SEQUENCES, "(13), (14), mended"),
            (SEQUENCES, "(17)"),
        ],
        function=readout,
        both=lambda: (np.array([b_o + W_ho @ h for h in STATES]), readout(S.model.readout, STATES)),
    ),
    "eq-rnn-mean-loss": Place(
        says=(r"L=\frac1T\sum_t=1^TL_t",),
        rows=[(SLIDES, "1.1, cross-entropy, perplexity"), (SLIDES, "2.3, loss")],
        function=losses,
        both=lambda: (
            sum(-np.log(p @ y) for p, y in zip(their_softmax(), S.ys, strict=True)) / 4,
            losses.mean_loss(losses.CROSS_ENTROPY, ZS, S.ys),
        ),
    ),
}
