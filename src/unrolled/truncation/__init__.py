"""Which (loss, step) pairs a gradient keeps. Notebook: book/truncation.ipynb"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__,
    submod_attrs={
        "checkpointing": ["bptt_checkpointed"],
        "walks": ["chunked", "gated", "numbers"],
        "weights": [
            "chance",
            "checked_gates",
            "every_draw",
            "late_losses",
            "random_gates",
            "survival",
            "weighted",
        ],
    },
)
