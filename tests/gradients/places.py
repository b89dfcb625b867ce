"""Where the chapter's equations stand in the documents, and what the documents compute there."""

from tests.errata.place import ARTICLE, DEEP_LEARNING, NOTES, SEQUENCES, SLIDES, Place
from tests.errata.theirs import CACHES, S, their_jacobian
from unrolled.bptt.jacobians import jacobians
from unrolled.gradients.products import products
from unrolled.rnn import cell as rnn

PLACES = {
    "eq-gradients-product": Place(
        says=(r"J_tJ_t-1\cdotsJ_k+1",),
        rows=[(ARTICLE, "(7)")],
        function=products,
        both=lambda: (
            their_jacobian(3) @ their_jacobian(2) @ their_jacobian(1) @ their_jacobian(0),
            products(jacobians(rnn.CELL, S.model.cell, CACHES))[-1],
        ),
    ),
    "eq-gradients-bound": Place(
        says=(r"\le", r"W_hh\rVert_2)^t-k"),
        rows=[(ARTICLE, "(9)"), (NOTES, "norm chain")],
    ),
    "eq-gradients-spectral": Place(
        says=(r"Q\Lambda^kQ^\top",),
        rows=[(SEQUENCES, "(28), mended")],
    ),
    "eq-gradients-power": Place(
        says=(r"\tan\angle(M^kx,v_1)", r"\frac\lambda_2\lambda_1"),
        rows=[(SLIDES, "2.4.3, exercise 1")],
    ),
    "eq-gradients-lag-part": Place(
        says=("G_l=", "path(t,t-l)"),
        rows=[(DEEP_LEARNING, r"limit of $\partial L_t/\partial\theta$, mended")],
    ),
}
