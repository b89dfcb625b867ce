"""How alike vectors are, whatever their lengths.

cos(u, v) = uᵀv / (‖u‖ ‖v‖)                                                      eq-bert-cosine
Notebook: book/bert.ipynb
"""

import numpy as np

from unrolled.core.door import check_array
from unrolled.core.shapes import Array, Float


def alike(vectors: Float[Array, "n d"]) -> Float[Array, "n n"]:
    """The cosine of every two rows.                                              eq-bert-cosine

    Raises ValueError for a vector of zeros, which points nowhere.
    """
    vectors = check_array("vectors", vectors, "n d")
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    if not lengths.all():
        raise ValueError("vectors: got a row of zeros, expected rows that point somewhere")
    unit = vectors / lengths
    return unit @ unit.T
