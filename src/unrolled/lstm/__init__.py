"""Long short-term memory: a cell that adds, three gates, and its gradient.

Notebook: book/lstm.ipynb
"""
