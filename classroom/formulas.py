"""TeX as MathML, which browsers set by themselves: a page with it asks nobody for anything."""

import re
import unicodedata
from html import unescape

from latex2mathml.converter import convert

LONGEST = 1000  # characters of a formula
TAG = re.compile(r"</?m[a-z]+(?: (?!href|style|class|id|src)[a-z]+=\"[^\"<>]*\")* ?/?>")
VARIANT = re.compile('<mi mathvariant="(bold|bold-italic|script|double-struck)">([^<]+)</mi>')
CODE = re.compile(r"(```.*?```|`[^`\n]*`)", re.S)
# As in Pandoc: no space within the dollars, and no digit behind them ("$5 or $6" is money).
FORMULA = re.compile(r"\$\$(?!\$)(.+?)\$\$|\$(?![\s$])([^$\n]*[^$\s\\])\$(?!\d)", re.S)
# Definitions can double what they stand for, and that as often as one likes.
DEFINES = re.compile(
    r"\\(?:(?:re)?new(?:command|environment)|providecommand|[gex]?def|let|Declare[A-Za-z]*)"
    r"(?![A-Za-z])"
)


def set_formulas(text: str) -> str:
    """Markdown with its TeX as MathML; what is no TeX stays as it was written."""

    def one(found: re.Match) -> str:
        tex = found[1] or found[2]
        display = "block" if found[1] else "inline"
        if len(tex) > LONGEST or DEFINES.search(tex):
            return found[0]
        try:
            made = convert(tex, display=display)
        except Exception:  # a student may write anything
            return found[0]
        return found[0] if "<" in TAG.sub("", made) else VARIANT.sub(_letter, made)

    parts = CODE.split(text)
    return "".join(p if p.startswith("`") else FORMULA.sub(one, p) for p in parts)


def _letter(found: re.Match) -> str:
    """A bold letter as a letter of its own: browsers have given up the attribute."""
    kind = found[1].upper().replace("-ITALIC", " ITALIC")
    letter = unescape(found[2])
    if len(letter) == 1:
        name = re.sub(r"^\w+ | LETTER", "", unicodedata.name(letter))
        for of in (f"MATHEMATICAL {kind} {name}", f"{kind} {name}"):
            try:
                return f"<mi>{unicodedata.lookup(of)}</mi>"
            except KeyError:
                pass
    return found[0]
