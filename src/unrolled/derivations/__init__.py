"""What only the annex draws. Notebook: book/derivations.ipynb"""
