"""Style sheets of the site without what no page has a use for: rules of a theme, and remarks."""

import re
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from zlib import crc32

import tinycss2
from tinycss2.ast import Node

REMARK = re.compile(r"/\*(?!!)(?:(?!\*/|licen[sc]e|copyright).)*\*/\s*", re.DOTALL | re.IGNORECASE)
NESTED = ("media", "supports")  # at-rules that hold rules
WORD = re.compile(r"[\w-]*\w")
START = re.compile(
    r"([A-Za-z][\w-]*-)(?:\$\{|[\"'`]\s*\+)"
)  # of a name that a script puts together
LINK = re.compile(r'(<link [^>]*href="[^"]*?([\w.-]+\.css))(?:\?[^"]*)?"')


def lighten(site: Path) -> None:
    """Leave in the site's style sheets what its pages and scripts can ever ask for.

    Each link then tells by a number which text of the sheet it means: a browser keeps older ones.
    """
    static = site / "_static"
    pages = {path: path.read_text("utf-8") for path in site.rglob("*.html")}
    scripts = [path.read_text("utf-8") for path in static.rglob("*.js")]
    named = words([*pages.values(), *scripts])
    numbers = {}
    for sheet in static.rglob("*.css"):
        text = only(named, sheet.read_text("utf-8"))
        sheet.write_text(text, "utf-8")
        numbers[sheet.name] = f"{crc32(text.encode()):08x}"
    for path, html in pages.items():
        path.write_text(LINK.sub(lambda link: f'{link[1]}?v={numbers[link[2]]}"', html), "utf-8")


def words(texts: Iterable[str]) -> set[str]:
    """All that could be the name of a class in these pages and scripts.

    Of a name that a script puts together, as in `"tip-" + side`, it is the start, with its dash.
    """
    return {word for text in texts for kind in (WORD, START) for word in kind.findall(text)}


def only(named: set[str], sheet: str) -> str:
    """The sheet without remarks, and without selectors that ask for a class that nothing names."""
    return _joined(tinycss2.parse_stylesheet(REMARK.sub("", sheet), skip_whitespace=True), named)


def _joined(rules: list[Node], named: set[str]) -> str:
    return "".join(_kept(rule, named) for rule in rules)


def _kept(rule: Node, named: set[str]) -> str:
    if rule.type == "qualified-rule":
        selectors = [one for one in _selectors(rule.prelude) if _can_match(one, named)]
        if not selectors:
            return ""
        start = ",".join(map(tinycss2.serialize, selectors))
        return f"{start}{{{tinycss2.serialize(rule.content)}}}\n"
    if rule.type == "at-rule" and rule.lower_at_keyword in NESTED:
        inner = _joined(tinycss2.parse_rule_list(rule.content, skip_whitespace=True), named)
        start = f"@{rule.at_keyword}{tinycss2.serialize(rule.prelude)}"
        return f"{start}{{\n{inner}}}\n" if inner else ""
    return rule.serialize() + "\n"


def _selectors(prelude: list[Node]) -> list[list[Node]]:
    """The selectors between commas; one inside `:is(...)` or `:not(...)` is not by itself."""
    selectors = [[]]
    for token in prelude:
        if token == ",":
            selectors.append([])
        else:
            selectors[-1].append(token)
    return selectors


def _can_match(selector: list[Node], named: set[str]) -> bool:
    """Whether every class and every id that it asks for is a word of some page or script."""
    ids = {token.value for token in selector if token.type == "hash"}
    pairs = pairwise(selector)
    classes = {name.value for dot, name in pairs if dot == "." and name.type == "ident"}
    return all(_is_named(name, named) for name in ids | classes)


def _is_named(name: str, named: set[str]) -> bool:
    starts = {name[: dash.end()] for dash in re.finditer("-", name)}
    return name in named or not starts.isdisjoint(named) or not re.fullmatch(r"[\w-]+", name)
