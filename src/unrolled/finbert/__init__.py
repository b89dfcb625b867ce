"""The road to FinBERT: policy texts, an irregular series, a return. Notebook: book/finbert.ipynb"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__,
    submod_attrs={
        "documents": ["load_statements"],
        "encoders": ["encoder"],
        "loaders": ["load_prices"],
        "pipeline": ["loss_and_gradients", "random_reader", "sequences"],
        "protocol": ["forecast_forward", "looks_ahead", "r2_against", "shared_days"],
        "statements": ["write"],
        "world": ["make_world"],
    },
)
