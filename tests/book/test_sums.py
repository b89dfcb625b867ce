"""The sums that questions and their replies write out, as in "0.9·3 − 1 = 1.7", come out."""

import re
from itertools import pairwise

import pytest

from tests.book.test_budgets import each_chapter, read
from tests.book.test_numbers import asked

RUN = re.compile(r"(?<![\d.,·+−/()= ])[\d.,·+−/()= ]*\d\)* = [\d.,·+−/()= ]*\d\)*")
TERM = r"\(*−?\d[\d.,]*\)*"
SUM = re.compile(rf"{TERM}(?: ?[·+−/] ?{TERM})*")
OF_IT = re.compile(r"(?:ln|exp|tanh|[σ²√])$")  # what comes after it is not the whole side
SIGNS = str.maketrans({"·": "*", "−": "-", ",": None})


def wrong(text: str) -> list[str]:
    """The equations between numbers in a text that don't hold."""
    plain = re.sub(r"<[^>]+>", "", re.sub(r"<su[bp]>.*?</su[bp]>", "²", text))
    pairs = [pair for run in RUN.finditer(plain) for pair in pairwise(sides(plain, *run.span()))]
    return [" = ".join(p) for p in pairs if "" not in p and abs(eval(p[0]) - eval(p[1])) > slack(p)]


def sides(text: str, start: int, end: int) -> list[str]:
    """What stands between signs of equality, as Python; nothing for a side that is cut off."""
    parts = [part.strip() for part in text[start:end].split(" = ")]
    if OF_IT.search(text[:start]):
        parts[0] = ""
    if re.match(r"[\w²√]| [·/+−] ", text[end:]):
        parts[-1] = ""
    return [part.translate(SIGNS) if _is_whole(part) else "" for part in parts]


def _is_whole(side: str) -> bool:
    return bool(SUM.fullmatch(side)) and side.count("(") == side.count(")")


def slack(sides: tuple[str, str]) -> float:
    """By how much two sides may differ: they are rounded, and so are long decimals in them."""
    fractions = re.findall(r"\.(\d+)", "".join(sides))
    rounded = [digits for digits in fractions[:-1] if len(digits) > 2] + fractions[-1:]
    return 1e-9 + sum(0.5 * 10 ** -len(digits) for digits in rounded)


@each_chapter
def test_what_a_question_works_out_comes_out(name):
    texts = [
        asked(cell.source)[0] for cell in read(name).cells if "ask" in cell.metadata.get("tags", ())
    ]
    assert wrong("\n".join(texts)) == []


@pytest.mark.parametrize(
    "text", ["2 · 0.3 − 1 · 0.4 = 0.3", "so 0.9·3 − 1 = 0.7.", "2 + 2 = 4 = 5"]
)
def test_a_sum_that_does_not_come_out_is_found(text):
    assert len(wrong(text)) == 1


@pytest.mark.parametrize(
    "text", ["2 · 0.3 − 1 · 0.4 = 0.2", "7.39/(7.39 + 1 + 1) = 0.787.", "n² + 1 = 2"]
)
def test_one_that_does_or_is_no_sum_is_left_alone(text):
    assert wrong(text) == []
