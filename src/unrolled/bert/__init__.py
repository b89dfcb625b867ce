"""BERT: a pretrained encoder in NumPy, its words, and what its heads look at.

Notebook: book/bert.ipynb
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__,
    submodules=["minilm"],
    submod_attrs={
        "model": ["embed", "forward", "look", "sentences"],
        "checkpoint": ["load"],
        "wordpiece": ["Tokeniser", "batch", "encode", "tokens"],
        "weights": ["Bert", "Embeddings", "Pooler"],
        "cosine": ["alike"],
    },
)
