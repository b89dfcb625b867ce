"""A widget's module and style sheet with the kit inlined: no bundler, no request; run in V8."""

import re
from functools import cache
from pathlib import Path

KIT = Path(__file__).parent / "kit"
REMARK = re.compile(r"^[ \t]*(?://[^\n]*|/\*.*?\*/)\n", re.M | re.S)  # on lines of their own
IMPORT = re.compile(r'^import \{([^}]*)\} from "[^"]*?(\w+)\.js";\n', re.M)
EXPORT = re.compile(r"^export (?:const|function|async function) (\w+)", re.M)


def _ordered(names: list[str], known: list[str]) -> list[str]:
    """The kit's files of these names, after those that they import."""
    for name in names:
        if name not in known:
            text = (KIT / f"{name}.js").read_text(encoding="utf-8")
            _ordered([file for _, file in IMPORT.findall(text)], known)
            known.append(name)
    return known


def _lean(text: str) -> str:
    """Code or styles for a page: what only its author reads stays behind."""
    return re.sub(r"^[ \t]+", "", REMARK.sub("", text), flags=re.M)


@cache
def kit(*files: str) -> str:
    """These files of the kit, and what they need, each in a scope of its own: `KIT.name`."""
    parts = ["const KIT = {};"]
    for file in _ordered(list(files), []):
        text = _lean((KIT / f"{file}.js").read_text(encoding="utf-8"))
        own = ", ".join(EXPORT.findall(text))
        body = re.sub(r"^export ", "", _handed(text), flags=re.M)
        parts.append(f"KIT.{file} = (() => {{\n{body}return {{ {own} }};\n}})();")
    return "\n".join(parts) + "\n"


def _handed(text: str) -> str:
    """The code with its imports from the kit as names handed over; ValueError if one is missing."""

    def line(found: re.Match) -> str:
        asked = {name.split(" as ")[0].strip() for name in found[1].split(",") if name.strip()}
        given = EXPORT.findall((KIT / f"{found[2]}.js").read_text(encoding="utf-8"))
        if missing := asked - {*given}:
            raise ValueError(f"{found[2]}.js: got {sorted(missing)}, expected one of {given}")
        names = " ".join(found[1].replace(" as ", ": ").split())
        return f"const {{ {names} }} = KIT.{found[2]};\n"

    return IMPORT.sub(line, text)


def sources(widget: str | Path) -> tuple[str, str]:
    """The kit that the module beside a widget's file needs, and the module: no bundler, no request.

    What a module exports is the widget's; what the kit holds is in the kit's scope.
    """
    text = _lean(Path(widget).with_suffix(".js").read_text(encoding="utf-8"))
    return kit("explorable", *(file for _, file in IMPORT.findall(text))), _handed(text)


def module(widget: str | Path) -> str:
    """Both as one module."""
    return "\n".join(sources(widget))


def style(widget: str | Path) -> str:
    """The style sheet of the kit and, if there is one, the one beside a widget's file."""
    sheets = (KIT / f"{name}.css" for name in ("kit", "controls", "picture"))
    paths = (*sheets, Path(widget).with_suffix(".css"))
    return "\n".join(_lean(p.read_text(encoding="utf-8")) for p in paths if p.exists())


@cache
def engine(code: str):
    """The module in V8, as `widget`; None where V8 cannot be had."""
    try:
        from py_mini_racer import MiniRacer
    except ImportError:
        return None
    runs = MiniRacer()
    body = re.sub(r"^export default ", "const widget = ", code, flags=re.M)
    names = ", ".join(["widget", *EXPORT.findall(body)])
    body = re.sub(r"^export ", "", body, flags=re.M)
    runs.eval(f"const module = (() => {{\n{body}\nreturn {{ {names} }};\n}})();")
    runs.eval("const still = (text) => module.widget.still(...JSON.parse(text));")
    return runs
