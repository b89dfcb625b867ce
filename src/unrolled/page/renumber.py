"""`make numbers`: when the mathematics has changed, the digits of the text follow.

    python -m unrolled.page.renumber book/gru.ipynb
    python -m unrolled.page.renumber --look book/gru.ipynb

runs the notebook's code and writes the computed numbers of every `says` into the Markdown and into
the call, with as many digits as are typed there. With `--look` it only tells what it would write.
"""

import ast
import contextlib
import io
import os
import re
import sys
from collections.abc import Callable, Sequence
from math import floor, log10
from pathlib import Path

import nbformat

from unrolled.page import says as page_says
from unrolled.page.checked import Checked
from unrolled.page.numbers import ten_to
from unrolled.page.says import NUMBER, Typed, paired, power_of_ten
from unrolled.page.witness import claim

Changes = dict[str, list[str]]  # by sentence: its numbers, typed anew

LITERAL = re.compile(r"""(r?)(\"\"\"|'''|"|')""")


def retype(typed: Typed, value: float) -> str:
    """`value` as the number is typed: its decimals, comma, minus, per cent and power of ten.

    Raises ValueError for a fraction, which has no digits to keep.
    """
    match = NUMBER.fullmatch(typed.text)
    if match["over"]:
        raise ValueError(f"{typed.text}: got {value:.6g}, expected the same fraction")
    minus = match["minus"] or ("-" if re.search(r"[\\{^]", typed.text) else "−")
    sign = minus if value < 0 else ""
    if match["power"]:
        return sign + _raised(match["power"], round(log10(abs(value))))
    digits, rest = match["digits"], typed.text[match.end("digits") :]
    decimals = len(digits.partition(".")[2])
    mantissa = abs(value) / typed.unit / 10.0**decimals
    if (match["times"] or match["e"]) and value:
        shift = floor(log10(abs(value))) - floor(log10(abs(typed.value)))
        mantissa /= 10.0**shift
        rest = _shifted(rest, match["times"], match["e"], shift)
    without_comma = len(digits.partition(".")[0]) > 3 and "," not in digits
    text = f"{mantissa:{'' if without_comma else ','}.{decimals}f}"
    return sign + (text.replace(",", "{,}") if "{,}" in digits else text) + rest


def changes(cells: list[nbformat.NotebookNode]) -> Changes:
    """The sentences of a notebook's calls of `says` of which a number is another one now.

    Raises ValueError with all the calls that no other digits would put right.
    """
    found: Changes = {}
    problems = []

    def record(sentence: str, *values: object, where: object = True) -> Checked:
        try:
            pairs = paired(sentence, values)
            if not all(typed.rounds(value) for typed, value in pairs):
                found[sentence] = [_renewed(typed, value) for typed, value in pairs]
            claim(sentence, where)
        except (ValueError, AssertionError) as problem:
            problems.append(f"{problem}: {sentence}")
        return Checked([])

    code = [cell for cell in cells if cell.cell_type == "code"]
    live = [cell for cell in code if "skip-execution" not in cell.metadata.get("tags", ())]
    scope: dict = {"__name__": "__main__"}
    with _replaced(record), contextlib.redirect_stdout(io.StringIO()):
        for cell in live:
            exec(compile(cell.source, f"cell {cell.id}", "exec"), scope)
    if problems:
        raise ValueError("\n  ".join(problems))
    return found


def rewrite(cell: nbformat.NotebookNode, sentence: str, numbers: list[str]) -> None:
    """Write the numbers into the sentence wherever it stands in a cell, in text or in a call."""
    if cell.cell_type == "markdown":
        words = r"\s+".join(map(re.escape, sentence.split()))
        cell.source = re.sub(
            words, lambda m: _with_numbers(m[0], numbers, m[0], range(len(m[0]))), cell.source
        )
        return
    for start, end in reversed(_calls(cell.source, sentence)):
        literal = cell.source[start:end]
        new = _with_numbers(sentence, numbers, literal, _places(literal))
        cell.source = cell.source[:start] + new + cell.source[end:]


