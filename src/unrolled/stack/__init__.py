"""Stacking blocks: encoder and decoder, norms after or before, warm-up, and what a stack finds.

Notebook: book/stack.ipynb
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__,
    submod_attrs={
        "cross": ["cross_attention"],
        "encoder": ["added_by_parts", "encode", "encode_back", "random_encoder"],
        "find_and_copy": ["Finder", "answered", "finding", "random_finder", "train_finder"],
    },
)
