"""Backpropagation through layers. Notebook: book/backprop.ipynb"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__,
    submodules=["backward"],
    submod_attrs={
        "backward": ["hidden_error", "layer_gradient", "loss_and_gradient", "output_error"],
    },
)
