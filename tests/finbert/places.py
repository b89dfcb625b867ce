"""Where the chapter's equations stand in the documents, and what the documents compute there."""

import numpy as np

from tests.errata.place import ARTICLE, Place
from tests.finbert.own import small_sequences
from unrolled.finbert.pipeline import (
    forecast,
    loss_and_gradients,
    part_of,
    random_reader,
)


def their_and_our_loss():
    """The article sums the losses of the observed times; the book takes their mean."""
    found = part_of(small_sequences(), np.arange(5))
    reader = random_reader(np.random.default_rng(1), found.vectors.shape[1])
    summed = sum(
        (y - said) ** 2 / 2 for y, said in zip(found.target, forecast(reader, found), strict=True)
    )
    return summed, 5 * loss_and_gradients(reader, found)[0]


PLACES = {
    "eq-finbert-loss": Place(
        says=(r"\sum_k=1^K\tfrac12", r"y_k-y_k"),
        rows=[(ARTICLE, "1.1, prediction, loss, argmin")],
        function=loss_and_gradients,
        both=their_and_our_loss,
    ),
}
