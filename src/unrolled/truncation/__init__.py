"""Which (loss, step) pairs a gradient keeps. Notebook: book/truncation.ipynb"""
