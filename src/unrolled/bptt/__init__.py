"""Backpropagation through time, path by path, and its rivals. Notebook: book/bptt.ipynb"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__,
    submodules=["jacobians", "paths", "rtrl"],
    submod_attrs={
        "derivatives": ["local_derivatives", "state_derivatives"],
        "paths": ["backward_terms", "counted_twice", "forward_terms"],
    },
)
