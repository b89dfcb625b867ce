r"""A sentence of the text, and the numbers it says, in their order.

    says("The old state is 0.4092 and the candidate −0.2488.", h, new)

stands below the sentence, in a cell tagged `check`. The sentence is the one on the page, word for
word, and each number typed in it must be the computed one, rounded to the digits typed.

Every numeral is a number, whole or not, except

- in code, roles (`{doc}`, `{eq}`, `{cite}`), addresses, tags, indices and exponents;
- joined to a letter or by a hyphen: "GPT-2", "4-2-4", "3D";
- as a name, "step 3" or "seeds 0 to 11" (the nouns are NAMED), a reference, "(26)", or a year,
  which has no comma;
- in a formula, a whole number counts only where a side of it is nothing else: 42 in
  `$3 \cdot 14 = 42$`, both in `$(5, 7)$`, none in `$1 - h^2$`.

`5 \cdot 10^{-75}`, `1e-15`, `2/3` and `1,860` are one number each; 11 % is 0.113, and both numbers
of "29 to 43 %" are shares.
"""

import re
from typing import NamedTuple

from unrolled.core.door import reals
from unrolled.core.tree import tree_leaves, tree_map
from unrolled.page.checked import Checked
from unrolled.page.numbers import ten_to
from unrolled.page.witness import claim

NAMED = (
    "block", "chapter", "column", "entry", "entries", "equation", "Eq.", "exercise", "group",
    "head", "item", "lag", "layer", "letter", "line", "network", "neuron", "page", "part", "place",
    "position", "row", "section", "seed", "sentence", "step", "theorem", "token", "unit",
)  # fmt: skip
NAME = re.compile(
    rf"(?i)\b(?:{'|'.join(map(re.escape, NAMED))})s?\s\(?\d+\)?"
    r"(?:(?:,\s\d+)*,?\s(?:and|or|to)\s\d+)?(?!\d|[.,/]\d|\s?\\?%)"
)
NO_NUMBERS = re.compile(
    r"\{[\w:]+\}`[^`]*`|`[^`]*`"  # roles and code
    r"|\]\([^)]*\)|\\textcolor\{[^}]*\}"  # addresses and colours
    r"|<su([bp])>.*?</su\1>|</?\w[^>]*>"  # indices and tags of HTML
    r"|(?<![\d.,])(?:1[6-9]|20)\d\d(?!\d|[.,]\d)|(?<!\w)\(\d+\)"  # years, references
)
FORMULA = re.compile(r"\$[^$]+\$")
RELATION = re.compile(r"=|<|>|\\(?:approx|leq?|geq?|ll|gg|to|quad)\b|,\s+(?=[A-Za-z\\])")
EXPONENT = r"(?<![\d.])10(?:\^\{[-−]?\d+\}|\^\d|[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)"
RAISED = re.compile(rf"{EXPONENT}|[_^](?:\{{(?:[^{{}}]|\{{[^{{}}]*\}})*\}}|\\\w+|.)")
BLANK = re.compile(r"\\[,;%{} ]|[\s,;.()\[\]{}%]")  # what may stand beside a number that is alone
DIGITS = r"(?:\d{1,3}(?:(?:,|\{,\})\d{3})+|\d+)(?:\.\d+)?"
NUMBER = re.compile(
    r"(?<![\w.])(?P<minus>(?<![\w)}])[-−])?"
    rf"(?:(?P<power>{EXPONENT})|(?P<over>\d+)/(?P<under>\d+)"
    rf"|(?P<digits>{DIGITS})(?:\s*(?:\\cdot|·)\s*(?P<times>{EXPONENT})|e(?P<e>[-−+]?\d+))?"
    r"(?P<percent>(?:\s|\\,)*\\?%)?)"
    r"(?!\d|\.\d)"
)
AND_PERCENT = re.compile(r"\s(?:to|and|or)\s[-−]?\d[\d.,]*(?:\s|\\,)*\\?%")
LOWERED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹−", "-0123456789-")


class Typed(NamedTuple):
    """A number of a sentence as it is typed, and where."""

    text: str
    start: int
    value: float  # a share where it is a percentage
    unit: float  # what its last digit counts; 0 for a fraction, which is exact

    def rounds(self, value: float) -> bool:
        """Whether `value`, rounded as this number is typed, is this number."""
        return abs(self.value - value) <= 0.5000001 * self.unit + 1e-9 * abs(self.value)


