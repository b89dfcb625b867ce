"""Gated recurrent units: a leak that is learned, reset before and after the product.

Notebook: book/gru.ipynb
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__,
    submod_attrs={
        "cell": ["CELL", "GRU", "gru_step", "gru_step_back", "random_gru"],
        "after": ["AFTER", "ResetAfter", "after_step", "after_step_back", "random_after"],
        "gradient": ["jacobian_terms", "step_terms", "update_bias"],
    },
)
