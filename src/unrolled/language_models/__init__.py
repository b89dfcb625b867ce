"""Models that count: chain rule, n-grams, perplexity. Notebook: book/language_models.ipynb"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__,
    submod_attrs={
        "counting": [
            "bigram",
            "bigram_loss",
            "mean_surprise",
            "ngram_loss",
            "ngram_probabilities",
        ],
        "tables": ["chain", "given", "latent", "lost", "ngram"],
    },
)
