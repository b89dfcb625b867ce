"""Notes on the sources: printed, true, and proved. Notebook: book/errata.ipynb"""
