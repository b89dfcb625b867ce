"""Models that count: chain rule, n-grams, perplexity. Notebook: book/language_models.ipynb"""
