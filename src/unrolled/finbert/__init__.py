"""The road to FinBERT: policy statements and the price of gold. Notebook: book/finbert.ipynb"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__,
    submod_attrs={
        "pipeline": ["loss_and_gradients", "random_reader", "sequences"],
        "protocol": ["looks_ahead", "r2_against", "shared_days", "walk_forward"],
        "statements": ["write"],
        "world": ["make_world"],
    },
)
