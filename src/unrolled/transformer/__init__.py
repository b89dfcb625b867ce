"""The Transformer's encoder: attention, then a network for each token, with residuals and norms.

Notebook: book/transformer.ipynb
"""
