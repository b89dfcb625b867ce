"""Style sheets of the site without what no page has a use for: rules of a theme, and remarks."""

import re
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

import tinycss2
from tinycss2.ast import Node

REMARK = re.compile(r"/\*(?!!)(?:(?!\*/|licen[sc]e|copyright).)*\*/\s*", re.DOTALL | re.IGNORECASE)
NESTED = ("media", "supports")  # at-rules that hold rules


def lighten(site: Path) -> None:
    """Leave in the site's style sheets what its pages and scripts can ever ask for."""
    static = site / "_static"
    named = words(
        path.read_text("utf-8") for path in [*site.rglob("*.html"), *static.rglob("*.js")]
    )
    for sheet in static.rglob("*.css"):
        sheet.write_text(only(named, sheet.read_text("utf-8")), "utf-8")


def words(texts: Iterable[str]) -> set[str]:
    """All that could be the name of a class in these pages and scripts.

    A script may put a name together: `"bs-tooltip-" + side` holds a word that ends in a dash.
    """
    return {word for text in texts for word in re.findall(r"[\w-]+", text)}


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
    starts = {name[: dash.end()] for dash in re.finditer(r"(?<=\w{3})-", name)}
    return name in named or not starts.isdisjoint(named) or not re.fullmatch(r"[\w-]+", name)
