"""Where the equations of the annex stand in the documents, and what the documents compute there."""

from tests.errata.place import ARTICLE, NOTES, SEQUENCES, SLIDES, Place
from tests.errata.theirs import S, their_deltas, their_gradient
from unrolled.errata import displayed

# In the table of the page they lead nowhere yet.
TO_COME = []
PLACES = {
    "eq-derivations-prediction": Place(
        says=(r"\haty(t)=F_\theta(x(t))",),
        rows=[(ARTICLE, "1.1, prediction, loss, argmin")],
    ),
    "eq-derivations-observed-loss": Place(
        says=(r"\sum_k=1^KL_t_k",),
        rows=[(ARTICLE, "1.1, prediction, loss, argmin")],
    ),
    "eq-derivations-error": Place(
        says=(r"\delta^(\ell)_j=\frac\partialL\partiala^(\ell)_j",),
        rows=[(ARTICLE, "(34), (38)")],
    ),
    "eq-derivations-preactivation": Place(
        says=(r"a^(\ell)_j=\sum_k=1^nW^(\ell)_jkh^(\ell-1)_k",),
        rows=[(ARTICLE, "(40), (41)")],
    ),
    "eq-derivations-output": Place(
        says=(r"\delta^(L)_j=", r"g_j\phi'(a^(L)_j)"),
        rows=[(ARTICLE, "(35), (36)")],
    ),
    "eq-derivations-quadratic": Place(
        says=(r"=(\phi(a_j)-y_j)\phi'(a_j)",),
        rows=[(ARTICLE, "(37)")],
    ),
    "eq-derivations-hidden": Place(
        says=(r"\delta^(\ell)_j=\sum_i=1^m\delta^(\ell+1)_iW^(\ell+1)_ij",),
        rows=[(ARTICLE, "(39)")],
    ),
    "eq-derivations-bias": Place(
        says=(r"\frac\partialL\partialb_p=", r"=\delta_p"),
        rows=[(ARTICLE, "(42)")],
    ),
    "eq-derivations-weights": Place(
        says=(r"\frac\partialL\partialW_pq=", r"=\delta_ph_q"),
        rows=[(ARTICLE, "(43)")],
    ),
    "eq-derivations-same": Place(
        says=(r"\frac\partial\haty_k\partialz_k", r"\haty_k(1-\haty_k)"),
        rows=[(SLIDES, "2.4.1, derivative of the softmax, two cases")],
    ),
    "eq-derivations-other": Place(
        says=(r"\frac\partial\haty_i\partialz_k", r"-\haty_i\haty_k"),
        rows=[(SLIDES, "2.4.1, derivative of the softmax, two cases")],
    ),
    "eq-derivations-cross-entropy": Place(
        says=(r"=-\fracy_k\haty_k",),
        rows=[(SLIDES, "2.4.1, slope of the cross-entropy")],
    ),
    "eq-derivations-softmax-error": Place(
        says=(r"\frac\partialL\partialz_k=", r"-y_k+\haty_k\sum_i"),
        rows=[(SLIDES, r"2.4.1, chain, $\hat y_t - y_t$")],
    ),
    "eq-derivations-readout": Place(
        says=(r"\frac\partialL\partialW_pq=\frac1T\sum_t=1^T", "h_tq"),
        rows=[(SLIDES, "2.4.1, gradients of $b_q$ and $W_{qh}$")],
    ),
    "eq-errata-double-sum": Place(
        says=(r"\sum_t=1^T\frac\partial^+L\partialh_t\sum_i=1^t",),
        rows=[(ARTICLE, "(6), mended")],
        function=displayed.double_sum,
        both=lambda: (their_gradient(), displayed.double_sum(S)),
    ),
    "eq-errata-expansion": Place(
        says=(r"\nabla_a_tL=\nabla^+_a_tL+", r"D_i-1W_hh^\top"),
        rows=[(SLIDES, r"2.4.3, expansion of $\partial L/\partial net_t$, mended")],
        function=displayed.expansion,
        both=lambda: (their_deltas()[1], displayed.expansion(S, 2)),
    ),
    "eq-errata-linear": Place(
        says=(r"h_t=W^\toph_t-1",),
        rows=[(SEQUENCES, "(26), (27)")],
    ),
    "eq-errata-linear-power": Place(
        says=(r"h_t=(W^t)^\toph_0",),
        rows=[(SEQUENCES, "(26), (27)")],
    ),
    "eq-errata-shortcuts": Place(
        says=("g_t,s(h_s)",),
        rows=[(NOTES, "linear shortcuts")],
    ),
    "eq-errata-copies": Place(
        says=(r"\fracdldU=\sum_t=1^T\fracdldU^[t]",),
        rows=[
            (NOTES, r"$\partial l/\partial U$, $\partial l/\partial W$, $\partial l/\partial b$")
        ],
    ),
}
