"""Pretraining: what a text teaches by itself, and what that is worth for a task of one's own.

Notebook: book/pretraining.ipynb
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__,
    submod_attrs={
        "conditionals": ["chain_rule", "full_conditionals", "pseudo_log_likelihood"],
        "objectives": ["causal_lesson", "masked_lesson", "next_sentence_lesson", "span_lesson"],
    },
)
