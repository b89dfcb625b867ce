"""BERT: a pretrained encoder in NumPy, its words, and what its heads look at.

Notebook: book/bert.ipynb
"""
