"""Between this book's conventions and others': weights to PyTorch and back.

Notebook: book/notation.ipynb
"""
