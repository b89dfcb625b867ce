"""Pretraining: how a model learns from text alone. Notebook: book/pretraining.ipynb"""
