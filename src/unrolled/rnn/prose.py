"""The book's own prose, for a network to learn: `python -m unrolled.rnn.prose book > FILE`.

The package carries the outcome as core/text.txt. Chapters may change without it, and the numbers
of the character model stay what they are; make it anew when the book is to read itself anew.
"""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from unrolled.core.text import LETTERS

MARKUP = re.compile(
    r"(?s)\$\$.*?\$\$|```.*?```|\$[^$]*\$|^:::.*?$|\{[^}]*\}(`[^`]*`)?|<[^>]*>", re.M
)
LINK = re.compile(r"\[([^]]*)\]\([^)]*\)")


def sentences(notebook: dict) -> Iterator[str]:
    """The sentences of a notebook's text, in the characters of LETTERS."""
    for cell in notebook["cells"]:
        if cell["cell_type"] == "markdown":
            text = LINK.sub(r"\1", MARKUP.sub(" ", "".join(cell["source"])))
            for line in text.lower().splitlines():
                line = " ".join("".join(c if c in LETTERS else " " for c in line).split())
                if len(line) > 20:
                    yield line


if __name__ == "__main__":
    for path in sorted(Path(sys.argv[1]).glob("*.ipynb")):
        print("\n".join(sentences(json.loads(path.read_text("utf-8")))))
