"""Against vanishing and exploding: shortcuts, decay, the pulse. Notebook: book/remedies.ipynb"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__,
    submod_attrs={
        "shortcuts": ["Skip", "elman", "leaky", "residual", "shortcut", "skip", "with_skip"],
        "decay": ["spectral_decay"],
    },
)
