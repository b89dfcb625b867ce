"""Where the chapter's equations stand in the documents, and what the documents compute there."""

import numpy as np

from tests.errata.place import SEQUENCES, SLIDES, Place
from unrolled.core import losses

PLACES = {
    "eq-language-models-latent": Place(
        says=("h_t=g(h_t-1,x_t)",),
        rows=[(SLIDES, "1.1, latent autoregressive model")],
    ),
    "eq-language-models-chain": Place(
        says=(r"=\prod_t=1^TP(x_t\midx_1,\dots,x_t-1)",),
        rows=[(SLIDES, "1.1, chain rule, with its example"), (SEQUENCES, "(49)")],
    ),
    "eq-language-models-ngrams": Place(
        says=(r"\approx\prod_t=1^TP(x_t\midx_t-n+1",),
        rows=[(SLIDES, "1.1, three approximations")],
    ),
    "eq-language-models-perplexity": Place(
        says=("PP=e^L",),
        rows=[(SLIDES, "1.1, cross-entropy, perplexity")],
        function=losses.perplexity,
        both=lambda: (np.exp(2.5), losses.perplexity(2.5)),
    ),
}
