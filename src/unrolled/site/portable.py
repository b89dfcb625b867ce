"""A notebook of the book in plain Markdown, which every notebook program shows alike.

The directives and roles of MyST are for the site. Here a note stands in a block quote, what opens
is a <details>, an equation carries the number it has on the site, and a reference says in words
where it leads. JupyterLab reads this form (`make lab`), and the site hands it out.
"""

import json
import re
from copy import deepcopy
from html import escape
from pathlib import Path
from typing import NamedTuple

from pybtex.database import Entry, parse_file
from pybtex.style.formatting.plain import Style

EQUATION = re.compile(r"^\$\$\n([^$]+)\n\$\$ \((eq-[\w-]+)\)$", re.M)
BLOCK = re.compile(
    r"^(?P<fence>:{3,}|`{3,})\{(?P<name>[\w:-]+)\} *(?P<title>.*)\n"
    r"(?::[\w-]+:.*\n)*(?P<body>(?s:.*?))^(?P=fence)$",
    re.M,
)
ROLE = re.compile(r"\{([\w:]+)\}`([^`]+)`")
TARGET = re.compile(r"(.+?) *<([^>]+)>")
COMMENT = re.compile(r"^%.*\n?", re.M)
HIDDEN = {"hide-input", "remove-input", "remove-cell", "check", "ask"}
HOW_TO_RUN = (
    "> **To run this chapter** you need Python 3.11 or newer and the package `unrolled`.\n"
    "> The site that gave you this file says on its page *Run it yourself* (`book/run.html`)"
    " where the package is and how it is installed."
)


class Book(NamedTuple):
    """What the chapters need to know of each other."""

    titles: dict[str, str]  # rnn -> Recurrent networks
    numbers: dict[str, tuple[str, int]]  # eq-rnn-state -> rnn, 1
    glossary: str  # the chapter that defines the terms
    sources: dict[str, Entry]  # elman1990 -> its entry in references.bib


def read_book(folder: Path) -> tuple[dict[str, dict], Book]:
    """The notebooks of a folder as JSON, and the book they make. Equations count by chapter."""
    paths = sorted(folder.glob("*.ipynb"))
    notebooks = {path.stem: json.loads(path.read_text("utf-8")) for path in paths}
    titles = {}
    numbers = {}
    glossary = ""
    for name, notebook in notebooks.items():
        text = "\n\n".join(
            "".join(c["source"]) for c in notebook["cells"] if c["cell_type"] == "markdown"
        )
        titles[name] = re.search(r"^# (.+)$", text, re.M)[1]
        numbers |= {m[2]: (name, i) for i, m in enumerate(EQUATION.finditer(text), 1)}
        glossary = name if "{glossary}" in text else glossary
    return notebooks, Book(titles, numbers, glossary, parse_file(folder / "references.bib").entries)


def portable(name: str, notebook: dict, book: Book, note: str = "") -> dict:
    """The notebook `name` in plain Markdown, with `note` as its first cell.

    Raises ValueError for a directive or a role that has no plain form here.
    """
    notebook = deepcopy(notebook)
    cited = []
    for cell in notebook["cells"]:
        if cell["cell_type"] == "markdown":
            cell["source"] = _plain(name, "".join(cell["source"]), book, cited)
        elif HIDDEN & set(cell["metadata"].get("tags", ())):
            cell["metadata"]["jupyter"] = {"source_hidden": True}
    if note:
        notebook["cells"].insert(0, _markdown("note", note))
    if cited:
        notebook["cells"].append(_markdown("sources", _sources(book, cited)))
    return notebook


def _plain(name: str, text: str, book: Book, cited: list[str]) -> str:
    text = EQUATION.sub(lambda m: f"$$\n{m[1]}\n\\tag{{{book.numbers[m[2]][1]}}}\n$$", text)
    text = BLOCK.sub(_block, COMMENT.sub("", text))
    text = ROLE.sub(lambda m: _role(name, m[1], m[2], book, cited), text)
    return re.sub(r"\n{3,}", "\n\n", text)


def _block(found: re.Match) -> str:
    title = found["title"].strip()
    body = found["body"].strip()
    match found["name"]:
        case "margin":
            return f"<blockquote>\n\n{body}\n\n</blockquote>"
        case "admonition":
            return f"<blockquote>\n\n**{title}**\n\n{body}\n\n</blockquote>"
        case "dropdown" if "$" in title:  # mathematics is not typeset in every program's <summary>
            return f"**{title}**\n\n{_details('Answer', body)}"
        case "dropdown":
            return _details(escape(title, quote=False), body)
        case "glossary":
            return re.sub(r"^(\S.*)\n +", r"**\1**: ", body, flags=re.M)
    raise ValueError(f"directive: got {found['name']!r}, expected one that has a plain form")


def _details(title: str, body: str) -> str:
    return f"<details>\n<summary>{title}</summary>\n\n{body}\n\n</details>"


def _role(name: str, role: str, content: str, book: Book, cited: list[str]) -> str:
    explicit = TARGET.fullmatch(content)
    words, target = explicit.groups() if explicit else ("", content)
    match role:
        case "eq":
            chapter, number = book.numbers[target]
            there = f"[Eq. ({number}) of *{book.titles[chapter]}*]({chapter}.ipynb)"
            return f"({number})" if chapter == name else there
        case "doc" if words and target not in book.titles:  # a page that is no notebook
            return f"*{words}*"
        case "doc":
            return f"[{words or book.titles[target]}]({target}.ipynb)"
        case "term":
            return f"[{words or target}]({book.glossary}.ipynb)"
        case "story":
            return words
        case "cite" | "cite:p" | "cite:t":
            keys = [key.strip() for key in content.split(",")]
            cited += [key for key in keys if key not in cited]
            return _citation([book.sources[key] for key in keys], role == "cite:t")
    raise ValueError(f"role: got {role!r}, expected one that has a plain form")


def _citation(entries: list[Entry], in_text: bool) -> str:
    """Elman (1990), or (Elman, 1990; Werbos, 1990)."""
    pairs = [(_names(entry), entry.fields.get("year", "n.d.")) for entry in entries]
    if in_text:
        return "; ".join(f"{names} ({year})" for names, year in pairs)
    return "(" + "; ".join(f"{names}, {year}" for names, year in pairs) + ")"


def _names(entry: Entry) -> str:
    last = [" ".join(person.last_names).strip("{}") for person in entry.persons["author"]]
    return " and ".join(last) if len(last) < 3 else f"{last[0]} et al."


def _sources(book: Book, cited: list[str]) -> str:
    entries = Style().format_entries([book.sources[key] for key in cited])
    lines = sorted(entry.text.render_as("text") for entry in entries)
    return "## Cited in this chapter\n\n" + "\n".join(f"- {line}" for line in lines)


def written(notebook: dict) -> str:
    """The notebook as the text of its file."""
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


def _markdown(name: str, text: str) -> dict:
    return {"cell_type": "markdown", "id": name, "metadata": {}, "source": text}
