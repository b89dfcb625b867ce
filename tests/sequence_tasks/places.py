"""Where the chapter's equations stand in the documents, and what the documents compute there."""

import numpy as np

from tests.errata.place import SEQUENCES, Place
from unrolled.core.unroll import unroll
from unrolled.rnn.cell import CELL
from unrolled.sequence_tasks import both_ways

RNG = np.random.default_rng(3)
PAIR = both_ways.Both(CELL.random(RNG, 3, 4), CELL.random(RNG, 3, 4))
XS = RNG.normal(size=(5, 3))
START = both_ways.Both(np.zeros(4), np.zeros(4))


def their_both_ways():
    """h_t from both sides, each read in its own order."""
    ahead = unroll(CELL, PAIR.forward, XS, np.zeros(4))[0]
    back = unroll(CELL, PAIR.backward, XS[::-1], np.zeros(4))[0][::-1]
    return np.concatenate([ahead, back], axis=-1)


PLACES = {
    "eq-sequence-tasks-generate": Place(
        says=(r"p(y_1,\dots,y_T\midx)=\prod_t=1^Tp(y_t\midh_t)",),
        rows=[(SEQUENCES, "(4), (5), (12), mended")],
    ),
    "eq-sequence-tasks-write": Place(
        says=(r"\beginbmatrixx\y_t-1\endbmatrix",),
        rows=[(SEQUENCES, "(6) to (11), mended")],
    ),
    "eq-sequence-tasks-depth": Place(
        says=(r"W_hx^(\ell)h_t^(\ell-1)",),
        rows=[(SEQUENCES, "(20), (21), mended")],
    ),
    "eq-sequence-tasks-reading": Place(
        says=(r"r=h_T,r=\frac1T\sum_t=1^Th_t",),
        rows=[(SEQUENCES, "(22)")],
    ),
    "eq-sequence-tasks-answer": Place(
        says=(r"\haty=softmax(W_yhr+b_y)",),
        rows=[(SEQUENCES, "(22)"), (SEQUENCES, "(25), mended")],
    ),
    "eq-sequence-tasks-both-ways": Place(
        says=(r"\overleftarrowW_hxx_t",),
        rows=[(SEQUENCES, "(23), (24)")],
        function=both_ways.bidirectional,
        both=lambda: (their_both_ways(), both_ways.bidirectional(CELL, PAIR, XS, START)[0]),
    ),
}
