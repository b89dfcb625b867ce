"""Weights from this book's records to PyTorch's modules and back.

Notebook: book/notation.ipynb
"""

from collections.abc import Callable

import torch

from unrolled.core.tree import signature
from unrolled.gru import torch_twin as gru
from unrolled.gru.after import ResetAfter
from unrolled.gru.cell import GRU
from unrolled.lstm import torch_twin as lstm
from unrolled.lstm.cell import LSTM
from unrolled.rnn import torch_twin as rnn
from unrolled.rnn.cell import RNN

THERE: dict[type, Callable] = {RNN: rnn.rnn, LSTM: lstm.lstm, ResetAfter: gru.gru, GRU: gru.gru}
BACK: dict[type, Callable] = {
    torch.nn.RNN: rnn.from_torch,
    torch.nn.LSTM: lstm.from_torch,
    torch.nn.GRU: gru.from_torch,
}


def to_torch(p: RNN | LSTM | ResetAfter) -> torch.nn.Module:
    """The module of PyTorch, in float64, that computes the same states and gradients.

    Raises ValueError for a `GRU`, which resets before the product as PyTorch does not, for other
    records, and for weights that do not fit each other.
    """
    make = THERE.get(type(p))
    if make is None:
        raise ValueError(f"p: got {signature(p)}, expected RNN, LSTM or ResetAfter")
    return make(p)


def from_torch(module: torch.nn.Module) -> RNN | LSTM | ResetAfter:
    """This book's record of a torch.nn.RNN, LSTM or GRU of one layer and one direction.

    Two biases that only appear as a sum become one. Raises ValueError for what is another module.
    """
    make = BACK.get(type(module))
    if make is None:
        name = type(module).__name__
        raise ValueError(
            f"module: got {name}, expected torch.nn.RNN, torch.nn.LSTM or torch.nn.GRU"
        )
    return make(module)
