"""Where the chapter's equations stand in the documents, and what the documents compute there."""

from tests.errata.place import SEQUENCES, Place

PLACES = {
    "eq-encoder-decoder-context": Place(
        says=(r"c^ctx=(h_N,c_N)",),
        rows=[(SEQUENCES, "(18)")],
    ),
    "eq-encoder-decoder-write": Place(
        says=(r"(d_0,m_0)=c^ctx",),
        rows=[(SEQUENCES, "(19)")],
    ),
}
