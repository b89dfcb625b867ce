"""Elman's recurrent cell, its readout, and the text it writes. Notebook: book/rnn.ipynb"""
