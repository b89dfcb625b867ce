"""Recurrent networks to Transformers, worked by hand.

Import from the module that is about the thing: `from unrolled.rnn.cell import rnn_step`.
"""

__version__ = "0.1.0"
