"""The same weights in Hugging Face's `BertModel`. Its library is no part of the book's.

Notebook: book/bert.ipynb
"""

from collections.abc import Callable
from pathlib import Path

import torch

from unrolled.core.shapes import Array


def last_states(folder: Path) -> Callable[[Array, Array], Array]:
    """A function of indices and segments, both (B, N), that gives the last X of every token."""
    from transformers import BertModel

    net = BertModel.from_pretrained(folder).eval()

    def run(ids: Array, segments: Array) -> Array:
        given = {"input_ids": torch.from_numpy(ids), "token_type_ids": torch.from_numpy(segments)}
        with torch.no_grad():
            return net(**given).last_hidden_state.numpy()

    return run
