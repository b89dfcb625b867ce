"""The table that grows from chapter to chapter, as a grid for the page.

Notebooks: book/language_models.ipynb, book/rnn.ipynb, book/lstm.ipynb, book/gru.ipynb
"""

import numpy as np

from unrolled.language_models.reading import Line, bits
from unrolled.page.tables import Grid


def one_table(lines: list[Line], cost: bool = False) -> Grid:
    """Every model with its size and how well it predicts; with `cost`, what its training took."""
    head = ["model", "parameters", "perplexity", "five seeds", "bits per character"]
    rows = [_row(line) for line in lines]
    if cost:
        head.insert(2, "training, multiply–adds")
        for line, row in zip(lines, rows, strict=True):
            billions = f"{line.multiply_adds / 1e9:.0f} · 10<sup>9</sup>"
            row.insert(2, billions if line.multiply_adds else "0")
    return Grid(head, rows, label="All models on the same held-out text")


def _row(line: Line) -> list[str]:
    middle = float(np.median(line.perplexities))
    seeds = f"{min(line.perplexities):.2f} to {max(line.perplexities):.2f}"
    return [
        line.name,
        f"{line.parameters:,}",
        f"{middle:.2f}",
        seeds if len(line.perplexities) > 1 else "–",
        f"{bits(middle):.2f}",
    ]
