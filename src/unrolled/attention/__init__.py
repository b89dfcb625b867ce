"""Attention: averages whose weights are computed from what is averaged.

Notebook: book/attention.ipynb
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__,
    submodules=["attend"],
    submod_attrs={
        "attend": ["attend_back", "weights"],
        "heads": ["MultiHead", "multi_head", "multi_head_back", "random_heads"],
        "mask": ["causal", "padding"],
        "score": ["Additive", "additive", "additive_back", "dot", "random_additive", "scaled"],
    },
)
