"""The twin of `unrolled.bert.masked` that reads the left alone: the same encoder, trained the same.

Only the attention mask differs: no token attends to one on its right. The weights are derived data,
8 bits each: `make data NAME=pretraining.causal_model`, in a minute.
Notebook: book/pretraining.ipynb
"""

from functools import cache

from unrolled.bert.masked import MaskedModel, packed, train_masked, unpacked
from unrolled.core.derived import read_data


def compute_data() -> dict:
    """The weights of seed 0, as `unrolled.bert.masked` has its own."""
    return packed(train_masked(0, left_only=True)[0])


@cache
def trained() -> MaskedModel:
    """The model that is in the file."""
    return unpacked(read_data(__name__))
