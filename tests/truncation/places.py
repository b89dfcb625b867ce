"""Where the chapter's equations stand in the documents, and what the documents compute there."""

from tests.errata.place import SLIDES, Place
from tests.errata.theirs import path_table, their_path
from unrolled.truncation.weights import late_losses, weighted

PLACES = {
    "eq-truncation-window": Place(
        says=("w_t,i=1", "t-k<i"),
        rows=[(SLIDES, "2.5, truncated sum")],
    ),
    "eq-truncation-misprint": Place(
        says=(r"\sum_t=T-k+1^T\fracdL_tdW", r"\ne"),
        rows=[(SLIDES, "2.5, truncated sum")],
        function=late_losses,
        both=lambda: (
            sum(their_path(t, i) for t in (2, 3) for i in range(t + 1)),
            weighted(path_table(), late_losses(4, 2)).W_hh,
        ),
    ),
    "eq-truncation-random": Place(
        says=(r"E[\xi_t]=1", r"E[\tilde\nabla]=\nabla"),
        rows=[(SLIDES, "2.5, randomised")],
    ),
}
