"""Back-propagation through layers. Notebook: book/backprop.ipynb"""
