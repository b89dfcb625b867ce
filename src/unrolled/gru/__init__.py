"""Gated recurrent units: a leak that is learnt, reset before and after the product.

Notebook: book/gru.ipynb
"""
