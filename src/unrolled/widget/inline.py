"""A widget's module and style sheet with all that it imports inlined: no bundler, no request.

A module imports from the kit (`"../widget/kit/dom.js"`) and from files beside it
(`"./schemes.js"`), which hold arithmetic that has a twin in Python. Each file becomes a scope of
its own: `KIT.dom`, `BESIDE.schemes`.
"""

import re
from functools import cache
from pathlib import Path

KIT = Path(__file__).parent / "kit"
REMARK = re.compile(r"^[ \t]*(?://[^\n]*|/\*.*?\*/)\n", re.M | re.S)  # on lines of their own
BESIDE_CODE = re.compile(r"(?<=[;,{}()\[\]]) +// .*$", re.M)  # a remark at the end of a line
IMPORT = re.compile(r'^import \{([^}]*)\} from "([^"]+)\.js";\n', re.M)
EXPORT = re.compile(r"^export (?:const|function|async function) (\w+)", re.M)


def _file_of(address: str, importer: Path) -> Path:
    """The file that `importer` imports by this address: one of the kit, or one beside it."""
    path = Path(f"{address}.js")
    return (KIT if path.parent.name == "kit" else importer.parent) / path.name


def _scope(file: Path) -> str:
    """The object that holds what this file exports."""
    return f"{'KIT' if file.parent == KIT else 'BESIDE'}.{file.stem}"


def _imported(file: Path) -> list[Path]:
    """The files that this one imports."""
    text = file.read_text(encoding="utf-8")
    return [_file_of(address, file) for _, address in IMPORT.findall(text)]


def _collect(files: list[Path], found: list[Path]) -> list[Path]:
    """`found`, and these files that are not among them, each after those that it imports."""
    for file in files:
        if file not in found:
            _collect(_imported(file), found)
            found.append(file)
    return found


def _strip_remarks(text: str) -> str:
    """Code or styles for a page: what only its author reads stays behind."""
    code = BESIDE_CODE.sub("", REMARK.sub("", text))
    return re.sub(r"\n\n+", "\n", re.sub(r"^[ \t]+", "", code, flags=re.M))


def _exports(file: Path) -> list[str]:
    return EXPORT.findall(file.read_text(encoding="utf-8"))


def _replace_imports(text: str, importer: Path) -> str:
    """The code with names taken from scopes for its imports; ValueError if one is missing."""

    def take_names(found: re.Match) -> str:
        file = _file_of(found[2], importer)
        asked = {name.split(" as ")[0].strip() for name in found[1].split(",") if name.strip()}
        given = _exports(file)
        if missing := asked - {*given}:
            raise ValueError(f"{file.name}: got {sorted(missing)}, expected one of {given}")
        names = " ".join(found[1].replace(" as ", ": ").split())
        return f"const {{ {names} }} = {_scope(file)};\n"

    return IMPORT.sub(take_names, text)


def _enclose(file: Path) -> str:
    """This file's code in a function that returns what the file exports."""
    text = _strip_remarks(file.read_text(encoding="utf-8"))
    body = re.sub(r"^export ", "", _replace_imports(text, file), flags=re.M)
    return f"{_scope(file)} = (() => {{\n{body}return {{ {', '.join(_exports(file))} }};\n}})();\n"


def _enclose_all(name: str, files: list[Path]) -> str:
    return f"const {name} = {{}};\n" + "".join(map(_enclose, files))


@cache
def kit(*names: str) -> str:
    """These files of the kit, and what they need, each in a scope of its own: `KIT.name`."""
    return _enclose_all("KIT", _collect([KIT / f"{name}.js" for name in names], []))


def sources(widget: str | Path) -> tuple[str, str]:
    """The kit that the module beside a widget's file needs, and the module: no bundler, no request.

    With the module come the files beside it that it imports. What it exports is the widget's; what
    the kit and those files hold is in scopes of their own.
    """
    module = Path(widget).with_suffix(".js")
    files = _collect(_imported(module), [])
    beside = [file for file in files if file.parent != KIT]
    text = _strip_remarks(module.read_text(encoding="utf-8"))
    own = (_enclose_all("BESIDE", beside) if beside else "") + _replace_imports(text, module)
    return kit("explorable", *(file.stem for file in files if file not in beside)), own


def pieces(kit_text: str) -> list[str]:
    """The kit of a widget file by file, so that widgets of a page can share what both need."""
    return re.split(r"^(?=KIT\.\w+ = )", kit_text, flags=re.M)


def module(widget: str | Path) -> str:
    """Both as one module."""
    return "\n".join(sources(widget))


def styles(widget: str | Path) -> tuple[str, str]:
    """The style sheets of the kit, and the one beside a widget's file, if there is one."""
    kit_sheets = [KIT / f"{name}.css" for name in ("kit", "controls", "picture")]
    own_sheet = Path(widget).with_suffix(".css")
    return _joined(kit_sheets), _joined([own_sheet] if own_sheet.exists() else [])


def _joined(sheets: list[Path]) -> str:
    return "\n".join(_strip_remarks(path.read_text(encoding="utf-8")) for path in sheets)


@cache
def engine(code: str):
    """The module in V8, as `module.widget`, with what it and files beside it export.

    None where V8 cannot be had.
    """
    try:
        from py_mini_racer import MiniRacer
    except ImportError:
        return None
    runs = MiniRacer()
    body = re.sub(r"^export default ", "const widget = ", code, flags=re.M)
    names = ", ".join(["widget", *EXPORT.findall(body)])
    body = re.sub(r"^export ", "", body, flags=re.M)
    beside = 'typeof BESIDE === "undefined" ? [] : Object.values(BESIDE)'
    exported = f"Object.assign({{ {names} }}, ...({beside}))"
    runs.eval(f"const module = (() => {{\n{body}\nreturn {exported};\n}})();")
    runs.eval("const still = (text) => module.widget.still(...JSON.parse(text));")
    return runs
