"""Every letter of a chapter is on the card, and every word of the glossary is linked from where
it comes up first."""

import re

import pytest

from tests.book.test_budgets import each_chapter, read
from tests.chapters import CHAPTERS
from unrolled.gru import torch_twin as gru
from unrolled.lstm import torch_twin as lstm

ACCENT = r"\\(?:mathbf|boldsymbol|mathcal|hat|tilde|bar|dot)\s*"
PLAIN = r"(?:\\[a-zA-Z]+|[A-Za-z])"
LETTER = re.compile(rf"(?:{ACCENT})*(?:\{{(?:{ACCENT})*{PLAIN}\}}|{PLAIN})")
GREEK = re.compile(
    r"\\(alpha|beta|gamma|[dD]elta|(var)?epsilon|z?eta|theta|kappa|[lL]ambda|xi|pi|rho|sigma|tau"
    r"|[pP]hi|omega|ell|nabla)"
)
WORDS = re.compile(
    r"\\textcolor\{#\w+\}|\\(?:begin|end)\{[^}]*\}|\\(?:text|operatorname|mathrm|mathbb)\s*"
    r"(?:\{[^}]*\}|[A-Za-z])|\\,|\\;|\\!|\\ |\[[\d.]+em\]"
)


def markdown(name):
    return "\n".join(c.source for c in read(name).cells if c.cell_type == "markdown")


def letters(tex: str) -> set[str]:
    """The letters of a formula, without indices, exponents and words."""
    tex = WORDS.sub(" ", tex)
    for _ in range(3):
        tex = re.sub(r"[_^](\{[^{}]*\}|\\?[A-Za-z0-9]+|.)", " ", tex)
    return {face(letter) for letter in LETTER.findall(tex) if is_letter(letter)}


def face(letter: str) -> str:
    """One spelling of a letter with its accents: \\mathbf{x} and \\mathbf x are the same."""
    return " ".join(re.findall(r"\\[a-zA-Z]+|[A-Za-z]", letter))


def is_letter(letter: str) -> bool:
    """Whether it is one, and no command of LaTeX, as \\cdot is."""
    last = re.findall(r"\\[a-zA-Z]+|[A-Za-z]", letter)[-1]
    return len(last) == 1 or bool(GREEK.fullmatch(last))


def formulas(text: str) -> list[str]:
    text = re.sub(r"`[^`]*`", " ", text)
    inline = re.sub(r"(?s)\$\$.*?\$\$", " ", text)
    return re.findall(r"(?s)\$\$(.*?)\$\$", text) + re.findall(r"\$([^$]+)\$", inline)


def card() -> tuple[set[str], dict[str, set[str]]]:
    """The letters of the whole book, and those of each chapter."""
    text = markdown("notation").split("## Letters")[1].split("## In code")[0]
    rows = [
        [cell.strip() for cell in line.split("|")[1:-1]]
        for line in text.splitlines()
        if line.startswith("| ")
    ]
    everywhere = set()
    own = {}
    for first, *rest in rows:
        chapter = re.fullmatch(r"\{doc\}`(\w+)`", first)
        cell = rest[0] if chapter else first
        found = set().union(*map(letters, formulas(cell)))
        if chapter:
            own[chapter[1]] = found
        else:
            everywhere |= found
    return everywhere, own


@each_chapter
def test_every_letter_of_a_chapter_is_on_the_card(name):
    everywhere, own = card()
    used = set().union(*map(letters, formulas(markdown(name))))
    assert used - everywhere - own.get(name, set()) == set()


def test_what_is_on_the_card_is_used():
    everywhere, own = card()
    used = {name: set().union(*map(letters, formulas(markdown(name)))) for name in CHAPTERS}
    assert everywhere - set().union(*used.values()) == set()
    for name, found in own.items():
        assert found - used[name] == set(), name


def test_the_card_prints_pytorchs_order_as_the_converters_have_it():
    """LSTM and GRU, in PyTorch's letters: its g is our candidate, its z and n our u and h."""
    theirs = {"c": "g", "u": "z", "h": "n"}
    orders = [", ".join(theirs.get(k, k) for k in twin.ORDER) for twin in (lstm, gru)]
    assert f"| PyTorch | {orders[0]} | {orders[1]} | two |" in markdown("notation")


def terms():
    gloss = re.search(r"(?s):::\{glossary\}\n(.*?)\n:::", markdown("notation"))[1]
    return re.findall(r"(?m)^(\S.*)\n  ", gloss)


@pytest.mark.parametrize("term", terms())
def test_a_word_of_the_glossary_is_linked_where_it_is_defined(term):
    """Once in the book, or, of what is only about the book itself, nowhere."""
    link = re.compile(rf"\{{term\}}`(?:[^`<]* <)?{re.escape(term)}>?`")
    linked = [name for name in CHAPTERS if link.search(markdown(name))]
    assert len(linked) == (term != "witness"), linked
