"""The Transformer block: attention, then a network for each token, with residuals and norms.

Notebook: book/transformer.ipynb
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__,
    submodules=["block", "feed_forward"],
    submod_attrs={
        "norm": ["Norm", "layer_norm", "layer_norm_back", "new_norm"],
        "feed_forward": ["FeedForward", "feed_forward_back", "random_feed_forward"],
        "block": ["Block", "block_back", "random_block"],
        "positions": ["rotate", "shift", "sinusoids"],
    },
)
