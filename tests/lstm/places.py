"""Where the chapter's equations stand in the documents, and what the documents compute there."""

import numpy as np

from tests.errata.place import ARTICLE, DEEP_LEARNING, SEQUENCES, Place
from tests.errata.theirs import H, X, their_gate, their_sigma
from unrolled.lstm import cell as lstm
from unrolled.lstm import gate

G = lstm.random_lstm(np.random.default_rng(2), 3, 6)
C = np.linspace(-1, 1, 6)
THEN, KEPT = lstm.lstm_step(G, X, lstm.State(H, C))


def their_cell():
    return their_sigma(G.f) * C + their_sigma(G.i) * np.tanh(their_gate(G.c))


def their_cell_error():
    """The two contributions to the gradient of c_t, for one of 1 at h_t and of C at c_t."""
    return their_sigma(G.o) * (1 - np.tanh(their_cell()) ** 2) + C


def stepped_back():
    return lstm.lstm_step_back(G, KEPT, lstm.State(np.ones(6), C))


PLACES = {
    "eq-lstm-sums": Place(
        says=("a_g,t=W_gxx_t+W_ghh_t-1+b_g",),
        rows=[(ARTICLE, "(10) to (13)")],
        function=gate.sums,
        both=lambda: (their_gate(G.o), gate.sums(G.o, X, H)),
    ),
    "eq-lstm-gates": Place(
        says=(r"i_t=\sigma(a_i,t)", r"o_t=\sigma(a_o,t)"),
        rows=[(ARTICLE, "(10) to (13)"), (DEEP_LEARNING, "steps 2 and 4")],
        function=lstm.valves,
        both=lambda: (
            np.array([their_sigma(p) for p in (G.i, G.f, G.o)]),
            np.array(lstm.valves(G, X, H)[:3]),
        ),
    ),
    "eq-lstm-candidate": Place(
        says=(r"\tildec_t=\tanh(a_c,t)",),
        rows=[(ARTICLE, "(10) to (13)"), (DEEP_LEARNING, "steps 2 and 4")],
        function=lstm.valves,
        both=lambda: (np.tanh(their_gate(G.c)), lstm.valves(G, X, H).c),
    ),
    "eq-lstm-components": Place(
        says=(r"f_t,j=\sigma(\sum_kW_fx,jk", "c_t,j=f_t,jc_t-1,j"),
        rows=[(SEQUENCES, "(30) to (34), mended")],
    ),
    "eq-lstm-batch": Place(
        says=(r"F_t=\sigma(X_tW_fx^\top+H_t-1W_fh^\top",),
        rows=[(SEQUENCES, "(36) to (41)")],
    ),
    "eq-lstm-cell": Place(
        says=(r"c_t=f_t\odotc_t-1+i_t\odot\tildec_t",),
        rows=[(ARTICLE, "(14), (15)")],
        function=lstm.lstm_step,
        both=lambda: (their_cell(), THEN.c),
    ),
    "eq-lstm-state": Place(
        says=(r"h_t=o_t\odot\tanh(c_t)",),
        rows=[(ARTICLE, "(14), (15)"), (SEQUENCES, "(35)"), (DEEP_LEARNING, "steps 2 and 4")],
        function=lstm.lstm_step,
        both=lambda: (their_sigma(G.o) * np.tanh(their_cell()), THEN.h),
    ),
    "eq-lstm-back": Place(
        says=(r"\odoto_t\odot(1-\tanh^2c_t)", r"f_t+1\odot\nabla_c_t+1"),
        rows=[(ARTICLE, "(16) to (18)")],
        function=lstm.lstm_step_back,
        both=lambda: (their_cell_error() * their_sigma(G.f), stepped_back()[2].c),
    ),
    "eq-lstm-deltas": Place(
        says=(r"\delta_o,t=\nabla_h_t\odot\tanhc_t", r"\delta_c,t=\nabla_c_t\odoti_t"),
        rows=[(ARTICLE, "(19), (20)")],
        function=lstm.lstm_step_back,
        both=lambda: (
            np.tanh(their_cell()) * their_sigma(G.o) * (1 - their_sigma(G.o)),
            stepped_back()[0].o.b,
        ),
    ),
}
