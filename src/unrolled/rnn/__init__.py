"""Elman's recurrent cell, its readout, and the text it writes. Notebook: book/rnn.ipynb"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__,
    submodules=["readout"],
    submod_attrs={
        "cell": ["CELL", "RNN", "preactivation", "random_rnn", "rnn_step", "rnn_step_back"],
        "readout": ["Model", "Readout", "random_model", "random_readout", "readout_back"],
        "writing": ["tempered", "write"],
    },
)
