"""A Transformer that writes: causal blocks, a key–value cache, sampling, and one contest for all.

Notebook: book/decoder.ipynb
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__,
    submod_attrs={
        "model": ["Decoder", "decode", "decode_back", "loss_and_gradient", "random_decoder"],
        "cache": ["Kept", "nothing_kept", "read_letters", "step"],
        "sampling": ["nucleus", "repeated_share", "top_k", "write"],
    },
)
