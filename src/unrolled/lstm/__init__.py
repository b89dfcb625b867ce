"""Long short-term memory: a cell that adds, three gates, and its gradient.

Notebook: book/lstm.ipynb
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__,
    submod_attrs={
        "cell": ["CELL", "LSTM", "State", "lstm_step", "lstm_step_back", "random_lstm", "valves"],
        "gate": ["Gate", "random_gate"],
        "gradient": [
            "cell_gradients",
            "cell_jacobians",
            "forget_bias",
            "half_life",
            "path_shares",
            "shown_slope",
        ],
    },
)
