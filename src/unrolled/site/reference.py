"""Sphinx extension: the package reference, by room, made from the docstrings.

    ```{package-reference}
    ```

Rooms and modules are found. Docstrings are plain text, in which a label such as eq-rnn-state
becomes a link to the equation.
"""

import ast
import re
from functools import cache
from pathlib import Path

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective

import unrolled

LABEL = re.compile(r"\beq-[a-z]+-[a-z-]*[a-z]\b")
ROOMS_APART = ("page", "widget", "site", "errata", "derivations", "intro")
FILES_APART = ("__init__", "pictures", "slips", "cover", "opened", "torch_twin", "on_paper", "fast")
PACKAGE = Path(unrolled.__file__).parent


def setup(app) -> dict:
    """Called by Sphinx."""
    app.setup_extension("sphinx.ext.autodoc")
    app.config.autodoc_typehints = "none"  # shapes are no classes that one could link to
    app.config.add_module_names = False  # the module stands above its functions
    app.add_directive("package-reference", Reference)
    app.connect("autodoc-process-docstring", _link_equations)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def find_modules() -> dict[str, list[str]]:
    """The modules of mathematics by room; a module beside the rooms is a room of its own."""
    found: dict[str, list[str]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        room = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
        drawn = path.with_suffix(".js").exists() or path.stem.endswith(("_words", "_pictures"))
        shown = path.stem not in FILES_APART and not drawn
        if room not in ROOMS_APART and shown and find_public(path):
            dotted = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
            found.setdefault(room, []).append(dotted)
    return found


def find_public(path: Path) -> list[str]:
    """The public functions and classes that a module defines, in its order, without loading it."""
    defined = ast.parse(path.read_text("utf-8")).body
    kinds = (ast.FunctionDef, ast.ClassDef)
    return [node.name for node in defined if isinstance(node, kinds) and node.name[0] != "_"]


@cache
def find_functions() -> dict[str, list[str]]:
    """The public functions and classes, with their modules, whose docstrings cite an equation."""
    found: dict[str, list[str]] = {}
    for module in (module for modules in find_modules().values() for module in modules):
        path = PACKAGE.parent / (module.replace(".", "/") + ".py")
        for node in ast.parse(path.read_text("utf-8")).body:
            shown = isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name[0] != "_"
            for label in find_labels(ast.get_docstring(node) or "") if shown else ():
                found.setdefault(label, []).append(f"{module}.{node.name}")
    return found


def find_labels(doc: str) -> list[str]:
    """The equations that a docstring cites, each once."""
    return list(dict.fromkeys(LABEL.findall(doc)))


def write_docstring(lines: list[str]) -> list[str]:
    """Its paragraphs as plain text without labels, and under them links to the equations cited."""
    text = "\n".join(lines)
    paragraphs = [write_paragraph(part) for part in re.split(r"\n\s*\n", text)]
    rest = [line for part in paragraphs if part for line in (f"| {part}", "")]
    links = [f":eq:`{label}`" for label in find_labels(text)]
    return [*rest, *(["Equations: " + ", ".join(links), ""] if links else [])]


def write_paragraph(part: str) -> str:
    """One line of reStructuredText in which no character has a meaning."""
    plain = re.sub(rf"[,;]?\s*{LABEL.pattern}", "", part)
    closed = re.sub(r"\s+([.,;])", r"\1", " ".join(plain.split())).lstrip(".,; ")
    return re.sub(r"([\\*_`|<>:\[\]])", r"\\\1", closed)


class Reference(SphinxDirective):
    """All rooms, each a section with its modules and what they define."""

    def run(self) -> list[nodes.Node]:
        """Called by Sphinx."""
        sections = []
        for room, modules in find_modules().items():
            section = nodes.section(ids=[f"room-{room.replace('_', '-')}"], names=[room])
            section += nodes.title(room, room.replace("_", " ").capitalize())
            for module in modules:
                path = PACKAGE.parent / (module.replace(".", "/") + ".py")
                self.env.note_dependency(str(path))
                section += nodes.rubric("", "", nodes.literal("", module))
                lines = [f".. module:: {module}", "   :no-index:", ""]
                for name in find_public(path):
                    lines += [f".. auto{find_kind(path, name)}:: {module}.{name}", ""]
                self.state.nested_parse(StringList(lines, str(path)), 0, section)
            sections.append(section)
        return sections


def find_kind(path: Path, name: str) -> str:
    """Autodoc's word for it."""
    node = next(
        n for n in ast.parse(path.read_text("utf-8")).body if getattr(n, "name", "") == name
    )
    return "class" if isinstance(node, ast.ClassDef) else "function"


def _link_equations(app, what, name, obj, options, lines) -> None:
    lines[:] = write_docstring(lines)
