"""Neurons, layers, networks. Notebook: book/mlp.ipynb"""
