"""A symbol of the text as HTML, out of the TeX in which it is typed.

For pictures and sentences that MathJax does not set. An index of an index would be too small to
read: below an index it stands in line, above one it moves behind.
"""

import re
from unicodedata import normalize

TOKEN = re.compile(r"\\[a-zA-Z]+|\\.|\S")
BOLD = (r"\mathbf", r"\boldsymbol")
WORDS = (r"\operatorname", r"\text")
SCRIPT = {"L": "ℒ", "S": "𝒮"}
GREEK = {r"\delta": "δ", r"\phi": "φ"}
SIGNS = {
    r"\nabla": "∇",
    r"\top": "⊤",
    r"\,": " ",
    r"\odot": " ⊙ ",
    "'": "′",
    "=": " = ",
    "+": " + ",
    "-": " − ",
    ",": ", ",
}
HAT = "\u0302"


def html_symbol(latex: str) -> str:
    r"""The HTML of a symbol or a short formula: `\mathbf W_{hh}` is `<b>W</b><sub>hh</sub>`.

    Raises ValueError for a command that it does not know.
    """
    html, _ = _write(TOKEN.findall(latex))
    return html


def _write(tokens: list[str], in_index: bool = False) -> tuple[str, str]:
    """HTML of these tokens, which are used up; and what is to stand behind an index of them."""
    html = ""
    behind = ""
    while tokens:
        token = tokens.pop(0)
        if token == "^":
            raised, _ = _write(_argument(tokens), in_index=True)
            if in_index:
                behind += f"<sup>{raised}</sup>"
            else:
                html += f"<sup>{raised}</sup>"
        elif token == "_":
            lowered, after = _write(_argument(tokens), in_index=True)
            html += lowered if in_index else f"<sub>{lowered}</sub>{after}"
        else:
            html += _write_one(token, tokens, in_index)
    return html, behind


def _argument(tokens: list[str]) -> list[str]:
    """The next token, or the group that begins with it; taken away from `tokens`."""
    first = tokens.pop(0)
    return _group(tokens) if first == "{" else [first]


def _group(tokens: list[str]) -> list[str]:
    """What comes before the closing brace; taken away from `tokens`, with the brace."""
    group = []
    depth = 1
    while True:
        token = tokens.pop(0)
        depth += {"{": 1, "}": -1}.get(token, 0)
        if depth == 0:
            return group
        group.append(token)


def _write_one(token: str, tokens: list[str], in_index: bool) -> str:
    """A letter, a sign, a group, or a command with its argument."""
    if token == "{":
        inner, _ = _write(_group(tokens), in_index)
        return inner
    if token in BOLD:
        (letter,) = _argument(tokens)
        return f"<b>{GREEK.get(letter, letter)}</b>"
    if token == r"\mathcal":
        (letter,) = _argument(tokens)
        return SCRIPT[letter]
    if token == r"\hat":
        inner, _ = _write(_argument(tokens), in_index)
        return normalize("NFC", re.sub(r"(\w)(?=<|$)", rf"\1{HAT}", inner))
    if token in WORDS:
        word = "".join(_argument(tokens))
        return word if tokens[:1] == ["("] else f"{word} "
    if token in SIGNS:
        return SIGNS[token].strip() if in_index else SIGNS[token]
    letter = GREEK.get(token, token)
    if letter.startswith("\\"):
        raise ValueError(f"latex: got {token}, expected a command of unrolled.page.symbols")
    return f"<i>{letter}</i>" if letter.isalpha() and not in_index else letter
