"""Attention: averages whose weights are computed from what is averaged.

Notebook: book/attention.ipynb
"""
