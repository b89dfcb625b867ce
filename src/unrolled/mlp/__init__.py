"""Neurons, layers, networks. Notebook: book/mlp.ipynb"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__,
    submod_attrs={
        "network": ["Layer", "forward", "neuron", "parameter_count", "predict", "random_network"],
    },
)
