"""One network, five shapes of tasks: reading, tagging, depth, both directions, and writing.

Notebook: book/sequence_tasks.ipynb
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__,
    submod_attrs={
        "both_ways": ["Both", "bidirectional", "bidirectional_back"],
        "decode": ["Writer", "Written", "beam", "exhaustive", "greedy", "sample"],
        "depth": ["count_paths", "stack"],
        "feedback": ["joint", "mutual_information"],
        "padding": ["at_last", "is_step", "mean_over", "reverse_each"],
        "reading": ["READINGS", "classify", "classify_gradient", "draw_reader", "run_states"],
    },
)