def says(sentence: str, *values: object, where: object = True) -> Checked:
    """Assert that the numbers of the sentence are these, one by one.

    `values` are numbers, arrays or trees, read in order. `where` are conditions that the sentence
    states beside its numbers, as in `claim`.
    Raises ValueError if there are more numbers or fewer, AssertionError that names the wrong ones.
    """
    pairs = paired(sentence, values)
    wrong = [f"{typed.text} is {x:.6g}" for typed, x in pairs if not typed.rounds(x)]
    assert not wrong, f"{sentence}: {', '.join(wrong)}"
    claim(sentence, where)
    return Checked([(without_latex(typed.text), x) for typed, x in pairs])


def paired(sentence: str, values: tuple) -> list[tuple[Typed, float]]:
    """Each number of the sentence beside the computed one."""
    typed = typed_numbers(sentence)
    arrays = tree_leaves(tree_map(lambda leaf: reals("values", leaf), values))
    found = [float(x) for array in arrays for x in array.ravel()]
    if len(typed) != len(found):
        numbers = ", ".join(number.text for number in typed) or "none"
        raise ValueError(f"values: got {len(found)}, expected one for each of {numbers}")
    return list(zip(typed, found, strict=True))


def typed_numbers(sentence: str) -> list[Typed]:
    """The numbers of a sentence, in their order; the module says what counts as one."""
    text = _masked(sentence)
    formulas = list(FORMULA.finditer(text))
    found = []
    for match in NUMBER.finditer(text):
        around = [f for f in formulas if f.start() < match.start() < f.end()]
        if _counts_in_formula(match, around[0]) if around else not _is_joined(match):
            found.append(_read(match))
    return found


def without_latex(text: str) -> str:
    """A typed number as plain text."""
    text = re.sub(r"\s*\\cdot\s*", "·", text.replace("{,}", ",").replace("\\,", " "))
    text = re.sub(r"10\^\{?([-−]?\d+)\}?", lambda power: ten_to(power_of_ten(power[0])), text)
    return text.replace("\\%", "%").replace("-", "−")


def _masked(sentence: str) -> str:
    """The sentence, as long as it was, with blanks where a numeral is no number."""
    text = NAME.sub(_blank, NO_NUMBERS.sub(_blank, sentence))
    return FORMULA.sub(lambda formula: RAISED.sub(_blank_unless_ten, formula[0]), text)


def _blank(match: re.Match) -> str:
    return " " * len(match[0])


def _blank_unless_ten(match: re.Match) -> str:
    """The sign stays, so that the 34 of `34^2` does not stand alone."""
    return match[0] if match[0].startswith("10") else match[0][0] + " " * (len(match[0]) - 1)


def _counts_in_formula(match: re.Match, formula: re.Match) -> bool:
    """A whole number does where the side of the formula in which it stands is nothing else."""
    if not re.fullmatch(r"[-−]?\d+(?:/\d+)?", match[0]):
        return True
    cuts = [formula.start() + 1, formula.end() - 1]
    cuts += [cut for sign in RELATION.finditer(match.string, *cuts) for cut in sign.span()]
    start = max(cut for cut in cuts if cut <= match.start())
    end = min(cut for cut in cuts if cut >= match.end())
    return not BLANK.sub("", NUMBER.sub("", match.string[start:end]))


def _is_joined(match: re.Match) -> bool:
    before, after = match.string[: match.start()], match.string[match.end() :]
    return bool(re.search(r"\w-$", before) or re.match(r"\w|-\w", after))


def _read(match: re.Match) -> Typed:
    sign = -1 if match["minus"] else 1
    if match["over"]:
        value = sign * int(match["over"]) / int(match["under"])
        return Typed(match[0], match.start(), value, 0)
    digits = re.sub("[{,}]", "", match["digits"] or "1")
    raised = match["power"] or match["times"]
    power = power_of_ten(raised) if raised else int((match["e"] or "0").translate(LOWERED))
    share = match["percent"] or AND_PERCENT.match(match.string, match.end())
    scale = 10.0**power * (0.01 if share else 1)
    decimals = len(digits.partition(".")[2])
    return Typed(match[0], match.start(), sign * float(digits) * scale, scale * 10.0**-decimals)


def power_of_ten(text: str) -> int:
    """-75 of `10^{-75}` or 10⁻⁷⁵."""
    return int(text.removeprefix("10").strip("^{}").translate(LOWERED))
