"""The table that grows from chapter to chapter, as a grid for the page.

Notebooks: book/language_models.ipynb, book/rnn.ipynb, book/lstm.ipynb, book/gru.ipynb
"""

import numpy as np

from unrolled.language_models.reading import Line, bits
from unrolled.page.tables import Grid


def one_table(lines: list[Line], cost: bool = False) -> Grid:
    """Every model with its size and how well it predicts; with `cost`, what its training took.

    Where a model was trained from several seeds, its perplexity is their median, with the lowest
    and the highest in brackets.
    """
    columns = {
        "model": [line.name.replace(", ", ",<br>") for line in lines],
        "perplexity": [f"{_middle(line):.2f}{_range(line)}" for line in lines],
        "bits": [f"{bits(_middle(line)):.2f}" for line in lines],
        "size": [_short(line.parameters) for line in lines],
        "training": [_billions(line.multiply_adds) for line in lines],
    }
    if not cost:
        del columns["training"]
    rows = [list(row) for row in zip(*columns.values(), strict=True)]
    return Grid(list(columns), rows, label="All models on the same held-out text")


def _middle(line: Line) -> float:
    return float(np.median(line.perplexities))


def _range(line: Line) -> str:
    found = line.perplexities
    return f"<br>({min(found):.2f}–{max(found):.2f})" if len(found) > 1 else ""


def _billions(many: int) -> str:
    return f"{many / 1e9:.0f}"


def _short(many: int) -> str:
    return f"{many:,}" if many < 1e6 else f"{many / 1e6:.1f} M"
