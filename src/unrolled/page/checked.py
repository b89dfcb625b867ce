"""What a check shows: a ✓ that opens to how well it holds, with the numbers."""

from html import escape

import numpy as np

from unrolled.core.shapes import Array
from unrolled.core.tree import named_leaves

MOST = 16  # of more numbers only the range is shown


class Checked:
    """The outcome of checks, for the notebook to show; `a + b` is both in one line."""

    def __init__(self, lines: list[tuple[str, object]]):
        self.lines = lines

    def __add__(self, other: "Checked") -> "Checked":
        return Checked(self.lines + other.lines)

    def __repr__(self) -> str:
        return "checked: " + ", ".join(line for line, _ in self.lines)

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><th scope='row'>{escape(line)}</th><td>{_detail(found)}</td></tr>"
            for line, found in self.lines
        )
        return (
            f'<details class="witness"><summary aria-label="Checked: opens the proof">✓'
            f"<span> checked</span></summary>"
            f"<table>{rows}</table></details>"
        )


def _detail(found: object) -> str:
    """Words as they are, of numbers each leaf with its name."""
    if isinstance(found, str):
        return escape(found)
    trees = found if isinstance(found, dict) else {"": found}
    leaves = [
        (f"{name} {field}".strip(), np.asarray(leaf))
        for name, tree in trees.items()
        for field, leaf in named_leaves(tree)
    ]
    return "<br>".join(
        (f"{escape(name)}: " if name else "") + _numbers(leaf) for name, leaf in leaves
    )


def _numbers(leaf: Array) -> str:
    """Six digits each, a row a line; of many the shape and the range."""
    if leaf.size > MOST:
        shape = " × ".join(map(str, leaf.shape))
        return f"{shape} numbers from {leaf.min():.6g} to {leaf.max():.6g}"
    rows = np.atleast_2d(leaf).reshape(-1, leaf.shape[-1] if leaf.ndim else 1)
    return "<br>".join(", ".join(f"{x:.6g}" for x in row) for row in rows)
