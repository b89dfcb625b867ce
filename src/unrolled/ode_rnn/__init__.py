"""ODE-RNNs: observations at irregular times. Notebook: book/ode_rnn.ipynb"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__,
    submod_attrs={
        "between": ["evolves"],
        "cells": ["crossing", "decaying", "evolving", "ignoring", "imputing"],
        "times": ["rows"],
    },
)
