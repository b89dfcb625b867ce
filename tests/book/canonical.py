"""A notebook's canonical form: no outputs, no counts, no stray metadata.

`python -m tests.book.canonical book/rnn.ipynb` brings files into it.
"""

import sys
from pathlib import Path

import nbformat

KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}


def canonical(text: str) -> str:
    """The same notebook in canonical form; cells keep their ids, and what they are for."""
    notebook = nbformat.reads(text, as_version=4)
    own = {name: notebook.metadata[name] for name in ("unrolled",) if name in notebook.metadata}
    notebook.metadata = {"kernelspec": KERNEL, "language_info": {"name": "python"}, **own}
    for cell in notebook.cells:
        kept = {name: cell.metadata.get(name) for name in ("outcomes", "part", "tags")}
        cell.metadata = {name: value for name, value in kept.items() if value}
        if cell.cell_type == "code":
            cell.outputs = []
            cell.execution_count = None
    notebook.nbformat_minor = 5
    return nbformat.writes(notebook) + "\n"


if __name__ == "__main__":
    for name in sys.argv[1:]:
        path = Path(name)
        path.write_text(canonical(path.read_text("utf-8")), encoding="utf-8")