def renumber(path: Path, look: bool = False) -> list[str]:
    """Bring one notebook up to date; returns what has changed, a line a sentence."""
    notebook = nbformat.read(path, as_version=4)
    lines = []
    for sentence, numbers in changes(notebook.cells).items():
        typed = [number.text for number in page_says.typed_numbers(sentence)]
        new = [f"{a} → {b}" for a, b in zip(typed, numbers, strict=True) if a != b]
        lines.append(f"{', '.join(new)}: {sentence}")
        for cell in notebook.cells:
            rewrite(cell, sentence, numbers)
    if lines and not look:
        path.write_text(nbformat.writes(notebook) + "\n", encoding="utf-8")
    return lines


@contextlib.contextmanager
def _replaced(record: Callable):
    """While it lasts, a notebook that imports `says` gets `record`."""
    plain = page_says.says
    page_says.says = record
    try:
        yield
    finally:
        page_says.says = plain


def _renewed(typed: Typed, value: float) -> str:
    return typed.text if typed.rounds(value) else retype(typed, value)


def _with_numbers(sentence: str, numbers: list[str], source: str, places: Sequence[int]) -> str:
    """The `source` of a sentence, whose characters stand at `places` in it, with other numbers."""
    typed = page_says.typed_numbers(sentence)
    for old, new in reversed(list(zip(typed, numbers, strict=True))):
        start = places[old.start]
        end = places[old.start + len(old.text) - 1] + 1
        is_escaped = source[start:end] != old.text
        source = source[:start] + (new.replace("\\", "\\\\") if is_escaped else new) + source[end:]
    return source


def _calls(code: str, sentence: str) -> list[tuple[int, int]]:
    """Where the calls of `says` have this sentence, from its first quote to its last."""
    lines = [0]
    for line in code.splitlines(keepends=True):
        lines.append(lines[-1] + len(line))
    found = []
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "says":
            first = node.args[0]
            if isinstance(first, ast.Constant) and first.value == sentence:
                literal = ast.get_source_segment(code, first)
                start = code.index(literal, lines[first.lineno - 1])
                found.append((start, start + len(literal)))
    return sorted(found)


def _places(literal: str) -> list[int]:
    """Where each character of a string stands in its source, of one literal or several."""
    found = []
    i = 0
    while i < len(literal):
        opened = LITERAL.match(literal, i)
        if not opened:
            i += 1
            continue
        i = opened.end()
        while not literal.startswith(opened[2], i):
            found.append(i)
            i += 2 if literal[i] == "\\" and not opened[1] else 1
        i += len(opened[2])
    return found


def _shifted(rest: str, times: str | None, e: str | None, shift: int) -> str:
    """What follows the digits, ` \\cdot 10^{-75}` or `e-75`, with a greater power by `shift`."""
    if times:
        return rest.replace(times, _raised(times, power_of_ten(times) + shift))
    return rest.replace(f"e{e}", f"e{int(e.replace('−', '-')) + shift}")


def _raised(like: str, power: int) -> str:
    """A power of ten, typed as `like` is: 10⁻⁷⁵, `10^{-75}` or `10^7`."""
    if "^" not in like:
        return ten_to(power)
    return f"10^{power}" if 0 <= power <= 9 else f"10^{{{power}}}"


def main(arguments: list[str]) -> int:
    """Tell of each notebook what has changed, or what cannot be: 1 then."""
    look = "--look" in arguments
    failed = 0
    for path in [Path(name).absolute() for name in arguments if name != "--look"]:
        os.chdir(path.parent)
        try:
            lines = renumber(path, look)
        except ValueError as problem:
            failed = 1
            lines = [str(problem)]
        print(path.stem, *(lines or ["every number is as computed"]), sep="\n  ")
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
