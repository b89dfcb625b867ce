"""What the outputs of a notebook hang on, so that a change runs only what it concerns.

A notebook needs the modules that it imports, those that they import, and the data of the same
name beside them. Data of any other name, and the versions in requirements.txt, concern them all.
A module that finds others instead of importing them says where, as patterns of files:
`FINDS = ("src/unrolled/*/cover.py",)`.
"""

import ast
import hashlib
import sys
from functools import cache
from pathlib import Path


@cache
def imported(code: str) -> frozenset[str]:
    """Dotted names that may be modules in the code's imports, each with the packages above it."""
    names = set()
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    parts = [name.split(".") for name in names]
    return frozenset(".".join(part[: i + 1]) for part in parts for i in range(len(part)))


@cache
def patterns(code: str) -> tuple[str, ...]:
    """What a module finds: the patterns of its FINDS, if it has one."""
    for node in ast.parse(code).body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "FINDS":
            return ast.literal_eval(node.value)
    return ()


def modules(source: Path) -> dict[str, Path]:
    """Every module below `source` by its dotted name; a package by its __init__.py."""
    found = {}
    for path in source.rglob("*.py"):
        parts = path.relative_to(source).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def needs(code: str, root: Path) -> set[Path]:
    """The files below `root` that the outputs of a notebook with this code hang on."""
    known = modules(root / "src")
    names = {path: name for name, path in known.items()}
    reached, found = set(), set()
    new = imported(code) & known.keys()
    while new:
        reached |= new
        texts = [known[name].read_text("utf-8") for name in new]
        there = {path for text in texts for each in patterns(text) for path in root.glob(each)}
        found |= there - names.keys()
        new = {name for text in texts for name in imported(text)}
        new |= {names[path] for path in there & names.keys()}
        new = (new & known.keys()) - reached
    files = {known[name] for name in reached} | found
    stems = {path.with_suffix("") for path in known.values()}
    mates = {path.with_suffix("") for path in files}
    return files | {path for path in _data(root) if path.with_suffix("") not in stems - mates}


def _data(root: Path) -> set[Path]:
    files = {path for path in root.glob("src/unrolled/**/*") if path.is_file()}
    return {path for path in files if path.suffix not in (".py", ".pyc")}


def fingerprint(code: str, root: Path) -> str:
    """Changes with anything that the outputs hang on, except the code itself."""
    digest = hashlib.sha256(sys.version.encode())
    for path in sorted({*needs(code, root), root / "requirements.txt"}):
        digest.update(f"{path.relative_to(root).as_posix()}\n".encode() + path.read_bytes())
    return digest.hexdigest()
