"""Residual networks: blocks that add to what comes in. Notebook: book/resnet.ipynb"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__,
    submodules=["block"],
    submod_attrs={
        "network": ["ResNet", "forward", "loss_and_gradient", "random_resnet"],
        "paths": ["bounds", "by_length", "product", "walks"],
        "two_layers": ["TwoLayers", "Widening", "two_layer_block", "widening_block"],
    },
)
