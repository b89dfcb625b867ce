"""Weights from this book's records to PyTorch's modules and back.

Notebook: book/notation.ipynb
"""

from collections.abc import Callable

import torch

from unrolled.attention import torch_twin as attention
from unrolled.attention.heads import MultiHead
from unrolled.core.records import signature
from unrolled.gru import torch_twin as gru
from unrolled.gru.after import ResetAfter
from unrolled.gru.cell import GRU
from unrolled.lstm import torch_twin as lstm
from unrolled.lstm.cell import LSTM
from unrolled.rnn import torch_twin as rnn
from unrolled.rnn.cell import RNN
from unrolled.transformer import torch_twin as transformer
from unrolled.transformer.block import Block

Weights = RNN | LSTM | ResetAfter | MultiHead | Block
THERE: dict[type, Callable] = {
    RNN: rnn.rnn,
    LSTM: lstm.lstm,
    ResetAfter: gru.gru,
    GRU: gru.gru,
    MultiHead: attention.heads,
    Block: transformer.layer,
}
NAMES = ", ".join(kind.__name__ for kind in THERE if kind is not GRU)
BACK: dict[type, Callable] = {
    torch.nn.RNN: rnn.from_torch,
    torch.nn.LSTM: lstm.from_torch,
    torch.nn.GRU: gru.from_torch,
    torch.nn.MultiheadAttention: attention.from_torch,
    torch.nn.TransformerEncoderLayer: transformer.from_torch,
}


def to_torch(p: Weights) -> torch.nn.Module:
    """The module of PyTorch, in float64, that computes the same outputs and gradients.

    A `Block` becomes a TransformerEncoderLayer as PyTorch makes it, with ReLU and post-norm.

    Raises ValueError for a `GRU`, which resets before the product as PyTorch does not, for other
    records, and for weights that do not fit each other.
    """
    make = THERE.get(type(p))
    if make is None:
        raise ValueError(f"p: got {signature(p)}, expected {NAMES}")
    return make(p)


def from_torch(module: torch.nn.Module) -> Weights:
    """This book's record of one of these modules; an RNN, LSTM or GRU of one layer, one direction.

    Two biases that only appear as a sum become one. Raises ValueError for what is another module.
    """
    make = BACK.get(type(module))
    if make is None:
        theirs = ", ".join(f"torch.nn.{kind.__name__}" for kind in BACK)
        raise ValueError(f"module: got {type(module).__name__}, expected one of {theirs}")
    return make(module)
