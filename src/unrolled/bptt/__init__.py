"""Back-propagation through time, path by path, and its rivals. Notebook: book/bptt.ipynb"""
